// examples/sor-2d.c:5

// S0 writes A
template <typename I>
static __global__ void __launch_bounds__(256, 2)
sor_2d_sor_5_k0(double *__restrict__ A, const I steps, const I n, const I m, const I A_stride0,
    const I h0, const I b0_first, const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  GPUTILE_SHARED(double, s_A, [49][80]);
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b0 >= 1 && 2 * b1 >= b0 + 1 && 2 * h0 >= 4 * b1 + 3 * b0 + 3 && n + 16 * b0 >= 32 * b1 + 33 && steps >= 16 * b0 + 15 && m + 64 * b1 + 48 * b0 >= 32 * h0 + 33) {
      GPT_TILE(full)
      for (I i0 = t0; i0 <= 48; i0 += 8) {
        for (I i1 = gpt_max(i0 - 32, -i0 + 32) + t1; i1 <= gpt_min(i0 + 63, -i0 + 95); i1 += 32) {
          if ((((i0 >= 1 && i0 <= 47)) || ((i1 >= 1 && i1 <= 78))))
            s_A[i0][i1] = A[(32 * b1 - 16 * b0 - 16 + i0) * A_stride0 + 32 * h0 - 64 * b1 - 48 * b0 - 47 + i1];
        }
      }
      __syncthreads();
      for (I c1 = 0; c1 <= 31; ++c1) {
        for (I c3 = 0; c3 <= 1; ++c3) {
          s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 47] = gpt_div_odd(s_A[t1 - t0 - 8 * c3 + 15][-t1 - t0 + c1 - 8 * c3 + 47] + s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 46] + s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 47] + s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 48] + s_A[t1 - t0 - 8 * c3 + 17][-t1 - t0 + c1 - 8 * c3 + 47], 5.0);
        }
        __syncthreads();
      }
      for (I i0 = 1 + t0; i0 <= 47; i0 += 8) {
        for (I i1 = gpt_max(i0 - 31, -i0 + 33) + t1; i1 <= gpt_min(i0 + 62, -i0 + 94); i1 += 32) {
          A[(32 * b1 - 16 * b0 - 16 + i0) * A_stride0 + 32 * h0 - 64 * b1 - 48 * b0 - 47 + i1] = s_A[i0][i1];
        }
      }
    } else {
      if (2 * b1 + 1 >= b0 && 2 * h0 + 1 >= 4 * b1 + 3 * b0 && n + 16 * b0 + 13 >= 32 * b1 && 2 * steps + n + m + 32 * b1 + 32 * b0 >= 32 * h0 + 4 && steps + m + 64 * b1 + 32 * b0 + 29 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 44 >= 32 * h0 && n + m + 32 * b1 + 64 * b0 + 26 >= 32 * h0) {
        GPT_TILE(partial)
        for (I i0 = t0; i0 < 49; i0 += 8) {
          for (I i1 = t1; i1 < 80; i1 += 32) {
            if ((((i1 + i0 >= 32 && i0 >= 1 && i1 + 32 >= i0 && i0 <= 47 && i0 + 63 >= i1 && i1 + i0 <= 95 && i0 + steps >= 16 * b0 + 16 && 16 * b0 + 46 >= i0 && i1 + i0 + 2 * steps >= 32 * b0 + 62 && 32 * b0 + 93 >= i1 + i0 && i0 + 32 * b1 >= 16 * b0 + 17 && n + 16 * b0 + 14 >= i0 + 32 * b1 && i1 + 32 * h0 >= 48 * b0 + 64 * b1 + 47 && i0 + 2 * steps + m + 16 * b0 + 64 * b1 >= 32 * h0 + 18 && i0 + m + 48 * b0 + 64 * b1 + 12 >= 32 * h0 && i0 + 32 * h0 + 14 >= 48 * b0 + 64 * b1 && 32 * h0 + 44 >= i0 + 16 * b0 + 64 * b1 && m + 48 * b0 + 64 * b1 + 46 >= i1 + 32 * h0 && 32 * h0 + 46 >= i0 + 48 * b0 + 64 * b1 && m + 48 * b0 + 64 * b1 + 76 >= i0 + 32 * h0)) || ((i1 >= 1 && i1 <= 78 && i1 + i0 >= 32 && i1 + 32 >= i0 && i0 + 63 >= i1 && i1 + i0 <= 95 && i1 + steps >= 16 * b0 + 16 && i0 + steps >= 16 * b0 + 15 && 16 * b0 + 47 >= i0 && 16 * b0 + 77 >= i1 && i1 + i0 + 2 * steps >= 32 * b0 + 62 && 32 * b0 + 93 >= i1 + i0 && i1 + 2 * steps + n >= 16 * b0 + 32 * b1 + 49 && i1 + n + 16 * b0 >= 32 * b1 + 19 && i0 + 32 * b1 >= 16 * b0 + 16 && i1 + 32 * b1 + 14 >= 16 * b0 && n + 16 * b0 + 15 >= i0 + 32 * b1 && 16 * b0 + 32 * b1 + 75 >= i1 && n + 16 * b0 + 76 >= i1 + 32 * b1 && 32 * b1 + 77 >= i1 + 16 * b0 && i1 + 32 * h0 >= 48 * b0 + 64 * b1 + 48 && m + 48 * b0 + 64 * b1 + 45 >= i1 + 32 * h0))))
              s_A[i0][i1] = A[((-16) * b0 + 32 * b1 - 16 + i0) * A_stride0 + 32 * h0 - 48 * b0 - 64 * b1 - 47 + i1];
          }
        }
        __syncthreads();
        for (I c1 = 0; c1 <= 31; ++c1) {
          for (I c3 = gpt_max(gpt_max(gpt_max(0, (-2) * b0 - (t0 + 7) / 8 + 1), (-2) * b0 + 4 * b1 + gpt_floord(t1 - t0 - n + 1, 8) + 1), 4 * h0 - 6 * b0 - 8 * b1 + gpt_floord(-t1 - t0 - m + c1 + 1, 8) + 1); c3 <= gpt_min(gpt_min(gpt_min(1, (-2) * b0 + 4 * b1 + gpt_floord(t1 - t0 - 1, 8)), (-2) * b0 + gpt_floord(-t0 + steps, 8)), 4 * h0 - 6 * b0 - 8 * b1 + gpt_floord(-t1 - t0 + c1 - 1, 8)); ++c3) {
            s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 47] = gpt_div_odd(s_A[t1 - t0 - 8 * c3 + 15][-t1 - t0 + c1 - 8 * c3 + 47] + s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 46] + s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 47] + s_A[t1 - t0 - 8 * c3 + 16][-t1 - t0 + c1 - 8 * c3 + 48] + s_A[t1 - t0 - 8 * c3 + 17][-t1 - t0 + c1 - 8 * c3 + 47], 5.0);
          }
          __syncthreads();
        }
        for (I i0 = t0; i0 < 49; i0 += 8) {
          for (I i1 = t1; i1 < 80; i1 += 32) {
            if (((i1 + i0 >= 33 && i0 >= 1 && i1 + 31 >= i0 && i0 <= 47 && i0 + 62 >= i1 && i1 + i0 <= 94 && i0 + steps >= 16 * b0 + 16 && 16 * b0 + 46 >= i0 && i1 + i0 + 2 * steps >= 32 * b0 + 63 && 32 * b0 + 92 >= i1 + i0 && i0 + 32 * b1 >= 16 * b0 + 17 && n + 16 * b0 + 14 >= i0 + 32 * b1 && i1 + 32 * h0 >= 48 * b0 + 64 * b1 + 48 && m + 48 * b0 + 64 * b1 + 45 >= i1 + 32 * h0)))
              A[((-16) * b0 + 32 * b1 - 16 + i0) * A_stride0 + 32 * h0 - 48 * b0 - 64 * b1 - 47 + i1] = s_A[i0][i1];
          }
        }
      }
    }
    __syncthreads(); // The next block's tiles use the same memory.
  }
}

