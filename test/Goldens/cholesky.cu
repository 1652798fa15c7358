// examples/cholesky.c:8

#if !defined(GPUTILE_CPU)
#include <cooperative_groups.h>
#endif

// S0 writes A, S1 writes A, S2 writes A, S3 writes A
template <typename I>
static __global__ void __launch_bounds__(256, 2)
cholesky_cholesky_8_k0(double *A, const I n, const I A_stride0) {
  GPUTILE_SHARED(int4, shared_memory, [32]);
  for (I w0 = 0; w0 < n; ++w0) {
    {
      const I h0 = gpt_own((I)(w0));
      const I t0 = gpt_own((I)threadIdx.x);
      const I b0_first = 0;
      const I b0_count = (0) - b0_first + 1;
      const I b1_first = 0;
      const I b1_count = (0) - b1_first + 1;
      for (I v = (I)blockIdx.x; v < b0_count * b1_count; v += (I)gridDim.x) {
        const I b0 = b0_first + v / b1_count;
        const I b1 = b1_first + v % b1_count;
        GPT_TILE(partial)
        if (t0 == 0 && b1 == 0 && b0 == 0) {
          A[h0 * A_stride0 + h0] = sqrt(A[h0 * A_stride0 + h0]);
        }
      }
      cooperative_groups::this_grid().sync();
    }
    if (n >= w0 + 2) {
      {
        const I h0 = gpt_own((I)(w0));
        const I t0 = gpt_own((I)threadIdx.x);
        double p_A[1];
        const I b0_first = 0;
        const I b0_count = (0) - b0_first + 1;
        const I b1_first = gpt_floord(h0 + 1, 256);
        const I b1_count = (gpt_floord(n - 1, 256)) - b1_first + 1;
        for (I v = (I)blockIdx.x; v < b0_count * b1_count; v += (I)gridDim.x) {
          const I b0 = b0_first + v / b1_count;
          (void)b0;
          const I b1 = b1_first + v % b1_count;
          if (n >= 256 * b1 + 256 && 256 * b1 >= h0 + 1) {
            GPT_TILE(full)
            p_A[0] = A[(t0 + 256 * b1) * A_stride0 + h0];
            p_A[0] /= A[h0 * A_stride0 + h0];
            A[(t0 + 256 * b1) * A_stride0 + t0 + 256 * b1] -= gpt_mul(p_A[0], p_A[0]);
            A[(t0 + 256 * b1) * A_stride0 + h0] = p_A[0];
          } else {
            GPT_TILE(partial)
            if (n >= t0 + 256 * b1 + 1 && t0 + 256 * b1 >= h0 + 1)
              p_A[0] = A[(t0 + 256 * b1) * A_stride0 + h0];
            if (n >= t0 + 256 * b1 + 1 && t0 + 256 * b1 >= h0 + 1) {
              p_A[0] /= A[h0 * A_stride0 + h0];
              A[(t0 + 256 * b1) * A_stride0 + t0 + 256 * b1] -= gpt_mul(p_A[0], p_A[0]);
            }
            if (n >= t0 + 256 * b1 + 1 && t0 + 256 * b1 >= h0 + 1)
              A[(t0 + 256 * b1) * A_stride0 + h0] = p_A[0];
          }
        }
        cooperative_groups::this_grid().sync();
      }
      if (n >= w0 + 3) {
        {
          const I h0 = gpt_own((I)(w0));
          const I t0 = gpt_own((I)(threadIdx.x / 32));
          const I t1 = gpt_own((I)(threadIdx.x % 32));
          double (&s_A)[32][1] = *(double (*)[32][1])(shared_memory);
          double (&s_A_1)[32][1] = *(double (*)[32][1])(shared_memory + 16);
          const I b0_first = gpt_floord(h0 + 2, 32);
          const I b0_count = (gpt_floord(n - 1, 32)) - b0_first + 1;
          const I b1_first = gpt_floord(h0 + 1, 32);
          const I b1_count = (gpt_floord(n - 2, 32)) - b1_first + 1;
          for (I v = (I)blockIdx.x; v < b0_count * b1_count; v += (I)gridDim.x) {
            const I b0 = b0_first + v / b1_count;
            const I b1 = b1_first + v % b1_count;
            if (32 * b1 >= h0 + 1 && b0 >= b1 + 1 && n >= 32 * b0 + 32) {
              GPT_TILE(full)
              {
                for (I l = t0 * 32 + t1; l < 32; l += 256) {
                  const I i1 = l % 1;
                  const I i0 = l;
                  s_A[i0][i1] = A[(32 * b0 + i0) * A_stride0 + h0 + i1];
                }
              }
              {
                for (I l = t0 * 32 + t1; l < 32; l += 256) {
                  const I i1 = l % 1;
                  const I i0 = l;
                  s_A_1[i0][i1] = A[(32 * b1 + i0) * A_stride0 + h0 + i1];
                }
              }
              __syncthreads();
              for (I c1 = 0; c1 <= 3; ++c1) {
                A[(t0 + 32 * b0 + 8 * c1) * A_stride0 + t1 + 32 * b1] -= gpt_mul(s_A[t0 + 8 * c1][0], s_A_1[t1][0]);
              }
              __syncthreads();
            } else {
              if (b0 >= b1) {
                GPT_TILE(partial)
                {
                  const I l = t0 * 32 + t1;
                  for (I i0 = l / 8; i0 <= gpt_min(n - 32 * b0 - 1, 31); i0 += 32) {
                    const I i1 = l % 8;
                    if (i1 <= 0)
                      s_A[i0][i1] = A[(32 * b0 + i0) * A_stride0 + h0 + i1];
                  }
                }
                {
                  const I l = t0 * 32 + t1;
                  for (I i0 = l / 8; i0 <= gpt_min(31, n - 32 * b1 - 1); i0 += 32) {
                    const I i1 = l % 8;
                    if (i1 <= 0)
                      s_A_1[i0][i1] = A[(32 * b1 + i0) * A_stride0 + h0 + i1];
                  }
                }
                __syncthreads();
                if (t1 + 32 * b1 >= h0 + 1) {
                  for (I c1 = gpt_max(0, (-4) * b0 + 4 * b1 + (t1 - t0 + 8) / 8); c1 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + n - 1, 8)); ++c1) {
                    A[(t0 + 32 * b0 + 8 * c1) * A_stride0 + t1 + 32 * b1] -= gpt_mul(s_A[t0 + 8 * c1][0], s_A_1[t1][0]);
                  }
                }
                __syncthreads();
              }
            }
            __syncthreads(); // The next block's tiles use the same memory.
          }
          cooperative_groups::this_grid().sync();
        }
      }
    }
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
    const long long h0_size = gpt_max(gpt_max(n - 1, n - 2), n - 3) - h0_low + 1;
    const long long b0_low = 0;
    const long long b0_size = gpt_max(0, gpt_floord(n - 1, 32)) - b0_low + 1;
    const long long b1_low = 0;
    const long long b1_size = gpt_max(gpt_max(0, gpt_floord(n - 1, 256)), gpt_floord(n - 2, 32)) - b1_low + 1;
    const long long largest = gpt_largest({n, h0_low, h0_low + h0_size, b0_low, b0_low + b0_size,
        b1_low, b1_low + b1_size});
    const long long blocks = gpt_volume({b0_size, b1_size});
    if (largest > 18014398509481982LL || blocks > 1073741824)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    const dim3 block(256);
    if (largest <= 8388606 && gpt_array_A.narrow()) {
      const unsigned grid = run.resident(cholesky_cholesky_8_k0<int>, block, blocks, true);
      if (grid > 0)
        GPUTILE_LAUNCH_COOPERATIVE(cholesky_cholesky_8_k0<int>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), (int)n, (int)gpt_array_A.stride[0]);
    } else {
      const unsigned grid = run.resident(cholesky_cholesky_8_k0<long long>, block, blocks, true);
      if (grid > 0)
        GPUTILE_LAUNCH_COOPERATIVE(cholesky_cholesky_8_k0<long long>, grid, block, 0, 0,
            gpt_array_A.pointer<double>(), n, gpt_array_A.stride[0]);
    }
    if (!run.launched("cholesky_cholesky_8_k0"))
      return run.status();
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_A);
  return run.finish();
}
