// Members of structures that are elements of arrays, and what may share memory with them.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c11 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK-DAG: gputile: arrays 'p' and 'd' overlap; the original loops run
// CHECK-DAG: gputile: arrays 'p' and 'b' overlap; the original loops run
// CHECK-DAG: gputile: arrays 'p' and 'g->n' overlap; the original loops run
// CHECK: gputile-run: SAME: 17 regions equal bit for bit, same output
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 61
#define M 23

typedef struct {
  double real, imag;
} dcomplex;
typedef struct {
  float speeds[9];
} t_speed;
typedef struct {
  int nx, ny;
  float omega;
} t_param;
struct particle {
  double x, y, v[3];
  int id;
  long k;
  char tag;
};
struct inner {
  short s[2];
  double w;
};
struct cell {
  double x;
  float f;
  struct inner in[3];
  int n;
  unsigned char c;
  double *q;
};
struct one {
  int n;
  double x;
};
struct grid {
  struct cell *cells;
  struct one row[N];
  int n;
};

static dcomplex u0[N][M], u1[N][M];
static struct cell cells[N], other[2][N];
static struct {
  int count;
  long sum;
} h[16];
static struct one ones[300];
static int idx[N], map[N][M];
static double plain[N], ex[1000];

// One type of members: one array with a further dimension.
static void evolve(dcomplex a[N][M], dcomplex b[N][M], int t, int n, int m) {
#pragma gpu_tile
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      a[j][i].real = b[j][i].real * ex[t * map[j][i]];
      a[j][i].imag = b[j][i].imag * ex[t * map[j][i]];
    }
}
static void half(int n, int m) {
#pragma gpu_tile
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      u1[j][i].imag += 2 * u0[j][i].real;
}
// Rows of structures behind a flat pointer, arrays in structures.
static void propagate(const t_param params, t_speed *cells, t_speed *tmp, const int *obstacles) {
#pragma gpu_tile
  for (int jj = 0; jj < params.ny; jj++)
    for (int ii = 0; ii < params.nx; ii++) {
      tmp[ii + jj * params.nx].speeds[0] = cells[ii + jj * params.nx].speeds[0];
      tmp[ii + jj * params.nx].speeds[1] = cells[ii + jj * params.nx].speeds[3] * params.omega;
      for (int k = 4; k < 9; k++)
        if (obstacles[jj * params.nx + ii])
          tmp[ii + jj * params.nx].speeds[k] = cells[ii + jj * params.nx].speeds[k - 3];
    }
}
// Several types: arrays that alternate in memory. What is between them stays as it was.
static void move(struct particle *p, int n, double dt) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    p[i].x += p[i].v[0] * dt;
    p[i].y += p[i].v[1] * dt;
    p[i].k = p[i].k * 3 + p[i].id;
    p[i].tag = (char)(p[i].tag + 1);
    for (int d = 0; d < 3; d++)
      p[i].v[d] *= 0.5;
  }
}
// One element by its number, others by the iteration.
static void mixed(int n) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    cells[i].x = cells[0].x + i;
    cells[i].in[2].w = cells[i].f + cells[0].in[1].s[1];
  }
}
static void one_sum(int n) {
#pragma gpu_tile
  for (int i = 1; i < n; i++) {
    cells[0].n += cells[i].n;
    cells[i].c = (unsigned char)(cells[i].c * 3);
  }
}
static void pointers(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    struct cell *c = &cells[i];
    c->x = c->in[1].w * 2 + c->f;
    double *w = &c->in[0].w;
    *w = c->x;
    short *s = c->in[1].s;
    s[1] = (short)(s[0] + i);
  }
}
static void inner_arrays(int n, int m) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      cells[i].in[k].s[0] = (short)(i + k);
}
static void alias(struct cell *p, const double *d, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    p[i].x = d[i] + 1;
}
static void characters(const unsigned char *b, struct one *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    p[i].n = b[i];
}
static void bound(struct one *p, const struct one *g, int n) {
#pragma gpu_tile
  for (int i = 0; i < g->n; i++)
    p[i].n = n;
}
static void histogram(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    h[idx[i]].count += 1;
    h[idx[i]].sum += i;
  }
}
static void gather(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    plain[i] = cells[idx[i]].x + cells[idx[i]].in[idx[i] % 3].w;
    cells[i].f = (float)i;
  }
}
static void rows(int n) {
#pragma gpu_tile
  for (int a = 0; a < 2; a++)
    for (int i = 0; i < n; i++)
      other[a][i].in[1].w = other[1 - a][i].x + a;
}
static void variable_rows(int n, int m, struct one (*p)[m]) {
#pragma gpu_tile
  for (int a = 0; a < n; a++)
    for (int i = 0; i < m; i++) {
      p[a][i].n += 1;
      p[a][i].x += p[a][i].n;
    }
}
static void while_loops(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    double s = 0;
    int k = 0;
    while (k < cells[i].n % 7) {
      s += cells[k].f;
      k++;
    }
    plain[i] = s;
  }
}
static void in_a_grid(struct grid *g) {
#pragma gpu_tile
  for (int i = 0; i < g->n; i++) {
    g->cells[i].x += g->row[i].x;
    g->row[i].n = i;
  }
}

