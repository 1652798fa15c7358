// examples/matmul.c:5

// S0 writes C, S1 writes C
template <typename I>
static __global__ void __launch_bounds__(256, 2)
matmul_matmul_5_k0(double *__restrict__ C, const double beta, const double alpha,
    const double *__restrict__ A, const double *__restrict__ B, const I n, const I m, const I p,
    const I C_stride0, const I A_stride0, const I B_stride0, const I b0_first, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  GPUTILE_SHARED(double, s_A, [64][16]);
  GPUTILE_SHARED(double, s_B, [16][64]);
  double p_C[4][4];
  const I b0 = b0_first + (I)blockIdx.y;
  const I b1 = b1_first + (I)blockIdx.x;
  if (p >= 1 && m >= 64 * b1 + 64 && n >= 64 * b0 + 64) {
    GPT_TILE(full)
    p_C[0][0] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1];
    p_C[0][1] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 16];
    p_C[0][2] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 32];
    p_C[0][3] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 48];
    p_C[1][0] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1];
    p_C[1][1] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 16];
    p_C[1][2] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 32];
    p_C[1][3] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 48];
    p_C[2][0] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1];
    p_C[2][1] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 16];
    p_C[2][2] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 32];
    p_C[2][3] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 48];
    p_C[3][0] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1];
    p_C[3][1] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 16];
    p_C[3][2] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 32];
    p_C[3][3] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 48];
    for (I c1 = 0; c1 <= (p - 1) / 16; ++c1) {
      GPT_UNROLL
      for (I i0 = t0; i0 < t0 + 64; i0 += 16) {
        const I last = gpt_min(15, p - 16 * c1 - 1);
        const I i1 = t1;
        if (i1 <= last)
          s_A[i0][i1] = A[(64 * b0 + i0) * A_stride0 + 16 * c1 + i1];
      }
      for (I i0 = t0; i0 <= gpt_min(15, p - 16 * c1 - 1); i0 += 16) {
        GPT_UNROLL
        for (I i1 = t1; i1 < t1 + 64; i1 += 16) {
          s_B[i0][i1] = B[(16 * c1 + i0) * B_stride0 + 64 * b1 + i1];
        }
      }
      __syncthreads();
      if (p >= 16 * c1 + 16) {
        if (c1 == 0) {
          p_C[0][0] = gpt_mul(p_C[0][0], beta);
          p_C[0][1] = gpt_mul(p_C[0][1], beta);
          p_C[0][2] = gpt_mul(p_C[0][2], beta);
          p_C[0][3] = gpt_mul(p_C[0][3], beta);
          p_C[1][0] = gpt_mul(p_C[1][0], beta);
          p_C[1][1] = gpt_mul(p_C[1][1], beta);
          p_C[1][2] = gpt_mul(p_C[1][2], beta);
          p_C[1][3] = gpt_mul(p_C[1][3], beta);
          p_C[2][0] = gpt_mul(p_C[2][0], beta);
          p_C[2][1] = gpt_mul(p_C[2][1], beta);
          p_C[2][2] = gpt_mul(p_C[2][2], beta);
          p_C[2][3] = gpt_mul(p_C[2][3], beta);
          p_C[3][0] = gpt_mul(p_C[3][0], beta);
          p_C[3][1] = gpt_mul(p_C[3][1], beta);
          p_C[3][2] = gpt_mul(p_C[3][2], beta);
          p_C[3][3] = gpt_mul(p_C[3][3], beta);
        }
        for (I c3 = 0; c3 <= 15; ++c3) {
          p_C[0][0] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1]);
          p_C[0][1] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 16]);
          p_C[0][2] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 32]);
          p_C[0][3] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 48]);
          p_C[1][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1]);
          p_C[1][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 16]);
          p_C[1][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 32]);
          p_C[1][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 48]);
          p_C[2][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1]);
          p_C[2][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 16]);
          p_C[2][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 32]);
          p_C[2][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 48]);
          p_C[3][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1]);
          p_C[3][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 16]);
          p_C[3][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 32]);
          p_C[3][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 48]);
        }
      } else {
        if (c1 == 0) {
          p_C[0][0] = gpt_mul(p_C[0][0], beta);
          p_C[0][1] = gpt_mul(p_C[0][1], beta);
          p_C[0][2] = gpt_mul(p_C[0][2], beta);
          p_C[0][3] = gpt_mul(p_C[0][3], beta);
          p_C[1][0] = gpt_mul(p_C[1][0], beta);
          p_C[1][1] = gpt_mul(p_C[1][1], beta);
          p_C[1][2] = gpt_mul(p_C[1][2], beta);
          p_C[1][3] = gpt_mul(p_C[1][3], beta);
          p_C[2][0] = gpt_mul(p_C[2][0], beta);
          p_C[2][1] = gpt_mul(p_C[2][1], beta);
          p_C[2][2] = gpt_mul(p_C[2][2], beta);
          p_C[2][3] = gpt_mul(p_C[2][3], beta);
          p_C[3][0] = gpt_mul(p_C[3][0], beta);
          p_C[3][1] = gpt_mul(p_C[3][1], beta);
          p_C[3][2] = gpt_mul(p_C[3][2], beta);
          p_C[3][3] = gpt_mul(p_C[3][3], beta);
        }
        for (I c3 = 0; c3 <= gpt_min(15, p - 16 * c1 - 1); ++c3) {
          p_C[0][0] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1]);
          p_C[0][1] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 16]);
          p_C[0][2] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 32]);
          p_C[0][3] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 48]);
          p_C[1][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1]);
          p_C[1][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 16]);
          p_C[1][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 32]);
          p_C[1][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 48]);
          p_C[2][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1]);
          p_C[2][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 16]);
          p_C[2][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 32]);
          p_C[2][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 48]);
          p_C[3][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1]);
          p_C[3][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 16]);
          p_C[3][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 32]);
          p_C[3][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 48]);
        }
      }
      __syncthreads();
    }
    C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1] = p_C[0][0];
    C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 16] = p_C[0][1];
    C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 32] = p_C[0][2];
    C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 48] = p_C[0][3];
    C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1] = p_C[1][0];
    C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 16] = p_C[1][1];
    C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 32] = p_C[1][2];
    C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 48] = p_C[1][3];
    C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1] = p_C[2][0];
    C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 16] = p_C[2][1];
    C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 32] = p_C[2][2];
    C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 48] = p_C[2][3];
    C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1] = p_C[3][0];
    C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 16] = p_C[3][1];
    C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 32] = p_C[3][2];
    C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 48] = p_C[3][3];
  } else {
    GPT_TILE(partial)
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 1)
      p_C[0][0] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 1)
      p_C[0][1] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 16];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 1)
      p_C[0][2] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 32];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 1)
      p_C[0][3] = C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 48];
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 17)
      p_C[1][0] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 17)
      p_C[1][1] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 16];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 17)
      p_C[1][2] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 32];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 17)
      p_C[1][3] = C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 48];
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 33)
      p_C[2][0] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 33)
      p_C[2][1] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 16];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 33)
      p_C[2][2] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 32];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 33)
      p_C[2][3] = C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 48];
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 49)
      p_C[3][0] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 49)
      p_C[3][1] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 16];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 49)
      p_C[3][2] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 32];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 49)
      p_C[3][3] = C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 48];
    const bool inside0 = m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 1;
    for (I c1 = 0; c1 <= (p <= 16 ? 0 : (p + 15) / 16 - 1); ++c1) {
      if (p >= 16 * c1 + 1) {
        for (I i0 = t0; i0 <= gpt_min(63, n - 64 * b0 - 1); i0 += 16) {
          const I last = gpt_min(p - 16 * c1 - 1, 15);
          const I i1 = t1;
          if (i1 <= last)
            s_A[i0][i1] = A[(64 * b0 + i0) * A_stride0 + 16 * c1 + i1];
        }
        for (I i0 = t0; i0 <= gpt_min(15, p - 16 * c1 - 1); i0 += 16) {
          const I last = gpt_min(m - 64 * b1 - 1, 63);
          GPT_UNROLL
          for (I i1 = t1; i1 < t1 + 64; i1 += 16) {
            if (i1 <= last)
              s_B[i0][i1] = B[(16 * c1 + i0) * B_stride0 + 64 * b1 + i1];
          }
        }
        __syncthreads();
      }
      if (p >= 16 * c1 + 1 || c1 == 0) {
        if (inside0 && c1 == 0) {
          p_C[0][0] = gpt_mul(p_C[0][0], beta);
          if (m >= t1 + 64 * b1 + 17) {
            p_C[0][1] = gpt_mul(p_C[0][1], beta);
            if (m >= t1 + 64 * b1 + 33) {
              p_C[0][2] = gpt_mul(p_C[0][2], beta);
              if (m >= t1 + 64 * b1 + 49) {
                p_C[0][3] = gpt_mul(p_C[0][3], beta);
              }
            }
          }
          if (n >= t0 + 64 * b0 + 17) {
            p_C[1][0] = gpt_mul(p_C[1][0], beta);
            if (m >= t1 + 64 * b1 + 17) {
              p_C[1][1] = gpt_mul(p_C[1][1], beta);
              if (m >= t1 + 64 * b1 + 33) {
                p_C[1][2] = gpt_mul(p_C[1][2], beta);
                if (m >= t1 + 64 * b1 + 49) {
                  p_C[1][3] = gpt_mul(p_C[1][3], beta);
                }
              }
            }
            if (n >= t0 + 64 * b0 + 33) {
              p_C[2][0] = gpt_mul(p_C[2][0], beta);
              if (m >= t1 + 64 * b1 + 17) {
                p_C[2][1] = gpt_mul(p_C[2][1], beta);
                if (m >= t1 + 64 * b1 + 33) {
                  p_C[2][2] = gpt_mul(p_C[2][2], beta);
                  if (m >= t1 + 64 * b1 + 49) {
                    p_C[2][3] = gpt_mul(p_C[2][3], beta);
                  }
                }
              }
              if (n >= t0 + 64 * b0 + 49) {
                p_C[3][0] = gpt_mul(p_C[3][0], beta);
                if (m >= t1 + 64 * b1 + 17) {
                  p_C[3][1] = gpt_mul(p_C[3][1], beta);
                  if (m >= t1 + 64 * b1 + 33) {
                    p_C[3][2] = gpt_mul(p_C[3][2], beta);
                    if (m >= t1 + 64 * b1 + 49) {
                      p_C[3][3] = gpt_mul(p_C[3][3], beta);
                    }
                  }
                }
              }
            }
          }
        }
        if (inside0) {
          for (I c3 = 0; c3 <= gpt_min(15, p - 16 * c1 - 1); ++c3) {
            p_C[0][0] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1]);
            if (m >= t1 + 64 * b1 + 17) {
              p_C[0][1] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 16]);
              if (m >= t1 + 64 * b1 + 33) {
                p_C[0][2] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 32]);
                if (m >= t1 + 64 * b1 + 49) {
                  p_C[0][3] += gpt_mul(gpt_mul(alpha, s_A[t0][c3]), s_B[c3][t1 + 48]);
                }
              }
            }
            if (n >= t0 + 64 * b0 + 17) {
              p_C[1][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1]);
              if (m >= t1 + 64 * b1 + 17) {
                p_C[1][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 16]);
                if (m >= t1 + 64 * b1 + 33) {
                  p_C[1][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 32]);
                  if (m >= t1 + 64 * b1 + 49) {
                    p_C[1][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 16][c3]), s_B[c3][t1 + 48]);
                  }
                }
              }
              if (n >= t0 + 64 * b0 + 33) {
                p_C[2][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1]);
                if (m >= t1 + 64 * b1 + 17) {
                  p_C[2][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 16]);
                  if (m >= t1 + 64 * b1 + 33) {
                    p_C[2][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 32]);
                    if (m >= t1 + 64 * b1 + 49) {
                      p_C[2][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 32][c3]), s_B[c3][t1 + 48]);
                    }
                  }
                }
                if (n >= t0 + 64 * b0 + 49) {
                  p_C[3][0] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1]);
                  if (m >= t1 + 64 * b1 + 17) {
                    p_C[3][1] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 16]);
                    if (m >= t1 + 64 * b1 + 33) {
                      p_C[3][2] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 32]);
                      if (m >= t1 + 64 * b1 + 49) {
                        p_C[3][3] += gpt_mul(gpt_mul(alpha, s_A[t0 + 48][c3]), s_B[c3][t1 + 48]);
                      }
                    }
                  }
                }
              }
            }
          }
        }
        if (p >= 16 * c1 + 1) {
          __syncthreads();
        }
      }
    }
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 1)
      C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1] = p_C[0][0];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 1)
      C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 16] = p_C[0][1];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 1)
      C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 32] = p_C[0][2];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 1)
      C[(t0 + 64 * b0) * C_stride0 + t1 + 64 * b1 + 48] = p_C[0][3];
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 17)
      C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1] = p_C[1][0];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 17)
      C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 16] = p_C[1][1];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 17)
      C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 32] = p_C[1][2];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 17)
      C[(t0 + 64 * b0 + 16) * C_stride0 + t1 + 64 * b1 + 48] = p_C[1][3];
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 33)
      C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1] = p_C[2][0];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 33)
      C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 16] = p_C[2][1];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 33)
      C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 32] = p_C[2][2];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 33)
      C[(t0 + 64 * b0 + 32) * C_stride0 + t1 + 64 * b1 + 48] = p_C[2][3];
    if (m >= t1 + 64 * b1 + 1 && n >= t0 + 64 * b0 + 49)
      C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1] = p_C[3][0];
    if (m >= t1 + 64 * b1 + 17 && n >= t0 + 64 * b0 + 49)
      C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 16] = p_C[3][1];
    if (m >= t1 + 64 * b1 + 33 && n >= t0 + 64 * b0 + 49)
      C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 32] = p_C[3][2];
    if (m >= t1 + 64 * b1 + 49 && n >= t0 + 64 * b0 + 49)
      C[(t0 + 64 * b0 + 48) * C_stride0 + t1 + 64 * b1 + 48] = p_C[3][3];
  }
}

