// Truth values in any order: x && e, x || e, bits of them, and flags that are set to one constant.
// RUN: %gputile_run --backend=cpu --check --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: %gputile_run --backend=cpu --check --race --order=random:7 --check-text=on --remarks=on %s -- -std=c11 -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck %s --check-prefix=TEXT < %t.err
// TEXT-COUNT-13: text checked with
// CHECK-NOT: one-thread
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 13 regions equal bit for bit, same output
#include <stdbool.h>
#include <stdio.h>

#define N 300
static int data[N], key[N];
static double real[N];
static bool seen[64];
static char marks[7];

static int all(int n, int ok) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    ok = ok && data[i] > -3;
  return ok;
}
static long any(int n, long found) {
#pragma gpu_tile reduction(||: found)
  for (int i = 0; i < n; i++)
    found = found || data[i] == 77 || real[i];
  return found;
}
static bool of_bools(int n, bool ok, bool *any, bool *odd) {
  bool some = *any, parity = *odd;
#pragma gpu_tile reduction(&&: ok)
  for (int i = 0; i < n; i++) {
    ok &= data[i] > -3;
    some |= data[i] < -90;
    parity ^= data[i] > 40;
  }
  *any = some;
  *odd = parity;
  return ok;
}
static char other_way(int n, char ok, int len) {
  unsigned short some = 5;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    ok = data[i] > -3 && ok;
    some = some && i < len && real[i] >= 0;
  }
  return ok + 2 * (some == 1);
}
static int flag(int n, int wrong) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (data[i] < -90)
      wrong = 7;
  return wrong;
}
static bool flags(int n, bool ok) {
  long code = 9;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (!(real[i] >= 0))
      ok = false;
    if (data[i] > 95) {
      code = -3;
      ok = false;
    }
  }
  return ok + 2 * (code == -3);
}
// Once: found keeps another value than 0.
static int once(int n, int found, bool *clean) {
  bool good = *clean;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (!found && data[i] < -90)
      found = 7;
    if (good && real[i] > 90)
      good = false;
  }
  *clean = good;
  return found;
}
static char once_of(int n, char found, unsigned *count) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (data[i] > 90 && 0 == found && i > 10)
      found = 300; // 44
    if (*count != 0)
      *count = 0;
  }
  return found;
}
static void first_time(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (!marks[key[i] % 7] && data[i] > 0)
      marks[key[i] % 7] = 'y';
}
static void scattered(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (data[i] > 20)
      seen[key[i]] = true;
    marks[i % 7] = 'x';
  }
}
// Each step reads what the one before found.
static int steps(int n, int times) {
  int changed = 1, count = 0;
#pragma gpu_tile
  for (int t = 0; t < times; t++) {
    changed = 0;
    for (int i = 0; i < n; i++)
      if (data[i] > t * 20)
        changed = 1;
    count += changed;
  }
  return 10 * count + changed;
}
static int plain(int n) {
  int done = 3;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    done = 1;
    key[i] = 63 - key[i];
  }
  return done;
}
// What a loop finds, the next one reads.
static int stages(int n) {
  bool ok = true;
  int count = 0;
#pragma gpu_tile
  {
    for (int i = 0; i < n; i++)
      ok = ok && real[i] >= 0;
    for (int i = 0; i < n; i++)
      if (ok)
        count += data[i];
    for (int i = 0; i < n; i++)
      ok = ok || data[i] > 98;
  }
  return 2 * count + ok;
}

static void fill(int kind) {
  for (int i = 0; i < N; i++) {
    data[i] = kind == 0 ? i % 90 : (i * 37) % 199 - 99;
    key[i] = i * 7919 % 64;
    real[i] = kind == 0 ? 0 : kind == 1 ? 0.25 : i - 250;
  }
}

int main(void) {
  for (int kind = 0; kind < 3; kind++)
    for (int n = 0; n <= N; n += n < 2 ? 1 : 149) {
      fill(kind);
      bool some = n == 1, parity = true;
      printf("%d %d %ld %ld", all(n, 5), all(n, 0), any(n, 0), any(n, 4));
      printf(" %d", of_bools(n, true, &some, &parity));
      printf(" %d %d %d %d", some, parity, other_way(n, 3, n / 2), other_way(n, 1, n));
      printf(" %d %d %d", flag(n, 5), flags(n, true), flags(n, false));
      unsigned count = 3, none = 0;
      bool clean = true, dirty = false;
      printf(" %d %d %d %d", once(n, 0, &clean), once(n, 5, &dirty), clean, dirty);
      printf(" %d %d %u", once_of(n, 0, &count), once_of(n, -2, &none), count);
      first_time(n);
      for (int k = 0; k < 7; k++)
        printf("%d", marks[k]);
      scattered(n);
      for (int k = 0; k < 64; k++)
        printf("%d", seen[k]);
      for (int k = 0; k < 7; k++)
        printf("%d", marks[k]), marks[k] = 0;
      printf(" %d %d %d\n", steps(n, 5), plain(n), stages(n));
    }
}
