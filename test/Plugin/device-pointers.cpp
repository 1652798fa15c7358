// Members of a class, by their names in its functions, and pointers of templates.
// RUN: %clangxx -O1 -fplugin=%plugin -fplugin-arg-gputile-remarks=on %s -o %t %link_rt 2>&1 | FileCheck %s
// RUN: %on_cpu %t 2>&1 | FileCheck %s --check-prefix=EXECUTED
#include <vector>

struct grid {
  std::vector<double> memory;
  double *u, *v;
  int n;

  // CHECK: device-pointers.cpp:[[#@LINE+3]]:9: remark: region runs on the GPU: scheme stream
  // EXECUTED: device-pointers.cpp:[[#@LINE+2]]: gputile: {{.*}} launches
  void step(int steps) {
#pragma gpu_tile deviceptr(u, v)
    for (int t = 0; t < steps; t++) {
      for (int i = 1; i < n - 1; i++)
        v[i] = u[i - 1] + u[i + 1];
      for (int i = 1; i < n - 1; i++)
        u[i] = v[i];
    }
  }
};

template <typename T> void scale(int n, T *x, T a) {
  // CHECK: device-pointers.cpp:[[#@LINE+2]]:9: remark: region runs on the GPU: scheme parallel
  // EXECUTED: device-pointers.cpp:[[#@LINE+1]]: gputile: {{.*}} launches
#pragma gpu_tile deviceptr(x)
  for (int i = 0; i < n; i++)
    x[i] *= a;
}

int main(int argc, char **) {
  std::vector<double> a(100, 1), b(100, 2);
  grid g{{}, a.data(), b.data(), 100};
  g.step(argc * 5);
  scale(100, a.data(), 2.0);
  return a[50] == 64 ? 0 : 1;
}
