// examples/heat-2d.c:9
// examples/heat-2d.c:9: S0
template <typename I>
static __global__ void __launch_bounds__(256, 2)
heat_2d_heat_9_k0(double *__restrict__ B, const double centre, const double *__restrict__ A,
    const double x, const double y, const double xy, const I n, const I m, const I B_stride0,
    const I A_stride0, const I b0_first, const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  GPUTILE_SHARED(double, s_A, [34][34]);
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b1 >= 1 && m >= 32 * b1 + 33 && b0 >= 1 && n >= 32 * b0 + 33) {
      GPT_TILE(full)
      {
        for (I l = t0 * 32 + t1; l < 1156; l += 256) {
          const I i1 = l % 34;
          const I i0 = l / 34;
          s_A[i0][i1] = A[(32 * b0 - 1 + i0) * A_stride0 + 32 * b1 - 1 + i1];
        }
      }
      __syncthreads();
      for (I c1 = 0; c1 <= 3; ++c1) {
        B[(t0 + 32 * b0 + 8 * c1) * B_stride0 + t1 + 32 * b1] = gpt_mul(centre, s_A[t0 + 8 * c1 + 1][t1 + 1]) + gpt_mul(x, s_A[t0 + 8 * c1 + 1][t1] + s_A[t0 + 8 * c1 + 1][t1 + 2]) + gpt_mul(y, s_A[t0 + 8 * c1][t1 + 1] + s_A[t0 + 8 * c1 + 2][t1 + 1]) + gpt_mul(xy, s_A[t0 + 8 * c1][t1] + s_A[t0 + 8 * c1 + 2][t1 + 2]);
      }
      __syncthreads();
    } else {
      GPT_TILE(partial)
      {
        for (I l = t0 * 32 + t1; l < 1156; l += 256) {
          const I i1 = l % 34;
          const I i0 = l / 34;
          if (((i1 + 32 * b1 >= 1 && m >= i1 + 32 * b1 && i0 + 32 * b0 >= 1 && n >= i0 + 32 * b0)))
            s_A[i0][i1] = A[(32 * b0 - 1 + i0) * A_stride0 + 32 * b1 - 1 + i1];
        }
      }
      __syncthreads();
      if (m >= t1 + 32 * b1 + 2 && t1 + 32 * b1 >= 1) {
        for (I c1 = gpt_max(0, (-4) * b0 - (t0 + 7) / 8 + 1); c1 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + n - 2, 8)); ++c1) {
          B[(t0 + 32 * b0 + 8 * c1) * B_stride0 + t1 + 32 * b1] = gpt_mul(centre, s_A[t0 + 8 * c1 + 1][t1 + 1]) + gpt_mul(x, s_A[t0 + 8 * c1 + 1][t1] + s_A[t0 + 8 * c1 + 1][t1 + 2]) + gpt_mul(y, s_A[t0 + 8 * c1][t1 + 1] + s_A[t0 + 8 * c1 + 2][t1 + 1]) + gpt_mul(xy, s_A[t0 + 8 * c1][t1] + s_A[t0 + 8 * c1 + 2][t1 + 2]);
        }
      }
      __syncthreads();
    }
    __syncthreads(); // The next block's tiles use the same memory.
  }
}

// examples/heat-2d.c:9: S1
template <typename I>
static __global__ void __launch_bounds__(256, 2)
heat_2d_heat_9_k1(const double *__restrict__ B, double *__restrict__ A, const double x,
    const double y, const I n, const I m, const I B_stride0, const I A_stride0, const I b0_first,
    const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b1 >= 1 && m >= 32 * b1 + 33 && b0 >= 1 && n >= 32 * b0 + 33) {
      GPT_TILE(full)
      for (I c0 = 0; c0 <= 3; ++c0) {
        A[(t0 + 32 * b0 + 8 * c0) * A_stride0 + t1 + 32 * b1] = B[(t0 + 32 * b0 + 8 * c0) * B_stride0 + t1 + 32 * b1];
      }
    } else {
      GPT_TILE(partial)
      if (m >= t1 + 32 * b1 + 2 && t1 + 32 * b1 >= 1) {
        for (I c0 = gpt_max(0, (-4) * b0 - (t0 + 7) / 8 + 1); c0 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + n - 2, 8)); ++c0) {
          A[(t0 + 32 * b0 + 8 * c0) * A_stride0 + t1 + 32 * b1] = B[(t0 + 32 * b0 + 8 * c0) * B_stride0 + t1 + 32 * b1];
        }
      }
    }
  }
}


