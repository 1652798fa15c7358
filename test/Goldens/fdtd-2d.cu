// examples/fdtd-2d.c:8

// S0 writes ey, S1 writes ey, S2 writes ex, S3 writes hz
// Blocks in the midst of the fields.
template <bool Aligned, typename I>
static __device__ __forceinline__ void fdtd_2d_fdtd_8_k0_full(double *__restrict__ ey,
    double *__restrict__ hz, double *__restrict__ ex, double *__restrict__ ey_next0,
    double *__restrict__ ex_next0, double *__restrict__ hz_next0, const I ey_stride0,
    const I hz_stride0, const I ex_stride0, const I ey_next0_stride0, const I ex_next0_stride0,
    const I hz_next0_stride0, const I h1, const I b0, const I b1, const I b0_last) {
  const I t0 = threadIdx.x;
  const I z_first = 8 * b0 - 6, z_last = 8 * b0_last + 13;
  const I x = 52 * b1 - 6 + 2 * t0;
  const unsigned own = t0 >= 3 && t0 < 29 ? 3u : 0u;
  const double *const ey_from = h1 == 0 ? ey : ey_next0;
  double *const ey_to = h1 == 0 ? ey_next0 : ey;
  const I ey_from_pitch = h1 == 0 ? ey_stride0 : ey_next0_stride0, ey_to_pitch = h1 == 0 ? ey_next0_stride0 : ey_stride0;
  double ey_ahead[2][2];
  const double *const ex_from = h1 == 0 ? ex : ex_next0;
  double *const ex_to = h1 == 0 ? ex_next0 : ex;
  const I ex_from_pitch = h1 == 0 ? ex_stride0 : ex_next0_stride0, ex_to_pitch = h1 == 0 ? ex_next0_stride0 : ex_stride0;
  double ex_ahead[2][2];
  const double *const hz_from = h1 == 0 ? hz : hz_next0;
  double *const hz_to = h1 == 0 ? hz_next0 : hz;
  const I hz_from_pitch = h1 == 0 ? hz_stride0 : hz_next0_stride0, hz_to_pitch = h1 == 0 ? hz_next0_stride0 : hz_stride0;
  double hz_ahead[2][2];
  double ey_S0[6][1][2] = {};
  double ey_S1[7][2][2] = {};
  double ex_S2[7][2][2] = {};
  double hz_S3[7][2][2] = {};
  {
    const I i = gpt_min((I)(z_first + 1), z_last + 1);
    gpt_load_cells<1, 2>(&ey_ahead[0], ey_from + i * ey_from_pitch + x, 0, Aligned);
  }
  {
    const I i = gpt_min((I)(z_first + 2), z_last + 1);
    gpt_load_cells<1, 2>(&ey_ahead[1], ey_from + i * ey_from_pitch + x, 0, Aligned);
  }
  {
    const I i = gpt_min((I)(z_first + 1), z_last + 1);
    gpt_load_cells<1, 2>(&ex_ahead[0], ex_from + i * ex_from_pitch + x, 0, Aligned);
  }
  {
    const I i = gpt_min((I)(z_first + 2), z_last + 1);
    gpt_load_cells<1, 2>(&ex_ahead[1], ex_from + i * ex_from_pitch + x, 0, Aligned);
  }
  {
    const I i = gpt_min((I)(z_first), z_last);
    gpt_load_cells<1, 2>(&hz_ahead[0], hz_from + i * hz_from_pitch + x, 0, Aligned);
  }
  {
    const I i = gpt_min((I)(z_first + 1), z_last);
    gpt_load_cells<1, 2>(&hz_ahead[1], hz_from + i * hz_from_pitch + x, 0, Aligned);
  }
  const I z_full_first = (I)(z_first + 12);
  const I z_full_last = (I)(z_last - 2);
  I z = z_first;
  const auto row = [&](const bool full) __attribute__((always_inline)) {
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      ey_S1[0][0][v] = ey_ahead[0][v];
      ey_ahead[0][v] = ey_ahead[1][v];
    }
    {
      const I i = full ? z + 3 : gpt_min((I)(z + 3), z_last + 1);
      gpt_load_cells<1, 2>(&ey_ahead[1], ey_from + i * ey_from_pitch + x, 0, Aligned);
    }
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      ex_S2[0][0][v] = ex_ahead[0][v];
      ex_ahead[0][v] = ex_ahead[1][v];
    }
    {
      const I i = full ? z + 3 : gpt_min((I)(z + 3), z_last + 1);
      gpt_load_cells<1, 2>(&ex_ahead[1], ex_from + i * ex_from_pitch + x, 0, Aligned);
    }
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      hz_S3[0][0][v] = hz_ahead[0][v];
      hz_ahead[0][v] = hz_ahead[1][v];
    }
    {
      const I i = full ? z + 2 : gpt_min((I)(z + 2), z_last);
      gpt_load_cells<1, 2>(&hz_ahead[1], hz_from + i * hz_from_pitch + x, 0, Aligned);
    }
    GPT_UNROLL
    for (int p = 0; p < 6; ++p) {
      if (full || z >= z_first + 1 + p) {
        // S0
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          ey_S0[p][0][v] = ey_S1[p][1][v];
        }
        // S1
        {
          GPT_UNROLL
          for (int v = 0; v < 2; ++v) {
            ey_S1[p + 1][0][v] = ey_S0[p][0][v];
            ey_S1[p + 1][0][v] -= gpt_mul(0.5, hz_S3[p][0][v] - hz_S3[p][1][v]);
          }
        }
        // S2
        {
          const gpt_cells<double, 2, 1, 0> r0(hz_S3[p][0]);
          GPT_UNROLL
          for (int v = 0; v < 2; ++v) {
            ex_S2[p + 1][0][v] = ex_S2[p][1][v];
            ex_S2[p + 1][0][v] -= gpt_mul(0.5, hz_S3[p][0][v] - r0[v - 1]);
          }
        }
        // S3
        {
          const gpt_cells<double, 2, 0, 1> r0(ex_S2[p + 1][1]);
          GPT_UNROLL
          for (int v = 0; v < 2; ++v) {
            hz_S3[p + 1][0][v] = hz_S3[p][1][v];
            hz_S3[p + 1][0][v] -= gpt_mul(0.7, r0[v + 1] - ex_S2[p + 1][1][v] + ey_S1[p + 1][0][v] - ey_S1[p + 1][1][v]);
          }
        }
      }
    }
    {
      const I i = z - 5;
      if (full || (i >= z_first + 6 && i <= z_last - 6)) {
        gpt_store_cells<1, 2>(ey_to + i * ey_to_pitch + x, &ey_S1[6][0], 0, own, Aligned);
      }
    }
    {
      const I i = z - 5;
      if (full || (i >= z_first + 6 && i <= z_last - 6)) {
        gpt_store_cells<1, 2>(ex_to + i * ex_to_pitch + x, &ex_S2[6][0], 0, own, Aligned);
      }
    }
    {
      const I i = z - 6;
      if (full || (i >= z_first + 6 && i <= z_last - 6)) {
        gpt_store_cells<1, 2>(hz_to + i * hz_to_pitch + x, &hz_S3[6][0], 0, own, Aligned);
      }
    }
    GPT_UNROLL
    for (int p = 0; p < 7; ++p) {
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        ey_S1[p][1][v] = ey_S1[p][0][v];
      }
    }
    GPT_UNROLL
    for (int p = 0; p < 7; ++p) {
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        ex_S2[p][1][v] = ex_S2[p][0][v];
      }
    }
    GPT_UNROLL
    for (int p = 0; p < 7; ++p) {
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        hz_S3[p][1][v] = hz_S3[p][0][v];
      }
    }
  };
  GPT_UNROLL_BY(1)
  for (I z_stop = gpt_min(z_full_first, (I)(z_last + 1)); z <= z_last; z_stop = z_last + 1) {
    GPT_UNROLL_BY(1)
    for (; z < z_stop; ++z)
      row(false);
    GPT_UNROLL_BY(1)
    while (z + 1 <= z_full_last)
      GPT_UNROLL
      for (int next = 0; next < 2; ++next, ++z)
        row(true);
  }
}
template <typename I>
static __global__ void __launch_bounds__(32, 8)
fdtd_2d_fdtd_8_k0(double *__restrict__ ey, const double *__restrict__ source,
    double *__restrict__ hz, double *__restrict__ ex, double *__restrict__ ey_next0,
    double *__restrict__ ex_next0, double *__restrict__ hz_next0, const I steps, const I ny,
    const I nx, const I ey_stride0, const I hz_stride0, const I ex_stride0,
    const I ey_next0_stride0, const I ex_next0_stride0, const I hz_next0_stride0, const I h0,
    const I h1, const I b0_first, const I b0_count, const I b1_first, const I b1_count,
    const I b0_each) {
  const I t0 = threadIdx.x;
  const I b0 = b0_first + gpt_row_first((I)blockIdx.x, b0_count, b1_count, b0_each);
  const I b0_last = b0_first + gpt_row_last((I)blockIdx.x, b0_count, b1_count, b0_each);
  if (b0 <= b0_last) {
    const I b1 = b1_first + gpt_row_column((I)blockIdx.x, b0_count, b1_count, b0_each);
    if (b0 >= 2 && nx >= 8 * b0_last + 15 && steps >= 12 * h0 + 6 * h1 + 6 && b1 >= 1 && ny >= 52 * b1 + 59) {
      GPT_TILE(full)
      if (gpt_cells_aligned<2>(ey, ey_stride0) && gpt_cells_aligned<2>(ey_next0, ey_next0_stride0) && gpt_cells_aligned<2>(ex, ex_stride0) && gpt_cells_aligned<2>(ex_next0, ex_next0_stride0) && gpt_cells_aligned<2>(hz, hz_stride0) && gpt_cells_aligned<2>(hz_next0, hz_next0_stride0))
        fdtd_2d_fdtd_8_k0_full<true>(ey, hz, ex, ey_next0, ex_next0, hz_next0, ey_stride0,
          hz_stride0, ex_stride0, ey_next0_stride0, ex_next0_stride0, hz_next0_stride0, h1, b0,
          b1, b0_last);
      else
        fdtd_2d_fdtd_8_k0_full<false>(ey, hz, ex, ey_next0, ex_next0, hz_next0, ey_stride0,
          hz_stride0, ex_stride0, ey_next0_stride0, ex_next0_stride0, hz_next0_stride0, h1, b0,
          b1, b0_last);
    } else {
      GPT_TILE(partial)
      const I z_first = 8 * b0 - 6, z_last = 8 * b0_last + 13;
      const I x = 52 * b1 - 6 + 2 * t0;
      const unsigned own = t0 >= 3 && t0 < 29 ? 3u : 0u;
      const double *const ey_from = h1 == 0 ? ey : ey_next0;
      double *const ey_to = h1 == 0 ? ey_next0 : ey;
      const I ey_from_pitch = h1 == 0 ? ey_stride0 : ey_next0_stride0, ey_to_pitch = h1 == 0 ? ey_next0_stride0 : ey_stride0;
      const bool ey_from_aligned = gpt_cells_aligned<2>(ey_from, ey_from_pitch);
      const bool ey_to_aligned = gpt_cells_aligned<2>(ey_to, ey_to_pitch);
      const I ey_row_first = 0, ey_row_last = (nx <= 1 ? 0 : nx - 1);
      const I ey_column_first = 0, ey_column_last = ny - 1;
      unsigned ey_cells = 0;
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        ey_cells |= (unsigned)(x + v >= ey_column_first && x + v <= ey_column_last) << v;
      }
      double ey_ahead[2][2];
      const double *const ex_from = h1 == 0 ? ex : ex_next0;
      double *const ex_to = h1 == 0 ? ex_next0 : ex;
      const I ex_from_pitch = h1 == 0 ? ex_stride0 : ex_next0_stride0, ex_to_pitch = h1 == 0 ? ex_next0_stride0 : ex_stride0;
      const bool ex_from_aligned = gpt_cells_aligned<2>(ex_from, ex_from_pitch);
      const bool ex_to_aligned = gpt_cells_aligned<2>(ex_to, ex_to_pitch);
      const I ex_row_first = 0, ex_row_last = nx - 1;
      const I ex_column_first = (nx >= 2 ? 0 : 1), ex_column_last = ny - 1;
      const bool ex_exists = ny >= 2 && nx >= 1;
      unsigned ex_cells = 0;
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        ex_cells |= (unsigned)(ex_exists && x + v >= ex_column_first && x + v <= ex_column_last) << v;
      }
      double ex_ahead[2][2];
      const double *const hz_from = h1 == 0 ? hz : hz_next0;
      double *const hz_to = h1 == 0 ? hz_next0 : hz;
      const I hz_from_pitch = h1 == 0 ? hz_stride0 : hz_next0_stride0, hz_to_pitch = h1 == 0 ? hz_next0_stride0 : hz_stride0;
      const bool hz_from_aligned = gpt_cells_aligned<2>(hz_from, hz_from_pitch);
      const bool hz_to_aligned = gpt_cells_aligned<2>(hz_to, hz_to_pitch);
      const I hz_row_first = 0, hz_row_last = nx - 1;
      const I hz_column_first = 0, hz_column_last = ny - 1;
      const bool hz_exists = ny + nx >= 3 && nx >= 1;
      unsigned hz_cells = 0;
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        hz_cells |= (unsigned)(hz_exists && x + v >= hz_column_first && x + v <= hz_column_last) << v;
      }
      double hz_ahead[2][2];
      unsigned S0_cells = 0;
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        const I j = x + v;
        S0_cells |= (unsigned)(ny >= j + 1 && j >= 0) << v;
      }
      unsigned S2_cells = 0;
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        const I j = x + v;
        S2_cells |= (unsigned)(j >= 1 && ny >= j + 1) << v;
      }
      unsigned S3_cells = 0;
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        const I j = x + v;
        S3_cells |= (unsigned)(ny >= j + 2 && j >= 0) << v;
      }
      double ey_S0[6][1][2] = {};
      double ey_S1[7][2][2] = {};
      double ex_S2[7][2][2] = {};
      double hz_S3[7][2][2] = {};
      {
        const I i = z_first + 1;
        gpt_load_some<1, 2>(&ey_ahead[0], ey_from + gpt_min(gpt_max(i, ey_row_first), ey_row_last) * ey_from_pitch + x, 0, i >= ey_row_first && i <= ey_row_last ? ey_cells : 0u, ey_from_aligned);
      }
      {
        const I i = z_first + 2;
        gpt_load_some<1, 2>(&ey_ahead[1], ey_from + gpt_min(gpt_max(i, ey_row_first), ey_row_last) * ey_from_pitch + x, 0, i >= ey_row_first && i <= ey_row_last ? ey_cells : 0u, ey_from_aligned);
      }
      {
        const I i = z_first + 1;
        gpt_load_some<1, 2>(&ex_ahead[0], ex_from + gpt_min(gpt_max(i, ex_row_first), ex_row_last) * ex_from_pitch + x, 0, i >= ex_row_first && i <= ex_row_last ? ex_cells : 0u, ex_from_aligned);
      }
      {
        const I i = z_first + 2;
        gpt_load_some<1, 2>(&ex_ahead[1], ex_from + gpt_min(gpt_max(i, ex_row_first), ex_row_last) * ex_from_pitch + x, 0, i >= ex_row_first && i <= ex_row_last ? ex_cells : 0u, ex_from_aligned);
      }
      {
        const I i = z_first;
        gpt_load_some<1, 2>(&hz_ahead[0], hz_from + gpt_min(gpt_max(i, hz_row_first), hz_row_last) * hz_from_pitch + x, 0, i >= hz_row_first && i <= hz_row_last ? hz_cells : 0u, hz_from_aligned);
      }
      {
        const I i = z_first + 1;
        gpt_load_some<1, 2>(&hz_ahead[1], hz_from + gpt_min(gpt_max(i, hz_row_first), hz_row_last) * hz_from_pitch + x, 0, i >= hz_row_first && i <= hz_row_last ? hz_cells : 0u, hz_from_aligned);
      }
      GPT_UNROLL_BY(1)
      for (I z = z_first; z <= z_last; ++z) {
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          ey_S1[0][0][v] = ey_ahead[0][v];
          ey_ahead[0][v] = ey_ahead[1][v];
        }
        {
          const I i = z + 3;
          gpt_load_some<1, 2>(&ey_ahead[1], ey_from + gpt_min(gpt_max(i, ey_row_first), ey_row_last) * ey_from_pitch + x, 0, i >= ey_row_first && i <= ey_row_last ? ey_cells : 0u, ey_from_aligned);
        }
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          ex_S2[0][0][v] = ex_ahead[0][v];
          ex_ahead[0][v] = ex_ahead[1][v];
        }
        {
          const I i = z + 3;
          gpt_load_some<1, 2>(&ex_ahead[1], ex_from + gpt_min(gpt_max(i, ex_row_first), ex_row_last) * ex_from_pitch + x, 0, i >= ex_row_first && i <= ex_row_last ? ex_cells : 0u, ex_from_aligned);
        }
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          hz_S3[0][0][v] = hz_ahead[0][v];
          hz_ahead[0][v] = hz_ahead[1][v];
        }
        {
          const I i = z + 2;
          gpt_load_some<1, 2>(&hz_ahead[1], hz_from + gpt_min(gpt_max(i, hz_row_first), hz_row_last) * hz_from_pitch + x, 0, i >= hz_row_first && i <= hz_row_last ? hz_cells : 0u, hz_from_aligned);
        }
        GPT_UNROLL
        for (int p = 0; p < 6; ++p) {
          if (z >= z_first + 1 + p) {
            // S0
            {
              const I t = (2 * h0 + h1) * 6 + p;
              const I i = z - p;
              const bool active = steps >= t + 1 && i == 0;
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                ey_S0[p][0][v] = ey_S1[p][1][v];
                if (active && S0_cells >> v & 1) {
                  ey_S0[p][0][v] = source[t];
                }
              }
            }
            // S1
            {
              const I t = (2 * h0 + h1) * 6 + p;
              const I i = z - p;
              const bool active = steps >= t + 1 && i >= 1 && nx >= i + 1;
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                ey_S1[p + 1][0][v] = ey_S0[p][0][v];
                if (active && S0_cells >> v & 1) {
                  ey_S1[p + 1][0][v] -= gpt_mul(0.5, hz_S3[p][0][v] - hz_S3[p][1][v]);
                }
              }
            }
            // S2
            {
              const I t = (2 * h0 + h1) * 6 + p;
              const I i = z - p;
              const bool active = steps >= t + 1 && nx >= i + 1 && i >= 0;
              const gpt_cells<double, 2, 1, 0> r0(hz_S3[p][0]);
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                ex_S2[p + 1][0][v] = ex_S2[p][1][v];
                if (active && S2_cells >> v & 1) {
                  ex_S2[p + 1][0][v] -= gpt_mul(0.5, hz_S3[p][0][v] - r0[v - 1]);
                }
              }
            }
            // S3
            {
              const I t = (2 * h0 + h1) * 6 + p;
              const I i = z - 1 - p;
              const bool active = steps >= t + 1 && nx >= i + 2 && i >= 0;
              const gpt_cells<double, 2, 0, 1> r0(ex_S2[p + 1][1]);
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                hz_S3[p + 1][0][v] = hz_S3[p][1][v];
                if (active && S3_cells >> v & 1) {
                  hz_S3[p + 1][0][v] -= gpt_mul(0.7, r0[v + 1] - ex_S2[p + 1][1][v] + ey_S1[p + 1][0][v] - ey_S1[p + 1][1][v]);
                }
              }
            }
          }
        }
        {
          const I i = z - 5;
          if (i >= z_first + 6 && i <= z_last - 6 && i >= ey_row_first && i <= ey_row_last) {
            gpt_store_some<1, 2>(ey_to + i * ey_to_pitch + x, &ey_S1[6][0], 0, own & ey_cells, ey_to_aligned);
          }
        }
        {
          const I i = z - 5;
          if (i >= z_first + 6 && i <= z_last - 6 && i >= ex_row_first && i <= ex_row_last) {
            gpt_store_some<1, 2>(ex_to + i * ex_to_pitch + x, &ex_S2[6][0], 0, own & ex_cells, ex_to_aligned);
          }
        }
        {
          const I i = z - 6;
          if (i >= z_first + 6 && i <= z_last - 6 && i >= hz_row_first && i <= hz_row_last) {
            gpt_store_some<1, 2>(hz_to + i * hz_to_pitch + x, &hz_S3[6][0], 0, own & hz_cells, hz_to_aligned);
          }
        }
        GPT_UNROLL
        for (int p = 0; p < 7; ++p) {
          GPT_UNROLL
          for (int v = 0; v < 2; ++v) {
            ey_S1[p][1][v] = ey_S1[p][0][v];
          }
        }
        GPT_UNROLL
        for (int p = 0; p < 7; ++p) {
          GPT_UNROLL
          for (int v = 0; v < 2; ++v) {
            ex_S2[p][1][v] = ex_S2[p][0][v];
          }
        }
        GPT_UNROLL
        for (int p = 0; p < 7; ++p) {
          GPT_UNROLL
          for (int v = 0; v < 2; ++v) {
            hz_S3[p][1][v] = hz_S3[p][0][v];
          }
        }
      }
    }
  }
}

