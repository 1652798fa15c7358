// What types say of parameters: signs, and the limits of types as small as sizes. Those of
// wider ones would only put large numbers into every relation.
// RUN: rm -rf %t && mkdir -p %t && %gputile --print-after=extract --output-dir=%t %s -- 2>&1 | FileCheck %s
// CHECK: context {{.*}} -> {  : m >= 0 and -32768 <= k <= 32767 }
void f(int n, unsigned m, short k, float *A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      for (int q = 0; q < k; q++)
        A[i] += 1;
}
