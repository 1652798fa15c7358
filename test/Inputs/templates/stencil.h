// A header of templates that two files use, each with its own types.
#ifndef STENCIL_H
#define STENCIL_H

template <typename T> T clamp(T x) { return x < T() ? T{} : x; }

template <typename T> void smooth(int n, T *a, const T *b) {
#pragma gpu_tile
  for (int i = 1; i < n - 1; i++)
    a[i] = clamp((b[i - 1] + b[i] + b[i + 1]) / T(3));
}

template <typename T, int N, int R = 1> class Grid {
public:
  explicit Grid(T start) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        Old[i][j] = New[i][j] = start + T(i * j % 7);
  }
  void step(int steps);
  template <typename U> void add(U value) {
    T(*p)[N] = Old;
#pragma gpu_tile
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        p[i][j] += value;
  }
  T at(int i, int j) const { return Old[i][j]; }

private:
  T Old[N][N], New[N][N];
};

template <typename T, int N, int R> void Grid<T, N, R>::step(int steps) {
  T(*a)[N] = Old, (*b)[N] = New;
#pragma gpu_tile
  for (int t = 0; t < steps; t++) {
    for (int i = R; i < N - R; i++)
      for (int j = R; j < N - R; j++) {
        T sum{};
        for (int k = -R; k <= R; k++)
          sum += a[i + k][j] + a[i][j + k];
        b[i][j] = sum / static_cast<T>(4 * R + 2);
      }
    for (int i = R; i < N - R; i++)
      for (int j = R; j < N - R; j++)
        a[i][j] = b[i][j];
  }
}

double other(double seed);

#endif
