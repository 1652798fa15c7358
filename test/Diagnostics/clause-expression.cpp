// The expressions in clauses, in C++ and in templates: there in each function made from them.
// RUN: %status 1 %clangxx -fplugin=%plugin -fplugin-arg-gputile-remarks=on -c -o %t.o %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=warning:
#include <vector>
struct Flag {
  bool Set;
  explicit operator bool() const { return Set; }
};
template <typename T> struct Pair { T First, Second; };
struct Counter {
  int Count = 0;
  bool next() { return Count++ > 0; }
};

void f(std::vector<double> &v, double *__restrict A, int n, Flag flag, Counter &counter) {
  // CHECK: remark: region runs on the GPU
#pragma gpu_tile if(v.size() > 10 && Pair<int>{1, n}.Second > 3)
  for (int i = 0; i < n; i++)
    A[i] = 1;
  // CHECK: remark: region runs on the GPU
#pragma gpu_tile if(flag)
  for (int i = 0; i < n; i++)
    A[i] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 'counter.next()' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(counter.next())
  for (int i = 0; i < n; i++)
    A[i] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: in clause 'if': {{.*}}'std::vector<double>'{{.*}} [clause-expression]
#pragma gpu_tile if(v)
  for (int i = 0; i < n; i++)
    A[i] = 1;
}

template <typename T> void g(T *__restrict A, int n, T limit) {
  // CHECK: remark: region runs on the GPU
#pragma gpu_tile if(A[0] > limit && sizeof(T) > 1)
  for (int i = 0; i < n; i++)
    A[i] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 'limit += 1' in clause 'if' {{.*}} [clause-side-effect]
#pragma gpu_tile if(limit += 1)
  for (int i = 0; i < n; i++)
    A[i] = 1;
}
template void g(double *, int, double);

template <typename T> void h(T *__restrict A, int n, T limit) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: in clause 'if': member reference base type 'double' is not a structure or union [clause-expression]
#pragma gpu_tile if(limit.large())
  for (int i = 0; i < n; i++)
    A[i] = 1;
}
template void h(double *, int, double);

constexpr int Rows = 8;
template <typename T, int N> void k(T *__restrict A, int n) {
  // CHECK: remark: region runs on the GPU
  // CHECK: note: kernel {{.*}}: tile 32 (clause)
#pragma gpu_tile tile(Rows * 4)
  for (int i = 0; i < n; i++)
    A[i] = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: invalid value 'N' for clause 'tile'; {{.*}} [bad-clause-value]
#pragma gpu_tile tile(N)
  for (int i = 0; i < n; i++)
    A[i] = 1;
}
template void k<double, 16>(double *, int);
