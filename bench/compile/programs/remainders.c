// Sixty conditions on remainders.
#define REMAINDERS(a, b, c, d, e, f) if (i % a && i % b && i % c && i % d && i % e && i % f)
void remainders(int n, double A[n]) {
#pragma scop
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    REMAINDERS(2, 3, 4, 5, 6, 7)
    REMAINDERS(8, 9, 10, 11, 12, 13)
    REMAINDERS(14, 15, 16, 17, 18, 19)
    REMAINDERS(20, 21, 22, 23, 24, 25)
    REMAINDERS(26, 27, 28, 29, 30, 31)
    REMAINDERS(32, 33, 34, 35, 36, 37)
    REMAINDERS(38, 39, 40, 41, 42, 43)
    REMAINDERS(44, 45, 46, 47, 48, 49)
    REMAINDERS(50, 51, 52, 53, 54, 55)
    REMAINDERS(56, 57, 58, 59, 60, 61)
      A[i] = 1;
#pragma endscop
}
