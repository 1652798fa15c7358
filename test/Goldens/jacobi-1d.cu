// examples/jacobi-1d.c:7
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

// examples/jacobi-1d.c:7: S2
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_1d_jacobi_7_k0(const double *__restrict__ A, double *__restrict__ B_version0, const I n,
    const I B_version0_stride0, const I b0_first, const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  GPUTILE_SHARED(double, s_A, [32]);
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    GPT_TILE(partial)
    {
      for (I l = t0 * 32 + t1; l < 32; l += 256) {
        const I i0 = l;
        if (((n >= i0 + 32 * b1 + 1)))
          s_A[i0] = A[32 * b1 + i0];
      }
    }
    __syncthreads();
    if (n >= 32 * b1 + 32) {
      if (t0 <= 1 && b0 == 0) {
        B_version0[t0 * B_version0_stride0 + t1 + 32 * b1] = s_A[t1];
      }
    } else {
      if (t0 <= 1 && n >= t1 + 32 * b1 + 1 && b0 == 0) {
        B_version0[t0 * B_version0_stride0 + t1 + 32 * b1] = s_A[t1];
      }
    }
    __syncthreads();
    __syncthreads(); // The next block's tiles use the same memory.
  }
}

// examples/jacobi-1d.c:7: S0
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_1d_jacobi_7_k1(double *__restrict__ B_version0, const I steps, const I n,
    const I B_version0_stride0, const I h0, const I b0_first) {
  const I t0 = threadIdx.x;
  GPUTILE_SHARED(double, s_B_version0, [2][321]);
  const I b0 = b0_first + (I)blockIdx.x;
  if (5 * b0 >= h0 + 1 && steps + 64 * b0 >= 64 * h0 + 64 && n + 64 * h0 >= 320 * b0 + 257) {
    GPT_TILE(full)
    {
      const I l = t0;
      {
        const I i0 = l / 128;
        for (I i1 = l % 128; i1 <= 320; i1 += 128) {
          if ((gpt_max(32 * h0 - 32 * b0 + gpt_floord(i0, 2) + 1, -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 32) <= gpt_min(32 * h0 - 32 * b0 + gpt_floord(i0, 2) + 32, -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 160)))
            s_B_version0[i0][i1] = B_version0[i0 * B_version0_stride0 + (-64) * h0 + 320 * b0 - 64 + i1];
        }
      }
    }
    __syncthreads();
    for (I c1 = 0; c1 <= 63; ++c1) {
      s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1, 2)][t0 - c1 + 64] = gpt_div_odd(s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1 + 1, 2) + 1][t0 - c1 + 63] + s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1 + 1, 2) + 1][t0 - c1 + 64] + s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1 + 1, 2) + 1][t0 - c1 + 65], 3.0);
      __syncthreads();
    }
    {
      const I l = t0;
      {
        const I i0 = l / 128;
        for (I i1 = 1 + l % 128; i1 <= 319; i1 += 128) {
          if ((gpt_max(32 * h0 - 32 * b0 + gpt_floord(i0 + 1, 2), -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 32) <= gpt_min(32 * h0 - 32 * b0 + gpt_floord(i0 + 1, 2) + 31, -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 159)))
            B_version0[i0 * B_version0_stride0 + (-64) * h0 + 320 * b0 - 64 + i1] = s_B_version0[i0][i1];
        }
      }
    }
  } else {
    GPT_TILE(partial)
    {
      for (I l = t0; l < 642; l += 256) {
        const I i1 = l % 321;
        const I i0 = l / 321;
        if (((i1 + 320 * b0 >= 64 * h0 + 64 && n + 64 * h0 + 63 >= i1 + 320 * b0) && gpt_max(gpt_max(32 * h0 - 32 * b0 + gpt_floord(i0, 2) + 1, -n + 128 * b0 + gpt_floord(i0 + n, 2) + 2), -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 32) <= gpt_min(gpt_min(gpt_min(128 * b0 + gpt_floord(i0 + 1, 2) + 127, 32 * h0 - 32 * b0 + gpt_floord(i0, 2) + 32), gpt_floord(i0 + steps, 2)), -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 160)))
          s_B_version0[i0][i1] = B_version0[i0 * B_version0_stride0 + (-64) * h0 + 320 * b0 - 64 + i1];
      }
    }
    __syncthreads();
    for (I c1 = 0; c1 <= 63; ++c1) {
      if (n + 64 * h0 + c1 >= t0 + 320 * b0 + 2 && steps + 64 * b0 >= 64 * h0 + c1 + 1 && t0 + 320 * b0 >= 64 * h0 + c1 + 1) {
        s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1, 2)][t0 - c1 + 64] = gpt_div_odd(s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1 + 1, 2) + 1][t0 - c1 + 63] + s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1 + 1, 2) + 1][t0 - c1 + 64] + s_B_version0[64 * h0 - 64 * b0 + c1 - 2 * gpt_floord(64 * h0 - 64 * b0 + c1 + 1, 2) + 1][t0 - c1 + 65], 3.0);
      }
      __syncthreads();
    }
    {
      for (I l = t0; l < 642; l += 256) {
        const I i1 = l % 321;
        const I i0 = l / 321;
        if (((i1 + 320 * b0 >= 64 * h0 + 65 && n + 64 * h0 + 62 >= i1 + 320 * b0) && gpt_max(32 * h0 - 32 * b0 + gpt_floord(i0 + 1, 2), -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 32) <= gpt_min(gpt_min(32 * h0 - 32 * b0 + gpt_floord(i0 + 1, 2) + 31, gpt_floord(i0 + steps + 1, 2) - 1), -i1 + 32 * h0 - 32 * b0 + gpt_floord(i1 + i0 + 1, 2) + 159)))
          B_version0[i0 * B_version0_stride0 + (-64) * h0 + 320 * b0 - 64 + i1] = s_B_version0[i0][i1];
      }
    }
  }
}

