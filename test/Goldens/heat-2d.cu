// examples/heat-2d.c:9

// S0 writes B, S1 writes A
// Blocks in the midst of the fields.
template <bool Aligned, typename I>
static __device__ __forceinline__ void heat_2d_heat_9_k0_full(double *__restrict__ B,
    const double centre, double *__restrict__ A, const double x, const double y, const double xy,
    double *__restrict__ A_next0, const I steps, const I B_stride0, const I A_stride0,
    const I A_next0_stride0, const I h0, const I h1, const I b0, const I b1, const I b0_last) {
  gpt_apart();
  const I t0 = threadIdx.x;
  const I z_first = 8 * b0 - 5, z_last = 8 * b0_last + 10;
  const I x_1 = 120 * b1 - 4 + 4 * t0;
  const unsigned own = t0 >= 1 && t0 < 31 ? 15u : 0u;
  double *const B_to = B;
  const I B_to_pitch = B_stride0;
  const bool B_stores = steps - 1 >= (2 * h0 + h1) * 4 && steps - 1 < (2 * h0 + h1) * 4 + 4;
  const double *const A_from = h1 == 0 ? A : A_next0;
  double *const A_to = h1 == 0 ? A_next0 : A;
  const I A_from_pitch = h1 == 0 ? A_stride0 : A_next0_stride0, A_to_pitch = h1 == 0 ? A_next0_stride0 : A_stride0;
  double A_ahead[2][4];
  double B_S0[5][1][4] = {};
  double A_S1[5][3][4] = {};
  {
    const I i = gpt_min((I)(z_first + 1), z_last + 1);
    gpt_load_cells<1, 4>(&A_ahead[0], A_from + i * A_from_pitch + x_1, 0, Aligned);
  }
  {
    const I i = gpt_min((I)(z_first + 2), z_last + 1);
    gpt_load_cells<1, 4>(&A_ahead[1], A_from + i * A_from_pitch + x_1, 0, Aligned);
  }
  const I z_full_first = (I)(z_first + 8);
  const I z_full_last = (I)(z_last - 2);
  I z = z_first;
  const auto row = [&](const bool full) __attribute__((always_inline)) {
    GPT_UNROLL
    for (int v = 0; v < 4; ++v) {
      A_S1[0][0][v] = A_ahead[0][v];
      A_ahead[0][v] = A_ahead[1][v];
    }
    {
      const I i = full ? z + 3 : gpt_min((I)(z + 3), z_last + 1);
      gpt_load_cells<1, 4>(&A_ahead[1], A_from + i * A_from_pitch + x_1, 0, Aligned);
    }
    GPT_UNROLL
    for (int p = 0; p < 4; ++p) {
      if (full || z >= z_first + 2 + 2 * p) {
        // S0
        {
          const gpt_cells<double, 4, 1, 0> r0(A_S1[p][2]);
          const gpt_cells<double, 4, 1, 1> r1(A_S1[p][1]);
          const gpt_cells<double, 4, 0, 1> r2(A_S1[p][0]);
          GPT_UNROLL
          for (int v = 0; v < 4; ++v) {
            B_S0[p + 1][0][v] = gpt_mul(centre, A_S1[p][1][v]) + gpt_mul(x, r1[v - 1] + r1[v + 1]) + gpt_mul(y, A_S1[p][2][v] + A_S1[p][0][v]) + gpt_mul(xy, r0[v - 1] + r2[v + 1]);
          }
        }
        // S1
        {
          GPT_UNROLL
          for (int v = 0; v < 4; ++v) {
            A_S1[p + 1][0][v] = B_S0[p + 1][0][v];
          }
        }
      }
    }
    {
      const I i = z - 3;
      if (B_stores && (full || (i >= z_first + 5 && i <= z_last - 3))) {
        gpt_store_cells<1, 4>(B_to + i * B_to_pitch + x_1, &B_S0[4][0], 0, own, false);
      }
    }
    {
      const I i = z - 3;
      if (full || (i >= z_first + 5 && i <= z_last - 3)) {
        gpt_store_cells<1, 4>(A_to + i * A_to_pitch + x_1, &A_S1[4][0], 0, own, Aligned);
      }
    }
    GPT_UNROLL
    for (int p = 0; p < 5; ++p) {
      GPT_UNROLL
      for (int v = 0; v < 4; ++v) {
        A_S1[p][2][v] = A_S1[p][1][v];
        A_S1[p][1][v] = A_S1[p][0][v];
      }
    }
  };
  GPT_UNROLL_BY(1)
  for (I z_stop = gpt_min(z_full_first, (I)(z_last + 1)); z <= z_last; z_stop = z_last + 1) {
    GPT_UNROLL_BY(1)
    for (; z < z_stop; ++z)
      row(false);
    GPT_UNROLL_BY(1)
    while (z + 2 <= z_full_last)
      GPT_UNROLL
      for (int next = 0; next < 3; ++next, ++z)
        row(true);
  }
}
// Other blocks.
template <bool Last, typename I>
static __device__ __forceinline__ void heat_2d_heat_9_k0_border(double *__restrict__ B,
    const double centre, double *__restrict__ A, const double x, const double y, const double xy,
    double *__restrict__ A_next0, const I steps, const I n, const I m, const I B_stride0,
    const I A_stride0, const I A_next0_stride0, const I h0, const I h1, const I b0, const I b1,
    const I b0_last) {
  gpt_apart();
  const I t0 = threadIdx.x;
  const I z_first = 8 * b0 - 5, z_last = 8 * b0_last + 10;
  const I x_1 = 120 * b1 - 4 + 4 * t0;
  const unsigned own = t0 >= 1 && t0 < 31 ? 15u : 0u;
  double *const B_to = B;
  const I B_to_pitch = B_stride0;
  unsigned B_cells = 0;
  GPT_UNROLL
  for (int v = 0; v < 4; ++v) {
    const I j = x_1 + v;
    B_cells |= (unsigned)(m >= j + 2 && j >= 1) << v;
  }
  const int B_last_step = Last && steps - 1 >= (2 * h0 + h1) * 4 && steps - 1 < (2 * h0 + h1) * 4 + 4 ? (int)(steps - 1 - (2 * h0 + h1) * 4) : -1;
  const double *const A_from = h1 == 0 ? A : A_next0;
  double *const A_to = h1 == 0 ? A_next0 : A;
  const I A_from_pitch = h1 == 0 ? A_stride0 : A_next0_stride0, A_to_pitch = h1 == 0 ? A_next0_stride0 : A_stride0;
  const bool A_from_aligned = gpt_cells_aligned<4>(A_from, A_from_pitch);
  const bool A_to_aligned = gpt_cells_aligned<4>(A_to, A_to_pitch);
  const I A_row_first = 0, A_row_last = n - 1;
  const I A_column_first = 0, A_column_last = m - 1;
  unsigned A_cells = 0;
  GPT_UNROLL
  for (int v = 0; v < 4; ++v) {
    A_cells |= (unsigned)(x_1 + v >= A_column_first && x_1 + v <= A_column_last) << v;
  }
  double A_ahead[2][4];
  double B_S0[5][1][4] = {};
  double A_S1[5][3][4] = {};
  {
    const I i = z_first + 1;
    gpt_load_some<1, 4>(&A_ahead[0], A_from + gpt_min(gpt_max(i, A_row_first), A_row_last) * A_from_pitch + x_1, 0, i >= A_row_first && i <= A_row_last ? A_cells : 0u, A_from_aligned);
  }
  {
    const I i = z_first + 2;
    gpt_load_some<1, 4>(&A_ahead[1], A_from + gpt_min(gpt_max(i, A_row_first), A_row_last) * A_from_pitch + x_1, 0, i >= A_row_first && i <= A_row_last ? A_cells : 0u, A_from_aligned);
  }
  GPT_UNROLL_BY(1)
  for (I z = z_first; z <= z_last; ++z) {
    GPT_UNROLL
    for (int v = 0; v < 4; ++v) {
      A_S1[0][0][v] = A_ahead[0][v];
      A_ahead[0][v] = A_ahead[1][v];
    }
    {
      const I i = z + 3;
      gpt_load_some<1, 4>(&A_ahead[1], A_from + gpt_min(gpt_max(i, A_row_first), A_row_last) * A_from_pitch + x_1, 0, i >= A_row_first && i <= A_row_last ? A_cells : 0u, A_from_aligned);
    }
    GPT_UNROLL
    for (int p = 0; p < 4; ++p) {
      if (z >= z_first + 2 + 2 * p) {
        // S0
        {
          const gpt_cells<double, 4, 1, 0> r0(A_S1[p][2]);
          const gpt_cells<double, 4, 1, 1> r1(A_S1[p][1]);
          const gpt_cells<double, 4, 0, 1> r2(A_S1[p][0]);
          GPT_UNROLL
          for (int v = 0; v < 4; ++v) {
            B_S0[p + 1][0][v] = gpt_mul(centre, A_S1[p][1][v]) + gpt_mul(x, r1[v - 1] + r1[v + 1]) + gpt_mul(y, A_S1[p][2][v] + A_S1[p][0][v]) + gpt_mul(xy, r0[v - 1] + r2[v + 1]);
          }
        }
        if (p == B_last_step) {
          const I i = z - p;
          if (i >= z_first + 5 && i <= z_last - 3) {
            const unsigned active = n >= i + 2 && i >= 1 ? B_cells : 0u;
            gpt_store_some<1, 4>(B_to + (long long)i * B_to_pitch + x_1, &B_S0[p + 1][0], 0, own & active, false);
          }
        }
        // S1
        {
          const I t = (2 * h0 + h1) * 4 + p;
          const I i = z - p;
          const bool active = steps >= t + 1 && n >= i + 2 && i >= 1;
          GPT_UNROLL
          for (int v = 0; v < 4; ++v) {
            A_S1[p + 1][0][v] = A_S1[p][1][v];
            if (active && B_cells >> v & 1) {
              A_S1[p + 1][0][v] = B_S0[p + 1][0][v];
            }
          }
        }
      }
    }
    {
      const I i = z - 3;
      if (i >= z_first + 5 && i <= z_last - 3 && i >= A_row_first && i <= A_row_last) {
        gpt_store_some<1, 4>(A_to + i * A_to_pitch + x_1, &A_S1[4][0], 0, own & A_cells, A_to_aligned);
      }
    }
    GPT_UNROLL
    for (int p = 0; p < 5; ++p) {
      GPT_UNROLL
      for (int v = 0; v < 4; ++v) {
        A_S1[p][2][v] = A_S1[p][1][v];
        A_S1[p][1][v] = A_S1[p][0][v];
      }
    }
  }
}
template <typename I>
static __global__ void __launch_bounds__(32, sizeof(I) == 4 ? 12 : 8)
heat_2d_heat_9_k0(double *__restrict__ B, const double centre, double *__restrict__ A,
    const double x, const double y, const double xy, double *__restrict__ A_next0, const I steps,
    const I n, const I m, const I B_stride0, const I A_stride0, const I A_next0_stride0,
    const I h0, const I h1, const I b0_first, const I b0_count, const I b1_first,
    const I b1_count, const I b0_each) {
  const I b0 = b0_first + gpt_row_first((I)blockIdx.x, b0_count, b1_count, b0_each);
  const I b0_last = b0_first + gpt_row_last((I)blockIdx.x, b0_count, b1_count, b0_each);
  if (b0 <= b0_last) {
    const I b1 = b1_first + gpt_row_column((I)blockIdx.x, b0_count, b1_count, b0_each);
    if (b0 >= 2 && n >= 8 * b0_last + 12 && steps >= 8 * h0 + 4 * h1 + 4 && b1 >= 1 && m >= 120 * b1 + 125) {
      GPT_TILE(full)
      if (gpt_cells_aligned<4>(A, A_stride0) && gpt_cells_aligned<4>(A_next0, A_next0_stride0))
        heat_2d_heat_9_k0_full<true>(B, centre, A, x, y, xy, A_next0, steps, B_stride0, A_stride0,
          A_next0_stride0, h0, h1, b0, b1, b0_last);
      else
        heat_2d_heat_9_k0_full<false>(B, centre, A, x, y, xy, A_next0, steps, B_stride0,
          A_stride0, A_next0_stride0, h0, h1, b0, b1, b0_last);
    } else {
      GPT_TILE(partial)
      if (8 * h0 + 4 * h1 + 4 >= steps)
        heat_2d_heat_9_k0_border<true>(B, centre, A, x, y, xy, A_next0, steps, n, m, B_stride0,
          A_stride0, A_next0_stride0, h0, h1, b0, b1, b0_last);
      else
        heat_2d_heat_9_k0_border<false>(B, centre, A, x, y, xy, A_next0, steps, n, m, B_stride0,
          A_stride0, A_next0_stride0, h0, h1, b0, b1, b0_last);
    }
  }
}

