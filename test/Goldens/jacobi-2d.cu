// examples/jacobi-2d.c:6
#ifndef GPUTILE_DIVISION
#define GPUTILE_DIVISION
// x / c for a constant c, with the same bits for every x, from products and fused multiply-adds.
// The compiler computes 1 / c, and what depends on its sign.
#if defined(__CUDA_ARCH__) || defined(GPUTILE_CPU)
// c is odd, at most 2^21 (double: 2^50). q is the quotient but for its last bits, n what is
// wrong with it, exactly; for an infinite x n is NaN, and q right.
[[maybe_unused]] static __device__ inline float gpt_div_odd(float x, float c) {
  const float y = 1.0f / c, q = __fmul_rn(x, y), n = __fmaf_rn(fabsf(c), q, c < 0 ? x : -x);
  return __fmaf_rn(fminf(n, 0x1.fffffep127f), -fabsf(y), q);
}
[[maybe_unused]] static __device__ inline double gpt_div_odd(double x, double c) {
  const double y = 1.0 / c, q = __dmul_rn(x, y), n = __fma_rn(fabs(c), q, c < 0 ? x : -x);
  return fabs(q) <= 0x1.fffffffffffffp1023 ? __fma_rn(n, -fabs(y), q) : q;
}
// c is even, at most 2^21 (double: 2^50), and no power of two. Quotients may lie in the middle of two
// subnormal numbers: the correction t is rounded, so that it is exact there.
[[maybe_unused]] static __device__ inline float gpt_div_even(float x, float c) {
  const float y = 1.0f / c, q = __fmul_rn(x, y), n = __fmaf_rn(fabsf(c), q, c < 0 ? x : -x);
  const float t = __fmul_rn(n, fabsf(y) * 0x1p23f);
  return __fmaf_rn(fminf(t, 0x1.fffffep127f), -0x1p-23f, q);
}
[[maybe_unused]] static __device__ inline double gpt_div_even(double x, double c) {
  const double y = 1.0 / c, q = __dmul_rn(x, y), n = __fma_rn(fabs(c), q, c < 0 ? x : -x);
  const double t = __dmul_rn(n, fabs(y) * 0x1p52);
  return fabs(q) <= 0x1.fffffffffffffp1023 ? __fma_rn(t, -0x1p-52, q) : q;
}
// high + low is 1 / c. Where x * low is subnormal, it is not exact enough.
[[maybe_unused]] static __device__ inline float gpt_div(float x, float c, float high, float low) {
  const float s = __fmul_rn(x, low);
  return fabsf(s) < 0x1p-126f && x != 0.0f ? x / c : __fmaf_rn(x, high, s);
}
[[maybe_unused]] static __device__ inline double gpt_div(double x, double c, double high, double low) {
  const double s = __dmul_rn(x, low);
  return fabs(s) < 0x1p-1022 && x != 0.0 ? x / c : __fma_rn(x, high, s);
}
#else
template <typename T> static __device__ inline T gpt_div_odd(T x, T c) { return x / c; }
template <typename T> static __device__ inline T gpt_div_even(T x, T c) { return x / c; }
template <typename T> static __device__ inline T gpt_div(T x, T c, T, T) { return x / c; }
#endif
#endif

// examples/jacobi-2d.c:6: S2
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_2d_jacobi_6_k0(const double *__restrict__ A, double *__restrict__ B_version0, const I n,
    const I m, const I A_stride0, const I B_version0_stride0, const I B_version0_stride1,
    const I b0_first, const I b0_count, const I b1_first, const I b1_count, const I b2_first) {
  const I t0 = threadIdx.z;
  const I t1 = threadIdx.y;
  const I t2 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.z; b0 < b0_first + b0_count; b0 += (I)gridDim.z) {
    for (I b1 = b1_first + (I)blockIdx.y; b1 < b1_first + b1_count; b1 += (I)gridDim.y) {
      const I b2 = b2_first + (I)blockIdx.x;
      if (n + m >= 32 * b2 + 8 * b1 + 3) {
        GPT_TILE(partial)
        if (m >= t2 + 32 * b2 + 1) {
          for (I c1 = gpt_max(gpt_max(0, (-2) * b1 - 8 * b2 - (t2 + t1 + 3) / 4 + 1), (-2) * b1 + 8 * b2 - (-t2 + t1 + m + 2) / 4 + 1); c1 <= gpt_min(gpt_min(gpt_min(1, (-2) * b1 + gpt_floord(-t1 + n - 1, 4)), (-2) * b1 + 8 * b2 + (t2 - t1 + n + 2) / 4 - 1), (-2) * b1 - 8 * b2 + (-t2 - t1 + n + m + 1) / 4 - 1); ++c1) {
            B_version0[t0 * B_version0_stride0 + (t1 + 8 * b1 + 4 * c1) * B_version0_stride1 + t2 + 32 * b2] = A[(t1 + 8 * b1 + 4 * c1) * A_stride0 + t2 + 32 * b2];
          }
        }
      }
    }
  }
}

