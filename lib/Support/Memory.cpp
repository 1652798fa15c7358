//===- Memory.cpp - isl's memory, checked ---------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl reports most allocations that fail, but not all: IMath's integers and the callbacks of
/// isl_flow.c go on with a null pointer. The linker lets these functions stand in for the C
/// library's (cmake/GputileDependencies.cmake), which end the process as LLVM's own
/// allocations do.
///
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void *__real_malloc(std::size_t size);
void *__real_calloc(std::size_t count, std::size_t size);
void *__real_realloc(void *old, std::size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(std::size_t size);
void *__wrap_calloc(std::size_t count, std::size_t size);
void *__wrap_realloc(void *old, std::size_t size);
char *__wrap_strdup(const char *text);
}

namespace {

template <typename T> T *checked(T *memory, bool wanted) {
  if (!memory && wanted) {
    std::fputs("gputile: out of memory\n", stderr);
    std::abort();
  }
  return memory;
}

/// The C library's calloc passes by the lists of small blocks that each thread keeps. Large
/// blocks come cleared from the system.
constexpr std::size_t LargestCleared = 1 << 14;

} // namespace

void *__wrap_malloc(std::size_t size) { return checked(__real_malloc(size), size > 0); }
void *__wrap_calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > LargestCleared)
    return checked(__real_calloc(count, size), count > 0 && size > 0);
  void *memory = __wrap_malloc(bytes);
  return memory ? std::memset(memory, 0, bytes) : nullptr;
}
void *__wrap_realloc(void *old, std::size_t size) {
  return checked(__real_realloc(old, size), size > 0);
}
char *__wrap_strdup(const char *text) { return checked(__real_strdup(text), true); }