static unsigned hash(const void *memory, size_t size) {
  const unsigned char *c = memory;
  unsigned v = 17;
  for (size_t i = 0; i < size; i++)
    v = v * 31 + c[i];
  return v;
}
static void show(void) {
  printf("%u %u %u %u %u %u %u\n", hash(u0, sizeof u0), hash(u1, sizeof u1), hash(cells, sizeof cells),
         hash(other, sizeof other), hash(h, sizeof h), hash(plain, sizeof plain), hash(ones, sizeof ones));
}
static void fill(void) {
  memset(cells, 0x33, sizeof cells);
  memset(other, 0x44, sizeof other);
  memset(ones, 0x55, sizeof ones);
  for (int i = 0; i < 1000; i++)
    ex[i] = 1.0 / (i + 1);
  for (int j = 0; j < N; j++)
    for (int i = 0; i < M; i++) {
      u0[j][i].real = i + j * 0.5;
      u0[j][i].imag = i - j;
      u1[j][i].real = 3 * i;
      u1[j][i].imag = j;
      map[j][i] = (i * j) % 100;
    }
  for (int i = 0; i < 300; i++)
    ones[i].n = i % 50, ones[i].x = i;
  for (int i = 0; i < N; i++) {
    idx[i] = (i * 7) % 16;
    cells[i].x = i;
    cells[i].f = i * 0.5f;
    cells[i].n = i;
    cells[i].c = (unsigned char)i;
    cells[i].q = 0;
    for (int k = 0; k < 3; k++) {
      cells[i].in[k].s[0] = (short)i;
      cells[i].in[k].s[1] = (short)k;
      cells[i].in[k].w = i * k;
    }
    other[0][i] = other[1][i] = cells[i];
  }
}
int main(void) {
  fill();
  evolve(u1, u0, 3, N, M);
  half(N - 1, M);
  show();
  t_param params = {19, 13, 1.5f};
  t_speed *now = malloc(sizeof(t_speed) * 19 * 13), *next = malloc(sizeof(t_speed) * 19 * 13);
  int *obstacles = malloc(sizeof(int) * 19 * 13);
  for (int i = 0; i < 19 * 13; i++) {
    obstacles[i] = i % 3;
    for (int k = 0; k < 9; k++)
      now[i].speeds[k] = i * 9 + k, next[i].speeds[k] = -1;
  }
  propagate(params, now, next, obstacles);
  printf("%u\n", hash(next, sizeof(t_speed) * 19 * 13));
  struct particle *p = malloc(100 * sizeof *p);
  memset(p, 0x66, 100 * sizeof *p);
  for (int i = 0; i < 100; i++) {
    p[i].x = i, p[i].y = 2 * i, p[i].v[0] = 1, p[i].v[1] = 2, p[i].v[2] = i;
    p[i].id = i, p[i].k = 7 * i, p[i].tag = (char)i;
  }
  move(p, 99, 0.1);
  printf("%u\n", hash(p, 100 * sizeof *p));
  mixed(N);
  one_sum(N);
  pointers(N);
  inner_arrays(N, 3);
  inner_arrays(N - 1, 2);
  show();
  alias(cells, plain, N);
  alias(cells + 1, (double *)cells, 30);
  characters((unsigned char *)plain, ones, 30);
  characters((unsigned char *)ones, ones, 30);
  bound(ones, ones + 150, 3);
  bound(ones + 10, ones + 20, 2);
  show();
  histogram(N);
  gather(N);
  rows(N);
  variable_rows(7, 9, (struct one(*)[9])ones);
  variable_rows(0, 0, 0);
  while_loops(N);
  show();
  static struct grid g;
  g.cells = cells;
  g.n = N;
  in_a_grid(&g);
  show();
  printf("%u\n", hash(g.row, sizeof g.row));
  free(now), free(next), free(obstacles), free(p);
  return 0;
}
