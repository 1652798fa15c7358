// Too many dependences to be analysed in seconds.
#define STATEMENT(a, b, c, d, e) \
  for (int i = 1; i < n - 1; i++) \
    for (int j = 1; j < n - 1; j++) \
      for (int k = 1; k < n - 1; k++) \
        A[a][i][j][k] = A[b][i - 1][j][k] + A[c][i][j + 1][k] + A[d][i][j][k - 1] + A[e][i + 1][j - 1][k + 1];
void f(int n, int steps, double A[40][n][n][n]) {
#pragma gpu_tile scheme(wavefront)
  for (int t = 0; t < steps; t++) {
    STATEMENT(0, 1, 3, 2, 5)
    STATEMENT(1, 8, 14, 7, 8)
    STATEMENT(2, 15, 25, 12, 11)
    STATEMENT(3, 22, 36, 17, 14)
    STATEMENT(4, 29, 7, 22, 17)
    STATEMENT(5, 36, 18, 27, 20)
    STATEMENT(6, 3, 29, 32, 23)
    STATEMENT(7, 10, 0, 37, 26)
    STATEMENT(8, 17, 11, 2, 29)
    STATEMENT(9, 24, 22, 7, 32)
    STATEMENT(10, 31, 33, 12, 35)
    STATEMENT(11, 38, 4, 17, 38)
    STATEMENT(12, 5, 15, 22, 1)
    STATEMENT(13, 12, 26, 27, 4)
    STATEMENT(14, 19, 37, 32, 7)
    STATEMENT(15, 26, 8, 37, 10)
    STATEMENT(16, 33, 19, 2, 13)
    STATEMENT(17, 0, 30, 7, 16)
    STATEMENT(18, 7, 1, 12, 19)
    STATEMENT(19, 14, 12, 17, 22)
    STATEMENT(20, 21, 23, 22, 25)
    STATEMENT(21, 28, 34, 27, 28)
    STATEMENT(22, 35, 5, 32, 31)
    STATEMENT(23, 2, 16, 37, 34)
    STATEMENT(24, 9, 27, 2, 37)
    STATEMENT(25, 16, 38, 7, 0)
    STATEMENT(26, 23, 9, 12, 3)
    STATEMENT(27, 30, 20, 17, 6)
    STATEMENT(28, 37, 31, 22, 9)
    STATEMENT(29, 4, 2, 27, 12)
    STATEMENT(30, 11, 13, 32, 15)
    STATEMENT(31, 18, 24, 37, 18)
    STATEMENT(32, 25, 35, 2, 21)
    STATEMENT(33, 32, 6, 7, 24)
    STATEMENT(34, 39, 17, 12, 27)
    STATEMENT(35, 6, 28, 17, 30)
    STATEMENT(36, 13, 39, 22, 33)
    STATEMENT(37, 20, 10, 27, 36)
    STATEMENT(38, 27, 21, 32, 39)
    STATEMENT(39, 34, 32, 37, 2)
  }
}