// examples/jacobi-1d.c:7: S3
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_1d_jacobi_7_k2(double *__restrict__ B, const double *__restrict__ B_version0,
    const I steps, const I n, const I B_version0_stride0, const I b0_first) {
  const I t0 = threadIdx.x;
  const I b0 = b0_first + (I)blockIdx.x;
  if (b0 >= 1 && n >= 256 * b0 + 257) {
    GPT_TILE(full)
    B[t0 + 256 * b0] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + t0 + 256 * b0];
  } else {
    GPT_TILE(partial)
    if (n >= t0 + 256 * b0 + 2 && t0 + 256 * b0 >= 1) {
      B[t0 + 256 * b0] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + t0 + 256 * b0];
    }
  }
}

// examples/jacobi-1d.c:7: S4
template <typename I>
static __global__ void __launch_bounds__(256, 2)
jacobi_1d_jacobi_7_k3(double *__restrict__ A, const double *__restrict__ B_version0,
    const I steps, const I n, const I B_version0_stride0, const I b0_first) {
  const I t0 = threadIdx.x;
  const I b0 = b0_first + (I)blockIdx.x;
  if (b0 >= 1 && n >= 256 * b0 + 257) {
    GPT_TILE(full)
    A[t0 + 256 * b0] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + t0 + 256 * b0];
  } else {
    GPT_TILE(partial)
    if (n >= t0 + 256 * b0 + 2 && t0 + 256 * b0 >= 1) {
      A[t0 + 256 * b0] = B_version0[(-(steps % 2) + 1) * B_version0_stride0 + t0 + 256 * b0];
    }
  }
}


