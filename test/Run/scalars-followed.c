// Integer scalars in subscripts, bounds and conditions: their values take their place.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 17 regions equal bit for bit, same output
#include <stdio.h>

#define N 90
static double A[N][N], B[N][N], u[4 * N], v[4 * N];

static void neighbours(int n) {
  int i, j, ip1, im1, jp1, jm1;
#pragma gpu_tile
  for (i = 1; i < n - 1; i++) {
    ip1 = i + 1;
    im1 = i - 1;
    for (j = 1; j < n - 1; j++) {
      jp1 = j + 1;
      jm1 = j - 1;
      B[i][j] = A[ip1][j] + A[im1][j] * A[i][jp1] - A[i][jm1];
    }
  }
}
static void written_and_printed(int n) {
  int i, k = -1, last = -1;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = 2 * i + 1;
    last = i / 3 - k;
    u[k] = v[i] * k + last;
  }
  printf("%d %d\n", k, last);
}
static void kept_where_nothing_runs(int n) {
  int i, k = 77;
#pragma gpu_tile
  for (i = 5; i < n; i++) {
    k = i - 5;
    u[k] += v[i];
  }
  printf("%d\n", k);
}
static void bounds(int n, int m) {
  int i, j, first, last;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    first = i > 3 ? i - 3 : 0;
    last = m - 4;
    for (j = first; j <= last; j++)
      A[i][j] = A[i][j] * 0.5 + B[j][i];
    last = first + 2;
    for (j = first; j < last; j++)
      A[i][j] += last;
  }
  printf("%d %d\n", first, last);
}
static void bound_before_and_after(int n) {
  int i, j, last = n - 2;
#pragma gpu_tile
  {
    for (i = 0; i < last; i++)
      u[i] = v[i] + last;
    last = n / 2;
    for (i = 0; i < last; i++)
      v[i] = u[i] * 0.5 + last;
  }
  printf("%d\n", last);
}
static void conditions(int n) {
  int i, j, middle, is_odd;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    middle = n - i;
    for (j = 0; j < n; j++) {
      is_odd = (i + j) % 2;
      if (j < middle)
        A[i][j] += 1;
      else if (is_odd)
        A[i][j] *= 0.5;
    }
  }
}
static void iterator_as_scalar(int n) {
  int i, m;
#pragma gpu_tile
  for (m = 0; m < 5; m++) {
    i = 1;
    A[m][i] = A[m][i] * 5 - B[m][i + 1];
    i = 2;
    A[m][i] = B[m][i - 1] - 4 * B[m][i + 1];
    for (i = 3; i < n - 3; i++)
      A[m][i] = B[m][i - 2] + B[m][i + 2];
    i = n - 3;
    A[m][i] = B[m][i - 2] * 5;
  }
  printf("%d\n", i);
}
static void two_values_in_one_statement(int n) {
  int i, k = 0;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    double t = v[i];
    k = 3 * i + 2;
    u[k] = t;
    k = 3 * i + 1;
    u[k] = t * 2;
  }
  printf("%d\n", k);
}
static void declared_inside(int n) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++) {
    int before, after = i + 1;
    double t = A[i][i];
    before = i - 1;
    int both = before + after;
    for (int j = 0; j < n; j++)
      B[i][j] = A[before][j] + A[after][j] + both * t;
  }
}
static void chosen_by_bounds(int n) {
  int i, j, west, east;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      west = j == 0 ? n - 1 : j - 1;
      east = (j + 1) % N;
      B[i][j] = A[i][west] - A[i][east];
    }
}
static void on_data(int n) {
  int i, k;
#pragma gpu_tile
  for (i = 1; i < n; i++) {
    if (v[i] > 0.4) {
      k = i - 1;
      u[i] = v[k] * 2;
    } else {
      k = i + 1;
      u[i] = v[k];
    }
  }
}
static void on_data_around_loops(int n) {
  int i, j, k;
#pragma gpu_tile
  for (i = 1; i < n - 1; i++) {
    if (v[i] > 0.4) {
      k = i - 1;
      for (j = 0; j < n; j++)
        B[i][j] = A[k][j] * 2;
    } else {
      k = i + 1;
      for (j = 0; j < n; j++)
        B[i][j] = A[k][j] + k;
    }
  }
}
static void different_on_paths(int n) {
  // What k is depends on data: it stays in memory.
  int i, k;
#pragma gpu_tile
  for (i = 1; i < n; i++) {
    k = i;
    if (v[i] > 0.4)
      k = i - 1;
    u[i] = k * 0.5;
  }
}
static void narrow(int n) {
  int i;
  unsigned char c = 0;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    c = i + 2;
    u[c] = v[i] + c;
  }
  printf("%d\n", c);
}
static void wraps_in_text(int n) {
  int i;
  unsigned char c;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    c = i * 7;
    u[i] = v[i] * c;
  }
}
static void of_products(int n, int m, int k) {
  int i, j, p;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    p = i + n * m - m * k;
    u[p] = v[i] * p;
  }
}
static void of_each_other(int n) {
  int i, a, b, c;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    a = i + 1;
    b = a + a;
    a = b - i;
    c = a * 3 - b;
    u[c] = v[a] + v[b] * c;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * 5 + j * 3) % 11 / 8.0;
      B[i][j] = (i + j * 7) % 13 / 16.0;
    }
    for (int k = 0; k < 4; k++) {
      u[4 * i + k] = (i * k) % 9 / 4.0;
      v[4 * i + k] = (i + 3 * k) % 10 / 10.0;
    }
  }
  neighbours(N);
  written_and_printed(40);
  kept_where_nothing_runs(3);
  kept_where_nothing_runs(60);
  bounds(50, 80);
  bound_before_and_after(60);
  conditions(N);
  iterator_as_scalar(50);
  two_values_in_one_statement(70);
  declared_inside(N);
  chosen_by_bounds(N);
  on_data(N);
  on_data_around_loops(N);
  different_on_paths(N);
  narrow(100);
  wraps_in_text(300);
  of_products(20, 5, 4);
  of_each_other(40);
  double h = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      h = h * 0.875 + A[i][j] + B[i][j] + u[i] + v[i] + u[3 * i];
  printf("%a\n", h);
  return 0;
}
