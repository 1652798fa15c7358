// examples/jacobi-3d7.c:5

// S0 writes B, S1 writes A
// Blocks in the midst of the fields.
template <bool Aligned, typename I>
static __device__ __forceinline__ void jacobi_3d7_jacobi_5_k0_full(double *__restrict__ A,
    double *__restrict__ A_next0, const I l, const I A_stride0, const I A_stride1,
    const I A_next0_stride0, const I A_next0_stride1, const I h1, const I b0, const I b1,
    const I b2, const I b0_last, double (*A_edges)[2][12][2][32]) {
  gpt_apart();
  const I t0 = threadIdx.x;
  const I z_first = 8 * b0 - 3, z_last = 8 * b0_last + 8;
  const int lane_y = (int)t0 / 16, lane_x = (int)t0 % 16;
  const int lane_above = gpt_max(lane_y - 1, 0), lane_below = gpt_min(lane_y + 1, 11);
  const I y = 32 * b1 - 2 + 3 * lane_y;
  const I x = 28 * b2 - 2 + 2 * lane_x;
  unsigned own = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    if (lane_x >= 1 && lane_x < 15 && y + u >= 32 * b1 && y + u < 32 * b1 + 32)
      own |= 3u << (2 * u);
  }
  const double *const A_from = h1 == 0 ? A : A_next0;
  double *const A_to = h1 == 0 ? A_next0 : A;
  const I A_from_plane_pitch = h1 == 0 ? A_stride0 : A_next0_stride0, A_to_plane_pitch = h1 == 0 ? A_next0_stride0 : A_stride0;
  const I A_from_pitch = h1 == 0 ? A_stride1 : A_next0_stride1, A_to_pitch = h1 == 0 ? A_next0_stride1 : A_stride1;
  const I A_plane_first = 0, A_plane_last = l - 1;
  double A_ahead[1][3][2] = {};
  double B_S0[3][1][3][2] = {};
  double A_S1[3][3][3][2] = {};
  const double *A_in = A_from + (z_first + 1) * A_from_plane_pitch + y * A_from_pitch + x;
  {
    const I i = z_first + 1;
    if (i >= A_plane_first && i <= A_plane_last)
      gpt_load_cells<3, 2>(A_ahead[0], A_in, A_from_pitch, Aligned);
  }
  double *A_out = A_to + (z_first - 1) * A_to_plane_pitch + y * A_to_pitch + x;
  const I z_full_first = gpt_max(gpt_max((I)(z_first + 4), (I)(A_plane_first + 1)), (I)(2));
  const I z_full_last = gpt_min(gpt_min((I)(z_last), (I)(A_plane_last - 2)), (I)(l - 2));
  I z = z_first;
  const auto plane = [&](const bool full) __attribute__((always_inline)) {
    GPT_UNROLL
    for (int u = 0; u < 3; ++u) {
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        A_S1[0][0][u][v] = A_ahead[0][u][v];
      }
    }
    A_in += A_from_plane_pitch;
    {
      const I i = z + 2;
      if (full || (i >= A_plane_first && i <= A_plane_last))
        gpt_load_cells<3, 2>(A_ahead[0], A_in, A_from_pitch, Aligned);
    }
    const unsigned turn = (unsigned)(z - z_first);
    GPT_UNROLL
    for (int p = 0; p < 2; ++p) {
      gpt_hand_on<1, 1, 3>(A_edges[turn % 2][p][lane_y], A_S1[p][1], lane_x);
    }
    __syncthreads();
    GPT_UNROLL
    for (int p = 0; p < 2; ++p) {
      if (full || z >= z_first + 2 + 2 * p) {
        // S0
        {
          const gpt_block_plane<double, 3, 2, 1, 1, 1, 1, false> r0(A_S1[p][1], A_edges[turn % 2][p][lane_above], A_edges[turn % 2][p][lane_below] + 1, lane_x);
          GPT_UNROLL
          for (int u = 0; u < 3; ++u) {
            GPT_UNROLL
            for (int v = 0; v < 2; ++v) {
              B_S0[p + 1][0][u][v] = gpt_div_odd(A_S1[p][1][u][v] + A_S1[p][2][u][v] + A_S1[p][0][u][v] + r0(u - 1, v) + r0(u + 1, v) + r0(u, v - 1) + r0(u, v + 1), 7.0);
            }
          }
        }
        // S1
        {
          const I i = z - p;
          {
            GPT_UNROLL
            for (int u = 0; u < 3; ++u) {
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                A_S1[p + 1][0][u][v] = B_S0[p + 1][0][u][v];
              }
            }
          }
          if (!(full || (l >= i + 2 && i >= 1))) {
            GPT_UNROLL
            for (int u = 0; u < 3; ++u) {
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                A_S1[p + 1][0][u][v] = A_S1[p][1][u][v];
              }
            }
          }
        }
      }
    }
    {
      const I i = z - 1;
      if (full || (i >= z_first + 3 && i <= z_last - 1 && i >= A_plane_first && i <= A_plane_last)) {
        gpt_store_cells<3, 2>(A_out, A_S1[2][0], A_to_pitch, own, Aligned);
      }
      A_out += A_to_plane_pitch;
    }
    GPT_UNROLL
    for (int p = 0; p < 3; ++p) {
      GPT_UNROLL
      for (int u = 0; u < 3; ++u) {
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          A_S1[p][2][u][v] = A_S1[p][1][u][v];
          A_S1[p][1][u][v] = A_S1[p][0][u][v];
        }
      }
    }
  };
  GPT_UNROLL_BY(1)
  for (I z_stop = gpt_min(z_full_first, (I)(z_last + 1)); z <= z_last; z_stop = z_last + 1) {
    GPT_UNROLL_BY(1)
    for (; z < z_stop; ++z)
      plane(false);
    GPT_UNROLL_BY(1)
    while (z + 2 <= z_full_last)
      GPT_UNROLL
      for (int next = 0; next < 3; ++next, ++z)
        plane(true);
  }
}
// Other blocks.
template <bool Last, typename I>
static __device__ __forceinline__ void jacobi_3d7_jacobi_5_k0_border(double *__restrict__ B,
    double *__restrict__ A, double *__restrict__ A_next0, const I steps, const I l, const I n,
    const I m, const I B_stride0, const I B_stride1, const I A_stride0, const I A_stride1,
    const I A_next0_stride0, const I A_next0_stride1, const I h0, const I h1, const I b0,
    const I b1, const I b2, const I b0_last, double (*A_edges)[2][12][2][32]) {
  gpt_apart();
  const I t0 = threadIdx.x;
  const I z_first = 8 * b0 - 3, z_last = 8 * b0_last + 8;
  const int lane_y = (int)t0 / 16, lane_x = (int)t0 % 16;
  const int lane_above = gpt_max(lane_y - 1, 0), lane_below = gpt_min(lane_y + 1, 11);
  const I y = 32 * b1 - 2 + 3 * lane_y;
  const I x = 28 * b2 - 2 + 2 * lane_x;
  unsigned own = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    if (lane_x >= 1 && lane_x < 15 && y + u >= 32 * b1 && y + u < 32 * b1 + 32)
      own |= 3u << (2 * u);
  }
  double *const B_to = B;
  const I B_to_plane_pitch = B_stride0;
  const I B_to_pitch = B_stride1;
  unsigned B_cells = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      const I j = y + u;
      const I k = x + v;
      B_cells |= (unsigned)(n >= j + 2 && j >= 1 && m >= k + 2 && k >= 1) << (2 * u + v);
    }
  }
  const int B_last_step = Last && steps - 1 >= (2 * h0 + h1) * 2 && steps - 1 < (2 * h0 + h1) * 2 + 2 ? (int)(steps - 1 - (2 * h0 + h1) * 2) : -1;
  const double *const A_from = h1 == 0 ? A : A_next0;
  double *const A_to = h1 == 0 ? A_next0 : A;
  const I A_from_plane_pitch = h1 == 0 ? A_stride0 : A_next0_stride0, A_to_plane_pitch = h1 == 0 ? A_next0_stride0 : A_stride0;
  const I A_from_pitch = h1 == 0 ? A_stride1 : A_next0_stride1, A_to_pitch = h1 == 0 ? A_next0_stride1 : A_stride1;
  const bool A_from_aligned = gpt_cells_aligned<2>(A_from, A_from_plane_pitch | A_from_pitch);
  const bool A_to_aligned = gpt_cells_aligned<2>(A_to, A_to_plane_pitch | A_to_pitch);
  const I A_plane_first = 0, A_plane_last = l - 1;
  const I A_row_first = 0, A_row_last = n - 1;
  const I A_column_first = 0, A_column_last = m - 1;
  unsigned A_cells = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      A_cells |= (unsigned)(y + u >= A_row_first && y + u <= A_row_last && x + v >= A_column_first && x + v <= A_column_last) << (2 * u + v);
    }
  }
  double A_ahead[1][3][2] = {};
  double B_S0[3][1][3][2] = {};
  double A_S1[3][3][3][2] = {};
  const double *A_in = A_from + (long long)(z_first + 1) * A_from_plane_pitch + (long long)y * A_from_pitch + x;
  {
    const I i = z_first + 1;
    gpt_load_some<3, 2>(A_ahead[0], A_in, (long long)A_from_pitch, i >= A_plane_first && i <= A_plane_last ? A_cells : 0u, A_from_aligned);
  }
  double *A_out = A_to + (long long)(z_first - 1) * A_to_plane_pitch + (long long)y * A_to_pitch + x;
  GPT_UNROLL_BY(1)
  for (I z = z_first; z <= z_last; ++z) {
    GPT_UNROLL
    for (int u = 0; u < 3; ++u) {
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        A_S1[0][0][u][v] = A_ahead[0][u][v];
      }
    }
    A_in += A_from_plane_pitch;
    {
      const I i = z + 2;
      gpt_load_some<3, 2>(A_ahead[0], A_in, (long long)A_from_pitch, i >= A_plane_first && i <= A_plane_last ? A_cells : 0u, A_from_aligned);
    }
    const unsigned turn = (unsigned)(z - z_first);
    GPT_UNROLL
    for (int p = 0; p < 2; ++p) {
      gpt_hand_on<1, 1, 3>(A_edges[turn % 2][p][lane_y], A_S1[p][1], lane_x);
    }
    __syncthreads();
    GPT_UNROLL
    for (int p = 0; p < 2; ++p) {
      if (z >= z_first + 2 + 2 * p) {
        // S0
        {
          const gpt_block_plane<double, 3, 2, 1, 1, 1, 1, false> r0(A_S1[p][1], A_edges[turn % 2][p][lane_above], A_edges[turn % 2][p][lane_below] + 1, lane_x);
          GPT_UNROLL
          for (int u = 0; u < 3; ++u) {
            GPT_UNROLL
            for (int v = 0; v < 2; ++v) {
              B_S0[p + 1][0][u][v] = gpt_div_odd(A_S1[p][1][u][v] + A_S1[p][2][u][v] + A_S1[p][0][u][v] + r0(u - 1, v) + r0(u + 1, v) + r0(u, v - 1) + r0(u, v + 1), 7.0);
            }
          }
        }
        if (p == B_last_step) {
          const I i = z - p;
          if (i >= z_first + 3 && i <= z_last - 1) {
            const unsigned active = l >= i + 2 && i >= 1 ? B_cells : 0u;
            gpt_store_some<3, 2>(B_to + (long long)i * B_to_plane_pitch + (long long)y * B_to_pitch + x, B_S0[p + 1][0], (long long)B_to_pitch, own & active, false);
          }
        }
        // S1
        {
          GPT_UNROLL
          for (int u = 0; u < 3; ++u) {
            GPT_UNROLL
            for (int v = 0; v < 2; ++v) {
              A_S1[p + 1][0][u][v] = B_S0[p + 1][0][u][v];
            }
          }
        }
        {
          const I t = (2 * h0 + h1) * 2 + p;
          const I i = z - p;
          const unsigned active = steps >= t + 1 && l >= i + 2 && i >= 1 ? B_cells : 0u;
          if (active != 63u) {
            const unsigned restored = ~gpt_own(active);
            GPT_UNROLL
            for (int u = 0; u < 3; ++u) {
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                if (restored >> (2 * u + v) & 1)
                  A_S1[p + 1][0][u][v] = A_S1[p][1][u][v];
              }
            }
          }
        }
      }
    }
    {
      const I i = z - 1;
      if (i >= z_first + 3 && i <= z_last - 1 && i >= A_plane_first && i <= A_plane_last) {
        gpt_store_some<3, 2>(A_out, A_S1[2][0], (long long)A_to_pitch, own & A_cells, A_to_aligned);
      }
      A_out += A_to_plane_pitch;
    }
    GPT_UNROLL
    for (int p = 0; p < 3; ++p) {
      GPT_UNROLL
      for (int u = 0; u < 3; ++u) {
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          A_S1[p][2][u][v] = A_S1[p][1][u][v];
          A_S1[p][1][u][v] = A_S1[p][0][u][v];
        }
      }
    }
  }
}
// Blocks at borders, whose lanes have all cells of each of their rows or none.
template <typename I>
static __device__ __forceinline__ void jacobi_3d7_jacobi_5_k0_clipped(double *__restrict__ A,
    double *__restrict__ A_next0, const I l, const I n, const I m, const I A_stride0,
    const I A_stride1, const I A_next0_stride0, const I A_next0_stride1, const I h1, const I b0,
    const I b1, const I b2, const I b0_last, double (*A_edges)[2][12][2][32]) {
  gpt_apart();
  const I t0 = threadIdx.x;
  const I z_first = 8 * b0 - 3, z_last = 8 * b0_last + 8;
  const int lane_y = (int)t0 / 16, lane_x = (int)t0 % 16;
  const int lane_above = gpt_max(lane_y - 1, 0), lane_below = gpt_min(lane_y + 1, 11);
  const I y = 32 * b1 - 2 + 3 * lane_y;
  const I x = 28 * b2 - 2 + 2 * lane_x;
  unsigned own = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    if (lane_x >= 1 && lane_x < 15 && y + u >= 32 * b1 && y + u < 32 * b1 + 32)
      own |= 3u << (2 * u);
  }
  const double *const A_from = h1 == 0 ? A : A_next0;
  double *const A_to = h1 == 0 ? A_next0 : A;
  const I A_from_plane_pitch = h1 == 0 ? A_stride0 : A_next0_stride0, A_to_plane_pitch = h1 == 0 ? A_next0_stride0 : A_stride0;
  const I A_from_pitch = h1 == 0 ? A_stride1 : A_next0_stride1, A_to_pitch = h1 == 0 ? A_next0_stride1 : A_stride1;
  const I A_plane_first = 0, A_plane_last = l - 1;
  const I A_row_first = 0, A_row_last = n - 1;
  const I A_column_first = 0, A_column_last = m - 1;
  unsigned A_cells = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      A_cells |= (unsigned)(y + u >= A_row_first && y + u <= A_row_last && x + v >= A_column_first && x + v <= A_column_last) << (2 * u + v);
    }
  }
  I A_rows[3];
  GPT_UNROLL
  for (int u = 0; u < 3; ++u)
    A_rows[u] = gpt_min(gpt_max(y + u, A_row_first), A_row_last) * A_from_pitch + gpt_min(gpt_max(x, A_column_first), A_column_last - 1);
  double A_ahead[1][3][2] = {};
  unsigned S1_cells = 0;
  GPT_UNROLL
  for (int u = 0; u < 3; ++u) {
    GPT_UNROLL
    for (int v = 0; v < 2; ++v) {
      const I j = y + u;
      const I k = x + v;
      S1_cells |= (unsigned)(n >= j + 2 && j >= 1 && m >= k + 2 && k >= 1) << (2 * u + v);
    }
  }
  double B_S0[3][1][3][2] = {};
  double A_S1[3][3][3][2] = {};
  const double *A_in = A_from + (long long)(z_first + 1) * A_from_plane_pitch;
  {
    const I i = z_first + 1;
    if (i >= A_plane_first && i <= A_plane_last)
      gpt_load_rows<3, 2>(A_ahead[0], A_in, A_rows);
  }
  double *A_out = A_to + (long long)(z_first - 1) * A_to_plane_pitch + (long long)y * A_to_pitch + x;
  const I z_full_first = gpt_max(gpt_max((I)(z_first + 4), (I)(A_plane_first + 1)), (I)(2));
  const I z_full_last = gpt_min(gpt_min((I)(z_last), (I)(A_plane_last - 2)), (I)(l - 2));
  I z = z_first;
  const auto plane = [&](const bool full) __attribute__((always_inline)) {
    GPT_UNROLL
    for (int u = 0; u < 3; ++u) {
      GPT_UNROLL
      for (int v = 0; v < 2; ++v) {
        A_S1[0][0][u][v] = A_ahead[0][u][v];
      }
    }
    A_in += A_from_plane_pitch;
    {
      const I i = z + 2;
      if (full || (i >= A_plane_first && i <= A_plane_last))
        gpt_load_rows<3, 2>(A_ahead[0], A_in, A_rows);
    }
    const unsigned turn = (unsigned)(z - z_first);
    GPT_UNROLL
    for (int p = 0; p < 2; ++p) {
      gpt_hand_on<1, 1, 3>(A_edges[turn % 2][p][lane_y], A_S1[p][1], lane_x);
    }
    __syncthreads();
    GPT_UNROLL
    for (int p = 0; p < 2; ++p) {
      if (full || z >= z_first + 2 + 2 * p) {
        // S0
        {
          const gpt_block_plane<double, 3, 2, 1, 1, 1, 1, false> r0(A_S1[p][1], A_edges[turn % 2][p][lane_above], A_edges[turn % 2][p][lane_below] + 1, lane_x);
          GPT_UNROLL
          for (int u = 0; u < 3; ++u) {
            GPT_UNROLL
            for (int v = 0; v < 2; ++v) {
              B_S0[p + 1][0][u][v] = gpt_div_odd(A_S1[p][1][u][v] + A_S1[p][2][u][v] + A_S1[p][0][u][v] + r0(u - 1, v) + r0(u + 1, v) + r0(u, v - 1) + r0(u, v + 1), 7.0);
            }
          }
        }
        // S1
        {
          GPT_UNROLL
          for (int u = 0; u < 3; ++u) {
            GPT_UNROLL
            for (int v = 0; v < 2; ++v) {
              A_S1[p + 1][0][u][v] = B_S0[p + 1][0][u][v];
            }
          }
        }
        {
          const I i = z - p;
          const unsigned active = full || (l >= i + 2 && i >= 1) ? S1_cells : 0u;
          if (active != 63u) {
            const unsigned restored = ~gpt_own(active);
            GPT_UNROLL
            for (int u = 0; u < 3; ++u) {
              GPT_UNROLL
              for (int v = 0; v < 2; ++v) {
                if (restored >> (2 * u + v) & 1)
                  A_S1[p + 1][0][u][v] = A_S1[p][1][u][v];
              }
            }
          }
        }
      }
    }
    {
      const I i = z - 1;
      if (full || (i >= z_first + 3 && i <= z_last - 1 && i >= A_plane_first && i <= A_plane_last)) {
        gpt_store_cells<3, 2>(A_out, A_S1[2][0], A_to_pitch, own & A_cells, true);
      }
      A_out += A_to_plane_pitch;
    }
    GPT_UNROLL
    for (int p = 0; p < 3; ++p) {
      GPT_UNROLL
      for (int u = 0; u < 3; ++u) {
        GPT_UNROLL
        for (int v = 0; v < 2; ++v) {
          A_S1[p][2][u][v] = A_S1[p][1][u][v];
          A_S1[p][1][u][v] = A_S1[p][0][u][v];
        }
      }
    }
  };
  GPT_UNROLL_BY(1)
  for (I z_stop = gpt_min(z_full_first, (I)(z_last + 1)); z <= z_last; z_stop = z_last + 1) {
    GPT_UNROLL_BY(1)
    for (; z < z_stop; ++z)
      plane(false);
    GPT_UNROLL_BY(1)
    while (z + 2 <= z_full_last)
      GPT_UNROLL
      for (int next = 0; next < 3; ++next, ++z)
        plane(true);
  }
}
template <typename I>
static __global__ void __launch_bounds__(192, sizeof(I) == 4 ? 2 : 1)
jacobi_3d7_jacobi_5_k0(double *__restrict__ B, double *__restrict__ A,
    double *__restrict__ A_next0, const I steps, const I l, const I n, const I m,
    const I B_stride0, const I B_stride1, const I A_stride0, const I A_stride1,
    const I A_next0_stride0, const I A_next0_stride1, const I h0, const I h1, const I b0_first,
    const I b0_count, const I b1_first, const I b1_count, const I b2_first) {
  GPUTILE_SHARED(double, A_edges, [2][2][12][2][32]);
  const I b0_each = (b0_count + (I)gridDim.z - 1) / (I)gridDim.z;
  const I b0 = b0_first + (I)blockIdx.z * b0_each;
  const I b0_last = gpt_min(b0 + b0_each, b0_first + b0_count) - 1;
  if (b0 <= b0_last) {
    for (I b1 = b1_first + (I)blockIdx.y; b1 < b1_first + b1_count; b1 += (I)gridDim.y) {
      const I b2 = b2_first + (I)blockIdx.x;
      if (steps >= 4 * h0 + 2 * h1 + 3 && b2 >= 1 && m >= 28 * b2 + 31 && b1 >= 1 && n >= 32 * b1 + 35) {
        GPT_TILE(full)
        if (gpt_cells_aligned<2>(A, A_stride0 | A_stride1) && gpt_cells_aligned<2>(A_next0, A_next0_stride0 | A_next0_stride1))
          jacobi_3d7_jacobi_5_k0_full<true>(A, A_next0, l, A_stride0, A_stride1, A_next0_stride0,
            A_next0_stride1, h1, b0, b1, b2, b0_last, A_edges);
        else
          jacobi_3d7_jacobi_5_k0_full<false>(A, A_next0, l, A_stride0, A_stride1, A_next0_stride0,
            A_next0_stride1, h1, b0, b1, b2, b0_last, A_edges);
      } else {
        GPT_TILE(partial)
        if (4 * h0 + 2 * h1 + 2 >= steps)
          jacobi_3d7_jacobi_5_k0_border<true>(B, A, A_next0, steps, l, n, m, B_stride0, B_stride1,
            A_stride0, A_stride1, A_next0_stride0, A_next0_stride1, h0, h1, b0, b1, b2, b0_last,
            A_edges);
        else if (m % 2 == 0 && gpt_cells_aligned<2>(A, A_stride0 | A_stride1) && gpt_cells_aligned<2>(A_next0, A_next0_stride0 | A_next0_stride1))
          jacobi_3d7_jacobi_5_k0_clipped(A, A_next0, l, n, m, A_stride0, A_stride1,
            A_next0_stride0, A_next0_stride1, h1, b0, b1, b2, b0_last, A_edges);
        else
          jacobi_3d7_jacobi_5_k0_border<false>(B, A, A_next0, steps, l, n, m, B_stride0,
            B_stride1, A_stride0, A_stride1, A_next0_stride0, A_next0_stride1, h0, h1, b0, b1,
            b2, b0_last, A_edges);
      }
      __syncthreads(); // The next block's tiles use the same memory.
    }
  }
}

