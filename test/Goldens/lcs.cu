// examples/lcs.c:6

// S0 writes L
template <typename I>
static __global__ void __launch_bounds__(64, 8)
lcs_lcs_6_k0(const char *__restrict__ x, const char *__restrict__ y, int *L, unsigned *progress,
    const I n, const I m, const I L_size1, const I L_stride0, const I h0_low, const I b0_low,
    const I b0_size) {
  const I t0 = threadIdx.x;
  GPUTILE_SHARED(char, s_x, [64]);
  GPUTILE_SHARED(char, s_y, [127]);
  GPUTILE_SHARED(int, s_L, [65][128]);
  I earlier = 0; // Tickets of the launches before.
  I ticket = (I)gpt_take_ticket(progress);
  for (I w0 = 0; w0 <= (2 * n + m) / 64; ++w0) {
    const I h0 = w0;
    const I b0_first = gpt_max(b0_low, gpt_max(gpt_max(h0 + gpt_floord(-n - m - 1, 64) + 1, 0), gpt_floord(-m + 64 * h0 + 64, 128)));
    const I b0_count = gpt_max(0, gpt_min(b0_low + b0_size - b0_first, gpt_max(0, gpt_min(gpt_floord(n, 64), gpt_floord(h0 + 1, 2)) - b0_first + 1)));
    for (; ticket < earlier + b0_count; ticket = (I)gpt_take_ticket(progress)) {
      const I v = ticket - earlier;
      const I b0 = b0_first + v;
      unsigned *const done = progress + 1 + ((h0 - h0_low) * b0_size + b0 - b0_low);
      if (gpt_first_thread()) {
        if (h0 >= b0 + 1 && h0 >= 2 * b0)
          gpt_wait(done - (1 * b0_size));
        if (b0 >= 1 && m + 128 * b0 >= 64 * h0 + 1)
          gpt_wait(done - (1 * b0_size + 1));
      }
      __syncthreads();
      if (b0 >= 1 && h0 >= 2 * b0 + 1 && n >= 64 * b0 + 63 && m + 128 * b0 >= 64 * h0 + 63) {
        GPT_TILE(full)
        s_x[t0] = x[64 * b0 - 1 + t0];
        for (I i0 = t0; i0 < 127; i0 += 64) {
          s_y[i0] = y[64 * h0 - 128 * b0 - 64 + i0];
        }
        if (L_size1 + 128 * b0 + 63 >= 64 * h0) {
          const I l = t0;
          for (I i0 = gpt_max(0, -L_size1 + 64 * h0 - 128 * b0) + l / 16; i0 <= 64; i0 += 4) {
            const I first = gpt_max(0, -i0 + 63);
            const I last = gpt_min(gpt_min(127, L_size1 - 64 * h0 + 128 * b0 + 63), -i0 + 128);
            GPT_UNROLL
            for (I i1 = first + l % 16; i1 < first + l % 16 + 80; i1 += 16) {
              if (i1 <= last)
                s_L[i0][i1] = L[(64 * b0 - 1 + i0) * L_stride0 + 64 * h0 - 128 * b0 - 64 + i1];
            }
          }
        }
        __syncthreads();
        for (I c1 = 0; c1 <= 63; ++c1) {
          if (((int)s_x[t0]) == ((int)s_y[-t0 + c1 + 63])) { s_L[t0 + 1][-t0 + c1 + 64] = s_L[t0][-t0 + c1 + 63] + 1; } else { s_L[t0 + 1][-t0 + c1 + 64] = (s_L[t0][-t0 + c1 + 64] > s_L[t0 + 1][-t0 + c1 + 63]) ? s_L[t0][-t0 + c1 + 64] : s_L[t0 + 1][-t0 + c1 + 63]; }
          __syncthreads();
        }
        if (L_size1 + 128 * b0 + 62 >= 64 * h0) {
          for (I i0 = gpt_max(1, -L_size1 + 64 * h0 - 128 * b0 + 2); i0 <= 64; ++i0) {
            const I first = -i0 + 65;
            const I last = gpt_min(L_size1 - 64 * h0 + 128 * b0 + 63, -i0 + 128);
            const I i1 = first + t0;
            if (i1 <= last)
              L[(64 * b0 - 1 + i0) * L_stride0 + 64 * h0 - 128 * b0 - 64 + i1] = s_L[i0][i1];
          }
        }
      } else {
        if (h0 >= 2 * b0) {
          GPT_TILE(partial)
          {
            const I first = gpt_max(gpt_max(0, (-64) * b0 + 1), -m + 64 * h0 - 128 * b0);
            const I last = gpt_min(gpt_min(64 * h0 - 128 * b0 + 62, n - 64 * b0), 63);
            const I i0 = first + t0;
            if (i0 <= last)
              s_x[i0] = x[64 * b0 - 1 + i0];
          }
          {
            const I first = gpt_max(gpt_max(-n + 64 * b0 + 63, 0), (-64) * h0 + 128 * b0 + 64);
            const I last = gpt_min(gpt_min(126, 64 * b0 + 125), m - 64 * h0 + 128 * b0 + 63);
            GPT_UNROLL
            for (I i0 = first + t0; i0 < first + t0 + 128; i0 += 64) {
              if (i0 <= last)
                s_y[i0] = y[64 * h0 - 128 * b0 - 64 + i0];
            }
          }
          if (L_size1 >= 1 && n + L_size1 + 64 * b0 >= 64 * h0 && L_size1 + 128 * b0 + 63 >= 64 * h0) {
            const I l = t0;
            for (I i0 = gpt_max(gpt_max(gpt_max(0, (-64) * b0 + 1), -L_size1 + 64 * h0 - 128 * b0), -m + 64 * h0 - 128 * b0 - 1) + l / 16; i0 <= gpt_min(64, n - 64 * b0 + 1); i0 += 4) {
              const I low0 = i0 >= gpt_max(1, (-64) * b0 + 2) ? gpt_max((-64) * h0 + 128 * b0 + 65, -i0 + 65) : 128;
              const I high1 = i0 >= -m + 64 * h0 - 128 * b0 ? gpt_min(gpt_min(-i0 + m - 64 * h0 + 128 * b0 + 127, -i0 + n + m - 64 * h0 + 64 * b0 + 64), -i0 + 127) : -1;
              const I first = gpt_max(gpt_max(gpt_max(0, (-64) * h0 + 128 * b0 + 64), -n + 64 * b0 + 63), -i0 + 63);
              const I last = gpt_min(gpt_min(gpt_min(gpt_min(127, 64 * b0 + 126), L_size1 - 64 * h0 + 128 * b0 + 63), m - 64 * h0 + 128 * b0 + 64), -i0 + 128);
              GPT_UNROLL
              for (I i1 = first + l % 16; i1 < first + l % 16 + 80; i1 += 16) {
                if (i1 <= last && (i1 >= low0 || i1 <= high1))
                  s_L[i0][i1] = L[(64 * b0 - 1 + i0) * L_stride0 + 64 * h0 - 128 * b0 - 64 + i1];
              }
            }
          }
          __syncthreads();
          const bool inside0 = t0 + 64 * b0 >= 1 && n >= t0 + 64 * b0;
          for (I c1 = 0; c1 <= 63; ++c1) {
            if (inside0 && 64 * h0 + c1 >= t0 + 128 * b0 + 1 && t0 + m + 128 * b0 >= 64 * h0 + c1) {
              if (((int)s_x[t0]) == ((int)s_y[-t0 + c1 + 63])) { s_L[t0 + 1][-t0 + c1 + 64] = s_L[t0][-t0 + c1 + 63] + 1; } else { s_L[t0 + 1][-t0 + c1 + 64] = (s_L[t0][-t0 + c1 + 64] > s_L[t0 + 1][-t0 + c1 + 63]) ? s_L[t0][-t0 + c1 + 64] : s_L[t0 + 1][-t0 + c1 + 63]; }
            }
            __syncthreads();
          }
          if (L_size1 >= 2 && n + L_size1 + 64 * b0 >= 64 * h0 + 1 && L_size1 + 128 * b0 + 62 >= 64 * h0) {
            for (I i0 = gpt_max(gpt_max(gpt_max(1, (-64) * b0 + 2), -L_size1 + 64 * h0 - 128 * b0 + 2), -m + 64 * h0 - 128 * b0 + 1); i0 <= gpt_min(gpt_min(n - 64 * b0 + 1, 64), 64 * h0 - 128 * b0 + 63); ++i0) {
              const I first = gpt_max((-64) * h0 + 128 * b0 + 65, -i0 + 65);
              const I last = gpt_min(gpt_min(L_size1 - 64 * h0 + 128 * b0 + 63, m - 64 * h0 + 128 * b0 + 64), -i0 + 128);
              const I i1 = first + t0;
              if (i1 <= last)
                L[(64 * b0 - 1 + i0) * L_stride0 + 64 * h0 - 128 * b0 - 64 + i1] = s_L[i0][i1];
            }
          }
        }
      }
      gpt_signal(done);
    }
    earlier += b0_count;
  }
}

