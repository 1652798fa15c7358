static inline double step(double value) { return value / 2; }
double next(double value);
#ifdef SLOW
#define step next
#endif
void f(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = step(A[i]);
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 1;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = next(A[i]);
}
