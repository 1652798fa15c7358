// Inner loops whose number of iterations depends on data run in the statements of a parallel loop.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 14 regions equal bit for bit, same output
#include <math.h>
#include <stdio.h>

#define N 83
static int row[N + 1], col[4 * N], kind[N], first[N];
static double val[4 * N], x[N], y[N], z[N], u[N][5], X[N][N];

static void sparse_product(int n) {
  int j, k;
  double sum;
#pragma gpu_tile
  for (j = 0; j < n; j++) {
    sum = 0.0;
    for (k = row[j]; k < row[j + 1]; k++)
      sum = sum + val[k] * x[col[k]];
    y[j] = sum;
  }
}
static void sparse_in_place(int n) {
#pragma gpu_tile
  for (int j = 0; j < n; j++)
    for (int k = row[j]; k < row[j + 1]; k++)
      z[j] += val[k] * x[col[k]];
}
static void mandelbrot(int n, int m) {
  double zx, zy, old;
  int i, j, count;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      zx = zy = count = 0;
      while (zx * zx + zy * zy < 4 && count < 50) {
        old = zx;
        zx = zx * zx - zy * zy + (i - 40) * 0.03;
        zy = 2 * old * zy + (j - 40) * 0.03;
        count++;
      }
      X[i][j] = count;
    }
}
static void newton(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double r = x[i] + 1;
    for (int k = 0; k < 50; k++) {
      double step = (r * r - x[i] - 2) / (2 * r);
      r -= step;
      if (fabs(step) < 1e-9)
        break;
    }
    y[i] = r;
  }
}
/// The inner loop writes a row whose elements are known.
static void rows_in_a_while(int n) {
  int i, m, round;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    round = 0;
    do {
      for (m = 0; m < 5; m++) {
        if (m == 3)
          continue;
        u[i][m] += x[i] * m + round;
      }
      round += 2;
    } while (round < kind[i]);
  }
}
static void search(int n, int m) {
  int i, k;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    for (k = 0; k < m; k++)
      if (X[i][k] > 7)
        break;
    first[i] = k;
  }
}
static void by_kind(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    switch (kind[i]) {
    case 0:
      y[i] = 1;
      break;
    case 1:
      z[i] += x[i];
      /* fallthrough */
    case 2:
      y[i] = x[i];
      break;
    default:
      y[i] = -y[i];
    }
}
static void only_some(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (i == 5 || i > n - 3)
      continue;
    y[i] = x[i];
    if (x[i] > 20) {
      z[i] = 3;
      continue;
    }
  behind:
    z[i] = y[i] * 2;
    for (int j = 0; j < n; j++) {
      if (j < i) {
        if (kind[j] == 1)
          continue;
        X[i][j] = 1;
      } else {
        X[i][j] += y[i];
      }
      X[i][j] *= 3;
    }
  }
}
/// `k` leaves the loop in the text and is read by the next one.
static void passed_on(int n) {
  int i, j, k;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = 0;
    while (k < kind[i])
      k++;
    for (j = 0; j < n; j++)
      X[i][j] += k;
  }
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i % 3;
    while (k < 3 && k < kind[i])
      k++;
    y[i] = k;
    while (k > 0)
      k = k / 2;
    z[i] = k;
  }
}
/// Scalars with affine values before, in and behind a loop in the text.
static void neighbours(int n) {
  int i, k, m, round;
#pragma gpu_tile
  for (i = 1; i < n - 1; i++) {
    k = i + 1;
    round = 0;
    while (round < kind[i]) {
      m = k - 1;
      y[i] += x[m] + x[k];
      round++;
    }
    z[i] = round * x[k];
  }
#pragma gpu_tile
  for (i = 1; i < n - 1; i++) {
    k = i + 1;
    for (round = 0; round < kind[i]; round++) {
      y[i] += x[k];
      k = i - 1;
    }
    z[i] = x[k];
  }
}

// Counters that are declared before their loops, and read behind them.
static void positions(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k;
    for (k = 0; k < n; k++)
      if (x[k] > y[i])
        break;
    first[i] = k;
  }
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k, m = 0;
    for (k = n; k-- > 0 && m < 3;)
      for (m = 0; m < kind[k]; m++)
        z[i] += x[k] * m;
    z[i] += k + m;
  }
}

static double total(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    sum += y[i] * (i + 1) + z[i] * 3 + first[i];
    for (int m = 0; m < 5; m++)
      sum += u[i][m] * m;
    for (int j = 0; j < N; j++)
      sum += X[i][j] * (i - j);
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    row[i + 1] = row[i] + i * 7 % 5;
    kind[i] = i * 5 % 4;
    x[i] = i * 0.5;
    z[i] = i % 4;
  }
  for (int k = 0; k < 4 * N; k++) {
    col[k] = k * 31 % N;
    val[k] = k * 0.125 - 3;
  }
  sparse_product(N);
  sparse_in_place(N);
  mandelbrot(N, N - 2);
  printf("%a\n", total());
  newton(N);
  rows_in_a_while(N);
  search(N, N - 1);
  printf("%a\n", total());
  by_kind(N);
  only_some(N);
  passed_on(N);
  neighbours(N);
  positions(N);
  printf("%a\n", total());
}