// examples/jacobi-1d.c:7
extern "C" int gputile_jacobi_1d_jacobi_7(long long steps, long long n, double *B, double *A) {
  static gpt_region region = {"jacobi_1d_jacobi_7", "examples/jacobi-1d.c", 7, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (gpt_largest({steps, n}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(steps >= 1 && n >= 3))
    return gpt_run::nothing();
  gpt_array gpt_array_B("B", "double", sizeof(double), B, 1);
  gpt_array_B.stride[0] = 1;
  gpt_array_B.box.set({1}, {n - 2});
  gpt_array_B.out.set({1}, {n - 2});
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 1);
  gpt_array_A.stride[0] = 1;
  gpt_array_A.box.set({0}, {n - 1});
  gpt_array_A.in.set({0}, {n - 1});
  gpt_array_A.out.set({1}, {n - 2});
  gpt_array gpt_array_B_version0("B", "double", sizeof(double), nullptr, 2);
  gpt_array_B_version0.box.set({0, 0}, {1, n - 1});
  gpt_size size;
  if (!gpt_array_B.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_B_version0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (gpt_overlap(gpt_array_B, gpt_array_A))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'B' and 'A' overlap");
  GPT_REHEARSE(gputile_jacobi_1d_jacobi_7(steps, n, B, A));
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
    const long long b1_count = (gpt_floord(n - 1, 32)) - b1_first + 1;
    const long long largest = gpt_largest({n, b0_first, b0_first + b0_count, b1_first,
        b1_first + b1_count});
    if (largest > 144115188075853823LL || b1_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
    const dim3 block(32, 8);
    if (largest <= 67106815 && gpt_array_A.narrow() && gpt_array_B_version0.narrow()) {
      GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k0<int>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
          gpt_array_B_version0.pointer<double>(), (int)n, (int)gpt_array_B_version0.stride[0],
          (int)b0_first, (int)b0_count, (int)b1_first);
    } else {
      GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k0<long long>, grid, block, 0, 0,
          gpt_array_A.pointer<double>(), gpt_array_B_version0.pointer<double>(), (long long)n,
          (long long)gpt_array_B_version0.stride[0], (long long)b0_first, (long long)b0_count,
          (long long)b1_first);
    }
    if (!run.launched("jacobi_1d_jacobi_7_k0"))
      return run.status();
  }
  for (long long l1 = 0; l1 <= (5 * steps + n - 7) / 256; ++l1) {
    {
      const long long h0 = l1;
      const long long b0_first = gpt_max(gpt_floord(h0 + 1, 5), h0 + gpt_floord(-steps, 64) + 1);
      const long long b0_count = gpt_max(0, gpt_min(gpt_min(gpt_floord(n + 64 * h0 + 61, 320), h0), gpt_floord(steps + n - 3, 256)) - b0_first + 1);
      if (b0_count > 0) {
        const long long largest = gpt_largest({steps, n, h0, b0_first, b0_first + b0_count});
        if (largest > 12009599006321320LL || b0_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const dim3 grid(gpt_grid_x(b0_count));
        const dim3 block(256);
        if (largest <= 5592403 && gpt_array_B_version0.narrow()) {
          GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k1<int>, grid, block, 0, 0,
              gpt_array_B_version0.pointer<double>(), (int)steps, (int)n,
              (int)gpt_array_B_version0.stride[0], (int)h0, (int)b0_first);
        } else {
          GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k1<long long>, grid, block, 0, 0,
              gpt_array_B_version0.pointer<double>(), (long long)steps, (long long)n,
              (long long)gpt_array_B_version0.stride[0], (long long)h0, (long long)b0_first);
        }
        if (!run.launched("jacobi_1d_jacobi_7_k1"))
          return run.status();
      }
    }
  }
  {
    const long long b0_first = 0;
    const long long b0_count = (gpt_floord(n - 2, 256)) - b0_first + 1;
    const long long largest = gpt_largest({steps, n, b0_first, b0_first + b0_count});
    if (largest > 18014398509481982LL || b0_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b0_count));
    const dim3 block(256);
    if (largest <= 8388606 && gpt_array_B.narrow() && gpt_array_B_version0.narrow()) {
      GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k2<int>, grid, block, 0, 0, gpt_array_B.pointer<double>(),
          gpt_array_B_version0.pointer<double>(), (int)steps, (int)n,
          (int)gpt_array_B_version0.stride[0], (int)b0_first);
    } else {
      GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k2<long long>, grid, block, 0, 0,
          gpt_array_B.pointer<double>(), gpt_array_B_version0.pointer<double>(), (long long)steps,
          (long long)n, (long long)gpt_array_B_version0.stride[0], (long long)b0_first);
    }
    if (!run.launched("jacobi_1d_jacobi_7_k2"))
      return run.status();
  }
  {
    const long long b0_first = 0;
    const long long b0_count = (gpt_floord(n - 2, 256)) - b0_first + 1;
    const long long largest = gpt_largest({steps, n, b0_first, b0_first + b0_count});
    if (largest > 18014398509481982LL || b0_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b0_count));
    const dim3 block(256);
    if (largest <= 8388606 && gpt_array_A.narrow() && gpt_array_B_version0.narrow()) {
      GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k3<int>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
          gpt_array_B_version0.pointer<double>(), (int)steps, (int)n,
          (int)gpt_array_B_version0.stride[0], (int)b0_first);
    } else {
      GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k3<long long>, grid, block, 0, 0,
          gpt_array_A.pointer<double>(), gpt_array_B_version0.pointer<double>(), (long long)steps,
          (long long)n, (long long)gpt_array_B_version0.stride[0], (long long)b0_first);
    }
    if (!run.launched("jacobi_1d_jacobi_7_k3"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_B);
  run.copyOut(gpt_array_A);
  return run.finish();
}
