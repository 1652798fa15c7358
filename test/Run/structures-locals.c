// Structures of one iteration, and structures that are copied as a whole.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 11 regions equal bit for bit, same output
#include <stdio.h>
#define N 61
typedef struct {
  double real, imag;
} dcomplex;
struct vec {
  float x, y, z;
};
struct item {
  int key;
  struct vec v;
  double w[3];
};
static dcomplex a[N], b[N], c[N];
static struct item items[N], sorted[N];
static int idx[N];
static double out[N];
#define cmul(c, a, b) (c.real = a.real * b.real - a.imag * b.imag, c.imag = a.real * b.imag + a.imag * b.real)
#define cadd(c, a, b) (c.real = a.real + b.real, c.imag = a.imag + b.imag)

static void macros(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    cmul(c[i], a[i], b[i]);
}
static void locals(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    dcomplex t, s = {1.5};
    cadd(t, a[i], s);
    cmul(c[i], t, b[i]);
    if (i % 3 == 0)
      b[i] = t;
    dcomplex u = b[i];
    u = (dcomplex){u.imag, u.real}; // Both are read before one is written.
    a[i] = u;
  }
}
static void copies(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    sorted[i] = items[n - 1 - i];
    sorted[i].key += i;
  }
}
static void nested(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    struct item t[2], q = {.w = {1, 2}, .v.y = 3};
    for (int k = 0; k < 2; k++) {
      t[k].key = i * k;
      t[k].v.x = i + k;
      t[k].w[k] = q.w[k];
    }
    t[1].v = q.v;
    out[i] = t[0].key + t[1].key + t[1].v.y + t[0].v.x + t[0].w[0] + t[1].w[1] + q.key;
  }
}
// A variable of the function that nothing reads behind the region.
static void temporary(int n) {
  struct vec d;
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    d.x = items[i].v.x;
    d.y = items[i].v.y + d.x;
    out[i] = d.x * d.y;
  }
}
static void swapped(int n) {
#pragma gpu_tile
  for (int i = 0; i < n / 2; i++) {
    struct item t = items[i];
    items[i] = items[n - 1 - i];
    items[n - 1 - i] = t;
  }
}
static void sums(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    dcomplex s = {0};
    for (int k = 0; k < n; k++) {
      s.real += a[k].real * b[i].real;
      s.imag -= a[k].imag;
    }
    c[i] = s;
  }
}
static void gathered(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    int k = idx[i];
    sorted[i] = items[k];
    dcomplex z = a[idx[i]], y;
    y = b[idx[i]];
    c[i] = z;
    c[i].real += y.imag;
  }
}
static void subscripts(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    struct {
      int at, count;
    } where = {n - 1 - i, 3};
    for (int k = 0; k < where.count; k++)
      items[where.at].w[k] = where.at + k;
  }
}
static void add(dcomplex *r, const dcomplex *p, const dcomplex *q) {
  r->real = p->real + q->real;
  r->imag = p->imag + q->imag;
}
static void functions(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    dcomplex t;
    add(&t, &a[i], &b[i]);
    add(&c[i], &t, &t);
  }
}
static void conditions(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (items[i].key % 2)
      sorted[i] = items[i];
    else
      a[i] = b[i];
}

static unsigned hash(const void *memory, size_t size) {
  const unsigned char *p = memory;
  unsigned v = 17;
  for (size_t i = 0; i < size; i++)
    v = v * 31 + p[i];
  return v;
}
static void show(void) {
  printf("%u %u %u %u %u %u\n", hash(a, sizeof a), hash(b, sizeof b), hash(c, sizeof c), hash(items, sizeof items),
         hash(sorted, sizeof sorted), hash(out, sizeof out));
}
int main(void) {
  for (int i = 0; i < N; i++) {
    idx[i] = (i * 7) % N;
    a[i].real = i;
    a[i].imag = 0.1 * i;
    b[i].real = 1.0 / (i + 1);
    b[i].imag = -i;
    items[i].key = i;
    items[i].v = (struct vec){i, 2 * i, 0.5f * i};
    for (int k = 0; k < 3; k++)
      items[i].w[k] = i * k;
  }
  macros(N);
  locals(N);
  show();
  copies(N);
  nested(N);
  temporary(N);
  show();
  swapped(N);
  sums(N);
  show();
  gathered(N);
  subscripts(N);
  functions(N);
  conditions(N);
  show();
  return 0;
}
