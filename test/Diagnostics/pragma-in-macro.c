// A loop and its _Pragma inside of one macro.
// RUN: %gputile --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
// CHECK-COUNT-2: warning: region left on the CPU: other text of a macro stands before the pragma; {{.*}} [pragma-place]
#define SCALE(T) \
  static void scale_##T(int n, T *a) { \
    _Pragma("gpu_tile") for (int i = 0; i < n; i++) a[i] *= 3; \
  }
SCALE(int)
SCALE(float)
int main(void) {
  int a[7] = {1, 2, 3};
  float b[7] = {1, 2, 3};
  scale_int(7, a);
  scale_float(7, b);
  return a[1] != 6;
}
