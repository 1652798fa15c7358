// Opens the layer's own code (no include guard: it pairs with layer_end.h in
// every header). Under -fsanitize=thread only the user's kernels may be
// instrumented: what the layer itself reads and writes on behalf of a CUDA
// thread (its stack switch, its queues) is no access of the kernel.
#include "gputile/cpu/detail/config.h"

#if defined(GPUTILE_CPU_RACE)
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), \
                             apply_to = function)
#endif
