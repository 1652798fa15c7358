// examples/cholesky.c:8

// S0 writes A, S1 writes A, S2 writes A, S3 writes A
template <typename I>
static __global__ void __launch_bounds__(256, 2)
cholesky_cholesky_8_k0(double *A, unsigned *progress, const I n, const I A_stride0,
    const I h0_low, const I b0_low, const I b0_size, const I b1_low, const I b1_size) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  I earlier = 0; // Tickets of the launches before.
  I ticket = (I)gpt_take_ticket(progress);
  for (I w0 = 0; w0 <= (3 * n - 3) / 16; ++w0) {
    const I h0 = w0;
    const I b0_first = gpt_max(b0_low, gpt_floord(h0 - 1, 3) + 1);
    const I b0_count = gpt_max(0, gpt_min(b0_low + b0_size - b0_first, gpt_max(0, gpt_min(h0, gpt_floord(n - 1, 16)) - b0_first + 1)));
    const I b1_first = gpt_max(b1_low, gpt_max(0, gpt_floord(-n + 16 * h0, 32) + 1));
    const I b1_count = gpt_max(0, gpt_min(b1_low + b1_size - b1_first, gpt_max(0, gpt_min(gpt_floord(h0, 2), gpt_floord(n - 1, 16)) - b1_first + 1)));
    for (; ticket < earlier + b0_count * b1_count; ticket = (I)gpt_take_ticket(progress)) {
      const I v = ticket - earlier;
      const I b0 = b0_first + v / b1_count;
      const I b1 = b1_first + v % b1_count;
      unsigned *const done = progress + 1 + (((h0 - h0_low) * b0_size + b0 - b0_low) * b1_size + b1 - b1_low);
      if (gpt_first_thread()) {
        if (h0 >= b1 + b0 + 1 && 2 * b1 + b0 >= h0 && b0 >= b1)
          gpt_wait(done - ((1 * b0_size) * b1_size));
        if (2 * b1 + b0 >= h0 + 1 && b0 >= b1 && h0 >= b1 + b0)
          gpt_wait(done - ((1 * b0_size) * b1_size + 1));
        if (2 * b1 + b0 >= h0 + 3 && b0 >= b1 && h0 >= b1 + b0)
          gpt_wait(done - ((1 * b0_size) * b1_size + 2));
        if (b0 >= b1 + 1 && 2 * b1 + b0 >= h0 && h0 >= b1 + b0)
          gpt_wait(done - ((1 * b0_size + 1) * b1_size));
      }
      __syncthreads();
      if (2 * b1 + b0 >= h0 + 1 && b0 >= b1 + 1 && h0 >= b1 + b0 && n >= 16 * b0 + 16) {
        GPT_TILE(full)
        __syncthreads();
        for (I c1 = 0; c1 <= 15; ++c1) {
          A[(t0 + 16 * b0) * A_stride0 + t1 + 16 * b1] -= gpt_mul(A[(t0 + 16 * b0) * A_stride0 + 16 * h0 - 16 * b1 - 16 * b0 + c1], A[(t1 + 16 * b1) * A_stride0 + 16 * h0 - 16 * b1 - 16 * b0 + c1]);
          __syncthreads();
        }
      } else {
        if (2 * b1 + b0 >= h0 && b0 >= b1 && h0 >= b1 + b0) {
          GPT_TILE(partial)
          const bool inside0 = t0 == t1 && 3 * n >= 3 * t1 + 16 * h0 + 3 && 3 * b0 == h0 && 3 * b1 == h0;
          const bool inside1 = n >= t0 + 16 * b0 + 1 && t0 + 24 * b0 >= t1 + 8 * h0 + 1 && b0 + 2 * b1 == h0;
          const bool inside2 = n >= t0 + 16 * b0 + 1 && t0 + 16 * b0 >= t1 + 16 * b1 + 1;
          const bool inside3 = t0 == t1 && n >= t1 + 16 * b0 + 1 && b1 == b0;
          for (I c1 = 0; c1 <= 15; ++c1) {
            if (inside0 && c1 == t1) {
              A[((16 * h0) / 3 + t1) * A_stride0 + (16 * h0) / 3 + t1] = sqrt(A[((16 * h0) / 3 + t1) * A_stride0 + (16 * h0) / 3 + t1]);
            }
            __syncthreads();
            if (inside1 && c1 == t1) {
              A[(t0 + 16 * b0) * A_stride0 + t1 + 8 * h0 - 8 * b0] /= A[(t1 + 8 * h0 - 8 * b0) * A_stride0 + t1 + 8 * h0 - 8 * b0];
            }
            __syncthreads();
            if (inside2 && t1 + 16 * b0 + 32 * b1 >= 16 * h0 + c1 + 1) {
              A[(t0 + 16 * b0) * A_stride0 + t1 + 16 * b1] -= gpt_mul(A[(t0 + 16 * b0) * A_stride0 + 16 * h0 - 16 * b0 - 16 * b1 + c1], A[(t1 + 16 * b1) * A_stride0 + 16 * h0 - 16 * b0 - 16 * b1 + c1]);
            } else {
              if (inside3 && t1 + 48 * b0 >= 16 * h0 + c1 + 1) {
                A[(t1 + 16 * b0) * A_stride0 + t1 + 16 * b0] -= gpt_mul(A[(t1 + 16 * b0) * A_stride0 + 16 * h0 - 32 * b0 + c1], A[(t1 + 16 * b0) * A_stride0 + 16 * h0 - 32 * b0 + c1]);
              }
            }
            __syncthreads();
          }
        }
      }
      gpt_signal(done);
    }
    earlier += b0_count * b1_count;
  }
}

