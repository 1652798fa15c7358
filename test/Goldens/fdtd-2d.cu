// examples/fdtd-2d.c:8
// examples/fdtd-2d.c:8: S1
template <typename I>
static __global__ void __launch_bounds__(256, 2)
fdtd_2d_fdtd_8_k0(double *__restrict__ ey, const double *__restrict__ hz, const I ny, const I nx,
    const I ey_stride0, const I hz_stride0, const I b0_first, const I b0_count,
    const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (ny >= 32 * b1 + 32 && b0 >= 1 && nx >= 32 * b0 + 32) {
      GPT_TILE(full)
      for (I c0 = 0; c0 <= 3; ++c0) {
        ey[(t0 + 32 * b0 + 8 * c0) * ey_stride0 + t1 + 32 * b1] -= gpt_mul(0.5, hz[(t0 + 32 * b0 + 8 * c0) * hz_stride0 + t1 + 32 * b1] - hz[(t0 + 32 * b0 + 8 * c0 - 1) * hz_stride0 + t1 + 32 * b1]);
      }
    } else {
      GPT_TILE(partial)
      if (ny >= t1 + 32 * b1 + 1) {
        for (I c0 = gpt_max(0, (-4) * b0 - (t0 + 7) / 8 + 1); c0 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + nx - 1, 8)); ++c0) {
          ey[(t0 + 32 * b0 + 8 * c0) * ey_stride0 + t1 + 32 * b1] -= gpt_mul(0.5, hz[(t0 + 32 * b0 + 8 * c0) * hz_stride0 + t1 + 32 * b1] - hz[(t0 + 32 * b0 + 8 * c0 - 1) * hz_stride0 + t1 + 32 * b1]);
        }
      }
    }
  }
}

// examples/fdtd-2d.c:8: S2
template <typename I>
static __global__ void __launch_bounds__(256, 2)
fdtd_2d_fdtd_8_k1(const double *__restrict__ hz, double *__restrict__ ex, const I ny, const I nx,
    const I hz_stride0, const I ex_stride0, const I b0_first, const I b0_count,
    const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (b1 >= 1 && ny >= 32 * b1 + 32 && nx >= 32 * b0 + 32) {
      GPT_TILE(full)
      for (I c0 = 0; c0 <= 3; ++c0) {
        ex[(t0 + 32 * b0 + 8 * c0) * ex_stride0 + t1 + 32 * b1] -= gpt_mul(0.5, hz[(t0 + 32 * b0 + 8 * c0) * hz_stride0 + t1 + 32 * b1] - hz[(t0 + 32 * b0 + 8 * c0) * hz_stride0 + t1 + 32 * b1 - 1]);
      }
    } else {
      GPT_TILE(partial)
      if (ny >= t1 + 32 * b1 + 1 && t1 + 32 * b1 >= 1) {
        for (I c0 = 0; c0 <= gpt_min(3, (-4) * b0 + gpt_floord(-t0 + nx - 1, 8)); ++c0) {
          ex[(t0 + 32 * b0 + 8 * c0) * ex_stride0 + t1 + 32 * b1] -= gpt_mul(0.5, hz[(t0 + 32 * b0 + 8 * c0) * hz_stride0 + t1 + 32 * b1] - hz[(t0 + 32 * b0 + 8 * c0) * hz_stride0 + t1 + 32 * b1 - 1]);
        }
      }
    }
  }
}

