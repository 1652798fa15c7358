// Why a function cannot be analysed in the place of its call: at the place in its body, with the call.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
double unknown(double);
static double x[100], y[100];
static int position;

static void odd(double *p) {
  // CHECK: functions.c:[[#@LINE+2]]:8: warning: region left on the CPU: call of 'unknown', whose effects are not known
  // CHECK: functions.c:[[#@LINE+6]]:5: note: the call of 'odd' in the region is here
  *p = unknown(*p);
}
void a(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    odd(&x[i]);
  }
}

// The name means another variable where the function is called.
static void hidden(int i) { x[i] = 1; }
void b(int n, double *restrict x) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: functions.c:[[#@LINE+1]]:5: warning: region left on the CPU: the call of 'hidden', whose body cannot take its place
    hidden(i);
}

// The body changes what its argument is made of.
// CHECK: functions.c:[[#@LINE+1]]:27: warning: region left on the CPU: pointer 'p' is used in a way that cannot be followed
static void moves(double *p) {
  position++;
  *p = 1;
}
void c(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: functions.c:[[#@LINE+1]]:5: note: the call of 'moves' in the region is here
    moves(&x[position]);
}

// The order of the call and of what its statement reads is not defined.
static double next(double *p) { return *p += 1; }
void d(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: functions.c:[[#@LINE+1]]:19: warning: region left on the CPU: the call of 'next', whose body cannot take its place
    y[i] = x[i] + next(&x[i]);
}

static int endless(int n) { return n < 1 ? 0 : endless(n - 1); }
void e(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: warning: region left on the CPU: the recursive function 'endless' is not supported
    y[i] = endless(i);
}