// Runs examples/cholesky.c:8 on the device. Unless it returns 0, the original loops have to run.
extern "C" int gputile_cholesky_cholesky_8(long long n, long long A_stride0, double *A) {
  static gpt_region region = {"cholesky_cholesky_8", "examples/cholesky.c", 8, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (gpt_largest({n}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(n >= 1))
    return gpt_run::nothing();
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 2);
  gpt_array_A.stride[0] = A_stride0;
  gpt_array_A.stride[1] = 1;
  gpt_array_A.box.set({0, 0}, {n - 1, n - 1});
  gpt_array_A.in.set({0, 0}, {n - 1, n - 1});
  gpt_array_A.out.set({0, 0}, {n - 1, n - 1});
  gpt_array_A.probed = true;
  gpt_array_A.compared = true;
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'A' leaves its row");
  GPT_REHEARSE(gputile_cholesky_cholesky_8(n, A_stride0, A));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_A) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  {
    const long long h0_low = 0;
    const long long h0_size = (gpt_floord(3 * n - 3, 16)) - h0_low + 1;
    const long long b0_low = 0;
    const long long b0_size = (gpt_floord(n - 1, 16)) - b0_low + 1;
    const long long b1_low = 0;
    const long long b1_size = (gpt_floord(n - 1, 16)) - b1_low + 1;
    const long long largest = gpt_largest({n, h0_low, h0_low + h0_size, b0_low, b0_low + b0_size,
        b1_low, b1_low + b1_size});
    const long long blocks = gpt_volume({h0_size, b0_size, b1_size});
    if (largest > 96076792050570575LL || blocks > 1073741824)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 block(16, 16);
    unsigned *const progress = run.progress(blocks);
    if (!progress)
      return run.status();
    if (largest <= 44739237 && gpt_array_A.narrow()) {
      const unsigned grid = run.resident(cholesky_cholesky_8_k0<int>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(cholesky_cholesky_8_k0<int>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), progress, (int)n, (int)gpt_array_A.stride[0],
            (int)h0_low, (int)b0_low, (int)b0_size, (int)b1_low, (int)b1_size);
    } else {
      const unsigned grid = run.resident(cholesky_cholesky_8_k0<long long>, block, blocks, false);
      if (grid > 0)
        GPUTILE_LAUNCH_TOGETHER(cholesky_cholesky_8_k0<long long>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), progress, n, gpt_array_A.stride[0], h0_low, b0_low,
            b0_size, b1_low, b1_size);
    }
    if (!run.launched("cholesky_cholesky_8_k0"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_A);
  return run.finish();
}
