//===- naive.cu - What is written by hand in an hour ------------*- CUDA -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bar that emitted code has to clear: a thread a cell, a launch a time step, two arrays in
/// turn, neighbours from the cache. SOR in exact order takes a launch for each wavefront
/// 2t + i + j, the matrix product tiles of 32x32 in shared memory.
///
/// usage: naive PROGRAM REPEATS SIZE…
///
/// Prints the milliseconds of each repetition, one a line. With 0 repetitions the result is
/// compared with that of plain loops instead; "equal" or "different" is printed.
///
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#ifndef REAL
#define REAL double
#endif
using Real = REAL;

#define CHECK(call)                                                                                \
  do {                                                                                             \
    if (const cudaError_t error = (call); error != cudaSuccess) {                                  \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                          \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

namespace {

/// The extents of the arrays; unused ones are 1. The last is contiguous.
struct Grid {
  long l, n, m;
  long size() const { return l * n * m; }
};

/// The new value of the cell at \c a, whose neighbours are \c p and \c r elements away.
struct Jacobi1D {
  static __host__ __device__ Real at(const Real *a, long, long) {
    return (a[-1] + a[0] + a[1]) / 3;
  }
};

struct Jacobi2D {
  static __host__ __device__ Real at(const Real *a, long, long r) {
    return (a[0] + a[-1] + a[1] + a[-r] + a[r]) / 5;
  }
};

struct Heat2D {
  static __host__ __device__ Real at(const Real *a, long, long r) {
    const Real x = Real(0.1), y = Real(0.15), xy = Real(0.05);
    return (1 - 2 * (x + y + xy)) * a[0] + x * (a[-1] + a[1]) + y * (a[-r] + a[r]) +
           xy * (a[-r - 1] + a[r + 1]);
  }
};

struct Jacobi3D7 {
  static __host__ __device__ Real at(const Real *a, long p, long r) {
    return (a[0] + a[-p] + a[p] + a[-r] + a[r] + a[-1] + a[1]) / 7;
  }
};

struct Jacobi3D27 {
  static __host__ __device__ Real at(const Real *a, long p, long r) {
    Real sum = 0;
    for (long z = -p; z <= p; z += p)
      for (long y = -r; y <= r; y += r)
        sum = sum + (a[z + y - 1] + a[z + y] + a[z + y + 1]);
    return sum / 27;
  }
};

/// First and last index of a dimension that is updated.
__host__ __device__ long first(long extent) { return extent > 1 ? 1 : 0; }
__host__ __device__ long end(long extent) { return extent > 1 ? extent - 1 : 1; }

template <class Cell> __global__ void update(Real *b, const Real *a, Grid g) {
  const long k = first(g.m) + blockIdx.x * blockDim.x + threadIdx.x;
  const long j = first(g.n) + blockIdx.y * blockDim.y + threadIdx.y;
  const long i = first(g.l) + blockIdx.z * blockDim.z + threadIdx.z;
  const long at = (i * g.n + j) * g.m + k;
  if (i < end(g.l) && j < end(g.n) && k < end(g.m))
    b[at] = Cell::at(a + at, g.n * g.m, g.m);
}

/// All that is compared and timed of a program: its arrays, and its steps on the device and here.
class Program {
public:
  virtual ~Program() = default;
  virtual std::vector<long> sizes() const = 0; ///< Elements of its arrays.
  virtual void onDevice(const std::vector<Real *> &arrays) const = 0;
  virtual void plain(const std::vector<Real *> &arrays) const = 0;
};

dim3 blocksFor(dim3 block, long z, long y, long x) {
  return dim3((x + block.x - 1) / block.x, (y + block.y - 1) / block.y, (z + block.z - 1) / block.z);
}

template <class Cell> class Stencil : public Program {
public:
  Stencil(long steps, Grid grid) : Steps(steps), G(grid) {}
  std::vector<long> sizes() const override { return {G.size(), G.size()}; }

  void onDevice(const std::vector<Real *> &arrays) const override {
    const dim3 block = G.l > 1 ? dim3(32, 4, 2) : G.n > 1 ? dim3(32, 8) : dim3(256);
    const dim3 blocks = blocksFor(block, end(G.l), end(G.n), end(G.m));
    for (long t = 0; t < Steps; ++t)
      update<Cell><<<blocks, block>>>(arrays[(t + 1) % 2], arrays[t % 2], G);
  }

  void plain(const std::vector<Real *> &arrays) const override {
    for (long t = 0; t < Steps; ++t)
      for (long i = first(G.l); i < end(G.l); ++i)
        for (long j = first(G.n); j < end(G.n); ++j)
          for (long k = first(G.m); k < end(G.m); ++k) {
            const long at = (i * G.n + j) * G.m + k;
            arrays[(t + 1) % 2][at] = Cell::at(arrays[t % 2] + at, G.n * G.m, G.m);
          }
  }

private:
  long Steps;
  Grid G;
};

/// The fields ex, ey and hz of n x m cells.
struct Fields {
  Real *ex, *ey, *hz;
  long n, m;

  __host__ __device__ void electric(long i, long j, Real source) {
    const long at = i * m + j;
    ey[at] = i == 0 ? source : ey[at] - Real(0.5) * (hz[at] - hz[at - m]);
    if (j > 0)
      ex[at] = ex[at] - Real(0.5) * (hz[at] - hz[at - 1]);
  }
  __host__ __device__ void magnetic(long i, long j) {
    const long at = i * m + j;
    hz[at] = hz[at] - Real(0.7) * (ex[at + 1] - ex[at] + ey[at + m] - ey[at]);
  }
};

__global__ void electric(Fields f, Real source) {
  const long j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < f.n && j < f.m)
    f.electric(i, j, source);
}

__global__ void magnetic(Fields f) {
  const long j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < f.n - 1 && j < f.m - 1)
    f.magnetic(i, j);
}

class Fdtd : public Program {
public:
  Fdtd(long steps, long n, long m) : Steps(steps), N(n), M(m) {}
  std::vector<long> sizes() const override { return {N * M, N * M, N * M}; }

  void onDevice(const std::vector<Real *> &arrays) const override {
    const dim3 block(32, 8), blocks = blocksFor(block, 1, N, M);
    const Fields fields = {arrays[0], arrays[1], arrays[2], N, M};
    for (long t = 0; t < Steps; ++t) {
      electric<<<blocks, block>>>(fields, Real(t));
      magnetic<<<blocks, block>>>(fields);
    }
  }

  void plain(const std::vector<Real *> &arrays) const override {
    Fields fields = {arrays[0], arrays[1], arrays[2], N, M};
    for (long t = 0; t < Steps; ++t) {
      for (long i = 0; i < N; ++i)
        for (long j = 0; j < M; ++j)
          fields.electric(i, j, Real(t));
      for (long i = 0; i < N - 1; ++i)
        for (long j = 0; j < M - 1; ++j)
          fields.magnetic(i, j);
    }
  }

private:
  long Steps, N, M;
};

__host__ __device__ void relax(Real *a, long at, long m) {
  a[at] = (a[at - m] + a[at - 1] + a[at] + a[at + 1] + a[at + m]) / 5;
}

/// The cells (t, i, j) of a wavefront 2t + i + j, for t from \p t on.
__global__ void wavefront(Real *a, long n, long m, long t0, long steps, long wave) {
  const long t = t0 + blockIdx.y, i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  const long j = wave - 2 * t - i;
  if (t < steps && i < n - 1 && j >= 1 && j < m - 1)
    relax(a, i * m + j, m);
}

class Sor : public Program {
public:
  Sor(long steps, long n, long m) : Steps(steps), N(n), M(m) {}
  std::vector<long> sizes() const override { return {N * M}; }

  void onDevice(const std::vector<Real *> &arrays) const override {
    for (long wave = 2; wave <= 2 * (Steps - 1) + N + M - 4; ++wave) {
      const long low = std::max(0L, (wave - N - M + 4 + 1) / 2);
      const long high = std::min(Steps - 1, (wave - 2) / 2);
      if (low > high)
        continue;
      const dim3 blocks((N + 253) / 256, high - low + 1);
      wavefront<<<blocks, 256>>>(arrays[0], N, M, low, Steps, wave);
    }
  }

  void plain(const std::vector<Real *> &arrays) const override {
    for (long t = 0; t < Steps; ++t)
      for (long i = 1; i < N - 1; ++i)
        for (long j = 1; j < M - 1; ++j)
          relax(arrays[0], i * M + j, M);
  }

private:
  long Steps, N, M;
};

constexpr int Side = 32;

__global__ void multiply(Real *c, const Real *a, const Real *b, long n, long m, long p) {
  __shared__ Real left[Side][Side], right[Side][Side];
  const long i = blockIdx.y * Side + threadIdx.y, j = blockIdx.x * Side + threadIdx.x;
  Real sum = i < n && j < m ? c[i * m + j] * Real(1.2) : 0;
  for (long from = 0; from < p; from += Side) {
    const long across = from + threadIdx.x, down = from + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = i < n && across < p ? Real(1.5) * a[i * p + across] : 0;
    right[threadIdx.y][threadIdx.x] = down < p && j < m ? b[down * m + j] : 0;
    __syncthreads();
    const int last = p - from < Side ? p - from : Side;
    for (int k = 0; k < last; ++k)
      sum = sum + left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  if (i < n && j < m)
    c[i * m + j] = sum;
}

class Product : public Program {
public:
  Product(long n, long m, long p) : N(n), M(m), P(p) {}
  std::vector<long> sizes() const override { return {N * M, N * P, P * M}; }

  void onDevice(const std::vector<Real *> &arrays) const override {
    const dim3 block(Side, Side);
    multiply<<<blocksFor(block, 1, N, M), block>>>(arrays[0], arrays[1], arrays[2], N, M, P);
  }

  void plain(const std::vector<Real *> &arrays) const override {
    for (long i = 0; i < N; ++i)
      for (long j = 0; j < M; ++j) {
        Real sum = arrays[0][i * M + j] * Real(1.2);
        for (long k = 0; k < P; ++k)
          sum = sum + Real(1.5) * arrays[1][i * P + k] * arrays[2][k * M + j];
        arrays[0][i * M + j] = sum;
      }
  }

private:
  long N, M, P;
};

/// The program of that name; null if there is none. The sizes are those of benchmarks.json.
Program *programOf(const std::string &name, const std::vector<long> &s) {
  const auto is = [&](const char *other, size_t sizes) {
    return name == other && s.size() == sizes;
  };
  if (is("jacobi-1d", 2))
    return new Stencil<Jacobi1D>(s[0], {1, 1, s[1]});
  if (is("jacobi-2d", 3))
    return new Stencil<Jacobi2D>(s[0], {1, s[1], s[2]});
  if (is("heat-2d", 3))
    return new Stencil<Heat2D>(s[0], {1, s[1], s[2]});
  if (is("jacobi-3d7", 4))
    return new Stencil<Jacobi3D7>(s[0], {s[1], s[2], s[3]});
  if (is("jacobi-3d27", 4))
    return new Stencil<Jacobi3D27>(s[0], {s[1], s[2], s[3]});
  if (is("fdtd-2d", 3))
    return new Fdtd(s[0], s[1], s[2]);
  if (is("sor-2d", 3))
    return new Sor(s[0], s[1], s[2]);
  if (is("matmul", 3))
    return new Product(s[0], s[1], s[2]);
  return nullptr;
}

/// Values between 0 and 1 that look random. Arrays are equal where a stencil has two of them.
void fill(std::vector<Real> &values) {
  unsigned state = 12345;
  for (Real &value : values) {
    state = state * 1664525u + 1013904223u;
    value = Real(state >> 8) / Real(1 << 24);
  }
}

class Arrays {
public:
  explicit Arrays(const std::vector<long> &sizes) {
    for (const long size : sizes) {
      Here.emplace_back(size);
      fill(Here.back());
      Real *there;
      CHECK(cudaMalloc(&there, size * sizeof(Real)));
      There.push_back(there);
    }
  }
  ~Arrays() {
    for (Real *array : There)
      cudaFree(array);
  }
  const std::vector<Real *> &device() const { return There; }
  std::vector<Real *> host() {
    std::vector<Real *> pointers;
    for (std::vector<Real> &array : Here)
      pointers.push_back(array.data());
    return pointers;
  }
  void toDevice() const {
    for (size_t a = 0; a < There.size(); ++a)
      CHECK(cudaMemcpy(There[a], Here[a].data(), Here[a].size() * sizeof(Real),
                       cudaMemcpyHostToDevice));
  }
  /// Whether both sides hold the same bits.
  bool areEqual() const {
    for (size_t a = 0; a < There.size(); ++a) {
      std::vector<Real> copy(Here[a].size());
      CHECK(cudaMemcpy(copy.data(), There[a], copy.size() * sizeof(Real), cudaMemcpyDeviceToHost));
      if (std::memcmp(copy.data(), Here[a].data(), copy.size() * sizeof(Real)) != 0)
        return false;
    }
    return true;
  }

private:
  std::vector<std::vector<Real>> Here;
  std::vector<Real *> There;
};

float timed(const Program &program, const Arrays &arrays) {
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  arrays.toDevice();
  CHECK(cudaEventRecord(start));
  program.onDevice(arrays.device());
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  return milliseconds;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<long> sizes;
  for (int a = 3; a < argc; ++a)
    sizes.push_back(std::atol(argv[a]));
  const Program *program = argc > 3 ? programOf(argv[1], sizes) : nullptr;
  if (!program) {
    std::fprintf(stderr, "usage: naive PROGRAM REPEATS SIZE…\n");
    return 2;
  }
  Arrays arrays(program->sizes());
  const int repeats = std::atoi(argv[2]);
  for (int r = 0; r < repeats; ++r)
    std::printf("%g\n", timed(*program, arrays));
  if (repeats > 0)
    return 0;
  timed(*program, arrays);
  program->plain(arrays.host());
  const bool equal = arrays.areEqual();
  std::puts(equal ? "equal" : "different");
  return equal ? 0 : 1;
}