// examples/jacobi-2d.c:6: S0
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_2d_jacobi_6_k1(double *__restrict__ B_version0, const I n, const I m,
    const I B_version0_stride0, const I B_version0_stride1, const I h0, const I b0_first,
    const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b1 >= 1 && m >= 32 * b1 + 33 && b0 >= 1 && n >= 32 * b0 + 33) {
      GPT_TILE(full)
      for (I c0 = 0; c0 <= 3; ++c0) {
        B_version0[h0 % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1] = gpt_div_odd(B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1 - 1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1 + 1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0 - 1) * B_version0_stride1 + t1 + 32 * b1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0 + 1) * B_version0_stride1 + t1 + 32 * b1], 5.0);
      }
    } else {
      GPT_TILE(partial)
      if (m >= t1 + 32 * b1 + 2 && t1 + 32 * b1 >= 1) {
        for (I c0 = gpt_max(0, (-4) * b0 - (t0 + 7) / 8 + 1); c0 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + n - 2, 8)); ++c0) {
          B_version0[h0 % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1] = gpt_div_odd(B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1 - 1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1 + 1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0 - 1) * B_version0_stride1 + t1 + 32 * b1] + B_version0[(h0 + 1) % 2 * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0 + 1) * B_version0_stride1 + t1 + 32 * b1], 5.0);
        }
      }
    }
  }
}

// examples/jacobi-2d.c:6: S3
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_2d_jacobi_6_k2(double *__restrict__ B, const double *__restrict__ B_version0,
    const I steps, const I n, const I m, const I B_stride0, const I B_version0_stride0,
    const I B_version0_stride1, const I b0_first, const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b1 >= 1 && m >= 32 * b1 + 33 && b0 >= 1 && n >= 32 * b0 + 33) {
      GPT_TILE(full)
      for (I c0 = 0; c0 <= 3; ++c0) {
        B[(t0 + 32 * b0 + 8 * c0) * B_stride0 + t1 + 32 * b1] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1];
      }
    } else {
      GPT_TILE(partial)
      if (m >= t1 + 32 * b1 + 2 && t1 + 32 * b1 >= 1) {
        for (I c0 = gpt_max(0, (-4) * b0 - (t0 + 7) / 8 + 1); c0 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + n - 2, 8)); ++c0) {
          B[(t0 + 32 * b0 + 8 * c0) * B_stride0 + t1 + 32 * b1] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1];
        }
      }
    }
  }
}

// examples/jacobi-2d.c:6: S4
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_2d_jacobi_6_k3(double *__restrict__ A, const double *__restrict__ B_version0,
    const I steps, const I n, const I m, const I A_stride0, const I B_version0_stride0,
    const I B_version0_stride1, const I b0_first, const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b1 >= 1 && m >= 32 * b1 + 33 && b0 >= 1 && n >= 32 * b0 + 33) {
      GPT_TILE(full)
      for (I c0 = 0; c0 <= 3; ++c0) {
        A[(t0 + 32 * b0 + 8 * c0) * A_stride0 + t1 + 32 * b1] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1];
      }
    } else {
      GPT_TILE(partial)
      if (m >= t1 + 32 * b1 + 2 && t1 + 32 * b1 >= 1) {
        for (I c0 = gpt_max(0, (-4) * b0 - (t0 + 7) / 8 + 1); c0 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + n - 2, 8)); ++c0) {
          A[(t0 + 32 * b0 + 8 * c0) * A_stride0 + t1 + 32 * b1] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + (t0 + 32 * b0 + 8 * c0) * B_version0_stride1 + t1 + 32 * b1];
        }
      }
    }
  }
}


