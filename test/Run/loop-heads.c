// Heads of loops with several variables, without a first or third part, and integers that change with the iterator.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 23 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>
#define N 200
static double A[N], B[N], C[N]; static int I[N]; static int G;
static int sums(int n) { int i, total; 
#pragma gpu_tile
  for (total = 0, i = 0; i < n; i++) total += I[i];
  return total + i; }
static int two(int n) { int i, j, k;
#pragma gpu_tile
  for (i = 0, j = 3, k = n; i < n; i++, j += 2, --k) A[i] = B[j % N] + C[k - 1] + (double)j;
#pragma gpu_tile
  for (i = n - 1, j = 0; i >= 0; j++, i -= 2) A[j] = B[i];
  return i + j + k; }
static int rest(int n, int m) { int i;
#pragma gpu_tile
  { for (i = 0; i < n - n % 4; i += 4) { A[i] = B[i]; A[i+1] = B[i+1]; A[i+2] = B[i+2]; A[i+3] = B[i+3]; }
    for (; i < n; i++) A[i] = B[i] * 2; }
  int q = m;
#pragma gpu_tile
  for (; q < n; q++) C[q] += A[q];
  return i * 1000 + q; }
static void down(size_t n, int m) {
#pragma gpu_tile
  for (size_t i = n; i-- > 0;) A[i] += 1;
#pragma gpu_tile
  for (int i = m; i-- > 0;) B[i] += A[i];
#pragma gpu_tile
  for (unsigned i = (unsigned)m; i--;) C[i] += A[i];
  int j; unsigned u;
#pragma gpu_tile
  for (j = m; j-- > 0;) B[j] += A[j];
#pragma gpu_tile
  for (u = m; u-- != 0;) B[u] += A[u];
  printf("%d %u\n", j, u);
}
static int inbody(int n) { int k = 2, l = 0, c = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) { A[k] = B[i]; k++; A[k] += 1; l += 3; C[i] = A[0]; }
#pragma gpu_tile
  for (int i = 0; i < n; i++) { C[(k + 100)] = B[i]; k -= 2; c++; }
#pragma gpu_tile
  for (int i = 0; i < n; i++) { int q = i; q++; C[q] = B[i]; q += 2; C[q] *= 2;  }
  return k * 100 + l + c; }
static int nested(int n, int m) { int k = 0, i, j;
#pragma gpu_tile
  for (i = 0; i < n; i++) for (j = 0; j < 4; j++) { A[k] = B[i] + j; k++; }
  int z = 0;
#pragma gpu_tile
  for (i = 0; i < n; i++) { int y = 5; for (j = 0; j < m; j++, y++) { A[y] += B[j]; } }
#pragma gpu_tile
  for (i = 0; i < n; i++) { if (I[i] > 2) continue; A[i] = 3; }
#pragma gpu_tile
  for (i = 0, z = 0; i < n; i++, z++) { if (I[i] > 2) continue; A[z] = 3; }
#pragma gpu_tile
  for (i = 0, z = 0; i < n; i++) { if (I[i] > 2) continue; A[z] = 3; z++; }
#pragma gpu_tile
  for (i = 0, z = 0; i < n; i++, z++) { if (I[i] > 5) break; A[z] = 4; }
  return k + i * 3 + j * 5 + z * 7; }
static int odd(int n) { int i, j, s = 1; unsigned char u = 250; short t = 3;
#pragma gpu_tile
  for (i = 0, j = i; i < n; i++, j = i * 2) A[i] = j;
#pragma gpu_tile
  for (i = 0; i < n; i++, u++) A[u & 63] = i;
#pragma gpu_tile
  for (i = 0; i < n; i++, u++) A[u % 200] = i;
#pragma gpu_tile
  for (i = 0; i < n; s++, i += 2) B[s] = i;
#pragma gpu_tile
  for (i = 0; i < n; i++, G++) B[i] = i;
#pragma gpu_tile
  for (i = 0, t = 1; i < n; i++, t += 1) B[t] = i;
#pragma gpu_tile
  for (i = 0; i < n; i++, i++) C[i] = i;
#pragma gpu_tile
  for (i = 0; i < n; i++) { for (j = i; j < i + 3; j++) C[j] += 1; C[i] -= j; }
  return i + j + s + u + t + G; }
static void show(const char*s,const double *a, int n){ double t=0; for(int i=0;i<n;i++) t+=a[i]*(i%13+1); printf("%s %a\n",s,t);}
#define S show("A",A,N),show("B",B,N),show("C",C,N)
int main() {
  int sizes[] = {90, 17, 3, 1, 0};
  for (int i = 0; i < N; i++) B[i] = i * .5, C[i] = i * i % 17, I[i] = i % 7;
  for (int q = 0; q < 5; q++) { int n = sizes[q];
    printf("%d\n", sums(n)); printf("%d\n", two(n)); S;
    printf("%d\n", rest(n, n / 3)); S; down(n, n); S; if (n < 50 && n > 1) printf("%d\n", inbody(n)); S;
    if (n < 40) printf("%d\n", nested(n, n)); S;  if (n < 60) printf("%d\n", odd(n)); S; }
}