// Runs examples/lcs.c:6 on the device. Unless it returns 0, the original loops have to run.
extern "C" int gputile_lcs_lcs_6(long long n, long long m, long long L_size1, long long L_stride0,
    const char *x, const char *y, int *L, int gputile_fits) {
  static gpt_region region = {"lcs_lcs_6", "examples/lcs.c", 6, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (!gputile_fits || gpt_largest({n, m, L_size1}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(n >= 1 && m >= 1))
    return gpt_run::nothing();
  gpt_array gpt_array_x("x", "char", sizeof(char), x, 1);
  gpt_array_x.stride[0] = 1;
  gpt_array_x.box.set({0}, {n - 1});
  gpt_array_x.in.set({0}, {n - 1});
  gpt_array gpt_array_y("y", "char", sizeof(char), y, 1);
  gpt_array_y.stride[0] = 1;
  gpt_array_y.box.set({0}, {m - 1});
  gpt_array_y.in.set({0}, {m - 1});
  gpt_array gpt_array_L("L", "int", sizeof(int), L, 2);
  gpt_array_L.stride[0] = L_stride0;
  gpt_array_L.stride[1] = 1;
  if (L_size1 >= 1)
    gpt_array_L.box.set({0, 0}, {n, (L_size1 >= m + 2 ? m : L_size1 - 1)});
  if (L_size1 >= 1)
    gpt_array_L.in.set({0, 0}, {n, (L_size1 >= m + 2 ? m : L_size1 - 1)});
  if (L_size1 >= 2)
    gpt_array_L.out.set({1, 1}, {n, (L_size1 >= m + 2 ? m : L_size1 - 1)});
  gpt_array_L.probed = true;
  gpt_array_L.compared = true;
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_x.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'x' is too large");
  if (!gpt_array_y.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'y' is too large");
  if (!gpt_array_L.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'L' is too large");
  if (!gpt_array_L.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'L' leaves its row");
  if (gpt_overlap(gpt_array_x, gpt_array_L))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'x' and 'L' overlap");
  if (gpt_overlap(gpt_array_y, gpt_array_L))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'y' and 'L' overlap");
  GPT_REHEARSE(gputile_lcs_lcs_6(n, m, L_size1, L_stride0, x, y, L, gputile_fits));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_x) ||
      !run.allocate(gpt_array_y) ||
      !run.allocate(gpt_array_L) ||
      !run.copyIn(gpt_array_x) ||
      !run.copyIn(gpt_array_y) ||
      !run.copyIn(gpt_array_L))
    return run.status();
  run.startKernels();
  {
    const long long h0_low = 0;
    const long long h0_size = (gpt_floord(2 * n + m, 64)) - h0_low + 1;
    const long long b0_low = 0;
    const long long b0_size = (gpt_floord(n, 64)) - b0_low + 1;
    const long long largest = gpt_largest({n, m, L_size1, h0_low, h0_low + h0_size, b0_low,
        b0_low + b0_size});
    const long long blocks = gpt_volume({h0_size, b0_size});
    if (largest > 23894746209468329LL || blocks > 1073741824)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 block(64);
    unsigned *const progress = run.progress(blocks);
    if (!progress)
      return run.status();
    if (largest <= 11126856 && gpt_array_x.narrow() && gpt_array_y.narrow() && gpt_array_L.narrow()) {
      const unsigned grid = run.resident(lcs_lcs_6_k0<int>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(lcs_lcs_6_k0<int>, grid, block, 0, 0, gpt_array_x.pointer<char>(),
            gpt_array_y.pointer<char>(), gpt_array_L.pointer<int>(), progress, (int)n, (int)m,
            (int)L_size1, (int)gpt_array_L.stride[0], (int)h0_low, (int)b0_low, (int)b0_size);
    } else {
      const unsigned grid = run.resident(lcs_lcs_6_k0<long long>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(lcs_lcs_6_k0<long long>, grid, block, 0, 0,
            gpt_array_x.pointer<char>(), gpt_array_y.pointer<char>(), gpt_array_L.pointer<int>(),
            progress, n, m, L_size1, gpt_array_L.stride[0], h0_low, b0_low, b0_size);
    }
    if (!run.launched("lcs_lcs_6_k0"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_L);
  return run.finish();
}