// Runs examples/jacobi-3d7.c:5 on the device. Unless it returns 0, the original loops have to run.
extern "C" int gputile_jacobi_3d7_jacobi_5(long long steps, long long l, long long n, long long m,
    long long B_stride0, long long B_stride1, long long A_stride0, long long A_stride1, double *B,
    double *A, int gputile_fits) {
  static gpt_region region = {"jacobi_3d7_jacobi_5", "examples/jacobi-3d7.c", 5, {0}};
  if (gpt_environment("GPUTILE_DISABLE"))
    return gpt_decline(region, GPT_DISABLED, "GPUTILE_DISABLE is set");
  if (!gputile_fits || gpt_largest({steps, l, n, m}) > 70368744177664LL)
    return gpt_fallback(region, GPT_GUARD, "a size is too large");
  if (!(((((((m >= 1 && n >= 1 && l >= 1) || (n == 0 && l >= 1 && l <= 2)) || (m == 0 && n >= 3 && l >= 1 && l <= 2)) || (m == 0 && n >= 1 && n <= 2 && l >= 1)) || (l == 0 && steps == 0)) || (n == 0 && l >= 3 && steps == 0)) || (m == 0 && n >= 3 && l >= 3 && steps == 0)))
    return gpt_fallback(region, GPT_GUARD, "((((((m >= 1 && n >= 1 && l >= 1) || (n == 0 && l >= 1 && l <= 2)) || (m == 0 && n >= 3 && l >= 1 && l <= 2)) || (m == 0 && n >= 1 && n <= 2 && l >= 1)) || (l == 0 && steps == 0)) || (n == 0 && l >= 3 && steps == 0)) || (m == 0 && n >= 3 && l >= 3 && steps == 0) does not hold");
  if (!(steps >= 1 && l >= 3 && n >= 3 && m >= 3))
    return gpt_run::nothing();
  gpt_array gpt_array_B("B", "double", sizeof(double), B, 3);
  gpt_array_B.stride[0] = B_stride0;
  gpt_array_B.stride[1] = B_stride1;
  gpt_array_B.stride[2] = 1;
  gpt_array_B.box.set({1, 1, 1}, {l - 2, n - 2, m - 2});
  gpt_array_B.out.set({1, 1, 1}, {l - 2, n - 2, m - 2});
  gpt_array gpt_array_A("A", "double", sizeof(double), A, 3);
  gpt_array_A.stride[0] = A_stride0;
  gpt_array_A.stride[1] = A_stride1;
  gpt_array_A.stride[2] = 1;
  gpt_array_A.box.set({0, 0, 0}, {l - 1, n - 1, m - 1});
  gpt_array_A.in.set({0, 0, 0}, {l - 1, n - 1, m - 1});
  gpt_array_A.out.set({1, 1, 1}, {l - 2, n - 2, m - 2});
  gpt_array gpt_array_A_next0("A", "double", sizeof(double), nullptr, 3);
  gpt_array_A_next0.box.set({0, 0, 0}, {l - 1, n - 1, m - 1});
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
  GPT_REHEARSE(gputile_jacobi_3d7_jacobi_5(steps, l, n, m, B_stride0, B_stride1, A_stride0,
      A_stride1, B, A, gputile_fits));
  gpt_run run(region);
  if (!run.findDevice() ||
      !run.allocate(gpt_array_B) ||
      !run.allocate(gpt_array_A) ||
      !run.allocate(gpt_array_A_next0) ||
      !run.copyIn(gpt_array_A))
    return run.status();
  run.startKernels();
  for (long long l0 = 0; l0 <= (steps - 1) / 4; ++l0) {
    for (long long l1 = 0; l1 <= 1; ++l1) {
      {
        const long long h0 = l0;
        const long long h1 = l1;
        const long long b0_first = 0;
        const long long b0_count = (gpt_floord(l - 1, 8)) - b0_first + 1;
        const long long b1_first = 0;
        const long long b1_count = (gpt_floord(n - 1, 32)) - b1_first + 1;
        const long long b2_first = 0;
        const long long b2_count = (gpt_floord(m - 1, 28)) - b2_first + 1;
        const long long largest = gpt_largest({steps, l, n, m, h0, h1, b0_first, b0_first + b0_count,
            b1_first, b1_first + b1_count, b2_first, b2_first + b2_count});
        if (largest > 144115188075851775LL || b2_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const dim3 grid(gpt_grid_x(b2_count), run.gridYZ(b1_count),
            run.gridYZ(run.planeParts(b0_count, b1_count * b2_count, 8, 4, 2)));
        const dim3 block(192);
        if (largest <= 67104767 && gpt_array_B.narrow() && gpt_array_A.narrow() && gpt_array_A_next0.narrow()) {
          GPUTILE_LAUNCH(jacobi_3d7_jacobi_5_k0<int>, grid, block, 0, 0,
              gpt_array_B.pointer<double>(), gpt_array_A.pointer<double>(),
              gpt_array_A_next0.pointer<double>(), (int)steps, (int)l, (int)n, (int)m,
              (int)gpt_array_B.stride[0], (int)gpt_array_B.stride[1], (int)gpt_array_A.stride[0],
              (int)gpt_array_A.stride[1], (int)gpt_array_A_next0.stride[0],
              (int)gpt_array_A_next0.stride[1], (int)h0, (int)h1, (int)b0_first, (int)b0_count,
              (int)b1_first, (int)b1_count, (int)b2_first);
        } else {
          GPUTILE_LAUNCH(jacobi_3d7_jacobi_5_k0<long long>, grid, block, 0, 0,
              gpt_array_B.pointer<double>(), gpt_array_A.pointer<double>(),
              gpt_array_A_next0.pointer<double>(), steps, l, n, m, gpt_array_B.stride[0],
              gpt_array_B.stride[1], gpt_array_A.stride[0], gpt_array_A.stride[1],
              gpt_array_A_next0.stride[0], gpt_array_A_next0.stride[1], h0, h1, b0_first, b0_count,
              b1_first, b1_count, b2_first);
        }
        if (!run.launched("jacobi_3d7_jacobi_5_k0"))
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
