// Red-black sweeps whose colour is an argument: every second element of each row, from the first or the second one on.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// CHECK-NOT: region left on the CPU
// RUN: %gputile_run --backend=cpu --check --race %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %gputile_run --backend=cpu --check --order=random:3 --tile=3,5,2 --block=4,2 %s -- -O1 2>&1 | FileCheck %s --check-prefix=SAME
// SAME-NOT: original loops run
// SAME: gputile-run: SAME: 7 regions equal bit for bit, same output (cpu, {{[0-9]+}} executions;
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define FIVE(u, j, i) (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i])

static void begins_with_the_colour(int m, int n, int colour, double x[m][n], double b[m][n]) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}}, 1 kernel
#pragma gpu_tile
  for (int j = 1; j < m - 1; j++)
    for (int i = 1 + ((j + colour) & 1); i < n - 1; i += 2)
      x[j][i] = 0.25 * (FIVE(x, j, i) - b[j][i]);
}
static void tests_the_colour(int m, int n, int colour, double x[m][n], double b[m][n]) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}}, 1 kernel
#pragma gpu_tile
  for (int j = 1; j < m - 1; j++)
    for (int i = 1; i < n - 1; i++)
      if ((i + j + colour) % 2 == 0)
        x[j][i] = 0.25 * (FIVE(x, j, i) - b[j][i]);
}
// A remainder of C may be negative: then a row begins an element earlier.
static void is_linearised(int m, int n, int colour, double *x, const double *b) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}}, 1 kernel
#pragma gpu_tile
  for (int j = 1; j < m - 1; j++)
    for (int i = 2 + (j + colour) % 2; i < n - 1; i += 2)
      x[j * n + i] = 0.25 * (x[j * n + i - 1] + x[j * n + i + 1] + x[j * n + i - n] + x[j * n + i + n] - b[j * n + i]);
}
static void flips_bits(int n, int js, int ks, int colour, double *x, const double *b) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}}, 1 kernel
#pragma gpu_tile
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++)
      for (int i = 1 + ((k ^ j ^ colour) & 1); i < n - 1; i += 2) {
        int ijk = i + j * js + k * ks;
        x[ijk] = b[ijk] + 0.125 * (x[ijk - 1] + x[ijk + 1] + x[ijk - js] + x[ijk + js] + x[ijk - ks] + x[ijk + ks]);
      }
}
static void has_four_colours(int n, int colour, double x[n][n], double b[n][n]) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}}, 1 kernel
#pragma gpu_tile
  for (int j = 1; j < n - 1; j++)
    for (int i = 1; i < n - 1; i++)
      if (i % 2 + 2 * (j % 2) == colour)
        x[j][i] = 0.2 * (FIVE(x, j, i) + x[j - 1][i - 1] - b[j][i]);
}
// Elements between those that change are others': they are not stored.
static void only_scales(int m, int n, int colour, double x[m][n]) {
// CHECK: [[#@LINE+1]]:9: remark: region runs on the GPU: {{.*}}, 1 kernel
#pragma gpu_tile
  for (int j = 1; j < m - 1; j++)
    for (int i = 1 + ((j + colour) & 1); i < n - 1; i += 2)
      x[j][i] = 1.25 * x[j][i];
}

// Until it converges: the greatest change of all sweeps.
static double with_the_greatest_change(int n, int sweeps, double x[n][n], double b[n][n]) {
  double most = 0;
// CHECK: [[#@LINE+2]]:9: remark: region runs on the GPU: {{.*}}, 5 kernels
// CHECK: [[#@LINE+1]]:9: note: kernel 'red_black_with_the_greatest_change_{{[0-9]+}}_k1': tile 2x32x1
#pragma gpu_tile
  for (int t = 0; t < sweeps; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1 + ((j + colour) & 1); i < n - 1; i += 2) {
          double change = 0.25 * FIVE(x, j, i) - x[j][i] - b[j][i];
          most = fmax(most, fabs(change));
          x[j][i] += 1.25 * change;
        }
  return most;
}

static double random_number(void) {
  static unsigned long state = 1;
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(state >> 40) / 8192 - 512;
}
static double *numbers(int count) {
  double *x = malloc(sizeof *x * (size_t)count);
  for (int k = 0; k < count; k++)
    x[k] = random_number();
  return x;
}

int main(void) {
  double sum = 0;
  for (int m = 2; m < 40; m += m < 6 ? 1 : 13)
    for (int n = 2; n < 40; n += n < 6 ? 1 : 11) {
      double *x = numbers(m * n), *b = numbers(m * n), *y = numbers(n * n * n), *c = numbers(n * n * n);
      for (int colour = -1; colour < 3; colour++) {
        begins_with_the_colour(m, n, colour, (void *)x, (void *)b);
        tests_the_colour(m, n, colour, (void *)x, (void *)b);
        is_linearised(m, n, colour, x, b);
        only_scales(m, n, colour, (void *)x);
        if (m == 2) {
          flips_bits(n, n, n * n, colour, y, c);
          has_four_colours(n, colour, (void *)y, (void *)c);
        }
      }
      if (m == n || n > 30)
        sum += with_the_greatest_change(m < n ? m : n, 3, (void *)x, (void *)b);
      for (int k = 0; k < m * n; k++)
        sum += x[k];
      for (int k = 0; k < n * n * n; k++)
        sum -= y[k];
      free(x), free(b), free(y), free(c);
    }
  printf("%.17g\n", sum);
  return 0;
}
