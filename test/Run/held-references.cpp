// Objects that hold a reference to a variable of the function: another name of it, through which it is read behind the region.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %clangxx -fplugin=%plugin -std=c++17 -O1 %s %link_rt -o %t.exe
// RUN: %on_cpu %t.exe | FileCheck %s --check-prefix=OUT
// CHECK-COUNT-3: last value of 's' stored
// CHECK: SAME: 3 regions equal bit for bit
// OUT: 1998 3998 7998
#include <cstdio>
#include <functional>

struct Holder {
  double &held;
  explicit Holder(double &x) : held(x) {}
};
struct Aggregate {
  double &held;
};

static double constructed(int n, double *__restrict a) {
  double s = 0;
  Holder h(s);
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s = a[i] * 2;
    a[i] = s + 1;
  }
  return h.held;
}
static double initialised(int n, double *__restrict a) {
  double s = 0;
  Aggregate h{s};
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s = a[i] * 2;
    a[i] = s + 1;
  }
  return h.held;
}
static double wrapped(int n, double *__restrict a) {
  double s = 0;
  std::reference_wrapper<double> h(s);
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s = a[i] * 2;
    a[i] = s + 1;
  }
  return h.get();
}

int main() {
  static double a[1000];
  for (int i = 0; i < 1000; i++)
    a[i] = i;
  std::printf("%g ", constructed(1000, a));
  std::printf("%g ", initialised(1000, a));
  std::printf("%g\n", wrapped(1000, a));
}
