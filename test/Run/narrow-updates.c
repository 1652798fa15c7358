// Updates of integers of one and two bytes in any order: the bytes around them stay.
// RUN: %gputile_run --backend=cpu --check --asan --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:7 --check-text=on --remarks=on %s -- -std=c11 -O1 -w -DTEXT > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=TEXT < %t.err
// TEXT-COUNT-6: text checked with
// TEXT-NOT: one-thread
// TEXT-NOT: region left on the CPU
// TEXT: gputile-run: SAME: 6 regions equal bit for bit, same output
// CHECK-NOT: one-thread
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 7 regions equal bit for bit, same output
#include <stdint.h>
#include <stdio.h>

#define N 300
static uint8_t pixels[N], H[61];
static short words[N], T[13];
static signed char bytes[N];
struct cell { char tag; short count; uint8_t bits[5]; } cells[11];

static void histogram(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    H[pixels[i] % 61]++;
}
static void histogram16(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    T[pixels[i] % 13] -= words[i];
    T[(i + 5) % 13] += 3;
  }
}
static int sums(int n, char s, unsigned short u) {
  signed char product = 3;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    s += words[i];
    u = u + pixels[i] - bytes[i];
    product *= pixels[i] | 1;
  }
  return s + 1000 * u + 7 * product;
}
static int bits(int n, uint8_t all, int8_t any, uint16_t odd) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    all &= pixels[i] | 0x10;
    any |= bytes[i] & 0x21;
    odd ^= words[i];
  }
  return all + 300 * any + odd;
}
static int extrema(int n) {
  signed char least = 127, greatest = -128;
  short low = 30000;
  uint8_t high = 0;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (bytes[i] < least)
      least = bytes[i];
    greatest = greatest > bytes[i] ? greatest : bytes[i];
    low = words[i] <= low ? words[i] : low;
    if (pixels[i] >= high) {
      high = pixels[i];
    }
  }
  return least + 300 * greatest + 7 * low + high;
}
// Members beside one another, and a neighbour that others write. The check of texts does not
// know that members of several types share memory.
static void members(int n) {
#ifndef TEXT
#pragma gpu_tile
#endif
  for (int i = 0; i < n; i++) {
    cells[pixels[i] % 11].count += bytes[i];
    cells[pixels[i] % 11].bits[i % 5] ^= bytes[i];
  }
}
static void beside(int n) {
  static uint8_t one[N + 1];
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    one[0] += pixels[i];
    one[i + 1] = pixels[i] + 1;
  }
  for (int i = 0; i <= n; i++)
    printf("%d ", one[i]);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    pixels[i] = i * 7919 % 256;
    words[i] = i * 31337 % 65521;
    bytes[i] = (i * i) % 251;
  }
  for (int n = 0; n <= N; n += n < 2 ? 1 : 149) {
    histogram(n);
    histogram16(n);
    for (int b = 0; b < 61; b++)
      printf("%d ", H[b]);
    for (int b = 0; b < 13; b++)
      printf("%d ", T[b]);
    printf("%d %d %d\n", sums(n, 100, 65000), bits(n, 0xf7, 0, 0x1234), extrema(n));
    members(n);
    for (int c = 0; c < 11; c++)
      printf("%d %d %d ", cells[c].tag, cells[c].count, cells[c].bits[c % 5]);
    beside(n);
    printf("\n");
  }
}
