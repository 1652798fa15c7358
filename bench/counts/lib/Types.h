//===- Types.h - Types in the names of instructions -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace gputile::counts {

/// "s32": Signed, 4 bytes.
struct Type {
  enum Kind : uint8_t { Bits, Unsigned, Signed, Float, Predicate } kind = Bits;
  uint8_t bytes = 0;

  bool isInteger() const { return kind == Bits || kind == Unsigned || kind == Signed; }
  bool is(Kind other, unsigned size) const { return kind == other && bytes == size; }
  bool operator==(const Type &) const = default;
};

inline std::optional<Type> typeOf(llvm::StringRef name) {
  if (name == "pred")
    return Type{Type::Predicate, 1};
  unsigned bits = 0;
  if (name.size() < 2 || name.drop_front().getAsInteger(10, bits) || bits % 8 != 0 || bits > 64 ||
      bits == 0)
    return std::nullopt;
  const auto bytes = static_cast<uint8_t>(bits / 8);
  switch (name[0]) {
  case 'b':
    return Type{Type::Bits, bytes};
  case 'u':
    return Type{Type::Unsigned, bytes};
  case 's':
    return Type{Type::Signed, bytes};
  case 'f':
    return Type{Type::Float, bytes};
  default:
    return std::nullopt;
  }
}

} // namespace gputile::counts
