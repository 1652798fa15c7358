void f(int n, double A[n], double B[n]) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    A[i] = B[i];
}
double a[50], b[50];
int main(void) {
  b[3] = 4;
  f(50, a, b);
  return a[3] != 4;
}
