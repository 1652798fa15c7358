// Choices between values of calls whose bodies have loops, assigned to a variable in front of the loop: its last value is
// stored. Calls in the condition run once.
// RUN: %gputile_run --backend=cpu --check --remarks=on --order=random:3 %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=OUT < %t.out
// RUN: %gputile_run --backend=cpu --race --order=reverse %s -- -std=c11 -O1 > %t.out2
// RUN: cmp %t.out %t.out2
// RUN: %gputile --output-dir=%t.dir --print-after=extract %s -- 2>&1 | FileCheck %s --check-prefix=ONCE
// CHECK: SAME: 6 regions equal bit for bit, same output
// OUT: -61 -61 13 -61 13 -61
// ONCE: scop chosen_calls_leastOf
// ONCE-COUNT-2: += gpt_mul(
// ONCE-NOT: += gpt_mul(
// ONCE: scop chosen_calls_alone
#include <stdio.h>

#define least(a, b) (a) < (b) ? (a) : (b)
enum { N = 50 };
static float v[N + 2];

static inline float norm(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return -1.0f * sum;
}

static float leastOf(void) {
  float m = 0;
#pragma gpu_tile
  for (int j = 0; j < N; j++)
    m = least(m, norm(v + j, 2));
  return m;
}
static float alone(void) {
  float m = 0;
#pragma gpu_tile
  for (int j = 0; j < N; j++) {
    m = m < norm(v + j, 2) ? m : norm(v + j, 2);
  }
  return m;
}
static float last(float k) {
  float m = 0;
#pragma gpu_tile
  for (int j = 0; j < N; j++)
    m = k < 3 ? 13 : norm(v + j, 2);
  return m;
}
static float inBranch(void) {
  float m = 0, t = 0;
#pragma gpu_tile
  for (int j = 0; j < N; j++) {
    if (v[j] < 100) {
      t = v[j];
      m = t < 0 ? m : least(m, norm(v + j, 2));
    }
  }
  return m;
}
static float both(float k) {
  float m = 0, s = 0;
#pragma gpu_tile
  for (int j = 0; j < N; j++) {
    s = v[j];
    m = k < s + 3 ? 13 : norm(v + j, 2);
  }
  return m + 0 * s;
}
static float nested(void) {
  float m = 0;
#pragma gpu_tile
  for (int t = 0; t < 3; t++)
    for (int j = 0; j < N; j++)
      m = m < -60 && norm(v + j, 2) > m ? m : least(m, norm(v + j, 2));
  return m;
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    v[i] = i % 7;
  printf("%g %g %g %g %g %g\n", leastOf(), alone(), last(1), inBranch(), both(1), nested());
}
