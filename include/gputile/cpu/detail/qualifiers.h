// CUDA's declaration qualifiers, meaningless on a CPU.
#pragma once

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
// Empty rather than an attribute: system headers write
// __attribute__((__noinline__)), which must stay well formed.
#define __noinline__
