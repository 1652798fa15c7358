// The functions that -fsanitize=thread makes instrumented code call. Part of
// RaceRuntime.cpp, which includes it last.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define GPUTILE_PC __builtin_return_address(0)
#define GPUTILE_SEE(address, bytes, kind)                                                          \
  gputile::emulation::onAccess(address, bytes, gputile::cpu::Access::kind, GPUTILE_PC)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

#define GPUTILE_HOOKS(n)                                                                      \
  void __tsan_read##n(void *a) { GPUTILE_SEE(a, n, read); }                                   \
  void __tsan_write##n(void *a) { GPUTILE_SEE(a, n, write); }                                 \
  void __tsan_volatile_read##n(void *a) { GPUTILE_SEE(a, n, read); }                          \
  void __tsan_volatile_write##n(void *a) { GPUTILE_SEE(a, n, write); }                        \
  void __tsan_unaligned_read##n(void *a) { GPUTILE_SEE(a, n, read); }                         \
  void __tsan_unaligned_write##n(void *a) { GPUTILE_SEE(a, n, write); }                       \
  void __tsan_unaligned_volatile_read##n(void *a) { GPUTILE_SEE(a, n, read); }                \
  void __tsan_unaligned_volatile_write##n(void *a) { GPUTILE_SEE(a, n, write); }              \
  void __tsan_read_write##n(void *a) {                                                        \
    GPUTILE_SEE(a, n, read);                                                                  \
    GPUTILE_SEE(a, n, write);                                                                 \
  }                                                                                           \
  void __tsan_unaligned_read_write##n(void *a) {                                              \
    GPUTILE_SEE(a, n, read);                                                                  \
    GPUTILE_SEE(a, n, write);                                                                 \
  }
GPUTILE_HOOKS(1)
GPUTILE_HOOKS(2)
GPUTILE_HOOKS(4)
GPUTILE_HOOKS(8)
GPUTILE_HOOKS(16)

void __tsan_read_range(void *a, size_t n) { GPUTILE_SEE(a, n, read); }
void __tsan_write_range(void *a, size_t n) { GPUTILE_SEE(a, n, write); }
void __tsan_vptr_read(void **a) { GPUTILE_SEE(a, sizeof *a, read); }
void __tsan_vptr_update(void **a, void *) { GPUTILE_SEE(a, sizeof *a, write); }

void *__tsan_memcpy(void *to, const void *from, size_t n) {
  GPUTILE_SEE(from, n, read);
  GPUTILE_SEE(to, n, write);
  return memcpy(to, from, n);
}
void *__tsan_memmove(void *to, const void *from, size_t n) {
  GPUTILE_SEE(from, n, read);
  GPUTILE_SEE(to, n, write);
  return memmove(to, from, n);
}
void *__tsan_memset(void *to, int value, size_t n) {
  GPUTILE_SEE(to, n, write);
  return memset(to, value, n);
}

// The compiler's own atomics, which host code in the same file may use. They
// ignore the order asked for and take the strongest.
#define GPUTILE_FETCH(bits, T, name)                                                          \
  T __tsan_atomic##bits##_fetch_##name(volatile T *a, T v, int) {                             \
    GPUTILE_SEE(const_cast<T *>(a), sizeof v, atomic);                                        \
    return __atomic_fetch_##name(a, v, __ATOMIC_SEQ_CST);                                     \
  }
#define GPUTILE_ATOMICS(bits, T)                                                              \
  T __tsan_atomic##bits##_load(const volatile T *a, int) {                                    \
    GPUTILE_SEE(const_cast<const T *>(a), sizeof *a, atomic);                                 \
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                              \
  }                                                                                           \
  void __tsan_atomic##bits##_store(volatile T *a, T v, int) {                                 \
    GPUTILE_SEE(const_cast<T *>(a), sizeof v, atomic);                                        \
    __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                           \
  T __tsan_atomic##bits##_exchange(volatile T *a, T v, int) {                                 \
    GPUTILE_SEE(const_cast<T *>(a), sizeof v, atomic);                                        \
    return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                       \
  }                                                                                           \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T *a, T *c, T v, int, int) {     \
    GPUTILE_SEE(const_cast<T *>(a), sizeof v, atomic);                                        \
    return __atomic_compare_exchange_n(a, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
  }                                                                                           \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T *a, T *c, T v, int, int) {       \
    GPUTILE_SEE(const_cast<T *>(a), sizeof v, atomic);                                        \
    return __atomic_compare_exchange_n(a, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
  }                                                                                           \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T *a, T c, T v, int, int) {           \
    GPUTILE_SEE(const_cast<T *>(a), sizeof v, atomic);                                        \
    __atomic_compare_exchange_n(a, &c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);         \
    return c;                                                                                 \
  }                                                                                           \
  GPUTILE_FETCH(bits, T, add)                                                                 \
  GPUTILE_FETCH(bits, T, sub)                                                                 \
  GPUTILE_FETCH(bits, T, and)                                                                 \
  GPUTILE_FETCH(bits, T, or)                                                                  \
  GPUTILE_FETCH(bits, T, xor)                                                                 \
  GPUTILE_FETCH(bits, T, nand)
GPUTILE_ATOMICS(8, uint8_t)
GPUTILE_ATOMICS(16, uint16_t)
GPUTILE_ATOMICS(32, uint32_t)
GPUTILE_ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

} // extern "C"
