/* for (;;) a comment; "for (" */
#define EACH for (i = 0; i < n; i++)
void f(int n, double *a) {
  int i;
  char c = '"';
#pragma omp parallel for private(i) reduction(+ : s) \
    schedule(static)
  for (i = 0; i < n; i++) {
#pragma omp for
    for (int j = 0; j < n; j++)
      a[j] = c == '{' ? 1 : 2;
  }
#if A
#pragma omp parallel for
#else
#pragma omp for
#endif
  for (i = 0; i < n; i++)
    if (a[i] > 0)
      a[i] = 0;
    else
      for (;;)
        break;
  while (n--)
    for (i = 0; i < 3; i++)
      a[i]++;
#pragma omp single
  for (i = 0; i < n; i++)
    a[i] = 0;
#pragma acc parallel loop gang
  for (i = 0; i < n; i++)
    a[i] = 0;
}
