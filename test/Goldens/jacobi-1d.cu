// examples/jacobi-1d.c:7

// S0 writes B, S1 writes A
// Blocks in the midst of the fields.
template <bool Aligned, typename I>
static __device__ __forceinline__ void jacobi_1d_jacobi_7_k0_full(double *__restrict__ B,
    double *__restrict__ A, double *__restrict__ A_next0, const I steps, const I h0, const I h1,
    const I b1) {
  const I t0 = threadIdx.x;
  const I x = 320 * b1 - 96 + 16 * t0;
  const unsigned own = t0 >= 6 && t0 < 26 ? 65535u : 0u;
  double *const B_to = B;
  const bool B_stores = steps - 1 >= (2 * h0 + h1) * 96 && steps - 1 < (2 * h0 + h1) * 96 + 96;
  const double *const A_from = h1 == 0 ? A : A_next0;
  double *const A_to = h1 == 0 ? A_next0 : A;
  double B_S0[2][1][16] = {};
  double A_S1[2][1][16] = {};
  gpt_load_cells<1, 16>(&A_S1[0][0], A_from + x, 0, Aligned);
  GPT_UNROLL_BY(4)
  for (int p = 0; p < 96; ++p) {
    // S0
    {
      const gpt_cells<double, 16, 1, 1> r0(A_S1[0][0]);
      GPT_UNROLL
      for (int v = 0; v < 16; ++v) {
        B_S0[1][0][v] = gpt_div_odd(r0[v - 1] + A_S1[0][0][v] + r0[v + 1], 3.0);
      }
    }
    // S1
    {
      GPT_UNROLL
      for (int v = 0; v < 16; ++v) {
        A_S1[1][0][v] = B_S0[1][0][v];
      }
    }
    GPT_UNROLL
    for (int v = 0; v < 16; ++v) {
      B_S0[0][0][v] = B_S0[1][0][v];
    }
    GPT_UNROLL
    for (int v = 0; v < 16; ++v) {
      A_S1[0][0][v] = A_S1[1][0][v];
    }
  }
  {
    if (B_stores) {
      gpt_store_cells<1, 16>(B_to + x, &B_S0[0][0], 0, own, false);
    }
  }
  {
    {
      gpt_store_cells<1, 16>(A_to + x, &A_S1[0][0], 0, own, Aligned);
    }
  }
}
template <typename I>
static __global__ void __launch_bounds__(32, 8)
jacobi_1d_jacobi_7_k0(double *__restrict__ B, double *__restrict__ A,
    double *__restrict__ A_next0, const I steps, const I n, const I h0, const I h1,
    const I b0_first, const I b1_first) {
  const I t0 = threadIdx.x;
  const I b0 = b0_first + (I)blockIdx.y;
  (void)b0;
  const I b1 = b1_first + (I)blockIdx.x;
  if (steps >= 192 * h0 + 96 * h1 + 96 && b1 >= 1 && n >= 320 * b1 + 417) {
    GPT_TILE(full)
    if (gpt_cells_aligned<16>(A, 0) && gpt_cells_aligned<16>(A_next0, 0))
      jacobi_1d_jacobi_7_k0_full<true>(B, A, A_next0, steps, h0, h1, b1);
    else
      jacobi_1d_jacobi_7_k0_full<false>(B, A, A_next0, steps, h0, h1, b1);
  } else {
    GPT_TILE(partial)
    const I x = 320 * b1 - 96 + 16 * t0;
    const unsigned own = t0 >= 6 && t0 < 26 ? 65535u : 0u;
    double *const B_to = B;
    unsigned B_cells = 0;
    GPT_UNROLL
    for (int v = 0; v < 16; ++v) {
      const I j = x + v;
      B_cells |= (unsigned)(n >= j + 2 && j >= 1) << v;
    }
    const bool B_stores = steps - 1 >= (2 * h0 + h1) * 96 && steps - 1 < (2 * h0 + h1) * 96 + 96;
    const double *const A_from = h1 == 0 ? A : A_next0;
    double *const A_to = h1 == 0 ? A_next0 : A;
    const bool A_from_aligned = gpt_cells_aligned<16>(A_from, 0);
    const bool A_to_aligned = gpt_cells_aligned<16>(A_to, 0);
    const I A_column_first = 0, A_column_last = n - 1;
    unsigned A_cells = 0;
    GPT_UNROLL
    for (int v = 0; v < 16; ++v) {
      A_cells |= (unsigned)(x + v >= A_column_first && x + v <= A_column_last) << v;
    }
    int S1_mask[16];
    GPT_UNROLL
    for (int v = 0; v < 16; ++v) {
      S1_mask[v] = gpt_own(B_cells >> v & 1 ? -1 : 0);
    }
    double B_S0[2][1][16] = {};
    double A_S1[2][1][16] = {};
    gpt_load_some<1, 16>(&A_S1[0][0], A_from + x, 0, A_cells, A_from_aligned);
    const int p_count = (int)gpt_min((I)96, steps - 1 - (2 * h0 + h1) * 96 + 1);
    GPT_UNROLL_BY(4)
    for (int p = 0; p < p_count; ++p) {
      // S0
      {
        const gpt_cells<double, 16, 1, 1> r0(A_S1[0][0]);
        GPT_UNROLL
        for (int v = 0; v < 16; ++v) {
          B_S0[1][0][v] = gpt_div_odd(r0[v - 1] + A_S1[0][0][v] + r0[v + 1], 3.0);
        }
      }
      // S1
      {
        GPT_UNROLL
        for (int v = 0; v < 16; ++v) {
          A_S1[1][0][v] = B_S0[1][0][v];
          A_S1[1][0][v] = gpt_choose(S1_mask[v], A_S1[1][0][v], A_S1[0][0][v]);
        }
      }
      GPT_UNROLL
      for (int v = 0; v < 16; ++v) {
        B_S0[0][0][v] = B_S0[1][0][v];
      }
      GPT_UNROLL
      for (int v = 0; v < 16; ++v) {
        A_S1[0][0][v] = A_S1[1][0][v];
      }
    }
    {
      if (B_stores) {
        const unsigned active = B_cells;
        gpt_store_some<1, 16>(B_to + x, &B_S0[0][0], 0, own & active, false);
      }
    }
    {
      {
        gpt_store_some<1, 16>(A_to + x, &A_S1[0][0], 0, own & A_cells, A_to_aligned);
      }
    }
  }
}

