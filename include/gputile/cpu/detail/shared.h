// Shared memory: each array of each block is an allocation of its own, so that
// AddressSanitizer sees its ends; fresh memory is all ones (NaN), so that reading
// it before writing shows in the result.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "gputile/cpu/detail/race.h"
#include "gputile/cpu/detail/report.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

constexpr int poisonByte = 0xFF;
constexpr size_t staticSharedLimit = 48 * 1024;

// One GPUTILE_SHARED in the source (per instantiation of its kernel).
struct SharedDeclaration {
  const char *name;
  size_t bytes, alignment;
};

// The memory of a shared array in one block.
struct SharedArray {
  SharedArray *next;
  const SharedDeclaration *declaration; // null: the dynamic shared memory
  void *memory;
};

inline void *poisoned(size_t bytes, size_t alignment) {
  void *memory = nullptr;
  if (posix_memalign(&memory, alignment < 16 ? 16 : alignment, bytes ? bytes : 1))
    return nullptr;
  memset(memory, poisonByte, bytes);
  return memory;
}

inline void *addShared(Block &block, const SharedDeclaration *declaration, const char *name,
                       size_t bytes, size_t alignment) {
  void *memory = poisoned(bytes, alignment);
  SharedArray *array = static_cast<SharedArray *>(malloc(sizeof(SharedArray)));
  *array = SharedArray{block.shared, declaration, memory};
  block.shared = array;
  if (race)
    race->remember(memory, bytes, MemoryKind::shared, name);
  return memory;
}

inline void *findShared(const Block &block, const SharedDeclaration *declaration) {
  for (const SharedArray *a = block.shared; a; a = a->next)
    if (a->declaration == declaration)
      return a->memory;
  return nullptr;
}

inline void *sharedArray(const SharedDeclaration &d) {
  Block &block = *here().block;
  if (void *memory = findShared(block, &d))
    return memory;
  block.staticSharedBytes += d.bytes;
  // nvcc refuses such a kernel when it compiles it.
  if (block.staticSharedBytes > staticSharedLimit)
    failHere("too much static shared memory: %zu bytes with '%s', the limit is %zu",
             block.staticSharedBytes, d.name, staticSharedLimit);
  return addShared(block, &d, d.name, d.bytes, d.alignment);
}

inline void *dynamicShared(const char *name) {
  Block &block = *here().block;
  if (void *memory = findShared(block, nullptr))
    return memory;
  return addShared(block, nullptr, name, block.launch->dynamicSharedBytes, 256);
}

inline void *dynamicShared(const char *name, size_t bytes) {
  const size_t given = here().block->launch->dynamicSharedBytes;
  if (bytes > given)
    failHere("'%s' has %zu bytes of shared memory, the launch asks for %zu", name, bytes, given);
  return dynamicShared(name);
}

inline void freeShared(Block &block) {
  while (SharedArray *a = block.shared) {
    block.shared = a->next;
    if (race)
      race->forget(a->memory);
    free(a->memory);
    free(a);
  }
}

} // namespace gputile::cpu

// `dims` is written with its brackets, or left empty for a single variable.
#define GPUTILE_SHARED(type, name, dims)                                                      \
  using gputile_type_##name = type dims;                                                      \
  static constexpr ::gputile::cpu::SharedDeclaration gputile_shared_##name{                   \
      #name, sizeof(gputile_type_##name), alignof(type)};                                     \
  gputile_type_##name &name =                                                                 \
      *static_cast<gputile_type_##name *>(::gputile::cpu::sharedArray(gputile_shared_##name))

// What launches ask for, as an array.
#define GPUTILE_SHARED_AT_LAUNCH(type, name, dims)                                            \
  using gputile_type_##name = type dims;                                                      \
  gputile_type_##name &name = *static_cast<gputile_type_##name *>(                            \
      ::gputile::cpu::dynamicShared(#name, sizeof(gputile_type_##name)))

#define GPUTILE_DYN_SHARED(type, name)                                                        \
  type *const name = static_cast<type *>(::gputile::cpu::dynamicShared(#name))

#include "gputile/cpu/detail/layer_end.h"
