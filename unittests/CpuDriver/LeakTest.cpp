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
                Driver d({{"GPUTILE_CPU_LEAKS", "1"}});
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
    Driver d({{"GPUTILE_CPU_LEAKS", "0"}});
    d.begin();
    d.allocate(12);
  });
}

TEST(Leak, IgnoredErrorsCount) {
  EXPECT_ENDS(66, "error: 0 leaks, 1 calls with wrong arguments", {
    Driver d({{"GPUTILE_CPU_LEAKS", "1"}});
    d.begin();
    d.cuMemFree_v2(16);
    d.end();
  });
}

// Exit handlers that are registered before the library is loaded run after its own.
TEST(Leak, ExitHandlersMayStillRelease) {
  EXPECT_ENDS(0, "^$", {
    static Driver *driver;
    atexit([] { driver->end(); });
    driver = new Driver({{"GPUTILE_CPU_LEAKS", "1"}});
    driver->begin();
  });
}

} // namespace
