void f(int n, double *a) {
  /* #pragma scop */
#pragma scop
  int i;
  for (i = 0; i < n; i++)
    a[i] = 0;
#pragma endscop
  a[0] = 1;
  # pragma scop
  for (int i = 0; i < n; i++)
    a[i]++;
  # pragma endscop // behind
#pragma endscop
}
