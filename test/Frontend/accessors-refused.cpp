// Functions of classes that cannot take the place of their calls.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c++17 2>&1 | FileCheck %s
#include <vector>

struct Shape {
  std::vector<double> v;
  std::vector<std::vector<double>> rows;
  std::vector<bool> bits;
  double &x(int i) { return v[i]; }
  double &grown(int i) { v.resize(i + 1); return v[i]; }
  virtual double &dynamic(int i) { return v[i]; }
  double &unknown(int i);
  double &search(int i) { while (i > 9) i /= 2; return v[i]; }
};

void effects(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: call of 'push_back', whose effects are not known; {{.*}} [unknown-call]
    s.v.push_back(i);
}
void grown(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the call of 'grown', whose body cannot take its place, {{.*}} [unsupported-expression]
    s.grown(i) = i;
}
void dynamic(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the call of the virtual function 'dynamic' {{.*}} [unsupported-expression]
    s.dynamic(i) = i;
}
void unknown(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: call of 'unknown', whose effects are not known; only math functions and functions with a body in this file or its headers can be used: define it there, or move the call out of the region [unknown-call]
    s.unknown(i) = i;
}
void search(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the call of 'search', whose body cannot take its place, {{.*}} [unsupported-expression]
    s.search(i) += i;
}
void nested(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 's', a container that is another one from time to time, {{.*}}
    s.rows[i][0] = i;
}
void bits(Shape &s, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: call of 'operator=', {{.*}} [unknown-call]
    s.bits[i] = i > 3;
}
void maybe(Shape *s, double *a, const int *key, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (key[i])
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 's->v', which may not exist where the region does not get to it, is not supported inside a region [unsupported-expression]
      a[i] = s->v[i];
}
