// Subscripts that multiply a variable by a member which only the loops read, as those of boundaries: where the
// loops do not run, the structure need not exist.
// RUN: %gputile_run --backend=cpu --check --order=random:3 %s -- -O1 2> %t.err
// RUN: FileCheck --check-prefix=SAME %s < %t.err
// RUN: rm -rf %t && mkdir -p %t && %gputile --output-dir=%t %s -- 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=HOST %s < %t/late-parameters.gputile.c
// SAME: gputile-run: SAME: 4 regions equal bit for bit
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double *hz, *c, *e;
  int sizeX, sizeY;
} grid;

static int row, first, last;

// HOST: {{_edge_[0-9]+\(.*\? \(row\*g->sizeY\) : 0\)}}
static void edge(grid *g, grid *line) {
#pragma gpu_tile
  for (int n = first; n < last; n++)
    g->hz[row * g->sizeY + n] += g->c[row * g->sizeY + n] * line->e[row + 1];
}

// HOST: {{_shorter_[0-9]+\(.*\? \(row\*\(g->sizeY-1\)\) : 0\)}}
static void shorter(grid *g, grid *line, int m) {
#pragma gpu_tile
  for (int t = 0; t < m; t++)
    for (int n = first; n < last; n++)
      g->hz[(row) * (g->sizeY - 1) + (n)] -= g->c[(row) * (g->sizeY - 1) + (n)] * line->e[t];
}

static void both(grid *g, grid *line) {
#pragma gpu_tile
  for (int n = first; n < last; n++) {
    g->hz[row * g->sizeY + n] += line->e[n];
    g->c[(row - 1) * g->sizeY + n] += line->e[n];
  }
}

// HOST: {{_face_[0-9]+\(.*\? \(long long\)\(\(unsigned long long\)\(row\) \* \(unsigned long long\)\(g->sizeX\)\) : 0\)}}
static void face(grid *g, grid *line) {
#pragma gpu_tile
  for (int n = first; n <= last; n++)
    for (int p = 1; p < last; p++)
      g->hz[((row - 1) * g->sizeX + n) * (g->sizeY - 1) + p] -= g->c[(row * g->sizeX + n) * (g->sizeY - 1) + p] * line->e[row];
}

// Only data says whether the member is read.
static void sometimes(grid *g, grid *line, const int *here) {
#pragma gpu_tile
  for (int n = first; n < last; n++)
    if (here[n])
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: {{.*}}[indirect-write]
      line->e[row * g->sizeY - row * g->sizeY + n] += 1;
}

int main(void) {
  grid g = {0}, line = {0};
  g.sizeX = 9, g.sizeY = 50;
  g.hz = malloc(450 * sizeof(double)), g.c = malloc(450 * sizeof(double)), line.e = malloc(50 * sizeof(double));
  int here[50];
  for (int i = 0; i < 450; i++)
    g.hz[i] = i % 13, g.c[i] = i % 7 / 8.0;
  for (int i = 0; i < 50; i++)
    line.e[i] = i, here[i] = i % 3 == 0;
  row = 4, first = 1, last = 47;
  edge(&g, &line), shorter(&g, &line, 3), both(&g, &line), sometimes(&g, &line, here);
  // The same elements as cubes of 3 x 5 x 7.
  g.sizeX = 5, g.sizeY = 8, row = 1, last = 4;
  face(&g, &line);
  last = 1;
  edge(NULL, NULL), shorter(NULL, NULL, 3), both(NULL, NULL), face(NULL, NULL);
  for (int i = 0; i < 450; i++)
    printf("%.17g %.17g\n", g.hz[i], g.c[i]);
  for (int i = 0; i < 50; i++)
    printf("%.17g\n", line.e[i]);
  free(g.hz), free(g.c), free(line.e);
  return 0;
}
