// Clauses async and wait in C++: in templates, with queues that depend on them, and in lambdas.
// RUN: rm -rf %t && mkdir %t
// RUN: %clangxx -std=c++17 -O1 -Wall -Wextra -Werror -Wno-unknown-warning-option -fplugin=%plugin -fplugin-arg-gputile-output-dir=%t %s -o %t/run %link_rt
// RUN: %on_cpu %t/run 2> %t/err | FileCheck %s --check-prefix=OUT && FileCheck %s < %t/err
// RUN: env GPUTILE_BACKEND=none %t/run host 2>/dev/null | FileCheck %s --check-prefix=OUT
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wold-style-cast"
#include "Inputs/device-memory.h"

constexpr int n = 100;

struct Solver {
  void *stream;
  int number = 4;
  // CHECK: gputile: {{.*}}, not waited for
  template <typename T, typename Queue> void run(T *u, const T *v, Queue queue, T factor) {
#pragma gpu_tile deviceptr(u, v) async(queue)
    for (int i = 0; i < n; i++)
      u[i] += factor * v[i];
#pragma gpu_tile deviceptr(u) async(queue)
    for (int i = 0; i < n; i++)
      u[i] += 1;
#pragma gpu_tile wait(queue)
  }
  void later(double *u) const {
#pragma gpu_tile deviceptr(u) async(stream ? stream : nullptr)
    for (int i = 0; i < n; i++)
      u[i] *= 2;
    auto wait = [this] {
#pragma gpu_tile wait(stream, number)
    };
    wait();
  }
};

template <typename T> T sumOf(const T *from, bool onHost) {
  T values[n], result = 0;
  fetch(values, from, sizeof values, onHost);
  for (T value : values)
    result += value;
  return result;
}

int main(int argc, char **) {
  const bool onHost = argc > 1;
  if (!onHost)
    start_driver();
  double a[n];
  float b[n];
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = float(i % 5);
  }
  auto *x = static_cast<double *>(placed(a, sizeof a, onHost)), *y = static_cast<double *>(placed(a, sizeof a, onHost));
  auto *z = static_cast<float *>(placed(b, sizeof b, onHost)), *w = static_cast<float *>(placed(b, sizeof b, onHost));
  Solver solver{};
  if (!onHost) {
    need(synchronise(nullptr));
    need(make_stream(&solver.stream, 1));
  }
  solver.run(x, y, 3u, 2.0);
  solver.run(z, w, solver.stream, 0.5f);
  // OUT: 14950 400
  printf("%g %g\n", sumOf(x, onHost), double(sumOf(z, onHost)));
  solver.later(x);
  // OUT: 29900
  printf("%g\n", sumOf(x, onHost));
}
