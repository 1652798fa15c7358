// The report at the end of the process.
#include "Driver.h"

using namespace driver_test;

namespace {

TEST(Leak, EachKindIsReported) {
  EXPECT_ENDS(66,
              "leak: device allocation #1 of 12 bytes\n"
              "gputile-cpu: leak: pinned allocation #2 of 5 bytes\n"
              "gputile-cpu: leak: module\n"
              "gputile-cpu: leak: stream with 1 pending operations\n"
              "gputile-cpu: leak: event\n"
              "gputile-cpu: leak: program 'p.cu' of NVRTC\n"
              "gputile-cpu: error: 6 leaks, 0 calls with wrong arguments",
              {
                Driver d(Settings{{"GPUTILE_CPU_LEAKS", "1"}});
                d.begin();
                void *pinned;
                CUevent event;
                nvrtcProgram program;
                const CUdeviceptr memory = d.allocate(12);
                d.cuMemHostAlloc(&pinned, 5, 0);
                d.cuEventCreate(&event, 0);
                d.cuMemsetD32Async(memory, 1, 3, d.stream);
                d.nvrtcCreateProgram(&program, "", "p.cu", 0, nullptr, nullptr);
                d.load("");
              });
}

TEST(Leak, ReportIsAskedFor) {
  EXPECT_ENDS(0, "^$", {
    Driver d;
    d.begin();
    d.allocate(12);
  });
  EXPECT_ENDS(0, "^$", {
    Driver d(Settings{{"GPUTILE_CPU_LEAKS", "0"}});
    d.begin();
    d.allocate(12);
  });
}

TEST(Leak, IgnoredErrorsCount) {
  EXPECT_ENDS(66, "error: 0 leaks, 1 calls with wrong arguments", {
    Driver d(Settings{{"GPUTILE_CPU_LEAKS", "1"}});
    d.begin();
    d.cuMemFree_v2(16);
    d.end();
  });
}

const char *const counter = R"(
extern "C" __global__ void k(int *a) { ++*a; }
GPUTILE_EXPORT(k)
)";

struct Counter {
  Driver d = Driver(Settings{{"GPUTILE_CPU_LEAKS", "1"}});
  CUmodule module = nullptr;
  CUdeviceptr memory = 0;

  void begin() {
    d.begin();
    module = d.load(counter);
    memory = d.upload(std::vector<int>{5});
  }
  int count() {
    REQUIRE(!d.launch(d.function(module, "k"), 1, 1, {&memory}));
    return d.download<int>(memory, 1)[0];
  }
  void end() {
    REQUIRE(!d.cuMemFree_v2(memory) && !d.cuModuleUnload(module));
    d.end();
  }
};

// Exit handlers that are registered before the library is loaded run after its own,
// and when what belongs to the thread is gone.
TEST(Leak, ExitHandlersMayStillCall) {
  EXPECT_ENDS(0, "^$", {
    static Counter *used;
    atexit([] {
      REQUIRE(used->count() == 7);
      used->end();
    });
    used = new Counter;
    used->begin();
    REQUIRE(used->count() == 6);
  });
}

} // namespace
