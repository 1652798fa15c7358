// Clang parses the expressions in clauses where the pragma stands, in the tool and in the plugin.
// RUN: %status 1 %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %status 1 %clang -fplugin=%plugin -c -o %t.o %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %status 1 %clang -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s --implicit-check-not=error:
struct pair { int a, b; };
void nothing(int n);
void f(int n, double *restrict A, struct pair p) {
// CHECK: :[[#@LINE+1]]:21: error: in clause 'if': use of undeclared identifier 'undeclared' [clause-expression]
#pragma gpu_tile if(undeclared > 3)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: in clause 'if': statement requires expression of scalar type ('void' invalid) [clause-expression]
#pragma gpu_tile if(nothing(n))
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: in clause 'if': statement requires expression of scalar type ('struct pair' invalid) [clause-expression]
#pragma gpu_tile if(p)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: in clause 'if': expected expression [clause-expression]
#pragma gpu_tile if(n > 1 &&)
  for (int i = 0; i < n; i++) A[i] = 0;
// CHECK: :[[#@LINE+1]]:27: error: in clause 'if': no member named 'c' in 'struct pair' [clause-expression]
#pragma gpu_tile if(n < p.c) tile(32)
  for (int i = 0; i < n; i++) A[i] = 0;
  if (n > 5)
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: in clause 'if': call to undeclared function 'large'; {{.*}} [clause-expression]
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: in clause 'tile': use of undeclared identifier 'm' [clause-expression]
#pragma gpu_tile if(large(n)) tile(2 * m)
    for (int i = 0; i < n; i++) A[i] = 0;
  else
// CHECK: :[[#@LINE+2]]:27: error: in clause 'block': use of undeclared identifier 'k' [clause-expression]
// CHECK: :[[#@LINE+1]]:41: error: in clause 'if': use of undeclared identifier 'l' [clause-expression]
#pragma gpu_tile block(8, k + 1) if(n > l)
    for (int i = 0; i < n; i++) A[i] = 0;
}
