// --report writes one page of all regions: the table, and for each region its source with the messages, kernels,
// pictures, copies, guards, dependences and statements; what HTML would read otherwise is escaped.
// RUN: rm -rf %t && mkdir %t && cp %s %t/report.c && cp %S/summary.c "%t/<a>.c"
// RUN: cd %t && %gputile --report=page.html --scheme=parallel report.c --
// RUN: %python %S/Inputs/report_parts.py %t/page.html | FileCheck %s
// The same text each time, and from results that --cache keeps, too.
// RUN: cd %t && %gputile --cache=%t/cache report.c -- && %gputile --cache=%t/cache --scheme=parallel --report=again.html report.c -- && cmp page.html again.html
// Several files in one page; with --summary no code is written.
// RUN: cd %t && rm *.gputile.* && %gputile --summary --report=all.html --warnings=off report.c "<a>.c" -- | FileCheck %s --check-prefix=TABLE
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// RUN: %python %S/Inputs/report_parts.py %t/all.html | FileCheck %s --check-prefix=ALL
// From the plugin, where nothing else is left to write; without regions the page says so.
// RUN: cd %t && %clang -fplugin=%plugin -fplugin-arg-gputile-report=plugin.html -fplugin-arg-gputile-scheme=parallel -fplugin-arg-gputile-warnings=off -c report.c -o report.o
// RUN: %python %S/Inputs/report_parts.py %t/plugin.html | FileCheck %s
// RUN: cd %t && echo "int x;" > none.c && %clang -fplugin=%plugin -fplugin-arg-gputile-report=none.html -c none.c -o none.o
// RUN: %python %S/Inputs/report_parts.py %t/none.html | FileCheck %s --check-prefix=NONE
// Of a file that does not compile no region is known.
// RUN: cd %t && echo "int x = y;" > wrong.c && %status 1 %gputile --summary --report=wrong.html wrong.c --
// RUN: %python %S/Inputs/report_parts.py %t/wrong.html | FileCheck %s --check-prefix=WRONG
// RUN: touch %t/file && cd %t && %status 1 %gputile --report=file/page.html report.c -- 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %status 2 %gputile --report= %s -- 2>&1 | FileCheck %s --check-prefix=EMPTY

void step(int n, int m, float A[n][m], float B[n][m], float c) {
#pragma gpu_tile
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      B[i][j] = c * A[i - 1][j];
}

int puts(const char *);
void say(int n, int *a) {
#pragma gpu_tile
  for (int i = 0; i < n && i < 9; i++)
    puts("<b>&amp;\"");
}

void twice(int n, double x[n]) {
#pragma gpu_tile data(copy: x)
  {
#pragma gpu_tile
    for (int i = 0; i < n; i++)
      x[i] *= 2;
  }
}

// CHECK: h1 Regions
// CHECK-NEXT: p 2 of 3 regions run on the GPU.
// CHECK-NEXT: p Left on the CPU: 1 × unknown-call
// CHECK-NEXT: tr region | function |  | scheme, or reason | kernels | tile
// CHECK-NEXT: tr report.c:[[#STEP:@LINE-26]] | step | GPU | parallel | 1 |
// CHECK-NEXT: a report.c:[[#STEP]]
// CHECK-NEXT: tr report.c:[[#SAY:@LINE-20]] | say | CPU | unknown-call |  |
// CHECK-NEXT: a report.c:[[#SAY]]
// CHECK-NEXT: tr report.c:[[#TWICE:@LINE-14]] | twice
// CHECK-NEXT: a report.c:[[#TWICE]]
// CHECK-NEXT: h2 Data blocks
// CHECK-NEXT: tr block | function | array | copied | stays on the GPU
// CHECK-NEXT: tr report.c:[[#TWICE-2]] | twice | x | in and out | {{yes|no}}
// CHECK-NEXT: h2 report.c:[[#STEP]] step GPU
// CHECK-NEXT: tr [[#STEP-1]] | void step(
// CHECK-NEXT: tr.hit [[#STEP]] | #pragma gpu_tile
// CHECK-NEXT: tr.said remark  | remark: region runs on the GPU: scheme parallel
// CHECK-NEXT: tr.said note  | note: kernel 'report_step_[[#STEP]]_k0':
// CHECK: tr [[#STEP+1]] |   for (int i = 1; i < n; i++)
// CHECK-NEXT: tr [[#STEP+2]]
// CHECK-NEXT: tr [[#STEP+3]] |       B[i][j] = c * A[i - 1][j];
// CHECK-NEXT: h3 Kernels
// CHECK-NEXT: tr kernel | statements | tile | threads of a block | launches | shared memory, bytes | arrays on the chip
// CHECK-NEXT: tr report_step_[[#STEP]]_k0 | S0 | {{[0-9]+ × [0-9]+}} | {{[0-9]+ × [0-9]+}} | kernels{{.*}} | 0 | –
// CHECK-NEXT: img Dependences
// CHECK-NEXT: img Tiles
// CHECK-NEXT: h3 Copies
// CHECK-NEXT: tr array | direction | elements
// CHECK-DAG: tr A | to the GPU | [n, m] -> { A[
// CHECK-DAG: tr c | by value |
// CHECK-DAG: tr B | from the GPU | [n, m] -> { B[
// CHECK-NEXT: h3 Tested at run time
// CHECK: li 'B' and 'A' do not overlap
// CHECK: summary 1 statement
// CHECK: tr S0 | domain | [n, m] -> { S0[i, j] : 0 < i < n and 0 <= j < m }
// CHECK: tr  | must-write |
// CHECK: tr  | read |
// CHECK: h2 report.c:[[#SAY]] say CPU
// CHECK-NEXT: p Left on the CPU as it was. gputile --explain unknown-call says what can be done.
// CHECK-NEXT: tr [[#SAY]] | #pragma gpu_tile
// CHECK-NEXT: tr [[#SAY+1]]
// CHECK-NEXT: tr.hit [[#SAY+2]] |     puts("<b>&amp;\"");
// CHECK-NEXT: tr.said warning  | warning: region left on the CPU: call of 'puts'
// CHECK: h2 report.c:[[#TWICE]] twice GPU
// TABLE: report.c
// FILES-NOT: gputile
// FILES: all.html
// ALL: a report.c:
// ALL: a <a>.c:
// ALL: h2 <a>.c:
// NONE: h1 Regions
// NONE-NEXT: p 0 of 0 regions run on the GPU.
// WRONG: p 0 of 0 regions run on the GPU.
// WRONG-NEXT: p {{.*}}wrong.c has an error: see the compiler's messages.
// ERROR: error: cannot write 'file/page.html':
// EMPTY: invalid value ''; expected a file
