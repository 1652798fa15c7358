// Global variables in calls: in namespaces without names, behind local variables of the same
// name, as members; functions that the compiler evaluates.
// RUN: %clangxx -std=c++20 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %clangxx -fplugin=%plugin -std=c++20 -Wall -Wextra %s %link_rt -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %t.plain > %t.expected
// RUN: %t 2>/dev/null | cmp - %t.expected
// RUN: %on_cpu %t 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=RAN < %t.err
// RAN-COUNT-4: launches,
#include <cstdio>
namespace {
int size = 20;
int values[20];
} // namespace
namespace outer {
namespace {
int twice[20];
} // namespace
struct Holder {
  static int held[20];
  static void fill(int held) {
#pragma gpu_tile
    for (int i = 0; i < size; i++)
      Holder::held[i] = i * held;
  }
};
int Holder::held[20];
} // namespace outer
int hidden[20];
int last;
static void hide(int *hidden) {
#pragma gpu_tile
  for (int i = 0; i < size; i++)
    ::hidden[i] = hidden[i] + 1;
#pragma gpu_tile
  for (last = 0; last < size; last++)
    values[last] += outer::twice[last] + last;
}
namespace beside {
int same = 5;
namespace {
int same = 7;
int use(int *p) {
#pragma gpu_tile
  for (int i = 0; i < 9; i++)
    // CHECK: [[#@LINE+1]]:12: warning: region left on the CPU: the variable 'same' beside another one of that name is not supported
    p[i] = same++;
  return p[3];
}
} // namespace
} // namespace beside
constexpr int evaluated(int factor) {
  int squares[10] = {};
#pragma gpu_tile
  for (int i = 0; i < 10; i++)
    squares[i] = i * factor;
  return squares[3];
}
static_assert(evaluated(2) == 6);
int main() {
  int local[20];
  for (int i = 0; i < 20; i++)
    outer::twice[i] = local[i] = 2 * i;
  hide(local);
  outer::Holder::fill(3);
  std::printf("%d %d %d %d %d %d\n", ::hidden[5], values[6], outer::Holder::held[7], last,
              beside::use(local), evaluated(size));
}
