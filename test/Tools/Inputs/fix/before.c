#include "scale.h"
#define SIZES tile(16)

void f(int n, int m, double A[n][m], double B[n][m]) {
// Clauses.
#pragma gpu_tile tile(32, 32) blokc(32), scheme(paralel)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = 0;
#pragma gpu_tile tile(32) block(8), tile(32)
  for (int i = 0; i < n; i++)
    A[i][0] = 1;
#pragma gpu_tile tile(32),
  for (int i = 0; i < n; i++)
    A[i][1] = 1;
#pragma gpu_tile block(32
  for (int i = 0; i < n; i++)
    A[i][2] = 1;
#pragma gpu_tile block(32);
  for (int i = 0; i < n; i++)
    A[i][3] = 1;
#pragma gpu_tile balance(on), block(16) scheme(parallel)
  for (int i = 0; i < n; i++)
    A[i][4] = 1;
#pragma gpu_tile scheme(parallel) balance(on)
  for (int i = 0; i < n; i++)
    A[i][5] = 1;
// Places.
#pragma gpu_tile tile(8)
  int k, last = m - 1;
  last--;
  for (k = 0; k < n; k++)
    A[k][last] = 2;
#pragma gpu_tile
  int first; for (first = 0; first < n; first++)
    A[first][0] = 3;
#pragma gpu_tile
  if (n > 2)
    for (int i = 0; i < n; i++)
      A[i][6] = 4;
  else
    A[0][0] = 5;
#pragma gpu_tile tile(32)
#pragma gpu_tile block(16)
  for (int i = 0; i < n; i++)
    A[i][7] = 6;
#pragma gpu_tile
#pragma gpu_tile block(16)
  for (int i = 0; i < n; i++)
    A[i][8] = 7;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
#pragma gpu_tile
    for (int j = 0; j < m; j++)
      A[i][j] += 8;
// Blocks with clause data.
#pragma gpu_tile data(copyin: A, B)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      A[i][1] = B[i][2];
  }
// What is no mechanical matter stays.
#pragma gpu_tile SIZES tile(32)
  for (int i = 0; i < n; i++)
    A[i][9] = 9;
  int sum = 0;
#pragma gpu_tile collapse(2)
  for (int i = 0; i < n; i++)
    sum += A[i][0] > 0;
  A[0][0] = sum;
}
