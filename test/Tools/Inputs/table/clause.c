void g(int n, double *restrict A) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = 0;
// No clause of gputile:
#pragma gpu_tile collapse(2)
  for (int i = 0; i < n; i++)
    A[i] = 1;
}