// Runs examples/jacobi-1d.c:7 on the device. Unless it returns 0, the original loops have to run.
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
  gpt_array gpt_array_A_next0("A", "double", sizeof(double), nullptr, 1);
  gpt_array_A_next0.box.set({0}, {n - 1});
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_B.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A_next0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (gpt_overlap(gpt_array_B, gpt_array_A))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'B' and 'A' overlap");
  GPT_REHEARSE(gputile_jacobi_1d_jacobi_7(steps, n, B, A));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_B) ||
      !run.allocate(gpt_array_A) ||
      !run.allocate(gpt_array_A_next0) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  for (long long l0 = 0; l0 <= (steps - 1) / 192; ++l0) {
    for (long long l1 = 0; l1 <= 1; ++l1) {
      {
        const long long h0 = l0;
        const long long h1 = l1;
        const long long b0_begin = 0;
        const long long b0_count = (0) - b0_begin + 1;
        const long long b1_first = 0;
        const long long b1_count = (gpt_floord(n - 1, 320)) - b1_first + 1;
        const long long largest = gpt_largest({steps, n, h0, h1, b0_begin, b0_begin + b0_count,
            b1_first, b1_first + b1_count});
        if (largest > 14411518807585585LL || b1_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        for (long long b0_first = b0_begin; b0_first < b0_begin + b0_count; b0_first += run.mostYZ) {
          const dim3 grid(gpt_grid_x(b1_count), run.gridYZ(b0_begin + b0_count - b0_first));
          const dim3 block(32);
          if (largest <= 6710884 && gpt_array_B.narrow() && gpt_array_A.narrow() && gpt_array_A_next0.narrow()) {
            GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k0<int>, grid, block, 0, 0, gpt_array_B.pointer<double>(),
                gpt_array_A.pointer<double>(), gpt_array_A_next0.pointer<double>(), (int)steps, (int)n,
                (int)h0, (int)h1, (int)b0_first, (int)b1_first);
          } else {
            GPUTILE_LAUNCH(jacobi_1d_jacobi_7_k0<long long>, grid, block, 0, 0,
                gpt_array_B.pointer<double>(), gpt_array_A.pointer<double>(),
                gpt_array_A_next0.pointer<double>(), steps, n, h0, h1, b0_first, b1_first);
          }
          if (!run.launched("jacobi_1d_jacobi_7_k0"))
            return run.status();
        }
      }
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_B);
  run.copyOut(gpt_array_A);
  return run.finish();
}
