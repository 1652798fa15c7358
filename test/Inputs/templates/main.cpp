#include "stencil.h"

#include <cstdio>
#include <vector>

// What is made from these templates differs in types, bounds, branches and constants.
template <typename T, int N> T sums(T *total) {
  int last = 0;
#pragma gpu_tile
  for (last = 0; last < N; last++)
    if constexpr (sizeof(T) == 8)
      total[last] = total[last] * 2 + last;
    else
      total[last] -= last;
  return total[N / 2] + static_cast<T>(last);
}

template <typename T> struct Pointer;
template <typename T> struct Pointer<T *> {
  static void fill(T *p, T value) {
#pragma gpu_tile
    for (int i = 0; i < 30; i++)
      p[i] = value * T(i);
  }
};
template <> struct Pointer<char> {
  static void fill(char *p, char value) {
#pragma gpu_tile
    for (int i = 0; i < 30; i++)
      p[i] = (char)(value + i);
  }
};

// Neither the lambda nor the local class has parameters of its own.
template <int N, typename Tag> void inner(double *x) {
  auto shift = [=](double by) {
#pragma gpu_tile
    for (int i = 0; i < N; i++)
      x[i] += by;
  };
  shift(N);
  struct Local {
    static void scale(double *x) {
#pragma gpu_tile
      for (int i = 0; i < N; i++)
        x[i] *= sizeof(Tag);
    }
  };
  Local::scale(x);
}

template <typename T> void weigh(double *x) {
#pragma gpu_tile
  for (int i = 0; i < 20; i++)
    x[i] += sizeof(T);
}
// Types with one name: their loops cannot be told apart.
static void first(double *x) {
  struct Size {
    char bytes[3];
  };
  weigh<Size>(x);
}
static void second(double *x) {
  struct Size {
    char bytes[5];
  };
  weigh<Size>(x);
}

// Texts of arguments that are not plain words, results whose type is deduced.
enum class Mode { Add, Scale };
template <Mode M, char C, auto V> auto coded(double *x) {
#pragma gpu_tile
  for (int i = 0; i < 20; i++)
    x[i] += (M == Mode::Add ? 1 : 2) + C + V;
  return x[2];
}
template <typename F> auto applied(double *x, F f) {
  return [x, f](auto by) {
#pragma gpu_tile
    for (int i = 0; i < 20; i++)
      x[i] += by + sizeof(F);
    return f(by);
  };
}

template <int N> constexpr int square() {
  int values[N] = {};
#pragma gpu_tile
  for (int i = 0; i < N; i++)
    values[i] = i * i;
  return values[N - 1];
}
static_assert(square<5>() == 16);

template void smooth<short>(int, short *, const short *);

template <typename T> static double run() {
  std::vector<T> a(200, T(2)), b(200, T(5));
  for (int i = 0; i < 200; i += 3)
    b[i] = T(i);
  smooth(200, a.data(), b.data());
  return static_cast<double>(a[7] + a[100]);
}

int main() {
  double sum = run<float>() + run<double>() + run<int>() + run<long double>() + run<short>();
  Grid<float, 40> f(1.5f);
  Grid<double, 33, 2> d(0.25);
  f.step(5);
  d.step(3);
  f.add(1);
  f.add(0.125);
  sum += f.at(5, 6) + d.at(7, 8);
  std::vector<double> x(100, 1.25);
  std::vector<float> y(100, 3);
  sum += sums<double, 50>(x.data()) + sums<float, 60>(y.data());
  Pointer<float *>::fill(y.data(), 0.5f);
  Pointer<double *>::fill(x.data(), 0.75);
  char c[30];
  Pointer<char>::fill(c, 2);
  inner<10, int>(x.data());
  inner<20, char>(x.data());
  inner<20, double>(x.data());
  first(x.data());
  second(x.data());
  const auto generic = [&](auto *p, auto factor) {
#pragma gpu_tile
    for (int i = 0; i < 50; i++)
      p[i] = p[i] * factor + 1;
  };
  generic(x.data(), 2);
  generic(y.data(), 2.5);
  generic(y.data(), 2);
  sum += coded<Mode::Add, '"', 5>(x.data()) + coded<Mode::Scale, '\\', 5u>(x.data());
  sum += coded<Mode::Scale, '\n', Mode::Add == Mode::Scale>(x.data());
  sum += applied(x.data(), [](int k) { return k * 2; })(3);
  sum += applied(x.data(), [](int k) { return k * 3; })(4.5);
  for (int i = 0; i < 100; i++)
    sum = sum * 1.01 + x[i] + static_cast<double>(y[i]);
  std::printf("%a %d %d %a\n", sum, c[29], square<9>(), other(sum));
}
