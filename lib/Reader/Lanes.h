//===- Lanes.h - Values of many threads at once ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interpreter runs all threads of a block in step: an expression has one value per
/// thread (lane), and a mask tells which threads evaluate it.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_LANES_H
#define GPUTILE_LIB_READER_LANES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cstdint>

namespace gputile::reader {

/// What the bits of a value mean.
struct ValueType {
  enum Kind { Void, Integer, Float, Double, Pointer, Aggregate, Other } kind = Other;
  unsigned bytes = 0;
  bool isSigned = false;
  bool isBool = false;

  bool isScalar() const { return kind != Void && kind != Aggregate && kind != Other; }
};

ValueType valueType(const clang::ASTContext &context, clang::QualType type);

/// One value per lane: integers extended to 64 bits as their type says, the bits of
/// floating-point numbers, addresses.
struct Lanes {
  llvm::SmallVector<uint64_t, 1> bits;
  llvm::SmallVector<uint8_t, 1> unknown; ///< Lanes without a value; empty: none.

  Lanes() = default;
  explicit Lanes(size_t count, uint64_t value = 0) : bits(count, value) {}

  size_t size() const { return bits.size(); }
  bool isUnknown(size_t lane) const { return !unknown.empty() && unknown[lane]; }
  void setUnknown(size_t lane, bool value = true) {
    if (unknown.empty() && value)
      unknown.assign(bits.size(), 0);
    if (!unknown.empty())
      unknown[lane] = value;
  }
};

using Mask = llvm::SmallVector<uint8_t, 1>;

inline bool any(const Mask &mask) {
  return std::any_of(mask.begin(), mask.end(), [](uint8_t lane) { return lane != 0; });
}

double asDouble(uint64_t bits, const ValueType &type);
uint64_t fromDouble(double value, const ValueType &type);
/// \p bits cut to \p type and extended again.
uint64_t wrapped(uint64_t bits, const ValueType &type);
/// Whether \p value is one of \p type, an integer type.
bool fits(__int128 value, const ValueType &type);
__int128 asInteger(uint64_t bits, const ValueType &type);

} // namespace gputile::reader

#endif
