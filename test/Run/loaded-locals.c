// Integers that are loaded once and used in inner loops: as subscripts, in bounds, and in pointers that they move.
// RUN: %gputile_run --backend=cpu --check --race --order=random:3 --check-text=on %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 6 regions equal bit for bit, same output
#include <stdio.h>

enum { WORDS = 11, CHANNELS = 6, LENGTH = 17 };
static float table[WORDS * CHANNELS], places[LENGTH * CHANNELS], out[2 * LENGTH * CHANNELS];
static int words[2 * LENGTH], first[LENGTH + 1];

// The token embeddings of a language model.
void embed(float *restrict y, const int *restrict index, const float *wte, const float *wpe, int batch, int length,
                  int channels) {
#pragma gpu_tile
  for (int b = 0; b < batch; b++)
    for (int t = 0; t < length; t++) {
      float *to = y + b * length * channels + t * channels;
      int word = index[b * length + t];
      const float *of_word = wte + word * channels;
      const float *of_place = wpe + t * channels;
      for (int i = 0; i < channels; i++)
        to[i] = of_word[i] + of_place[i];
    }
}
void rows(int n, int m, float *restrict y, const int *restrict index, const float *restrict x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int row = index[i];
    for (int j = 0; j < m; j++)
      y[i * m + j] += 2 * x[row * m + j];
  }
}
void bounded(int n, float *restrict y, const int *restrict begin, const float *restrict x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int low = begin[i], high = begin[i + 1];
    for (int j = 0; j < 4; j++)
      for (int k = low; k < high; k++)
        y[i * 4 + j] += x[k] * j;
  }
}
static void conditional(int n, int m, float *restrict y, const int *restrict index, const float *restrict x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int k = index[i] - 3;
    if (k >= 0)
      for (int j = 0; j < m; j++)
        y[i * m + j] -= x[k] * (float)k;
  }
}
// The region writes integers: what is loaded may change.
static void changed(int n, int m, int *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const int k = a[i];
    for (int j = 0; j < m; j++)
      a[i] += k * j;
  }
}
// Several heads share keys: the quotient of an iterator by a variable is one more subscript that is not affine.
void attend(int heads, int length, int row, int shared, int size, float *restrict y, const float *keys) {
#pragma gpu_tile
  for (int h = 0; h < heads; h++)
    for (int t = 0; t < length; t++) {
      const float *key = keys + t * row + (h / shared) * size;
      float sum = 0;
      for (int i = 0; i < size; i++)
        sum += key[i] * (float)(i + 1);
      y[h * length + t] = sum;
    }
}

int main(void) {
  for (int i = 0; i < WORDS * CHANNELS; i++)
    table[i] = (float)(i % 13) - 4;
  for (int i = 0; i < LENGTH * CHANNELS; i++)
    places[i] = (float)(i % 7);
  for (int i = 0; i < 2 * LENGTH; i++)
    words[i] = (i * 5) % WORDS;
  for (int i = 0; i <= LENGTH; i++)
    first[i] = i * 2 + i % 3;
  embed(out, words, table, places, 2, LENGTH, CHANNELS);
  rows(LENGTH, CHANNELS, out, words, table);
  bounded(LENGTH, out, first, table);
  conditional(LENGTH, CHANNELS, out, words, table);
  changed(LENGTH, 4, words);
  attend(4, WORDS, CHANNELS, 2, 3, out + LENGTH * CHANNELS, table);
  double sum = 0;
  for (int i = 0; i < 2 * LENGTH * CHANNELS; i++)
    sum += out[i] * (i % 11) + words[i % LENGTH];
  printf("%.17g\n", sum);
  return 0;
}
