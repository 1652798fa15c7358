// examples/figure2.c:5

// S1 writes A
template <typename I_1>
static __global__ void __launch_bounds__(256, 2)
figure2_relax_5_k0(const double *__restrict__ A, double *__restrict__ A0, const I_1 I,
    const I_1 b0_first) {
  const I_1 t0 = threadIdx.x;
  const I_1 b0 = b0_first + (I_1)blockIdx.x;
  GPT_TILE(partial)
  if (t0 + 256 * b0 == I + 1) {
    A0[I + 1] = A[I + 1];
  }
}

// S0 writes A, S2 writes A
template <typename I_1>
static __global__ void __launch_bounds__(256, 2)
figure2_relax_5_k1(double *A, double *A0, unsigned *progress, const I_1 T, const I_1 I,
    const I_1 h0_low, const I_1 b0_low, const I_1 b0_size) {
  const I_1 t0 = threadIdx.x;
  GPUTILE_SHARED(double, s_A, [320]);
  GPUTILE_SHARED(double, s_A0, [319]);
  I_1 earlier = 0; // Tickets of the launches before.
  I_1 ticket = (I_1)gpt_take_ticket(progress);
  for (I_1 w0 = 0; w0 <= (5 * T + I + 1) / 256; ++w0) {
    const I_1 h0 = w0;
    const I_1 b0_first = gpt_max(b0_low, gpt_max(gpt_floord(h0 + 1, 5), h0 + gpt_floord(-T - 1, 64) + 1));
    const I_1 b0_count = gpt_max(0, gpt_min(b0_low + b0_size - b0_first, gpt_max(0, gpt_min(gpt_min(gpt_floord(T + I + 1, 256), gpt_floord(I + 64 * h0, 320) + 1), h0) - b0_first + 1)));
    for (; ticket < earlier + b0_count; ticket = (I_1)gpt_take_ticket(progress)) {
      const I_1 v = ticket - earlier;
      const I_1 b0 = b0_first + v;
      unsigned *const done = progress + 1 + ((h0 - h0_low) * b0_size + b0 - b0_low);
      if (gpt_first_thread()) {
        if (h0 >= b0 + 1 && I + 64 * h0 + 256 >= 320 * b0)
          gpt_wait(done - (1 * b0_size));
        if (5 * b0 >= h0 + 1)
          gpt_wait(done - (1 * b0_size + 1));
      }
      __syncthreads();
      if (h0 >= b0 + 1 && 5 * b0 >= h0 + 2 && T + 64 * b0 >= 64 * h0 + 63 && I + 64 * h0 >= 320 * b0 + 255) {
        GPT_TILE(full)
        {
          for (I_1 l = t0; l < 320; l += 256) {
            const I_1 i0 = l;
            s_A[i0] = A[(-64) * h0 + 320 * b0 - 64 + i0];
          }
        }
        {
          for (I_1 l = t0; l < 319; l += 256) {
            const I_1 i0 = l;
            s_A0[i0] = A0[(-64) * h0 + 320 * b0 - 63 + i0];
          }
        }
        __syncthreads();
        for (I_1 c1 = 0; c1 <= 63; ++c1) {
          s_A0[t0 - c1 + 63] = s_A[t0 - c1 + 64];
          __syncthreads();
          s_A[t0 - c1 + 63] = gpt_mul(0.5, s_A[t0 - c1 + 63] + s_A0[t0 - c1 + 63]);
          __syncthreads();
        }
        {
          GPT_UNROLL
          for (I_1 i0 = t0; i0 < t0 + 512; i0 += 256) {
            if (i0 <= 318)
              A[(-64) * h0 + 320 * b0 - 64 + i0] = s_A[i0];
          }
        }
        {
          for (I_1 l = t0; l < 319; l += 256) {
            const I_1 i0 = l;
            A0[(-64) * h0 + 320 * b0 - 63 + i0] = s_A0[i0];
          }
        }
      } else {
        if (I + 64 * h0 + 64 >= 320 * b0) {
          GPT_TILE(partial)
          {
            const I_1 first = gpt_max(64 * h0 - 320 * b0 + 65, 0);
            const I_1 last = gpt_min(319, I + 64 * h0 - 320 * b0 + 65);
            GPT_UNROLL
            for (I_1 i0 = first + t0; i0 < first + t0 + 512; i0 += 256) {
              if (i0 <= last)
                s_A[i0] = A[(-64) * h0 + 320 * b0 - 64 + i0];
            }
          }
          {
            const I_1 first = gpt_max(64 * h0 - 320 * b0 + 65, 0);
            const I_1 last = gpt_min(318, I + 64 * h0 - 320 * b0 + 64);
            GPT_UNROLL
            for (I_1 i0 = first + t0; i0 < first + t0 + 512; i0 += 256) {
              if (i0 <= last)
                s_A0[i0] = A0[(-64) * h0 + 320 * b0 - 63 + i0];
            }
          }
          __syncthreads();
          for (I_1 c1 = 0; c1 <= 63; ++c1) {
            if (t0 + 320 * b0 >= 64 * h0 + c1 + 2 && 64 * h0 + c1 >= 64 * b0 + 1 && I + 64 * h0 + c1 >= t0 + 320 * b0 && T + 64 * b0 >= 64 * h0 + c1) {
              s_A0[t0 - c1 + 63] = s_A[t0 - c1 + 64];
            }
            __syncthreads();
            if (t0 + 320 * b0 >= 64 * h0 + c1 + 2 && 64 * h0 + c1 >= 64 * b0 + 1 && T + 64 * b0 >= 64 * h0 + c1 && I + 64 * h0 + c1 + 1 >= t0 + 320 * b0) {
              s_A[t0 - c1 + 63] = gpt_mul(0.5, s_A[t0 - c1 + 63] + s_A0[t0 - c1 + 63]);
            }
            __syncthreads();
          }
          {
            const I_1 first = gpt_max(gpt_max(64 * h0 - 320 * b0 + 65, 0), -T + 64 * h0 - 64 * b0 + 63);
            const I_1 last = gpt_min(gpt_min(318, 64 * h0 - 64 * b0 + 317), I + 64 * h0 - 320 * b0 + 64);
            GPT_UNROLL
            for (I_1 i0 = first + t0; i0 < first + t0 + 512; i0 += 256) {
              if (i0 <= last)
                A[(-64) * h0 + 320 * b0 - 64 + i0] = s_A[i0];
            }
          }
          if (I >= 2 && T + I >= 256 * b0 && I + 64 * h0 + 63 >= 320 * b0) {
            const I_1 first = gpt_max(gpt_max(64 * h0 - 320 * b0 + 65, 0), -T + 64 * h0 - 64 * b0 + 63);
            const I_1 last = gpt_min(gpt_min(318, 64 * h0 - 64 * b0 + 317), I + 64 * h0 - 320 * b0 + 63);
            GPT_UNROLL
            for (I_1 i0 = first + t0; i0 < first + t0 + 512; i0 += 256) {
              if (i0 <= last)
                A0[(-64) * h0 + 320 * b0 - 63 + i0] = s_A0[i0];
            }
          }
        }
      }
      gpt_signal(done);
    }
    earlier += b0_count;
  }
}

