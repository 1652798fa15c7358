#include "stencil.h"

// smooth<double> and Grid<float, 40> are made in both files, the others only here.
double other(double seed) {
  static double a[300], b[300];
  static unsigned char c[300], e[300];
  for (int i = 0; i < 300; i++) {
    b[i] = seed / (i + 1);
    e[i] = static_cast<unsigned char>(i);
  }
  smooth(300, a, b);
  smooth(300, c, e);
  Grid<float, 40> f(0.5f);
  f.step(2);
  Grid<int, 20> g(3);
  g.step(2);
  g.add(2.5f);
  return a[5] + a[290] + c[17] + static_cast<double>(f.at(9, 9)) + g.at(10, 11);
}
