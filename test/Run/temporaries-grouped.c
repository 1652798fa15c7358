// Scalars of the function that pass values inside of one iteration: locals of one statement, or
// computed again inside of inner loops.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 13 regions equal bit for bit, same output
#include <stdio.h>

#define N 60
static double A[N][N], B[N][N], C[N][N], u[N], v[N], w[N];
static double dx = 0.125, dy = 0.25;

static void shared_by_two_loops(int n) {
  int i, j;
  double t, left, right;
#pragma gpu_tile
  {
    for (i = 0; i < n; i++)
      for (j = 1; j < n - 1; j++) {
        left = A[i][j - 1];
        right = A[i][j + 1];
        t = left * right;
        B[i][j] = t + left;
        C[i][j] = t - right;
      }
    for (i = 0; i < n; i++) {
      t = u[i];
      v[i] = t * t;
    }
  }
}
static void used_twice_in_a_block(int n) {
  int i;
  double t;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    t = u[i];
    v[i] = t * 2;
    t = w[i];
    u[i] = t * t;
  }
}
static void read_by_the_next_iteration(int n) {
  // previous is no temporary of an iteration, t is.
  int i, j;
  double t, previous;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    previous = 1;
    for (j = 0; j < n; j++) {
      t = A[i][j] + previous;
      B[i][j] = t;
      previous = t * 0.5;
    }
  }
}
static void on_both_sides_of_a_loop(int n) {
  int i, j;
  double t, s;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    t = u[i];
    s = t * 2;
    v[i] = s;
    for (j = 0; j < n; j++)
      A[i][j] = t + B[i][j];
    s = t + 1;
    w[i] = s;
  }
}
static void beside_a_recurrence(int n) {
  // One statement would make the outer loop's other statement sequential.
  int i, j;
  double t;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 1; j < n; j++) {
      t = A[i][j];
      B[i][j] = t * 2;
      C[i][j] = C[i][j - 1] + t;
    }
}
static void under_conditions(int n) {
  int i, j;
  double t;
#pragma gpu_tile
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) {
      t = A[i][j];
      if (t > 0.5)
        t = 1 - t;
      B[i][j] = t;
      if (i > j) {
        t = t * 3;
        C[i][j] = t;
      }
    }
}
static void declared_around(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double t, s = u[i];
    for (int j = 0; j < n; j++) {
      t = A[i][j] * s;
      B[i][j] = t * t;
    }
  }
}
static void with_locals(int n) {
  int i;
  double t;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    double s = u[i];
    t = s * s;
    double r = t + 1;
    v[i] = r * t;
  }
}
static void carried_inward(int n) {
  int i, j;
  double xi, eta, scaled;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    xi = i * dx;
    scaled = xi * 0.5f;
    for (j = 0; j < n; j++) {
      eta = (double)j * dy;
      A[i][j] = xi * eta + scaled;
    }
  }
}
static void carried_inward_and_changed(int n) {
  int i, j;
  double xi;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    xi = i * dx;
    for (j = 0; j < n; j++)
      A[i][j] = xi;
    xi = (i + 1) * dy;
    for (j = 0; j < n; j++)
      B[i][j] = xi + A[i][j];
  }
}
static void carried_with_its_scalar(int n) {
  // k is another one where xi is read.
  int i, j, k;
  double xi;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    k = i + 1;
    xi = k * dx;
    k = i * 2;
    for (j = 0; j < n; j++)
      A[i][j] = xi + k;
  }
}
static void carried_from_written_memory(int n) {
  // h changes: x is not h * i where it is read.
  int i, j;
  double x, h;
#pragma gpu_tile
  for (i = 0; i < n; i++) {
    h = u[i];
    x = h * i;
    h = v[i];
    for (j = 0; j < n; j++)
      A[i][j] = x + h;
  }
}
static void many_simple_statements(int n) {
  int i, j;
#pragma gpu_tile
  for (i = 1; i < n - 1; i++)
    for (j = 0; j < n; j++) {
      A[i][j] += 1;
      B[i][j] -= A[i][j] * 2 + u[i + 1];
      C[i][j] -= B[i][j];
      A[i][j] *= C[i][j];
      B[i][j] += 0.5;
    }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    u[i] = i % 7 / 4.0, v[i] = i % 5 / 8.0, w[i] = i % 3;
    for (int j = 0; j < N; j++) {
      A[i][j] = (i * 5 + j * 3) % 11 / 8.0;
      B[i][j] = (i + j * 7) % 13 / 16.0;
      C[i][j] = (i * 3 + j) % 7 / 2.0;
    }
  }
  shared_by_two_loops(N);
  used_twice_in_a_block(N);
  read_by_the_next_iteration(N);
  on_both_sides_of_a_loop(N);
  beside_a_recurrence(N);
  under_conditions(N);
  declared_around(N);
  with_locals(N);
  carried_inward(N);
  carried_inward_and_changed(N);
  carried_with_its_scalar(N);
  carried_from_written_memory(N);
  many_simple_statements(N);
  double h = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      h = h * 0.875 + A[i][j] + B[i][j] * 0.5 + C[i][j] * 0.25 + u[i] + v[i] + w[j];
  printf("%a\n", h);
  return 0;
}