// examples/jacobi-2d.c:6
extern "C" int gputile_jacobi_2d_jacobi_6(long long steps, long long n, long long m,
    long long B_stride0, long long A_stride0, double *B, double *A) {
  static gpt_region region = {"jacobi_2d_jacobi_6", "examples/jacobi-2d.c", 6, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (gpt_largest({steps, n, m}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(steps >= 1 && n >= 3 && m >= 3))
    return gpt_run::nothing();
  gpt_array gpt_array_B("B", "double", sizeof(double), B, 2);
  gpt_array_B.stride[0] = B_stride0;
  gpt_array_B.stride[1] = 1;
  gpt_array_B.box.set({1, 1}, {n - 2, m - 2});
  gpt_array_B.out.set({1, 1}, {n - 2, m - 2});
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 2);
  gpt_array_A.stride[0] = A_stride0;
  gpt_array_A.stride[1] = 1;
  gpt_array_A.box.set({0, 0}, {n - 1, m - 1});
  gpt_array_A.in.set({0, 0}, {n - 1, m - 1});
  gpt_array_A.out.set({1, 1}, {n - 2, m - 2});
  gpt_array gpt_array_B_version0("B", "double", sizeof(double), nullptr, 3);
  gpt_array_B_version0.box.set({0, 0, 0}, {1, n - 1, m - 1});
  gpt_size size;
  if (!gpt_array_B.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (!gpt_array_B.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'B' leaves its row");
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'A' leaves its row");
  if (!gpt_array_B_version0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (gpt_overlap(gpt_array_B, gpt_array_A))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'B' and 'A' overlap");
  GPT_REHEARSE(gputile_jacobi_2d_jacobi_6(steps, n, m, B_stride0, A_stride0, B, A));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_B) ||
      !run.allocate(gpt_array_A) ||
      !run.allocate(gpt_array_B_version0) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  {
    const long long b0_first = 0;
    const long long b0_count = (0) - b0_first + 1;
    const long long b1_first = 0;
    const long long b1_count = (gpt_floord(n - 1, 8)) - b1_first + 1;
    const long long b2_first = 0;
    const long long b2_count = (gpt_floord(m - 1, 32)) - b2_first + 1;
    const long long largest = gpt_largest({n, m, b0_first, b0_first + b0_count, b1_first,
        b1_first + b1_count, b2_first, b2_first + b2_count});
    if (largest > 82351536043345042LL || b2_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b2_count), gpt_grid_yz(b1_count), gpt_grid_yz(b0_count));
    const dim3 block(32, 4, 2);
    if (largest <= 38346751 && gpt_array_A.narrow() && gpt_array_B_version0.narrow()) {
      GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k0<int>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
          gpt_array_B_version0.pointer<double>(), (int)n, (int)m, (int)gpt_array_A.stride[0],
          (int)gpt_array_B_version0.stride[0], (int)gpt_array_B_version0.stride[1], (int)b0_first,
          (int)b0_count, (int)b1_first, (int)b1_count, (int)b2_first);
    } else {
      GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k0<long long>, grid, block, 0, 0,
          gpt_array_A.pointer<double>(), gpt_array_B_version0.pointer<double>(), (long long)n,
          (long long)m, (long long)gpt_array_A.stride[0],
          (long long)gpt_array_B_version0.stride[0], (long long)gpt_array_B_version0.stride[1],
          (long long)b0_first, (long long)b0_count, (long long)b1_first, (long long)b1_count,
          (long long)b2_first);
    }
    if (!run.launched("jacobi_2d_jacobi_6_k0"))
      return run.status();
  }
  for (long long l1 = 0; l1 < steps; ++l1) {
    {
      const long long h0 = l1;
      const long long b0_first = 0;
      const long long b0_count = (gpt_floord(n - 2, 32)) - b0_first + 1;
      const long long b1_first = 0;
      const long long b1_count = (gpt_floord(m - 2, 32)) - b1_first + 1;
      const long long largest = gpt_largest({n, m, h0, b0_first, b0_first + b0_count, b1_first,
          b1_first + b1_count});
      if (largest > 64051194700379477LL || b1_count > 2147483647)
        return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
      const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
      const dim3 block(32, 8);
      if (largest <= 29825251 && gpt_array_B_version0.narrow()) {
        GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k1<int>, grid, block, 0, 0,
            gpt_array_B_version0.pointer<double>(), (int)n, (int)m,
            (int)gpt_array_B_version0.stride[0], (int)gpt_array_B_version0.stride[1], (int)h0,
            (int)b0_first, (int)b0_count, (int)b1_first);
      } else {
        GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k1<long long>, grid, block, 0, 0,
            gpt_array_B_version0.pointer<double>(), (long long)n, (long long)m,
            (long long)gpt_array_B_version0.stride[0], (long long)gpt_array_B_version0.stride[1],
            (long long)h0, (long long)b0_first, (long long)b0_count, (long long)b1_first);
      }
      if (!run.launched("jacobi_2d_jacobi_6_k1"))
        return run.status();
    }
  }
  {
    const long long b0_first = 0;
    const long long b0_count = (gpt_floord(n - 2, 32)) - b0_first + 1;
    const long long b1_first = 0;
    const long long b1_count = (gpt_floord(m - 2, 32)) - b1_first + 1;
    const long long largest = gpt_largest({steps, n, m, b0_first, b0_first + b0_count, b1_first,
        b1_first + b1_count});
    if (largest > 64051194700379477LL || b1_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
    const dim3 block(32, 8);
    if (largest <= 29825251 && gpt_array_B.narrow() && gpt_array_B_version0.narrow()) {
      GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k2<int>, grid, block, 0, 0, gpt_array_B.pointer<double>(),
          gpt_array_B_version0.pointer<double>(), (int)steps, (int)n, (int)m,
          (int)gpt_array_B.stride[0], (int)gpt_array_B_version0.stride[0],
          (int)gpt_array_B_version0.stride[1], (int)b0_first, (int)b0_count, (int)b1_first);
    } else {
      GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k2<long long>, grid, block, 0, 0,
          gpt_array_B.pointer<double>(), gpt_array_B_version0.pointer<double>(), (long long)steps,
          (long long)n, (long long)m, (long long)gpt_array_B.stride[0],
          (long long)gpt_array_B_version0.stride[0], (long long)gpt_array_B_version0.stride[1],
          (long long)b0_first, (long long)b0_count, (long long)b1_first);
    }
    if (!run.launched("jacobi_2d_jacobi_6_k2"))
      return run.status();
  }
  {
    const long long b0_first = 0;
    const long long b0_count = (gpt_floord(n - 2, 32)) - b0_first + 1;
    const long long b1_first = 0;
    const long long b1_count = (gpt_floord(m - 2, 32)) - b1_first + 1;
    const long long largest = gpt_largest({steps, n, m, b0_first, b0_first + b0_count, b1_first,
        b1_first + b1_count});
    if (largest > 64051194700379477LL || b1_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
    const dim3 block(32, 8);
    if (largest <= 29825251 && gpt_array_A.narrow() && gpt_array_B_version0.narrow()) {
      GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k3<int>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
          gpt_array_B_version0.pointer<double>(), (int)steps, (int)n, (int)m,
          (int)gpt_array_A.stride[0], (int)gpt_array_B_version0.stride[0],
          (int)gpt_array_B_version0.stride[1], (int)b0_first, (int)b0_count, (int)b1_first);
    } else {
      GPUTILE_LAUNCH(jacobi_2d_jacobi_6_k3<long long>, grid, block, 0, 0,
          gpt_array_A.pointer<double>(), gpt_array_B_version0.pointer<double>(), (long long)steps,
          (long long)n, (long long)m, (long long)gpt_array_A.stride[0],
          (long long)gpt_array_B_version0.stride[0], (long long)gpt_array_B_version0.stride[1],
          (long long)b0_first, (long long)b0_count, (long long)b1_first);
    }
    if (!run.launched("jacobi_2d_jacobi_6_k3"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_B);
  run.copyOut(gpt_array_A);
  return run.finish();
}
