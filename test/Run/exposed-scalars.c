// A pointer through which a region writes may lead to a named scalar that the region reads,
// as data, in a bound or in a subscript: the original loops run then.
// RUN: %gputile_run --backend=cpu --check %s -- -O1 -w 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: gputile-run: SAME: {{.*}} equal bit for bit, same output
// RUN: %gputile_run --backend=cpu %s -- -O1 -w > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
// RUN: %clang -fplugin=%plugin -O1 -w %s %link_rt -o %t
// RUN: %on_cpu %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=FALLBACK < %t.err
#include <stdio.h>

double alpha = 3;
int bound = 9, shift = 1;
static int hidden = 2;

static void scale(int T, int n, double *c) {
#pragma gpu_tile
  for (int t = 0; t < T; t++)
    for (int i = 0; i < n; i++)
      c[i] = c[i] * alpha;
}
static void fill(int *c) {
#pragma gpu_tile
  for (int i = 0; i < bound; i++)
    c[i] = 1;
}
static void move(int n, int *c, const int *d) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = d[i + shift] + hidden;
}
static void local(int n, int **where) {
  int value = 5;
  *where = &value;
  int *c = *where;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = c[i] + value;
  printf("%d\n", value);
}

int main(void) {
  scale(3, 1, &alpha); // FALLBACK: array{{.*}}'alpha'{{.*}}overlap
  printf("%g\n", alpha); // CHECK: 6561
  int row[16] = {0}, from[20], *where;
  fill(&bound); // FALLBACK: array{{.*}}'bound'{{.*}}overlap
  printf("%d\n", bound); // CHECK-NEXT: 1
  for (int i = 0; i < 20; i++)
    from[i] = i;
  move(1, &shift, from);  // FALLBACK: array{{.*}}'shift'{{.*}}overlap
  move(1, &hidden, from); // Each place tells of it once.
  printf("%d %d\n", shift, hidden); // CHECK-NEXT: 3 5
  local(1, &where); // FALLBACK: array{{.*}}'value'{{.*}}overlap
  // CHECK-NEXT: 10
  move(12, row, from); // FALLBACK-NOT: overlap
  printf("%d %d\n", row[0], row[11]); // CHECK-NEXT: 8 19
  return 0;
}