// Runs examples/figure2.c:5 on the device. Unless it returns 0, the original loops have to run.
extern "C" int gputile_figure2_relax_5(long long T, long long I, double *A) {
  static gpt_region region = {"figure2_relax_5", "examples/figure2.c", 5, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (gpt_largest({T, I}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(T >= 1 && I >= 1))
    return gpt_run::nothing();
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 1);
  gpt_array_A.stride[0] = 1;
  gpt_array_A.box.set({1}, {I + 1});
  gpt_array_A.in.set({1}, {I + 1});
  gpt_array_A.out.set({1}, {I});
  gpt_array gpt_array_A0("A", "double", sizeof(double), nullptr, 1);
  gpt_array_A0.box.set({2}, {I + 1});
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  GPT_REHEARSE(gputile_figure2_relax_5(T, I, A));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_A) ||
      !run.allocate(gpt_array_A0) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  {
    const long long b0_first = gpt_floord(I + 1, 256);
    const long long b0_count = (gpt_floord(I + 1, 256)) - b0_first + 1;
    const long long largest = gpt_largest({I, b0_first, b0_first + b0_count});
    if (largest > 18014398509481982LL || b0_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 grid(gpt_grid_x(b0_count));
    const dim3 block(256);
    if (largest <= 8388606 && gpt_array_A.narrow() && gpt_array_A0.narrow()) {
      GPUTILE_LAUNCH(figure2_relax_5_k0<int>, grid, block, 0, 0, gpt_array_A.pointer<double>(),
          gpt_array_A0.pointer<double>(), (int)I, (int)b0_first);
    } else {
      GPUTILE_LAUNCH(figure2_relax_5_k0<long long>, grid, block, 0, 0,
          gpt_array_A.pointer<double>(), gpt_array_A0.pointer<double>(), I, b0_first);
    }
    if (!run.launched("figure2_relax_5_k0"))
      return run.status();
  }
  {
    const long long h0_low = 0;
    const long long h0_size = (gpt_floord(5 * T + I + 1, 256)) - h0_low + 1;
    const long long b0_low = 0;
    const long long b0_size = (gpt_floord(T + I + 1, 256)) - b0_low + 1;
    const long long largest = gpt_largest({T, I, h0_low, h0_low + h0_size, b0_low,
        b0_low + b0_size});
    const long long blocks = gpt_volume({h0_size, b0_size});
    if (largest > 11978405242668537LL || blocks > 1073741824)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 block(256);
    unsigned *const progress = run.progress(blocks);
    if (!progress)
      return run.status();
    if (largest <= 5577877 && gpt_array_A.narrow() && gpt_array_A0.narrow()) {
      const unsigned grid = run.resident(figure2_relax_5_k1<int>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(figure2_relax_5_k1<int>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), gpt_array_A0.pointer<double>(), progress, (int)T, (int)I,
            (int)h0_low, (int)b0_low, (int)b0_size);
    } else {
      const unsigned grid = run.resident(figure2_relax_5_k1<long long>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(figure2_relax_5_k1<long long>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), gpt_array_A0.pointer<double>(), progress, T, I, h0_low,
            b0_low, b0_size);
    }
    if (!run.launched("figure2_relax_5_k1"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_A);
  return run.finish();
}
