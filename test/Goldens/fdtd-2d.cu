// examples/fdtd-2d.c:8
// examples/fdtd-2d.c:8: S0, S1, S2, S3
template <typename I>
static __global__ void __launch_bounds__(256, 2)
fdtd_2d_fdtd_8_k0(double *__restrict__ ey, const double *__restrict__ source,
    double *__restrict__ hz, double *__restrict__ ex, const I steps, const I ny, const I nx,
    const I ey_stride0, const I hz_stride0, const I ex_stride0, const I h0, const I b0_first,
    const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  GPUTILE_SHARED(double, s_source, [16]);
  GPUTILE_SHARED(double, s_ey, [32][48]);
  GPUTILE_SHARED(double, s_ex, [32][48]);
  GPUTILE_SHARED(double, s_hz, [32][48]);
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (3 * b1 + b0 >= h0 + 1 && h0 >= b1 + b0 && b1 + 2 * b0 >= h0 + 1 && ny + 16 * h0 >= 48 * b1 + 16 * b0 + 32 && steps + 16 * b1 + 16 * b0 >= 16 * h0 + 16 && nx + 16 * h0 >= 16 * b1 + 32 * b0 + 16) {
      GPT_TILE(full)
      {
        const I l = t0 * 32 + t1;
        for (I i0 = l / 16; i0 <= 31; i0 += 16) {
          for (I i1 = gpt_max(0, i0 - 16) + l % 16; i1 <= gpt_min(47, i0 + 31); i1 += 16) {
            if ((((i1 >= 1 && i0 >= 1 && i1 + 15 >= i0)) || ((i1 <= 46))))
              s_ey[i0][i1] = ey[((-16) * h0 + 16 * b1 + 32 * b0 - 16 + i0) * ey_stride0 + (-16) * h0 + 48 * b1 + 16 * b0 - 16 + i1];
          }
        }
      }
      {
        const I l = t0 * 32 + t1;
        for (I i0 = l / 16; i0 <= 31; i0 += 16) {
          for (I i1 = gpt_max(0, i0 - 15) + l % 16; i1 <= gpt_min(47, i0 + 32); i1 += 16) {
            if ((((i1 >= 1 && i0 >= 1 && i0 + 31 >= i1)) || ((i0 <= 30))))
              s_ex[i0][i1] = ex[((-16) * h0 + 16 * b1 + 32 * b0 - 16 + i0) * ex_stride0 + (-16) * h0 + 48 * b1 + 16 * b0 - 16 + i1];
          }
        }
      }
      {
        const I l = t0 * 32 + t1;
        for (I i0 = l / 16; i0 <= 31; i0 += 16) {
          for (I i1 = gpt_max(0, i0 - 16) + l % 16; i1 <= gpt_min(47, i0 + 32); i1 += 16) {
            if ((((i1 <= 46 && i1 + 15 >= i0 && i0 <= 30 && i0 + 31 >= i1)) || ((i1 >= 1 && i1 + 15 >= i0)) || ((i0 >= 1 && i0 + 31 >= i1))))
              s_hz[i0][i1] = hz[((-16) * h0 + 16 * b1 + 32 * b0 - 16 + i0) * hz_stride0 + (-16) * h0 + 48 * b1 + 16 * b0 - 16 + i1];
          }
        }
      }
      __syncthreads();
      for (I c1 = 0; c1 <= 15; ++c1) {
        for (I c3 = 0; c3 <= 1; ++c3) {
          s_ey[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] -= gpt_mul(0.5, s_hz[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] - s_hz[t0 - c1 + 8 * c3 + 15][t1 - c1 + 16]);
          s_ex[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] -= gpt_mul(0.5, s_hz[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] - s_hz[t0 - c1 + 8 * c3 + 16][t1 - c1 + 15]);
        }
        __syncthreads();
        for (I c3 = 0; c3 <= 1; ++c3) {
          s_hz[t0 - c1 + 8 * c3 + 15][t1 - c1 + 15] -= gpt_mul(0.7, s_ex[t0 - c1 + 8 * c3 + 15][t1 - c1 + 16] - s_ex[t0 - c1 + 8 * c3 + 15][t1 - c1 + 15] + s_ey[t0 - c1 + 8 * c3 + 16][t1 - c1 + 15] - s_ey[t0 - c1 + 8 * c3 + 15][t1 - c1 + 15]);
        }
        __syncthreads();
      }
      {
        const I l = t0 * 32 + t1;
        for (I i0 = 1 + l / 16; i0 <= 31; i0 += 16) {
          for (I i1 = gpt_max(1, i0 - 15) + l % 16; i1 <= gpt_min(47, i0 + 31); i1 += 16) {
            ey[((-16) * h0 + 16 * b1 + 32 * b0 - 16 + i0) * ey_stride0 + (-16) * h0 + 48 * b1 + 16 * b0 - 16 + i1] = s_ey[i0][i1];
          }
        }
      }
      {
        const I l = t0 * 32 + t1;
        for (I i0 = 1 + l / 16; i0 <= 31; i0 += 16) {
          for (I i1 = gpt_max(1, i0 - 15) + l % 16; i1 <= gpt_min(47, i0 + 31); i1 += 16) {
            ex[((-16) * h0 + 16 * b1 + 32 * b0 - 16 + i0) * ex_stride0 + (-16) * h0 + 48 * b1 + 16 * b0 - 16 + i1] = s_ex[i0][i1];
          }
        }
      }
      {
        const I l = t0 * 32 + t1;
        for (I i0 = l / 16; i0 <= 30; i0 += 16) {
          for (I i1 = gpt_max(0, i0 - 15) + l % 16; i1 <= gpt_min(46, i0 + 31); i1 += 16) {
            hz[((-16) * h0 + 16 * b1 + 32 * b0 - 16 + i0) * hz_stride0 + (-16) * h0 + 48 * b1 + 16 * b0 - 16 + i1] = s_hz[i0][i1];
          }
        }
      }
    } else {
      if ((ny + nx >= 3 && nx >= 1 && h0 >= b1 + b0 && 3 * b1 + b0 + 1 >= h0 && b1 + 2 * b0 >= h0 && steps + nx >= 16 * b0 + 2 && steps + 16 * b1 + 16 * b0 >= 16 * h0 + 1 && ny + 16 * h0 + 14 >= 48 * b1 + 16 * b0 && nx + 16 * h0 + 14 >= 16 * b1 + 32 * b0) || (5 * b1 + 2 >= h0 && steps + 8 * b1 >= 8 * h0 + 1 && b1 + 2 * b0 == h0)) {
        GPT_TILE(partial)
        {
          for (I l = t0 * 32 + t1; l < 16; l += 256) {
            const I i0 = l;
            if (((steps >= i0 + 16 * b0 + 1 && i0 + ny + 80 * b0 >= 32 * h0 + 1 && 2 * b0 + b1 == h0)))
              s_source[i0] = source[16 * b0 + i0];
          }
        }
        for (I i0 = t0; i0 < 32; i0 += 8) {
          for (I i1 = t1; i1 < 48; i1 += 32) {
            if ((((i1 >= 1 && i0 >= 1 && i1 + 15 >= i0 && i0 + 31 >= i1 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 17 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1)) || ((i1 <= 46 && i1 + 16 >= i0 && i0 + 31 >= i1 && nx >= 2 && steps + nx >= 16 * b0 + 2 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + 32 * b0 + 16 * b1 >= 16 * h0 + 1 && nx + 16 * h0 + 14 >= 32 * b0 + 16 * b1 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && nx + 16 * h0 + 45 >= i1 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 14 >= i1 + 16 * b0 + 48 * b1))))
              s_ey[i0][i1] = ey[((-16) * h0 + 32 * b0 + 16 * b1 - 16 + i0) * ey_stride0 + (-16) * h0 + 16 * b0 + 48 * b1 - 16 + i1];
          }
        }
        for (I i0 = t0; i0 < 32; i0 += 8) {
          for (I i1 = t1; i1 < 48; i1 += 32) {
            if ((((i1 >= 1 && i0 >= 1 && i1 + 15 >= i0 && i0 + 31 >= i1 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 17 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1)) || ((i1 + 15 >= i0 && i0 <= 30 && i0 + 32 >= i1 && ny >= 2 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && nx + 16 * h0 + 14 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1 && i0 + 16 * b0 + 48 * b1 + 15 >= 16 * h0 && ny + 16 * h0 + 29 >= i0 + 16 * b0 + 48 * b1))))
              s_ex[i0][i1] = ex[((-16) * h0 + 32 * b0 + 16 * b1 - 16 + i0) * ex_stride0 + (-16) * h0 + 16 * b0 + 48 * b1 - 16 + i1];
          }
        }
        for (I i0 = t0; i0 < 32; i0 += 8) {
          for (I i1 = t1; i1 < 48; i1 += 32) {
            if ((((i1 <= 46 && i1 + 15 >= i0 && i0 <= 30 && i0 + 31 >= i1 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && nx + 16 * h0 + 14 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 14 >= i1 + 16 * b0 + 48 * b1)) || ((i1 >= 1 && i1 + 15 >= i0 && i0 + 32 >= i1 && nx >= 2 && steps + nx >= 16 * b0 + 2 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + 32 * b0 + 16 * b1 >= 16 * h0 + 2 && nx + 16 * h0 + 14 >= 32 * b0 + 16 * b1 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && nx + 16 * h0 + 46 >= i1 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1)) || ((i0 >= 1 && i1 + 16 >= i0 && i0 + 31 >= i1 && ny >= 2 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && i0 + 16 * b0 + 48 * b1 + 14 >= 16 * h0 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1 && ny + 16 * h0 + 30 >= i0 + 16 * b0 + 48 * b1))))
              s_hz[i0][i1] = hz[((-16) * h0 + 32 * b0 + 16 * b1 - 16 + i0) * hz_stride0 + (-16) * h0 + 16 * b0 + 48 * b1 - 16 + i1];
          }
        }
        __syncthreads();
        for (I c1 = 0; c1 <= 15; ++c1) {
          if (2 * b0 + b1 == h0 && ny + 80 * b0 + c1 >= t1 + 32 * h0 + 1 && steps >= 16 * b0 + c1 + 1 && t1 + 32 * h0 >= 80 * b0 + c1 && (t0 - c1) % 8 == 0) {
            s_ey[16][t1 - c1 + 16] = s_source[c1];
            if (nx >= 1 && t1 + 32 * h0 >= 80 * b0 + c1 + 1) {
              s_ex[16][t1 - c1 + 16] -= gpt_mul(0.5, s_hz[16][t1 - c1 + 16] - s_hz[16][t1 - c1 + 15]);
            }
          }
          if (ny + 16 * h0 + c1 >= t1 + 16 * b0 + 48 * b1 + 1 && steps + 16 * b0 + 16 * b1 >= 16 * h0 + c1 + 1 && t1 + 16 * b0 + 48 * b1 >= 16 * h0 + c1) {
            for (I c3 = gpt_max(0, 2 * h0 - 4 * b0 - 2 * b1 + (-t0 + c1 + 8) / 8); c3 <= gpt_min(1, 2 * h0 - 4 * b0 - 2 * b1 + gpt_floord(-t0 + nx + c1 - 1, 8)); ++c3) {
              s_ey[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] -= gpt_mul(0.5, s_hz[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] - s_hz[t0 - c1 + 8 * c3 + 15][t1 - c1 + 16]);
              if (t1 + 16 * b0 + 48 * b1 >= 16 * h0 + c1 + 1) {
                s_ex[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] -= gpt_mul(0.5, s_hz[t0 - c1 + 8 * c3 + 16][t1 - c1 + 16] - s_hz[t0 - c1 + 8 * c3 + 16][t1 - c1 + 15]);
              }
            }
          }
          __syncthreads();
          if (ny + 16 * h0 + c1 >= t1 + 16 * b0 + 48 * b1 + 1 && steps + 16 * b0 + 16 * b1 >= 16 * h0 + c1 + 1 && t1 + 16 * b0 + 48 * b1 >= 16 * h0 + c1 + 1) {
            for (I c3 = gpt_max(0, 2 * h0 - 4 * b0 - 2 * b1 + (-t0 + c1 + 8) / 8); c3 <= gpt_min(1, 2 * h0 - 4 * b0 - 2 * b1 + gpt_floord(-t0 + nx + c1 - 1, 8)); ++c3) {
              s_hz[t0 - c1 + 8 * c3 + 15][t1 - c1 + 15] -= gpt_mul(0.7, s_ex[t0 - c1 + 8 * c3 + 15][t1 - c1 + 16] - s_ex[t0 - c1 + 8 * c3 + 15][t1 - c1 + 15] + s_ey[t0 - c1 + 8 * c3 + 16][t1 - c1 + 15] - s_ey[t0 - c1 + 8 * c3 + 15][t1 - c1 + 15]);
            }
          }
          __syncthreads();
        }
        for (I i0 = t0; i0 < 32; i0 += 8) {
          for (I i1 = t1; i1 < 48; i1 += 32) {
            if ((((i1 >= 1 && i0 >= 1 && i1 + 15 >= i0 && i0 + 31 >= i1 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 17 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1)) || ((i1 >= 1 && i0 == 16 && i1 + steps >= 16 * b0 + 17 && i1 + 32 * h0 >= 80 * b0 + 16 && ny + 80 * b0 + 15 >= i1 + 32 * h0 && 2 * b0 + b1 == h0))))
              ey[((-16) * h0 + 32 * b0 + 16 * b1 - 16 + i0) * ey_stride0 + (-16) * h0 + 16 * b0 + 48 * b1 - 16 + i1] = s_ey[i0][i1];
          }
        }
        for (I i0 = t0; i0 < 32; i0 += 8) {
          for (I i1 = t1; i1 < 48; i1 += 32) {
            if (((i1 >= 1 && i0 >= 1 && i1 + 15 >= i0 && i0 + 31 >= i1 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 17 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && nx + 16 * h0 + 15 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 17 && ny + 16 * h0 + 15 >= i1 + 16 * b0 + 48 * b1)))
              ex[((-16) * h0 + 32 * b0 + 16 * b1 - 16 + i0) * ex_stride0 + (-16) * h0 + 16 * b0 + 48 * b1 - 16 + i1] = s_ex[i0][i1];
          }
        }
        for (I i0 = t0; i0 < 32; i0 += 8) {
          for (I i1 = t1; i1 < 48; i1 += 32) {
            if (((i1 <= 46 && i1 + 15 >= i0 && i0 <= 30 && i0 + 31 >= i1 && i0 + 32 * b0 + 16 * b1 >= 16 * h0 + 16 && i0 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && i1 + steps + 16 * b0 + 16 * b1 >= 16 * h0 + 16 && nx + 16 * h0 + 14 >= i0 + 32 * b0 + 16 * b1 && i1 + 16 * b0 + 48 * b1 >= 16 * h0 + 16 && ny + 16 * h0 + 14 >= i1 + 16 * b0 + 48 * b1)))
              hz[((-16) * h0 + 32 * b0 + 16 * b1 - 16 + i0) * hz_stride0 + (-16) * h0 + 16 * b0 + 48 * b1 - 16 + i1] = s_hz[i0][i1];
          }
        }
      }
    }
    __syncthreads(); // The next block's tiles use the same memory.
  }
}


