// std::complex, bit for bit: arithmetic, parts, locals, and elements of containers.
// RUN: %gputile_run --backend=cpu --check %s -- -std=c++17 -O1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// CHECK-NOT: region left on the CPU
// CHECK: gputile-run: SAME: 5 regions equal bit for bit, same output
// RUN: %clangxx -fplugin=%plugin -std=c++17 -O1 %s %link_rt -o %t
// RUN: %on_cpu %t > %t.plugin
// RUN: diff %t.out %t.plugin
#include <complex>
#include <cstdio>
#include <vector>

using complex = std::complex<double>;

static void arithmetic(int n, complex *c, const complex *a, const complex *b, double s) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    c[i] = a[i] * b[i] + s * a[i] - b[i] * 0.1;
    c[i] += 1.0 - a[i] / 3.0;
    c[i] *= std::conj(b[i]);
    c[i] -= -a[i];
  }
}
static void parts(int n, double *out, complex *c) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    out[i] = c[i].real() * std::imag(c[i]) + std::norm(c[i]);
    if (c[i] == 2.0)
      out[i] = -1;
    c[i] = complex(c[i].imag(), 0.5);
  }
}
static void locals(int n, std::complex<float> *c, const std::complex<float> *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    std::complex<float> z = 0, w(0.25f, a[i].imag());
    for (int k = 0; k < 5; k++)
      z = z * z + w;
    c[i] = z;
  }
}
static void containers(std::vector<complex> &c, const std::vector<complex> &a) {
  const int n = int(c.size());
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    c[i] = a[i] * a[n - 1 - i];
}
static void copies(int n, complex *c, const complex *a) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    const complex t = a[i];
    c[i] = t;
  }
}

int main() {
  const int n = 37;
  static complex a[n], b[n], c[n];
  static std::complex<float> f[n], g[n];
  static double out[n];
  for (int i = 0; i < n; i++) {
    a[i] = complex(0.3 * i - 2, 1.0 / (i + 1));
    b[i] = complex(1.5 - i, 0.01 * i * i);
    f[i] = std::complex<float>(0.1f * i, 0.02f * i);
  }
  arithmetic(n, c, a, b, 0.7);
  for (int i = 0; i < n; i++)
    std::printf("%a %a\n", c[i].real(), c[i].imag());
  c[4] = 2.0;
  parts(n, out, c);
  locals(n, g, f);
  std::vector<complex> u(a, a + n), v(n);
  containers(v, u);
  copies(n, b, c);
  for (int i = 0; i < n; i++)
    std::printf("%a %a %a %a %a %a\n", out[i], c[i].real(), g[i].real(), g[i].imag(), v[i].real(), b[i].imag());
  return 0;
}