// examples/fdtd-2d.c:8: S0, S3
template <typename I>
static __global__ void __launch_bounds__(256, 2)
fdtd_2d_fdtd_8_k2(double *__restrict__ ey, const double *__restrict__ source,
    double *__restrict__ hz, const double *__restrict__ ex, const I ny, const I nx,
    const I ey_stride0, const I hz_stride0, const I ex_stride0, const I h0, const I b0_first,
    const I b0_count, const I b1_first) {
  const I t0 = threadIdx.y;
  const I t1 = threadIdx.x;
  double p_ey[4];
  for (I b0 = b0_first + (I)blockIdx.y; b0 < b0_first + b0_count; b0 += (I)gridDim.y) {
    const I b1 = b1_first + (I)blockIdx.x;
    if (ny >= 32 * b1 + 33 && b0 >= 1 && nx >= 32 * b0 + 33) {
      GPT_TILE(full)
      p_ey[0] = ey[(t0 + 32 * b0) * ey_stride0 + t1 + 32 * b1];
      p_ey[1] = ey[(t0 + 32 * b0 + 8) * ey_stride0 + t1 + 32 * b1];
      p_ey[2] = ey[(t0 + 32 * b0 + 16) * ey_stride0 + t1 + 32 * b1];
      p_ey[3] = ey[(t0 + 32 * b0 + 24) * ey_stride0 + t1 + 32 * b1];
      hz[(t0 + 32 * b0) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 1) * ey_stride0 + t1 + 32 * b1] - p_ey[0]);
      hz[(t0 + 32 * b0 + 8) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0 + 8) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0 + 8) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 9) * ey_stride0 + t1 + 32 * b1] - p_ey[1]);
      hz[(t0 + 32 * b0 + 16) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0 + 16) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0 + 16) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 17) * ey_stride0 + t1 + 32 * b1] - p_ey[2]);
      hz[(t0 + 32 * b0 + 24) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0 + 24) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0 + 24) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 25) * ey_stride0 + t1 + 32 * b1] - p_ey[3]);
    } else {
      if ((ny >= 32 * b1 + 2 && nx >= 32 * b0 + 2) || b0 == 0) {
        GPT_TILE(partial)
        if (nx >= 3 && nx >= 32 * b0 + 2 && ny >= 32 * b1 + 2) {
          if ((t0 >= 1 && nx >= t0 + 32 * b0 + 2 && ny >= t1 + 32 * b1 + 2) || (t0 == 0 && b0 >= 1 && ny >= t1 + 32 * b1 + 2))
            p_ey[0] = ey[(t0 + 32 * b0) * ey_stride0 + t1 + 32 * b1];
          if (nx >= t0 + 32 * b0 + 10 && ny >= t1 + 32 * b1 + 2)
            p_ey[1] = ey[(t0 + 32 * b0 + 8) * ey_stride0 + t1 + 32 * b1];
          if (nx >= t0 + 32 * b0 + 18 && ny >= t1 + 32 * b1 + 2)
            p_ey[2] = ey[(t0 + 32 * b0 + 16) * ey_stride0 + t1 + 32 * b1];
          if (nx >= t0 + 32 * b0 + 26 && ny >= t1 + 32 * b1 + 2)
            p_ey[3] = ey[(t0 + 32 * b0 + 24) * ey_stride0 + t1 + 32 * b1];
        }
        if (t0 == 0 && b0 == 0 && ny >= t1 + 32 * b1 + 1) {
          p_ey[0] = source[h0];
        }
        if (nx >= t0 + 32 * b0 + 2 && ny >= t1 + 32 * b1 + 2) {
          hz[(t0 + 32 * b0) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 1) * ey_stride0 + t1 + 32 * b1] - p_ey[0]);
          if (nx >= t0 + 32 * b0 + 10) {
            hz[(t0 + 32 * b0 + 8) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0 + 8) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0 + 8) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 9) * ey_stride0 + t1 + 32 * b1] - p_ey[1]);
            if (nx >= t0 + 32 * b0 + 18) {
              hz[(t0 + 32 * b0 + 16) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0 + 16) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0 + 16) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 17) * ey_stride0 + t1 + 32 * b1] - p_ey[2]);
              if (nx >= t0 + 32 * b0 + 26) {
                hz[(t0 + 32 * b0 + 24) * hz_stride0 + t1 + 32 * b1] -= gpt_mul(0.7, ex[(t0 + 32 * b0 + 24) * ex_stride0 + t1 + 32 * b1 + 1] - ex[(t0 + 32 * b0 + 24) * ex_stride0 + t1 + 32 * b1] + ey[(t0 + 32 * b0 + 25) * ey_stride0 + t1 + 32 * b1] - p_ey[3]);
              }
            }
          }
        }
        if (b0 == 0) {
          if (t0 == 0 && ny >= t1 + 32 * b1 + 1)
            ey[0 * ey_stride0 + t1 + 32 * b1] = p_ey[0];
        }
      }
    }
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
  for (long long l0 = 0; l0 < steps; ++l0) {
    if (nx >= 2) {
      {
        const long long b0_first = 0;
        const long long b0_count = (gpt_floord(nx - 1, 32)) - b0_first + 1;
        const long long b1_first = 0;
        const long long b1_count = (gpt_floord(ny - 1, 32)) - b1_first + 1;
        const long long largest = gpt_largest({ny, nx, b0_first, b0_first + b0_count, b1_first,
            b1_first + b1_count});
        if (largest > 64051194700379477LL || b1_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
        const dim3 block(32, 8);
        if (largest <= 29825251 && gpt_array_ey.narrow() && gpt_array_hz.narrow()) {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<int>, grid, block, 0, 0, gpt_array_ey.pointer<double>(),
              gpt_array_hz.pointer<double>(), (int)ny, (int)nx, (int)gpt_array_ey.stride[0],
              (int)gpt_array_hz.stride[0], (int)b0_first, (int)b0_count, (int)b1_first);
        } else {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k0<long long>, grid, block, 0, 0,
              gpt_array_ey.pointer<double>(), gpt_array_hz.pointer<double>(), (long long)ny,
              (long long)nx, (long long)gpt_array_ey.stride[0], (long long)gpt_array_hz.stride[0],
              (long long)b0_first, (long long)b0_count, (long long)b1_first);
        }
        if (!run.launched("fdtd_2d_fdtd_8_k0"))
          return run.status();
      }
    }
    if (ny >= 2 && nx >= 1) {
      {
        const long long b0_first = 0;
        const long long b0_count = (gpt_floord(nx - 1, 32)) - b0_first + 1;
        const long long b1_first = 0;
        const long long b1_count = (gpt_floord(ny - 1, 32)) - b1_first + 1;
        const long long largest = gpt_largest({ny, nx, b0_first, b0_first + b0_count, b1_first,
            b1_first + b1_count});
        if (largest > 64051194700379477LL || b1_count > 2147483647)
          return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
        const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
        const dim3 block(32, 8);
        if (largest <= 29825251 && gpt_array_hz.narrow() && gpt_array_ex.narrow()) {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k1<int>, grid, block, 0, 0, gpt_array_hz.pointer<double>(),
              gpt_array_ex.pointer<double>(), (int)ny, (int)nx, (int)gpt_array_hz.stride[0],
              (int)gpt_array_ex.stride[0], (int)b0_first, (int)b0_count, (int)b1_first);
        } else {
          GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k1<long long>, grid, block, 0, 0,
              gpt_array_hz.pointer<double>(), gpt_array_ex.pointer<double>(), (long long)ny,
              (long long)nx, (long long)gpt_array_hz.stride[0], (long long)gpt_array_ex.stride[0],
              (long long)b0_first, (long long)b0_count, (long long)b1_first);
        }
        if (!run.launched("fdtd_2d_fdtd_8_k1"))
          return run.status();
      }
    }
    {
      const long long h0 = l0;
      const long long b0_first = 0;
      const long long b0_count = gpt_max(gpt_floord(nx - 2, 32), 0) - b0_first + 1;
      const long long b1_first = 0;
      const long long b1_count = (gpt_floord(ny - 1, 32)) - b1_first + 1;
      const long long largest = gpt_largest({ny, nx, h0, b0_first, b0_first + b0_count, b1_first,
          b1_first + b1_count});
      if (largest > 144115188075853823LL || b1_count > 2147483647)
        return gpt_fallback(region, GPT_GUARD, "the iteration space is too large");
      const dim3 grid(gpt_grid_x(b1_count), gpt_grid_yz(b0_count));
      const dim3 block(32, 8);
      if (largest <= 67106815 && gpt_array_ey.narrow() && gpt_array_source.narrow() && gpt_array_hz.narrow() && gpt_array_ex.narrow()) {
        GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k2<int>, grid, block, 0, 0, gpt_array_ey.pointer<double>(),
            gpt_array_source.pointer<double>(), gpt_array_hz.pointer<double>(),
            gpt_array_ex.pointer<double>(), (int)ny, (int)nx, (int)gpt_array_ey.stride[0],
            (int)gpt_array_hz.stride[0], (int)gpt_array_ex.stride[0], (int)h0, (int)b0_first,
            (int)b0_count, (int)b1_first);
      } else {
        GPUTILE_LAUNCH(fdtd_2d_fdtd_8_k2<long long>, grid, block, 0, 0,
            gpt_array_ey.pointer<double>(), gpt_array_source.pointer<double>(),
            gpt_array_hz.pointer<double>(), gpt_array_ex.pointer<double>(), (long long)ny,
            (long long)nx, (long long)gpt_array_ey.stride[0], (long long)gpt_array_hz.stride[0],
            (long long)gpt_array_ex.stride[0], (long long)h0, (long long)b0_first,
            (long long)b0_count, (long long)b1_first);
      }
      if (!run.launched("fdtd_2d_fdtd_8_k2"))
        return run.status();
    }
  }
  if (!run.finishKernels())
    return run.status();
  run.copyOut(gpt_array_ey);
  run.copyOut(gpt_array_hz);
  run.copyOut(gpt_array_ex);
  return run.finish();
}