// Runs examples/heat-2d.c:9 on the device. Unless it returns 0, the original loops have to run.
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
  gpt_array gpt_array_A_next0("A", "double", sizeof(double), nullptr, 2);
  gpt_array_A_next0.box.set({0, 0}, {n - 1, m - 1});
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_B.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (!gpt_array_B.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'B' leaves its row");
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'A' leaves its row");
  if (!gpt_array_A_next0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (gpt_overlap(gpt_array_B, gpt_array_A))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'B' and 'A' overlap");
  GPT_REHEARSE(gputile_heat_2d_heat_9(steps, n, m, B_stride0, A_stride0, B, centre, A, x, y, xy));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_B) ||
      !run.allocate(gpt_array_A) ||
      !run.allocate(gpt_array_A_next0) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  for (long long l0 = 0; l0 <= (steps - 1) / 8; ++l0) {
    for (long long l1 = 0; l1 <= 1; ++l1) {
      {
        const long long h0 = l0;
        const long long h1 = l1;
        const long long b0_first = 0;
        const long long b0_count = (gpt_floord(n - 1, 8)) - b0_first + 1;
        const long long b1_first = 0;
        const long long b1_count = (gpt_floord(m - 1, 120)) - b1_first + 1;
        const long long largest = gpt_largest({steps, n, m, h0, h1, b0_first, b0_first + b0_count,
            b1_first, b1_first + b1_count});
        if (largest > 38430716820228211LL || gpt_volume({b0_count, b1_count}) > 536870912)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const long long b0_each = run.rowBlocks(b0_count, b1_count, 8, 8, 12);
        const dim3 grid(gpt_grid_x(gpt_row_warps(b0_count, b1_count, b0_each)));
        const dim3 block(32);
        if (largest <= 17895675 && gpt_array_B.narrow() && gpt_array_A.narrow() && gpt_array_A_next0.narrow()) {
          GPUTILE_LAUNCH(heat_2d_heat_9_k0<int>, grid, block, 0, 0, gpt_array_B.pointer<double>(),
              centre, gpt_array_A.pointer<double>(), x, y, xy, gpt_array_A_next0.pointer<double>(),
              (int)steps, (int)n, (int)m, (int)gpt_array_B.stride[0], (int)gpt_array_A.stride[0],
              (int)gpt_array_A_next0.stride[0], (int)h0, (int)h1, (int)b0_first, (int)b0_count,
              (int)b1_first, (int)b1_count, (int)b0_each);
        } else {
          GPUTILE_LAUNCH(heat_2d_heat_9_k0<long long>, grid, block, 0, 0,
              gpt_array_B.pointer<double>(), centre, gpt_array_A.pointer<double>(), x, y, xy,
              gpt_array_A_next0.pointer<double>(), steps, n, m, gpt_array_B.stride[0],
              gpt_array_A.stride[0], gpt_array_A_next0.stride[0], h0, h1, b0_first, b0_count,
              b1_first, b1_count, b0_each);
        }
        if (!run.launched("heat_2d_heat_9_k0"))
          return run.status();
      }
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_B);
  run.copyOut(gpt_array_A);
  return run.finish();
}