// examples/heat-2d.c:9
extern "C" int gputile_heat_2d_heat_9(long long steps, long long n, long long m,
    long long B_stride0, long long A_stride0, double *B, double centre, double *A, double x,
    double y, double xy) {
  static gpt_region region = {"heat_2d_heat_9", "examples/heat-2d.c", 9, {0}};
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
  gpt_size size;
  if (!gpt_array_B.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (!gpt_array_B.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'B' leaves its row");
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'A' leaves its row");
  if (gpt_overlap(gpt_array_B, gpt_array_A))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'B' and 'A' overlap");
  GPT_REHEARSE(gputile_heat_2d_heat_9(steps, n, m, B_stride0, A_stride0, B, centre, A, x, y, xy));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_B) ||
      !run.allocate(gpt_array_A) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  for (long long l0 = 0; l0 < steps; ++l0) {
    {
      const long long b0_first = 0;
      const long long b0_count = (gpt_floord(n - 2, 32)) - b0_first + 1;
      const long long b1_first = 0;
      const long long b1_count = (gpt_floord(m - 2, 32)) - b1_first + 1;
      const long long largest = gpt_largest({n, m, b0_first, b0_first + b0_count, b1_first,
          b1_first + b1_count});
      if (largest > 64051194700379477LL || b1_count > 2147483647)
        return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
      const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
      const dim3 block(32, 8);
      if (largest <= 29825251 && gpt_array_B.narrow() && gpt_array_A.narrow()) {
        GPUTILE_LAUNCH(heat_2d_heat_9_k0<int>, grid, block, 0, 0, gpt_array_B.pointer<double>(),
            centre, gpt_array_A.pointer<double>(), x, y, xy, (int)n, (int)m,
            (int)gpt_array_B.stride[0], (int)gpt_array_A.stride[0], (int)b0_first, (int)b0_count,
            (int)b1_first);
      } else {
        GPUTILE_LAUNCH(heat_2d_heat_9_k0<long long>, grid, block, 0, 0,
            gpt_array_B.pointer<double>(), centre, gpt_array_A.pointer<double>(), x, y, xy,
            (long long)n, (long long)m, (long long)gpt_array_B.stride[0],
            (long long)gpt_array_A.stride[0], (long long)b0_first, (long long)b0_count,
            (long long)b1_first);
      }
      if (!run.launched("heat_2d_heat_9_k0"))
        return run.status();
    }
    {
      const long long b0_first = 0;
      const long long b0_count = (gpt_floord(n - 2, 32)) - b0_first + 1;
      const long long b1_first = 0;
      const long long b1_count = (gpt_floord(m - 2, 32)) - b1_first + 1;
      const long long largest = gpt_largest({n, m, b0_first, b0_first + b0_count, b1_first,
          b1_first + b1_count});
      if (largest > 64051194700379477LL || b1_count > 2147483647)
        return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
      const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
      const dim3 block(32, 8);
      if (largest <= 29825251 && gpt_array_B.narrow() && gpt_array_A.narrow()) {
        GPUTILE_LAUNCH(heat_2d_heat_9_k1<int>, grid, block, 0, 0, gpt_array_B.pointer<double>(),
            gpt_array_A.pointer<double>(), x, y, (int)n, (int)m, (int)gpt_array_B.stride[0],
            (int)gpt_array_A.stride[0], (int)b0_first, (int)b0_count, (int)b1_first);
      } else {
        GPUTILE_LAUNCH(heat_2d_heat_9_k1<long long>, grid, block, 0, 0,
            gpt_array_B.pointer<double>(), gpt_array_A.pointer<double>(), x, y, (long long)n,
            (long long)m, (long long)gpt_array_B.stride[0], (long long)gpt_array_A.stride[0],
            (long long)b0_first, (long long)b0_count, (long long)b1_first);
      }
      if (!run.launched("heat_2d_heat_9_k1"))
        return run.status();
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_B);
  run.copyOut(gpt_array_A);
  return run.finish();
}
