// examples/sor-2d.c:5

// S0 writes A
template <typename I>
static __global__ void __launch_bounds__(256, sizeof(I) == 4 ? 2 : 1)
sor_2d_sor_5_k0(double *A, unsigned *progress, const I steps, const I n, const I m,
    const I A_stride0, const I h0_low, const I b0_low, const I b0_size, const I b1_low,
    const I b1_size) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  GPUTILE_SHARED(double, s_A, [49][80]);
  I earlier = 0; // Tickets of the launches before.
  I ticket = (I)gpt_take_ticket(progress);
  for (I w0 = 0; w0 <= (5 * steps + 2 * n + m - 6) / 32; ++w0) {
    const I h0 = w0;
    const I b0_first = gpt_max(b0_low, gpt_max(gpt_max(0, h0 + gpt_floord((-2) * steps - 2 * n - m - 16 * h0 + 22, 48) - 1), gpt_floord((-2) * n - m + 32 * h0 + 24, 80) - 1));
    const I b0_count = gpt_max(0, gpt_min(b0_low + b0_size - b0_first, gpt_min(gpt_floord(2 * h0 - 2, 5) + 2, gpt_floord(steps, 16)) - b0_first + 1));
    const I b1_first = gpt_max(b1_low, gpt_max(gpt_max(gpt_max(gpt_floord((-3) * steps - m + 32 * h0 - 30, 64), gpt_floord(-steps - m + 32 * h0 + 2, 128)), gpt_floord(-m + 32 * h0 + 4, 160)), 0));
    const I b1_count = gpt_max(0, gpt_min(b1_low + b1_size - b1_first, gpt_min(gpt_min(gpt_floord(steps + n - 2, 32), gpt_floord(3 * n + 32 * h0 - 25, 160) + 1), gpt_floord(h0 + 1, 2) + 1) - b1_first + 1));
    for (; ticket < earlier + b0_count * b1_count; ticket = (I)gpt_take_ticket(progress)) {
      const I v = ticket - earlier;
      const I b0 = b0_first + v / b1_count;
      const I b1 = b1_first + v % b1_count;
      unsigned *const done = progress + 1 + (((h0 - h0_low) * b0_size + b0 - b0_low) * b1_size + b1 - b1_low);
      if (gpt_first_thread()) {
        if (h0 >= 1 && 2 * b1 >= b0 && 2 * h0 + 1 >= 4 * b1 + 3 * b0 && steps >= 16 * b0 + 16 && n + 16 * b0 + 13 >= 32 * b1 && 2 * steps + n + m + 32 * b1 + 32 * b0 + 60 >= 32 * h0 && steps + m + 64 * b1 + 32 * b0 + 93 >= 32 * h0 && m + 96 * b1 + 32 * b0 + 123 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 124 >= 32 * h0 && n + m + 32 * b1 + 64 * b0 + 122 >= 32 * h0)
          gpt_wait(done - ((1 * b0_size - 1) * b1_size));
        if (h0 >= 1 && 2 * b1 + 1 >= b0 && 2 * h0 + 4 >= 4 * b1 + 3 * b0 && n + 16 * b0 + 13 >= 32 * b1 && 2 * steps + n + m + 32 * b1 + 32 * b0 + 60 >= 32 * h0 && steps + m + 64 * b1 + 32 * b0 + 93 >= 32 * h0 && m + 96 * b1 + 32 * b0 + 123 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 124 >= 32 * h0 && n + m + 32 * b1 + 64 * b0 + 122 >= 32 * h0)
          gpt_wait(done - ((1 * b0_size) * b1_size));
        if (h0 >= 1 && 2 * b1 >= b0 + 1 && 2 * h0 + 6 >= 4 * b1 + 3 * b0 && n + 16 * b0 + 13 >= 32 * b1 && m + 96 * b1 + 32 * b0 + 59 >= 32 * h0 && steps + m + 64 * b1 + 32 * b0 + 61 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 92 >= 32 * h0)
          gpt_wait(done - ((1 * b0_size) * b1_size + 1));
        if (h0 >= 1 && b0 >= 1 && 2 * b1 + 1 >= b0 && 2 * h0 + 6 >= 4 * b1 + 3 * b0 && n + 16 * b0 >= 32 * b1 + 3 && steps + m + 64 * b1 + 32 * b0 + 93 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 108 >= 32 * h0 && n + m + 32 * b1 + 64 * b0 + 90 >= 32 * h0)
          gpt_wait(done - ((1 * b0_size + 1) * b1_size));
        if (b0 >= 1 && 2 * b1 >= b0 && 2 * h0 + 6 >= 4 * b1 + 3 * b0 && n + 16 * b0 + 13 >= 32 * b1 && m + 96 * b1 + 32 * b0 + 27 >= 32 * h0 && steps + m + 64 * b1 + 32 * b0 + 29 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 44 >= 32 * h0)
          gpt_wait(done - ((1 * b0_size + 1) * b1_size + 1));
        if (b0 >= 2 && 2 * b1 + 1 >= b0 && 2 * h0 + 6 >= 4 * b1 + 3 * b0 && n + 16 * b0 >= 32 * b1 + 19 && m + 64 * b1 + 48 * b0 + 60 >= 32 * h0 && n + m + 32 * b1 + 64 * b0 + 26 >= 32 * h0)
          gpt_wait(done - ((1 * b0_size + 2) * b1_size));
      }
      __syncthreads();
      if (b0 >= 1 && 2 * b1 >= b0 + 1 && 2 * h0 >= 4 * b1 + 3 * b0 + 3 && n + 16 * b0 >= 32 * b1 + 33 && steps >= 16 * b0 + 15 && m + 64 * b1 + 48 * b0 >= 32 * h0 + 33) {
        GPT_TILE(full)
        for (I i0 = t0; i0 <= 48; i0 += 8) {
          const I first = gpt_max(-i0 + 32, i0 - 32);
          const I last = gpt_min(i0 + 63, -i0 + 95);
          GPT_UNROLL
          for (I i1 = first + t1; i1 < first + t1 + 64; i1 += 32) {
            if (i1 <= last)
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
          const I first = gpt_max(-i0 + 33, i0 - 31);
          const I last = gpt_min(i0 + 62, -i0 + 94);
          GPT_UNROLL
          for (I i1 = first + t1; i1 < first + t1 + 64; i1 += 32) {
            if (i1 <= last)
              A[(32 * b1 - 16 * b0 - 16 + i0) * A_stride0 + 32 * h0 - 64 * b1 - 48 * b0 - 47 + i1] = s_A[i0][i1];
          }
        }
      } else {
        if (2 * b1 + 1 >= b0 && h0 >= b1 + 2 * b0 && 2 * h0 + 1 >= 4 * b1 + 3 * b0 && n + 16 * b0 + 13 >= 32 * b1 && 2 * steps + n + m + 32 * b1 + 32 * b0 >= 32 * h0 + 4 && n + 32 * h0 + 28 >= 96 * b1 + 32 * b0 && steps + m + 64 * b1 + 32 * b0 + 29 >= 32 * h0 && m + 96 * b1 + 32 * b0 + 59 >= 32 * h0 && m + 64 * b1 + 48 * b0 + 44 >= 32 * h0 && n + m + 32 * b1 + 64 * b0 + 26 >= 32 * h0) {
          GPT_TILE(partial)
          for (I i0 = gpt_max(gpt_max(16 * b0 - 32 * b1 + 16, 0), -m + 32 * h0 - 48 * b0 - 64 * b1 - 14) + t0; i0 <= gpt_min(gpt_min(gpt_min(m - 32 * h0 + 48 * b0 + 64 * b1 + 78, n + 16 * b0 - 32 * b1 + 15), 48), 32 * h0 - 48 * b0 - 64 * b1 + 48); i0 += 8) {
            const I first = gpt_max(gpt_max((-32) * h0 + 48 * b0 + 64 * b1 + 47, -i0 + 32), i0 - 32);
            const I last = gpt_min(gpt_min(m - 32 * h0 + 48 * b0 + 64 * b1 + 46, -i0 + 95), i0 + 63);
            GPT_UNROLL
            for (I i1 = first + t1; i1 < first + t1 + 64; i1 += 32) {
              if (i1 <= last)
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
          for (I i0 = gpt_max(gpt_max(gpt_max(gpt_max(gpt_max(16 * b0 - 32 * b1 + 17, 1), (-32) * h0 + 48 * b0 + 64 * b1 - 14), -m + 32 * h0 - 48 * b0 - 64 * b1 - 12), -steps + 16 * b0 + 16), (-2) * steps - m + 32 * h0 - 16 * b0 - 64 * b1 + 18) + t0; i0 <= gpt_min(gpt_min(gpt_min(gpt_min(gpt_min(32 * h0 - 48 * b0 - 64 * b1 + 46, 32 * h0 - 16 * b0 - 64 * b1 + 44), m - 32 * h0 + 48 * b0 + 64 * b1 + 76), n + 16 * b0 - 32 * b1 + 14), 47), 16 * b0 + 46); i0 += 8) {
            const I first = gpt_max(gpt_max(gpt_max((-32) * h0 + 48 * b0 + 64 * b1 + 48, -i0 + 33), (-2) * steps + 32 * b0 - i0 + 63), i0 - 31);
            const I last = gpt_min(gpt_min(gpt_min(m - 32 * h0 + 48 * b0 + 64 * b1 + 45, 32 * b0 - i0 + 92), i0 + 62), -i0 + 94);
            GPT_UNROLL
            for (I i1 = first + t1; i1 < first + t1 + 64; i1 += 32) {
              if (i1 <= last)
                A[((-16) * b0 + 32 * b1 - 16 + i0) * A_stride0 + 32 * h0 - 48 * b0 - 64 * b1 - 47 + i1] = s_A[i0][i1];
            }
          }
        }
      }
      gpt_signal(done);
    }
    earlier += b0_count * b1_count;
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
  {
    const long long h0_low = 0;
    const long long h0_size = (gpt_floord(5 * steps + 2 * n + m - 6, 32)) - h0_low + 1;
    const long long b0_low = 0;
    const long long b0_size = (gpt_floord(steps, 16)) - b0_low + 1;
    const long long b1_low = 0;
    const long long b1_size = (gpt_floord(steps + n - 2, 32)) - b1_low + 1;
    const long long largest = gpt_largest({steps, n, m, h0_low, h0_low + h0_size, b0_low,
        b0_low + b0_size, b1_low, b1_low + b1_size});
    const long long blocks = gpt_volume({h0_size, b0_size, b1_size});
    if (largest > 30340039594917021LL || blocks > 1073741824)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 block(32, 8);
    unsigned *const progress = run.progress(blocks);
    if (!progress)
      return run.status();
    if (largest <= 14128177 && gpt_array_A.narrow()) {
      const unsigned grid = run.resident(sor_2d_sor_5_k0<int>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(sor_2d_sor_5_k0<int>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), progress, (int)steps, (int)n, (int)m,
            (int)gpt_array_A.stride[0], (int)h0_low, (int)b0_low, (int)b0_size, (int)b1_low,
            (int)b1_size);
    } else {
      const unsigned grid = run.resident(sor_2d_sor_5_k0<long long>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(sor_2d_sor_5_k0<long long>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), progress, steps, n, m, gpt_array_A.stride[0], h0_low,
            b0_low, b0_size, b1_low, b1_size);
    }
    if (!run.launched("sor_2d_sor_5_k0"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_A);
  return run.finish();
}