// Runs examples/fdtd-2d.c:8 on the device. Unless it returns 0, the original loops have to run.
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
  gpt_array gpt_array_ey_next0("ey", "double", sizeof(double), nullptr, 2);
  gpt_array_ey_next0.box.set({0, 0}, {(nx <= 1 ? 0 : nx - 1), ny - 1});
  gpt_array gpt_array_ex_next0("ex", "double", sizeof(double), nullptr, 2);
  if (ny >= 2 && nx >= 1)
    gpt_array_ex_next0.box.set({0, (nx >= 2 ? 0 : 1)}, {nx - 1, ny - 1});
  gpt_array gpt_array_hz_next0("hz", "double", sizeof(double), nullptr, 2);
  if (ny + nx >= 3 && nx >= 1)
    gpt_array_hz_next0.box.set({0, 0}, {nx - 1, ny - 1});
  // Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.
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
  if (!gpt_array_ey_next0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'ey' is too large");
  if (!gpt_array_ex_next0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'ex' is too large");
  if (!gpt_array_hz_next0.layout(size))
    return gpt_fallback(region, GPT_GUARD, "array 'hz' is too large");
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
      !run.allocate(gpt_array_ey_next0) ||
      !run.allocate(gpt_array_ex_next0) ||
      !run.allocate(gpt_array_hz_next0) ||
      !run.copyIn(gpt_array_ey) ||
      !run.copyIn(gpt_array_source) ||
      !run.copyIn(gpt_array_hz) ||
      !run.copyIn(gpt_array_ex))
    return run.status();
  run.startKernels();
  for (long long l0 = 0; l0 <= (steps - 1) / 12; ++l0) {
    for (long long l1 = 0; l1 <= 1; ++l1) {
      {
        const long long h0 = l0;
        const long long h1 = l1;
        const long long b0_first = 0;
        const long long b0_count = gpt_max(gpt_floord(nx - 1, 8), 0) - b0_first + 1;
        const long long b1_first = 0;
        const long long b1_count = (gpt_floord(ny - 1, 52)) - b1_first + 1;
        const long long largest = gpt_largest({steps, ny, nx, h0, h1, b0_first, b0_first + b0_count,
            b1_first, b1_first + b1_count});
        if (largest > 88686269585142025LL || gpt_volume({b0_count, b1_count}) > 536870912)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const long long b0_each = run.rowBlocks(b0_count, b1_count, 8, 12, 8);
        const dim3 grid(gpt_grid_x(gpt_row_warps(b0_count, b1_count, b0_each)));
        const dim3 block(32);
        if (largest <= 41297713 && gpt_array_ey.narrow() && gpt_array_source.narrow() && gpt_array_hz.narrow() && gpt_array_ex.narrow() && gpt_array_ey_next0.narrow() && gpt_array_ex_next0.narrow() && gpt_array_hz_next0.narrow()) {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<int>, grid, block, 0, 0, gpt_array_ey.pointer<double>(),
              gpt_array_source.pointer<double>(), gpt_array_hz.pointer<double>(),
              gpt_array_ex.pointer<double>(), gpt_array_ey_next0.pointer<double>(),
              gpt_array_ex_next0.pointer<double>(), gpt_array_hz_next0.pointer<double>(), (int)steps,
              (int)ny, (int)nx, (int)gpt_array_ey.stride[0], (int)gpt_array_hz.stride[0],
              (int)gpt_array_ex.stride[0], (int)gpt_array_ey_next0.stride[0],
              (int)gpt_array_ex_next0.stride[0], (int)gpt_array_hz_next0.stride[0], (int)h0, (int)h1,
              (int)b0_first, (int)b0_count, (int)b1_first, (int)b1_count, (int)b0_each);
        } else {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<long long>, grid, block, 0, 0,
              gpt_array_ey.pointer<double>(), gpt_array_source.pointer<double>(),
              gpt_array_hz.pointer<double>(), gpt_array_ex.pointer<double>(),
              gpt_array_ey_next0.pointer<double>(), gpt_array_ex_next0.pointer<double>(),
              gpt_array_hz_next0.pointer<double>(), steps, ny, nx, gpt_array_ey.stride[0],
              gpt_array_hz.stride[0], gpt_array_ex.stride[0], gpt_array_ey_next0.stride[0],
              gpt_array_ex_next0.stride[0], gpt_array_hz_next0.stride[0], h0, h1, b0_first, b0_count,
              b1_first, b1_count, b0_each);
        }
        if (!run.launched("fdtd_2d_fdtd_8_k0"))
          return run.status();
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
