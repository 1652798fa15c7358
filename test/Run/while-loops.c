// While loops that count are for loops. So are do loops, where their condition holds in front of them; else the original runs.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK: gputile-run: SAME: 13 regions equal bit for bit, same output
#include <stdio.h>

#define N 64
static double A[N][N], B[N][N], u[N], v[N];
static int row[N + 1];

static void counted(int n) {
  int i = 2, j = 9;
#pragma gpu_tile
  {
    while (i < n) {
      j = 0;
      while (j <= i) {
        A[i][j] = B[j][i] + i;
        j++;
      }
      i++;
    }
  }
  printf("%d %d\n", i, j);
}
// The region itself.
static void alone(int n) {
  int i = 3;
#pragma gpu_tile
  while (i < n) {
    u[i] = v[i] * 2 + i;
    i += 2;
  }
  printf("%d\n", i);
}
static void down(int n) {
  int i = n;
#pragma gpu_tile
  {
    while (i > 0) {
      u[i - 1] += v[N - i];
      i -= 2;
    }
  }
  printf("%d\n", i);
}
static void inside(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = i / 2;
    while (k < m - 1) {
      int t = k + 1;
      B[i][t] += u[k];
      k += 1;
    }
    v[i] += k;
  }
}
static void rows_of_data(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = row[i];
    double s = 0;
    while (k < row[i + 1]) {
      s += u[k];
      k++;
    }
    v[i] = s;
  }
}
static void bound_from_data(int n) {
  int k, end;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double s = 0;
    end = row[i + 1];
    k = 0;
    while (k < end) {
      s += u[k];
      k++;
    }
    v[i] = s + k;
  }
}
static void changed_bound(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0, end = m;
    while (k < end) {
      u[i] += 1;
      end--;
      k++;
    }
    v[i] += k;
  }
}
static void left_early(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < m) {
      if (B[i][k] > 30)
        break;
      u[i] += B[i][k];
      k++;
    }
    v[i] += k;
  }
}
static void continued(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < m) {
      if (B[i][k] > 30) {
        k += 3;
        continue;
      }
      u[i] += B[i][k];
      k++;
    }
    v[i] += k;
  }
}
static void stepped_twice(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = 0;
    while (k < m) {
      if (B[i][k] > 3)
        k++;
      u[i] += k;
      k++;
    }
  }
}
static void repeated(int n, double *a, double *b) {
  int i = 1;
#pragma gpu_tile
  do {
    for (int j = 1; j < N - 1; j++)
      b[j] = a[j - 1] * 0.25 + a[j + 1] * 0.5;
    double *c = a;
    a = b;
    b = c;
    i++;
  } while (i < n);
  printf("%d %g %g\n", i, a[3], b[3]);
}
static void repeated_inside(int n, int m) {
  int k;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    k = 0;
    do {
      B[i][k] += u[k];
      k++;
    } while (k <= m);
    v[i] += k;
  }
}
// In the text of a statement: the bound is data.
static void repeated_in_text(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = row[i];
    do {
      v[i] += u[k];
      k++;
    } while (k < row[i + 1]);
    int m = 0;
    if (v[i] > 9)
      do {
        v[i] *= 0.5;
        m++;
      } while (m < n - 25);
    v[i] += m;
  }
}
static void repeated_down(int n) {
  int i = n;
#pragma gpu_tile
  do {
    u[i] = v[i] + 1;
    i -= 3;
  } while (i > 0);
  printf("%d\n", i);
}
static void wraps(unsigned char n) {
  unsigned char i = 250;
#pragma gpu_tile
  {
    while (i != n) {
      u[i % 8] += 1;
      i++;
    }
  }
  printf("%d\n", i);
}
int main(void) {
  for (int i = 0; i < N; i++) {
    u[i] = i % 17;
    v[i] = i % 13;
    row[i + 1] = row[i] + (i < 20 ? i % 3 : 0);
    for (int j = 0; j < N; j++)
      A[i][j] = i % 7, B[i][j] = (i * j) % 35;
  }
  counted(30);
  counted(2);
  counted(-5);
  alone(50);
  alone(3);
  down(31);
  down(30);
  down(0);
  inside(30, 40);
  inside(0, 40);
  inside(40, 3);
  rows_of_data(20);
  bound_from_data(20);
  changed_bound(20, 9);
  left_early(30, 40);
  continued(30, 40);
  stepped_twice(30, 40);
  for (int steps = 0; steps < 7; steps++)
    repeated(steps, u, v);
  repeated_inside(30, 40);
  repeated_inside(30, 0);
  repeated_inside(30, -1);
  repeated_in_text(20);
  repeated_in_text(30);
  repeated_down(31);
  repeated_down(1);
  repeated_down(0);
  wraps(255);
  wraps(3);
  double s = 0;
  for (int i = 0; i < N; i++) {
    s = s * 0.999 + u[i] + 2 * v[i];
    for (int j = 0; j < N; j++)
      s = s * 0.999 + A[i][j] + 2 * B[i][j];
  }
  printf("%.17g\n", s);
}
