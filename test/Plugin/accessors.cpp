// Private members behind functions of classes, in namespaces and in an extern "C" block.
// RUN: %clangxx -std=c++17 -Wno-unknown-pragmas %s -o %t.plain
// RUN: %clangxx -fplugin=%plugin -std=c++17 -Wall -Wextra %s %link_rt -o %t 2>&1 | FileCheck %s --allow-empty --implicit-check-not=warning:
// RUN: %t.plain > %t.expected
// RUN: %t 2>/dev/null | cmp - %t.expected
// RUN: %on_cpu %t 2> %t.err | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=RAN < %t.err
// RAN: gputile: accessors_twice_
// RAN: gputile: accessors_add_
#include <cstdio>
#include <vector>
namespace outer {
namespace {
class Field {
public:
  explicit Field(int n) : m_values(static_cast<std::size_t>(n), 1.5), m_size(n) {}
  double &at(int i) { return m_values[static_cast<std::size_t>(i)]; }
  int &size() { return m_size; }

private:
  std::vector<double> m_values;
  int m_size;
};
} // namespace
static void twice(Field &f) {
#pragma gpu_tile
  for (int i = 0; i < f.size(); i++)
    f.at(i) *= 2;
}
} // namespace outer
extern "C" {
static void add(outer::Field &f, outer::Field &g, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    f.at(i) += g.at(n - 1 - i) + i;
}
}
int main() {
  outer::Field f(30), g(30);
  outer::twice(f);
  add(f, g, 30);
  add(f, f, 10); // The same memory: the original loops run.
  for (int i = 0; i < 30; i++)
    std::printf("%g\n", f.at(i));
  return 0;
}
