// What the compiler of this file offers: sanitizers, and attributes whose
// spelling differs between clang and g++.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GPUTILE_CPU_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define GPUTILE_CPU_RACE 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(GPUTILE_CPU_ASAN)
#define GPUTILE_CPU_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#error "the race runtime needs clang: g++ -fsanitize=thread cannot exempt this layer"
#endif

// Kernels are plain functions here; inlining stays the compiler's business.
#define GPUTILE_CPU_NOINLINE __attribute__((noinline))

// Functions that report an access to the race runtime take the program counter
// of their caller, so there they must not be inlined into the kernel.
#if defined(GPUTILE_CPU_RACE)
#define GPUTILE_CPU_ACCESS GPUTILE_CPU_NOINLINE
#else
#define GPUTILE_CPU_ACCESS
#endif