// examples/fdtd-2d.c:8
extern "C" int gputile_fdtd_2d_fdtd_8(long long steps, long long ny, long long nx,
    long long ey_stride0, long long hz_stride0, long long ex_stride0, double *ey,
    const double *source, double *hz, double *ex) {
  static gpt_region region = {"fdtd_2d_fdtd_8", "examples/fdtd-2d.c", 8, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (gpt_largest({steps, ny, nx}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(steps >= 1 && ny >= 1))
    return gpt_run::nothing();
  gpt_array gpt_array_ey("ey", "double", sizeof(double), ey, 2);
  gpt_array_ey.stride[0] = ey_stride0;
  gpt_array_ey.stride[1] = 1;
  gpt_array_ey.box.set({0, 0}, {(nx <= 1 ? 0 : nx - 1), ny - 1});
  if (nx >= 2)
    gpt_array_ey.in.set({1, 0}, {nx - 1, ny - 1});
  gpt_array_ey.out.set({0, 0}, {(nx <= 1 ? 0 : nx - 1), ny - 1});
  gpt_array gpt_array_source("source", "double", sizeof(double), source, 1);
  gpt_array_source.stride[0] = 1;
  gpt_array_source.box.set({0}, {steps - 1});
  gpt_array_source.in.set({0}, {steps - 1});
  gpt_array gpt_array_hz("hz", "double", sizeof(double), hz, 2);
  gpt_array_hz.stride[0] = hz_stride0;
  gpt_array_hz.stride[1] = 1;
  if (ny + nx >= 3 && nx >= 1)
    gpt_array_hz.box.set({0, 0}, {nx - 1, ny - 1});
  if (ny + nx >= 3 && nx >= 1)
    gpt_array_hz.in.set({0, 0}, {nx - 1, ny - 1});
  if (ny >= 2 && nx >= 2)
    gpt_array_hz.out.set({0, 0}, {nx - 2, ny - 2});
  gpt_array gpt_array_ex("ex", "double", sizeof(double), ex, 2);
  gpt_array_ex.stride[0] = ex_stride0;
  gpt_array_ex.stride[1] = 1;
  if (ny >= 2 && nx >= 1)
    gpt_array_ex.box.set({0, (nx >= 2 ? 0 : 1)}, {nx - 1, ny - 1});
  if (ny >= 2 && nx >= 1)
    gpt_array_ex.in.set({0, (nx >= 2 ? 0 : 1)}, {nx - 1, ny - 1});
  if (ny >= 2 && nx >= 1)
    gpt_array_ex.out.set({0, 1}, {nx - 1, ny - 1});
  gpt_size size;
  if (!gpt_array_ey.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'ey' is too large");
  if (!gpt_array_ey.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'ey' leaves its row");
  if (!gpt_array_source.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'source' is too large");
  if (!gpt_array_hz.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'hz' is too large");
  if (!gpt_array_hz.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'hz' leaves its row");
  if (!gpt_array_ex.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'ex' is too large");
  if (!gpt_array_ex.distinctElements(size))
    return gpt_fallback(region, GPT_GUARD, "a subscript of array 'ex' leaves its row");
  if (gpt_overlap(gpt_array_ey, gpt_array_source))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'ey' and 'source' overlap");
  if (gpt_overlap(gpt_array_ey, gpt_array_hz))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'ey' and 'hz' overlap");
  if (gpt_overlap(gpt_array_ey, gpt_array_ex))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'ey' and 'ex' overlap");
  if (gpt_overlap(gpt_array_source, gpt_array_hz))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'source' and 'hz' overlap");
  if (gpt_overlap(gpt_array_source, gpt_array_ex))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'source' and 'ex' overlap");
  if (gpt_overlap(gpt_array_hz, gpt_array_ex))
    return gpt_fallback(region, GPT_OVERLAP, "arrays 'hz' and 'ex' overlap");
  GPT_REHEARSE(gputile_fdtd_2d_fdtd_8(steps, ny, nx, ey_stride0, hz_stride0, ex_stride0, ey,
      source, hz, ex));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_ey) ||
      !run.allocate(gpt_array_source) ||
      !run.allocate(gpt_array_hz) ||
      !run.allocate(gpt_array_ex) ||
      !run.copyIn(gpt_array_ey) ||
      !run.copyIn(gpt_array_source) ||
      !run.copyIn(gpt_array_hz) ||
      !run.copyIn(gpt_array_ex))
    return run.status();
  run.startKernels();
  if (nx <= 0) {
    for (long long l0 = 0; l0 <= (5 * steps + ny - 6) / 32; ++l0) {
      {
        const long long h0 = l0;
        const long long b0_first = gpt_max(gpt_max(gpt_max(gpt_floord(-steps - ny + 32 * h0 + 1, 64) + 1, gpt_floord(-ny + 32 * h0 - 15, 80) + 1), 0), h0 + gpt_floord((-3) * steps - ny + 3, 32) + 1);
        const long long b0_count = (h0) - b0_first + 1;
        const long long b1_first = 0;
        const long long b1_count = gpt_min(gpt_min(gpt_floord(steps + ny - 2, 32), gpt_floord(ny + 8 * h0 + 14, 40)), h0) - b1_first + 1;
        const long long largest = gpt_largest({steps, ny, nx, h0, b0_first, b0_first + b0_count,
            b1_first, b1_first + b1_count});
        if (largest > 56934395289226202LL || b1_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
        const dim3 block(32, 8);
        if (largest <= 26511334 && gpt_array_ey.narrow() && gpt_array_source.narrow() && gpt_array_hz.narrow() && gpt_array_ex.narrow()) {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<int>, grid, block, 0, 0, gpt_array_ey.pointer<double>(),
              gpt_array_source.pointer<double>(), gpt_array_hz.pointer<double>(),
              gpt_array_ex.pointer<double>(), (int)steps, (int)ny, (int)nx,
              (int)gpt_array_ey.stride[0], (int)gpt_array_hz.stride[0], (int)gpt_array_ex.stride[0],
              (int)h0, (int)b0_first, (int)b0_count, (int)b1_first);
        } else {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<long long>, grid, block, 0, 0,
              gpt_array_ey.pointer<double>(), gpt_array_source.pointer<double>(),
              gpt_array_hz.pointer<double>(), gpt_array_ex.pointer<double>(), (long long)steps,
              (long long)ny, (long long)nx, (long long)gpt_array_ey.stride[0],
              (long long)gpt_array_hz.stride[0], (long long)gpt_array_ex.stride[0], (long long)h0,
              (long long)b0_first, (long long)b0_count, (long long)b1_first);
        }
        if (!run.launched("fdtd_2d_fdtd_8_k0"))
          return run.status();
      }
    }
  } else {
    if (ny + nx >= 3) {
      for (long long l0 = 0; l0 <= (5 * steps + ny + 2 * nx - 8) / 32; ++l0) {
        {
          const long long h0 = l0;
          const long long b0_first = gpt_max(gpt_max(gpt_max(gpt_floord(-steps - ny + 32 * h0 + 1, 64) + 1, gpt_floord(-ny + 32 * h0 - 15, 80) + 1), 0), h0 + gpt_floord((-3) * steps - ny + 3, 32) + 1);
          const long long b0_count = (h0) - b0_first + 1;
          const long long b1_first = 0;
          const long long b1_count = gpt_min(gpt_min(gpt_floord(steps + ny - 2, 32), gpt_floord(ny + 8 * h0 + 14, 40)), h0) - b1_first + 1;
          const long long largest = gpt_largest({steps, ny, nx, h0, b0_first, b0_first + b0_count,
              b1_first, b1_first + b1_count});
          if (largest > 56934395289226202LL || b1_count > 2147483647)
            return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
          const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
          const dim3 block(32, 8);
          if (largest <= 26511334 && gpt_array_ey.narrow() && gpt_array_source.narrow() && gpt_array_hz.narrow() && gpt_array_ex.narrow()) {
            GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<int>, grid, block, 0, 0, gpt_array_ey.pointer<double>(),
                gpt_array_source.pointer<double>(), gpt_array_hz.pointer<double>(),
                gpt_array_ex.pointer<double>(), (int)steps, (int)ny, (int)nx,
                (int)gpt_array_ey.stride[0], (int)gpt_array_hz.stride[0], (int)gpt_array_ex.stride[0],
                (int)h0, (int)b0_first, (int)b0_count, (int)b1_first);
          } else {
            GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<long long>, grid, block, 0, 0,
                gpt_array_ey.pointer<double>(), gpt_array_source.pointer<double>(),
                gpt_array_hz.pointer<double>(), gpt_array_ex.pointer<double>(), (long long)steps,
                (long long)ny, (long long)nx, (long long)gpt_array_ey.stride[0],
                (long long)gpt_array_hz.stride[0], (long long)gpt_array_ex.stride[0], (long long)h0,
                (long long)b0_first, (long long)b0_count, (long long)b1_first);
          }
          if (!run.launched("fdtd_2d_fdtd_8_k0"))
            return run.status();
        }
      }
    } else {
      for (long long l0 = 0; l0 <= (5 * steps - 5) / 32; ++l0) {
        {
          const long long h0 = l0;
          const long long b0_first = gpt_max(gpt_max(gpt_max(gpt_floord(-steps - ny + 32 * h0 + 1, 64) + 1, gpt_floord(-ny + 32 * h0 - 15, 80) + 1), 0), h0 + gpt_floord((-3) * steps - ny + 3, 32) + 1);
          const long long b0_count = (h0) - b0_first + 1;
          const long long b1_first = 0;
          const long long b1_count = gpt_min(gpt_min(gpt_floord(steps + ny - 2, 32), gpt_floord(ny + 8 * h0 + 14, 40)), h0) - b1_first + 1;
          const long long largest = gpt_largest({steps, ny, nx, h0, b0_first, b0_first + b0_count,
              b1_first, b1_first + b1_count});
          if (largest > 56934395289226202LL || b1_count > 2147483647)
            return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
          const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
          const dim3 block(32, 8);
          if (largest <= 26511334 && gpt_array_ey.narrow() && gpt_array_source.narrow() && gpt_array_hz.narrow() && gpt_array_ex.narrow()) {
            GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<int>, grid, block, 0, 0, gpt_array_ey.pointer<double>(),
                gpt_array_source.pointer<double>(), gpt_array_hz.pointer<double>(),
                gpt_array_ex.pointer<double>(), (int)steps, (int)ny, (int)nx,
                (int)gpt_array_ey.stride[0], (int)gpt_array_hz.stride[0], (int)gpt_array_ex.stride[0],
                (int)h0, (int)b0_first, (int)b0_count, (int)b1_first);
          } else {
            GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<long long>, grid, block, 0, 0,
                gpt_array_ey.pointer<double>(), gpt_array_source.pointer<double>(),
                gpt_array_hz.pointer<double>(), gpt_array_ex.pointer<double>(), (long long)steps,
                (long long)ny, (long long)nx, (long long)gpt_array_ey.stride[0],
                (long long)gpt_array_hz.stride[0], (long long)gpt_array_ex.stride[0], (long long)h0,
                (long long)b0_first, (long long)b0_count, (long long)b1_first);
          }
          if (!run.launched("fdtd_2d_fdtd_8_k0"))
            return run.status();
        }
      }
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_ey);
  run.copyOut(gpt_array_hz);
  run.copyOut(gpt_array_ex);
  return run.finish();
}
