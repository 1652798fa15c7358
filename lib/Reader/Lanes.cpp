//===- Lanes.cpp - Values of many threads at once --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Lanes.h"

#include <cstring>

using namespace clang;

namespace gputile::reader {

static ValueType::Kind kindOf(const ASTContext &context, QualType type) {
  if (type->isVoidType())
    return ValueType::Void;
  if (type->isIntegralOrEnumerationType())
    return ValueType::Integer;
  if (type->isSpecificBuiltinType(BuiltinType::Float))
    return ValueType::Float;
  if (type->isSpecificBuiltinType(BuiltinType::Double))
    return ValueType::Double;
  if (type->isPointerType() || type->isNullPtrType())
    return ValueType::Pointer;
  if (type->isRecordType() || type->isArrayType())
    return ValueType::Aggregate;
  (void)context;
  return ValueType::Other;
}

ValueType valueType(const ASTContext &context, QualType type) {
  type = type.getNonReferenceType().getCanonicalType();
  ValueType result;
  result.kind = kindOf(context, type);
  if (result.kind == ValueType::Void || type->isIncompleteType() || type->isDependentType() ||
      type->isFunctionType() || type->isPlaceholderType())
    return result;
  result.bytes = static_cast<unsigned>(context.getTypeSizeInChars(type).getQuantity());
  result.isSigned = type->isSignedIntegerOrEnumerationType();
  result.isBool = type->isBooleanType();
  if (result.isScalar() && result.bytes > 8)
    result.kind = ValueType::Other;
  return result;
}

double asDouble(uint64_t bits, const ValueType &type) {
  if (type.kind == ValueType::Float) {
    const auto low = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

uint64_t fromDouble(double value, const ValueType &type) {
  if (type.kind == ValueType::Float) {
    const auto narrow = static_cast<float>(value);
    uint32_t low;
    std::memcpy(&low, &narrow, sizeof low);
    return low;
  }
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

uint64_t wrapped(uint64_t bits, const ValueType &type) {
  if (type.kind != ValueType::Integer || type.bytes >= 8)
    return bits;
  if (type.isBool)
    return bits != 0;
  const unsigned unused = 64 - 8 * type.bytes;
  return type.isSigned ? static_cast<uint64_t>(static_cast<int64_t>(bits << unused) >> unused)
                       : (bits << unused) >> unused;
}

__int128 asInteger(uint64_t bits, const ValueType &type) {
  if (type.isSigned)
    return static_cast<int64_t>(bits);
  return bits;
}

bool fits(__int128 value, const ValueType &type) {
  const unsigned width = 8 * type.bytes;
  const __int128 one = 1;
  if (type.isSigned)
    return value >= -(one << (width - 1)) && value < (one << (width - 1));
  return value >= 0 && value < (one << width);
}

} // namespace gputile::reader