// Runs examples/matmul.c:5 on the device. Unless it returns 0, the original loops have to run.
extern "C" int gputile_matmul_matmul_5(long long n, long long m, long long p, long long C_stride0,
    long long A_stride0, long long B_stride0, double *C, double beta, double alpha,
    const double *A, const double *B, int gputile_fits) {
  static gpt_region region = {"matmul_matmul_5", "examples/matmul.c", 5, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (!gputile_fits || gpt_largest({n, m, p}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(n >= 1 && m >= 1))
    return gpt_run::nothing();
  gpt_array gpt_array_C("C", "double", sizeof(double), C, 2);
  gpt_array_C.stride[0] = C_stride0;
  gpt_array_C.stride[1] = 1;
  gpt_array_C.box.set({0, 0}, {n - 1, m - 1});
  gpt_array_C.in.set({0, 0}, {n - 1, m - 1});
  gpt_array_C.out.set({0, 0}, {n - 1, m - 1});
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 2);
  gpt_array_A.stride[0] = A_stride0;
  gpt_array_A.stride[1] = 1;
  if (p >= 1)
    gpt_array_A.box.set({0, 0}, {n - 1, p - 1});
  if (p >= 1)
    gpt_array_A.in.set({0, 0}, {n - 1, p - 1});
  gpt_array gpt_array_B("B", "double", sizeof(double), B, 2);
  gpt_array_B.stride[0] = B_stride0;
  gpt_array_B.stride[1] = 1;
  if (p >= 1)
    gpt_array_B.box.set({0, 0}, {p - 1, m - 1});
  if (p >= 1)
    gpt_array_B.in.set({0, 0}, {p - 1, m - 1});
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
  gpt_size size;
  if (!gpt_array_C.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'C' is too large");
  if (!gpt_array_C.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'C' leaves its row");
  if (!gpt_array_A.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'A' is too large");
  if (!gpt_array_A.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'A' leaves its row");
  if (!gpt_array_B.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'B' is too large");
  if (!gpt_array_B.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'B' leaves its row");
  if (gpt_overlap(gpt_array_C, gpt_array_A))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'C' and 'A' overlap");
  if (gpt_overlap(gpt_array_C, gpt_array_B))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'C' and 'B' overlap");
  GPT_REHEARSE(gputile_matmul_matmul_5(n, m, p, C_stride0, A_stride0, B_stride0, C, beta, alpha,
      A, B, gputile_fits));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_C) ||
      !run.allocate(gpt_array_A) ||
      !run.allocate(gpt_array_B) ||
      !run.copyIn(gpt_array_C) ||
      !run.copyIn(gpt_array_A) ||
      !run.copyIn(gpt_array_B))
    return run.status();
  run.startKernels();
  {
    const long long b0_begin = 0;
    const long long b0_count = (gpt_floord(n - 1, 64)) - b0_begin + 1;
    const long long b1_first = 0;
    const long long b1_count = (gpt_floord(m - 1, 64)) - b1_first + 1;
    const long long largest = gpt_largest({n, m, p, b0_begin, b0_begin + b0_count, b1_first,
        b1_first + b1_count});
    if (largest > 70949015668113655LL || b1_count > 2147483647)
      return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
    for (long long b0_first = b0_begin; b0_first < b0_begin + b0_count; b0_first += run.mostYZ) {
      const dim3 grid(gpt_grid_x(b1_count), run.gridYZ(b0_begin + b0_count - b0_first));
      const dim3 block(16, 16);
      if (largest <= 33038205 && gpt_array_C.narrow() && gpt_array_A.narrow() && gpt_array_B.narrow()) {
        GPUTILE_LAUNCH(matmul_matmul_5_k0<int>, grid, block, 0, 0, gpt_array_C.pointer<double>(),
            beta, alpha, gpt_array_A.pointer<double>(), gpt_array_B.pointer<double>(), (int)n,
            (int)m, (int)p, (int)gpt_array_C.stride[0], (int)gpt_array_A.stride[0],
            (int)gpt_array_B.stride[0], (int)b0_first, (int)b1_first);
      } else {
        GPUTILE_LAUNCH(matmul_matmul_5_k0<long long>, grid, block, 0, 0,
            gpt_array_C.pointer<double>(), beta, alpha, gpt_array_A.pointer<double>(),
            gpt_array_B.pointer<double>(), n, m, p, gpt_array_C.stride[0], gpt_array_A.stride[0],
            gpt_array_B.stride[0], b0_first, b1_first);
      }
      if (!run.launched("matmul_matmul_5_k0"))
        return run.status();
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_C);
  return run.finish();
}
