// Elements that functions of classes return, in std::vector and other members, some of them private.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 16 regions equal bit for bit, same output
#include <array>
#include <cstdio>
#include <memory>
#include <vector>

namespace mesh {
class Base {
protected:
  std::vector<double> m_base = std::vector<double>(64, 0.5);

public:
  double &base(int i) { return m_base[i]; }
};

class Domain : public Base {
public:
  explicit Domain(int n) : m_x(n), m_nodes(8 * n), m_start(n + 1), m_w(new double[n]), m_n(n) {
    for (int i = 0; i < n; i++) {
      m_x[i] = i * 0.5;
      m_w[i] = n - i;
      m_start[i] = 2 * i;
      m_cells.push_back({i * 1.0, {i + 1.0, i + 2.0}});
      for (int k = 0; k < 8; k++)
        m_nodes[8 * i + k] = (i * 7 + k * 3) % n;
    }
    m_start[n] = 2 * n;
    for (int r = 0; r < 3; r++) {
      m_sizes[r] = n / 2 - r;
      m_lists[r] = new int[n];
      for (int i = 0; i < n; i++)
        m_lists[r][i] = (i * 2 + r) % n;
    }
  }
  double &x(int i) { return m_x[i]; }
  const double &x(int i) const { return m_x[i]; }
  double &w(int i) { return m_w[i]; }
  double at(int i) { return x(i) + w(i); } // Calls in calls.
  int *nodes(int i) { return &m_nodes[8 * i]; }
  int between(int i) const { return m_start[i + 1] - m_start[i]; }
  int &size() { return m_n; }
  int count() const { return m_n; }
  double cut() const { return m_cut; }
  int *list(int r) { return m_lists[r]; }
  int &list(int r, int i) { return m_lists[r][i]; }
  int &listSize(int r) { return m_sizes[r]; }
  double *left(int i) { return m_cells[i].v.data(); }
  double &right(int i) { return m_cells[i].v[1]; }
  void move(int i, double by) {
    double old = m_x[i];
    m_x[i] = old + by * cut();
  }
  Domain &self() { return *this; }

private:
  struct Cell {
    double a;
    std::array<double, 2> v;
  };
  std::vector<double> m_x;
  std::vector<int> m_nodes, m_start;
  std::vector<Cell> m_cells;
  std::unique_ptr<double[]> m_w;
  int m_n;
  double m_cut = 0.25;
  int *m_lists[3];
  int m_sizes[3];
};

static void elements(Domain &d, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    d.x(i) = d.w(i) * 2.0 - d.cut() + d.x(i);
}
static void bounds(Domain &d) {
#pragma gpu_tile
  for (int i = 0; i < d.size(); ++i)
    d.w(i) += d.between(i) + d.cut();
}
static void gather(Domain *d, double *out) {
#pragma gpu_tile
  for (int i = 0; i < d->count(); ++i) {
    const int *const nodes = d->nodes(i);
    double s = 0;
    for (int k = 0; k < 8; k++)
      s += d->x(nodes[k]);
    out[i] = s;
  }
}
static void lists(Domain &d, int r, double *out) {
#pragma gpu_tile
  for (int i = 0; i < d.listSize(r); ++i)
    out[i] = d.list(r)[i] * 2 + d.list(r, i);
}
static void chains(Domain &d, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    d.self().base(i) = d.self().self().at(i) + d.base(i);
}
static void inParts(Domain &d, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i) {
    d.move(i, 2.0);
    double &x = d.x(i);
    x *= 1.5;
  }
}
static void members(Domain &d, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    d.right(i) = d.right(i) * 3 + i;
}
} // namespace mesh

static void vectors(std::vector<double> &a, const std::vector<double> &b, const std::vector<int> &at) {
#pragma gpu_tile
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = b[at[i]] + a[i];
}
static void shifted(std::vector<double> &a, std::vector<double> &b) {
#pragma gpu_tile
  for (int i = 1; i < 40; ++i)
    a[i] = b[i - 1] + 1;
}
static void pointers(std::vector<double> *a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    (*a)[i + 1] = a->front() + i; // Null where nothing is to do.
}
static void characters(std::vector<unsigned char> &a, unsigned char *b, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    b[i] = static_cast<unsigned char>(a[i] + b[i]);
}
static double &place(double *p, int i) { return p[2 * i]; }
static void freeFunction(double *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i)
    place(p, i) = place(p, i) + i;
}
static void fill(double t[8], const double u[][8], int i) {
  for (int k = 0; k < 8; k++)
    t[k] = u[1][k] * i + u[0][7 - k];
}
static double total(const double *t) {
  double s = 0;
  for (int k = 0; k < 8; k++)
    s += t[k];
  return s;
}
static void scratch(std::vector<double> &a, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; ++i) {
    double B[2][8], t[8];
    for (int k = 0; k < 8; k++) {
      B[0][k] = k + i;
      B[1][k] = k * 0.5;
    }
    fill(t, B, i);
    a[i] = total(t) + total(B[1]);
  }
}
struct Grid {
  int rows, cols;
  std::vector<double> data;
  double &operator()(int i, int j) { return data[i * cols + j]; }
  double &operator[](int i) { return data[i]; }
  void smooth(Grid &to) {
#pragma gpu_tile
    for (int i = 1; i < rows - 1; i++)
      for (int j = 1; j < cols - 1; j++)
        to(i, j) = 0.25 * ((*this)(i - 1, j) + (*this)(i + 1, j) + (*this)(i, j - 1) + (*this)(i, j + 1));
  }
};
static void copied(Grid &g, Grid &h) {
#pragma gpu_tile
  for (int i = 0; i < g.rows * 10; i++)
    h[i] += g[i];
}
static void conditional(std::vector<double> &a, std::vector<double> &b, const std::vector<int> &key, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    if (key[i] > 2)
      a[i] = b[key[i]] * 2;
}

static double s;
template <typename T> static void add(const T &values, int n) {
  for (int i = 0; i < n; i++)
    s += values[i] * (i % 7 + 1);
  std::printf("%.17g\n", s);
}

int main() {
  mesh::Domain d(50);
  std::vector<double> out(50), a(50, 1.0), b(50, 2.5);
  std::vector<int> at(50);
  for (int i = 0; i < 50; i++)
    at[i] = (i * 3 + 1) % 50;
  elements(d, 50);
  bounds(d);
  elements(d, 40);
  gather(&d, out.data());
  add(out, 50);
  lists(d, 1, out.data());
  chains(d, 50);
  inParts(d, 50);
  members(d, 30);
  for (int i = 0; i < 50; i++)
    out[i] += d.base(i) + d.x(i) + d.right(i) + d.left(i)[0];
  add(out, 50);
  vectors(a, b, at);
  vectors(a, a, at); // The same memory: the original loops run.
  shifted(a, b);
  shifted(a, a);
  add(a, 50);
  pointers(nullptr, 0);
  pointers(&b, 49);
  add(b, 50);
  std::vector<unsigned char> c(64, 3);
  unsigned char bytes[64] = {1, 2};
  characters(c, bytes, 64);
  characters(c, c.data(), 50);
  add(c, 64);
  add(bytes, 64);
  double strided[100] = {};
  freeFunction(strided, 50);
  add(strided, 100);
  scratch(a, 50);
  add(a, 50);
  Grid g{20, 10, std::vector<double>(200, 1.5)}, h = g;
  for (int i = 0; i < 200; i++)
    g[i] = i % 13;
  g.smooth(h);
  copied(g, h);
  add(h.data, 200);
  conditional(a, b, at, 50);
  add(a, 50);
  return 0;
}