// Runs examples/sor-2d.c:5 on the device. Unless it returns 0, the original loops have to run.
extern "C" int gputile_sor_2d_sor_5(long long steps, long long n, long long m,
    long long A_stride0, double *A) {
  static gpt_region region = {"sor_2d_sor_5", "examples/sor-2d.c", 5, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (gpt_largest({steps, n, m}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(steps >= 1 && n >= 3 && m >= 3))
    return gpt_run::nothing();
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 2);
  gpt_array_A.stride[0] = A_stride0;
  gpt_array_A.stride[1] = 1;
  gpt_array_A.box.set({0, 0}, {n - 1, m - 1});
  gpt_array_A.in.set({0, 0}, {n - 1, m - 1});
  gpt_array_A.out.set({1, 1}, {n - 2, m - 2});
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'A' leaves its row");
  GPT_REHEARSE(gputile_sor_2d_sor_5(steps, n, m, A_stride0, A));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_A) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  for (long long l0 = 0; l0 <= (5 * steps + 2 * n + m - 6) / 32; ++l0) {
    {
      const long long h0 = l0;
      const long long b0_first = gpt_max(gpt_max(h0 + gpt_floord((-3) * steps - 2 * n - m + 5, 32) + 1, gpt_floord((-2) * n - m + 32 * h0 + 40, 80)), 0);
      const long long b0_count = gpt_max(0, gpt_min(gpt_floord(steps, 16), gpt_floord(2 * h0 + 1, 5)) - b0_first + 1);
      const long long b1_first = gpt_max(gpt_max(gpt_max(gpt_max(gpt_max(gpt_floord(-steps - m + 32 * h0 - 62, 128) + 1, gpt_floord(-m + 32 * h0 + 68, 160)), 0), h0 + gpt_floord((-4) * steps - n - m + 3, 32) + 1), gpt_floord((-3) * steps - m + 32 * h0 - 30, 64) + 1), gpt_floord((-2) * steps - n - m + 32 * h0 - 29, 96) + 1);
      const long long b1_count = gpt_max(0, gpt_min(gpt_min(gpt_floord(3 * n + 32 * h0 + 54, 160), gpt_floord(h0, 2)), gpt_floord(steps + n - 2, 32)) - b1_first + 1);
      if (b0_count > 0 && b1_count > 0) {
        const long long largest = gpt_largest({steps, n, m, h0, b0_first, b0_first + b0_count,
            b1_first, b1_first + b1_count});
        if (largest > 30340039594916594LL || b1_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
        const dim3 block(32, 8);
        if (largest <= 14127750 && gpt_array_A.narrow()) {
          GPUTILE_LAUNCH(sor_2d_sor_5_k0<int>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
              (int)steps, (int)n, (int)m, (int)gpt_array_A.stride[0], (int)h0, (int)b0_first,
              (int)b0_count, (int)b1_first);
        } else {
          GPUTILE_LAUNCH(sor_2d_sor_5_k0<long long>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
              steps, n, m, gpt_array_A.stride[0], h0, b0_first, b0_count, b1_first);
        }
        if (!run.launched("sor_2d_sor_5_k0"))
          return run.status();
      }
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_A);
  return run.finish();
}
