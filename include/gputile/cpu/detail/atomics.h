// Atomic functions. They are atomic against other host threads as well, which
// may launch kernels of their own.
#pragma once

#include <math.h>
#include <string.h>

#include "gputile/cpu/detail/race.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

template <int Bytes> struct Word;
template <> struct Word<2> { using type = unsigned short; };
template <> struct Word<4> { using type = unsigned; };
template <> struct Word<8> { using type = unsigned long long; };
template <typename T> using WordOf = typename Word<sizeof(T)>::type;

template <typename To, typename From> To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From), "same size");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

// *address = update(*address), as one step; returns the old value.
template <typename T, typename Update> T atomicWord(T *address, Update update) {
  using W = WordOf<T>;
  W *word = reinterpret_cast<W *>(address);
  W old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &old, bitsAs<W>(update(bitsAs<T>(old))), true,
                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
  }
  return bitsAs<T>(old);
}

template <typename T, typename Update> T atomicUpdate(T *address, const void *pc, Update update) {
  raceAccess(address, sizeof(T), Access::atomic, pc);
  return atomicWord(address, update);
}

// Programs update a byte by its word: bytes that the exchange would not change belong to others.
template <typename T> T atomicExchangeIf(T *address, const void *pc, T compare, T value) {
  unsigned first = 0, last = sizeof(T);
  if (compare != value) {
    const T differs = static_cast<T>(compare ^ value);
    while ((differs >> 8 * first & 0xff) == 0)
      ++first;
    while ((differs >> 8 * (last - 1) & 0xff) == 0)
      --last;
  }
  raceAccess(reinterpret_cast<char *>(address) + first, last - first, Access::atomic, pc);
  return atomicWord(address, [=](T old) { return old == compare ? value : old; });
}

} // namespace gputile::cpu

#define GPUTILE_CPU_ATOMIC(name, T, expression)                                               \
  GPUTILE_CPU_ACCESS inline T name(T *address, T value) {                                     \
    return ::gputile::cpu::atomicUpdate(address, __builtin_return_address(0), [=](T old) {    \
      return static_cast<T>(expression);                                                                  \
    });                                                                                       \
  }                                                                                           \
  GPUTILE_CPU_ACCESS inline T name##_block(T *address, T value) {                             \
    return ::gputile::cpu::atomicUpdate(address, __builtin_return_address(0), [=](T old) {    \
      return static_cast<T>(expression);                                                                  \
    });                                                                                       \
  }

// Signed sums wrap on a GPU; here they would be undefined.
GPUTILE_CPU_ATOMIC(atomicAdd, int, unsigned(old) + unsigned(value))
GPUTILE_CPU_ATOMIC(atomicAdd, unsigned, old + value)
GPUTILE_CPU_ATOMIC(atomicAdd, unsigned long long, old + value)
GPUTILE_CPU_ATOMIC(atomicAdd, float, old + value)
GPUTILE_CPU_ATOMIC(atomicAdd, double, old + value)
GPUTILE_CPU_ATOMIC(atomicSub, int, unsigned(old) - unsigned(value))
GPUTILE_CPU_ATOMIC(atomicSub, unsigned, old - value)
GPUTILE_CPU_ATOMIC(atomicExch, int, ((void)old, value))
GPUTILE_CPU_ATOMIC(atomicExch, unsigned, ((void)old, value))
GPUTILE_CPU_ATOMIC(atomicExch, unsigned long long, ((void)old, value))
GPUTILE_CPU_ATOMIC(atomicExch, float, ((void)old, value))
GPUTILE_CPU_ATOMIC(atomicInc, unsigned, old >= value ? 0u : old + 1u)
GPUTILE_CPU_ATOMIC(atomicDec, unsigned, old == 0u || old > value ? value : old - 1u)

#define GPUTILE_CPU_ATOMIC_INTEGERS(name, expression)                                         \
  GPUTILE_CPU_ATOMIC(name, int, expression)                                                   \
  GPUTILE_CPU_ATOMIC(name, unsigned, expression)                                              \
  GPUTILE_CPU_ATOMIC(name, long long, expression)                                             \
  GPUTILE_CPU_ATOMIC(name, unsigned long long, expression)
GPUTILE_CPU_ATOMIC_INTEGERS(atomicMin, old < value ? old : value)
GPUTILE_CPU_ATOMIC_INTEGERS(atomicMax, old > value ? old : value)
GPUTILE_CPU_ATOMIC_INTEGERS(atomicAnd, old &value)
GPUTILE_CPU_ATOMIC_INTEGERS(atomicOr, old | value)
GPUTILE_CPU_ATOMIC_INTEGERS(atomicXor, old ^ value)
#undef GPUTILE_CPU_ATOMIC_INTEGERS
#undef GPUTILE_CPU_ATOMIC

#define GPUTILE_CPU_ATOMIC_CAS(T)                                                             \
  GPUTILE_CPU_ACCESS inline T atomicCAS(T *address, T compare, T value) {                     \
    return ::gputile::cpu::atomicExchangeIf(address, __builtin_return_address(0), compare,    \
                                            value);                                           \
  }
GPUTILE_CPU_ATOMIC_CAS(int)
GPUTILE_CPU_ATOMIC_CAS(unsigned)
GPUTILE_CPU_ATOMIC_CAS(unsigned long long)
GPUTILE_CPU_ATOMIC_CAS(unsigned short)
#undef GPUTILE_CPU_ATOMIC_CAS

#include "gputile/cpu/detail/layer_end.h"
