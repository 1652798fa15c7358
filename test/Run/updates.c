// Integer updates in any order: sums, products, bits, least and greatest values, histograms.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 -fwrapv > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --check-text=on --remarks=on %s -- -std=c11 -O1 -fwrapv > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=TEXT < %t.err
// TEXT-COUNT-13: text checked with
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 13 regions equal bit for bit, same output
#include <limits.h>
#include <stdio.h>

#define N 300
static int key[N], other[N], data[N][N], rows[N];
static long wide[N];
static unsigned long bits[N];
static int H[64], G[16][4];
static long T[5];

static int sum_of(int n) {
  int s = 7;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    s += data[i][i] * 1000003;
  return s;
}
static long sums(int n) {
  long s = 0;
  unsigned u = 1;
  unsigned long long v = 5;
  int count = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      s = s + data[i][j];
      u -= data[i][j];
      v = wide[j] + v;
      if (data[i][j] > 10)
        count++;
    }
  return s + u + (long)v + count;
}
static void histogram(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    H[key[i]] += 1;
}
static void histograms(int n) {
#pragma gpu_tile
  {
    for (int b = 0; b < 64; b++)
      H[b] = 0;
    for (int i = 0; i < n; i++) {
      ++H[key[i]];
      H[other[i]]--;
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        G[key[i] / 4][j % 4] -= data[i][j];
    for (int b = 1; b < 64; b++)
      rows[b] = H[b] - H[b - 1];
  }
}
static int extrema(int n) {
  int least = INT_MAX, greatest = INT_MIN;
  long wideMost = LONG_MIN;
  unsigned long low = ~0ul;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (data[i][3] < least)
      least = data[i][3];
    greatest = data[3][i] > greatest ? data[3][i] : greatest;
    if (wideMost <= wide[i]) {
      wideMost = wide[i];
    }
    low = low < bits[i] ? low : bits[i];
  }
  return least + greatest + (int)wideMost + (int)low;
}
static unsigned long logic(int n) {
  unsigned long all = ~0ul, any = 0, odd = 0;
  int product = 3;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    all &= bits[i] | 5;
    any |= bits[i];
    odd ^= bits[i];
    product *= data[i][1] | 1;
  }
  return all + any * 3 + odd * 5 + (unsigned)product;
}
// A sum for each time step, which the next step reads.
static int steps(int n, int times) {
  int s = 0;
#pragma gpu_tile
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < n; i++)
      s += rows[i];
    for (int i = 0; i < n; i++)
      rows[i] = rows[i] / 2 + s % 17;
  }
  return s;
}
static void per_step(int n) {
#pragma gpu_tile
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < n; i++)
      T[t] += rows[i];
    for (int i = 0; i < n; i++)
      rows[i] = rows[i] - t;
  }
}
// Updates of two classes: each of them before the other's.
static int mixed(int n) {
  int x = 1;
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      x += rows[i];
    for (int i = 0; i < n; i++)
      x *= key[i] | 1;
    for (int i = 0; i < n; i++)
      x -= other[i];
    for (int i = 0; i < n; i++)
      rows[i] += x;
  }
  return x;
}
// Rows are summed one by one in parallel: no update needs to be atomic.
static void by_row(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      rows[i] += data[i][j];
}
static int dead(int n) {
  int last = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int j = 0; j < n; j++)
      if (data[i][j] == key[j])
        count++;
    rows[i] = count;
  }
  for (int i = 0; i < n; i++)
    last ^= rows[i];
  return last;
}
static int none(int n) {
  int s = 11;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    s += rows[i];
  return s;
}
static long tails(int n) {
  long s = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int half = data[i][2] / 2;
    s += half;
    H[half & 63] += half;
    wide[i] = half;
  }
  return s;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    key[i] = i * 7919 % 64;
    other[i] = (i * i) % 61;
    wide[i] = (long)i * 1234567891011 - 99999999999;
    bits[i] = (unsigned long)i * 0x9e3779b97f4a7c15ul;
    for (int j = 0; j < N; j++)
      data[i][j] = (i * 31 + j * 17) % 1009 - 300;
  }
  printf("%d %ld\n", sum_of(N), sums(N - 3));
  histogram(N);
  for (int b = 0; b < 64; b++)
    printf("%d ", H[b]);
  histograms(N - 1);
  for (int b = 0; b < 64; b++)
    printf("%d %d ", H[b], rows[b]);
  for (int b = 0; b < 16; b++)
    printf("%d ", G[b][b % 4]);
  printf("%d %lu\n", extrema(N), logic(N));
  printf("%d ", steps(N, 9));
  per_step(N);
  for (int t = 0; t < 5; t++)
    printf("%ld ", T[t]);
  printf("%d ", mixed(N));
  by_row(N);
  printf("%d %d %ld %d %d\n", rows[5], dead(N), tails(N), none(0), H[9]);
}
