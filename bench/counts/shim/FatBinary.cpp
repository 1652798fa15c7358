//===- FatBinary.cpp - The PTX in a program compiled by nvcc ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FatBinary.h"

#include <cstdint>
#include <cstring>

using namespace llvm;

namespace gputile::counts {

namespace {

struct Wrapper {
  uint32_t magic, version;
  const uint8_t *data;
};
struct Header {
  uint32_t magic;
  uint16_t version, headerSize;
  uint64_t size; ///< Of all entries.
};
/// The begin of what stands before each image.
struct Entry {
  uint16_t kind, version;
  uint32_t headerSize;
  uint64_t size;
  uint32_t compressedSize;
};
constexpr uint32_t WrapperMagic = 0x466243b1, HeaderMagic = 0xba55ed50;
constexpr uint16_t PtxKind = 1;

} // namespace

Expected<std::string> ptxOf(const void *wrapper) {
  Wrapper outer;
  std::memcpy(&outer, wrapper, sizeof outer);
  if (outer.magic != WrapperMagic)
    return createStringError(inconvertibleErrorCode(), "this is no fat binary");
  Header header;
  std::memcpy(&header, outer.data, sizeof header);
  if (header.magic != HeaderMagic)
    return createStringError(inconvertibleErrorCode(), "the fat binary's begin is not known");
  const uint8_t *at = outer.data + header.headerSize, *end = at + header.size;
  while (at < end) {
    Entry entry;
    std::memcpy(&entry, at, sizeof entry);
    const char *text = reinterpret_cast<const char *>(at + entry.headerSize);
    if (entry.kind == PtxKind) {
      if (entry.compressedSize != 0)
        return createStringError(inconvertibleErrorCode(),
                                 "the PTX is compressed: compile with nvcc -no-compress");
      return std::string(text, strnlen(text, entry.size));
    }
    at += entry.headerSize + entry.size;
  }
  return createStringError(
      inconvertibleErrorCode(),
      "the program holds no PTX: compile with nvcc -gencode arch=compute_90,code=compute_90");
}

} // namespace gputile::counts
