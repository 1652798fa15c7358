//===- Updates.cpp - Updates of one element by several threads -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include <algorithm>

using namespace clang;

namespace gputile::reader {

/// The operator of `gpt_update_<name>`; none for those that are no operators of C on words.
static std::optional<BinaryOperatorKind> operatorOf(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<BinaryOperatorKind>>(name)
      .Case("add", BO_Add)
      .Case("subtract", BO_Sub)
      .Case("multiply", BO_Mul)
      .Case("and", BO_And)
      .Case("or", BO_Or)
      .Case("xor", BO_Xor)
      .Default(std::nullopt);
}

uint64_t Interpreter::updated(llvm::StringRef name, uint64_t old, uint64_t operand,
                              const ValueType &type) const {
  if (name == "assign")
    return operand;
  if (name == "fill")
    return wrapped(old, type) != 0 ? old : operand;
  if (name == "logical_and" || name == "logical_or") {
    const bool x = wrapped(old, type) != 0, e = wrapped(operand, type) != 0;
    return name == "logical_and" ? x && e : x || e;
  }
  ValueType word = type; // Sums wrap around.
  word.isSigned = false;
  if (const auto op = operatorOf(name))
    return integerResult(*op, wrapped(old, word), wrapped(operand, word), word, word);
  if (name != "min" && name != "max")
    throw NotFollowed{"function 'gpt_update_" + name.str() + "'"};
  const bool less = asInteger(wrapped(operand, type), type) < asInteger(wrapped(old, type), type);
  return less == (name == "min") ? operand : old;
}

Lanes Interpreter::update(llvm::StringRef name, QualType element, const Lanes &address,
                          const Lanes &operand) {
  requireKnown(address, "an address");
  const ValueType type = valueType(Context, element);
  for (unsigned l = 0; l < operand.size(); ++l) {
    if (!Active[l])
      continue;
    const Cell old = Data.load(address.bits[l], type.bytes, accessor(l), true);
    const bool known = (old.known || name == "assign") && !operand.isUnknown(l);
    Data.store(address.bits[l], type.bytes,
               {updated(name, old.bits, operand.bits[l], type), known},
               accessor(l), true);
  }
  return operand;
}

} // namespace gputile::reader
