// C++'s assert is a conditional expression. The function that it calls is named from the global namespace on.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t/program-ends.gputile.cpp
// CHECK: 2 of 2 regions run on the GPU
#include <cassert>
#include <cstdlib>
namespace inner {
// CODE: namespace inner {
// CODE: #define gputile_end_[[NAME:[a-z0-9_]+]]_0 gputile_end_[[NAME]]_0
// CODE-NEXT: static __thread int gputile_end_[[NAME]]_0;
void asserted(int n, double *__restrict A, const int *__restrict k) {
  // CODE: if (gputile_end_[[NAME]]_0) { gputile_end_[[NAME]]_0 = 0; ::__assert_fail("k[i] > 0 && \"positive\"", "{{.*}}program-ends.cpp", [[#@LINE+3]], "{{.*}}asserted{{.*}}"); }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    assert(k[i] > 0 && "positive");
    A[i] = k[i];
  }
}
} // namespace inner
template <typename T> struct grid {
  T *values;
  int n;
  T &at(int i) {
    assert(i < n);
    return values[i];
  }
};
void scale(grid<double> &g) {
  // CODE-NOT: {{if \(gputile_end}}
#pragma gpu_tile
  for (int i = 0; i < g.n; i++) {
    if (i < 0)
      std::abort();
    g.at(i) *= 2;
  }
}
