//===- Predicates.cpp - Comparisons and selections --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Lanes.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace gputile::counts {

using Handler = Instruction::Handler;

namespace {

// Comparisons of floats are false where an operand is no number; those that end in u are true.
constexpr auto Equal = [](auto a, auto b) { return a == b; };
constexpr auto NotEqual = [](auto a, auto b) { return a < b || a > b; };
constexpr auto Less = [](auto a, auto b) { return a < b; };
constexpr auto LessEqual = [](auto a, auto b) { return a <= b; };
constexpr auto Greater = [](auto a, auto b) { return a > b; };
constexpr auto GreaterEqual = [](auto a, auto b) { return a >= b; };
constexpr auto EqualOrNone = [](auto a, auto b) { return !(a < b || a > b); };
constexpr auto NotEqualOrNone = [](auto a, auto b) { return a != b; };
constexpr auto LessOrNone = [](auto a, auto b) { return !(a >= b); };
constexpr auto LessEqualOrNone = [](auto a, auto b) { return !(a > b); };
constexpr auto GreaterOrNone = [](auto a, auto b) { return !(a <= b); };
constexpr auto GreaterEqualOrNone = [](auto a, auto b) { return !(a < b); };
constexpr auto BothNumbers = [](auto a, auto b) { return a == a && b == b; };
constexpr auto NotBothNumbers = [](auto a, auto b) { return a != a || b != b; };

enum class Combine { None, And, Or, Xor };

Mask combined(Warp &warp, const Instruction &instruction, Combine combine, Mask compared) {
  if (combine == Combine::None)
    return compared;
  Mask with = warp.predicate(instruction.operands[2]);
  with = instruction.extra & 1 ? ~with : with;
  return combine == Combine::And  ? compared & with
         : combine == Combine::Or ? compared | with
                                  : compared ^ with;
}

template <auto F, class T, Combine C>
void compare(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]),
          *b = warp.values<T>(instruction.operands[1]);
  Mask result = 0;
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    result |= Mask(F(a[lane], b[lane])) << lane;
  storePredicate(warp, instruction.result, lanes, combined(warp, instruction, C, result));
  // `p|q`: q gets the opposite comparison, combined with the same predicate.
  storePredicate(warp, instruction.operands[3], lanes, combined(warp, instruction, C, ~result));
}

template <auto F, class T> Handler combinedHandler(const Opcode &opcode) {
  return opcode.has("and")   ? compare<F, T, Combine::And>
         : opcode.has("or")  ? compare<F, T, Combine::Or>
         : opcode.has("xor") ? compare<F, T, Combine::Xor>
                             : compare<F, T, Combine::None>;
}

template <class T> Handler compareHandler(const Opcode &opcode) {
  using Find = Handler (*)(const Opcode &);
  const StringRef how = opcode.modifiers().front();
  const auto find = StringSwitch<Find>(how)
                        .Case("eq", combinedHandler<Equal, T>)
                        .Case("ne", combinedHandler<NotEqual, T>)
                        .Cases("lt", "lo", combinedHandler<Less, T>)
                        .Cases("le", "ls", combinedHandler<LessEqual, T>)
                        .Cases("gt", "hi", combinedHandler<Greater, T>)
                        .Cases("ge", "hs", combinedHandler<GreaterEqual, T>)
                        .Default(nullptr);
  if (find)
    return find(opcode);
  if constexpr (std::is_floating_point_v<T>) {
    const auto other = StringSwitch<Find>(how)
                           .Case("equ", combinedHandler<EqualOrNone, T>)
                           .Case("neu", combinedHandler<NotEqualOrNone, T>)
                           .Case("ltu", combinedHandler<LessOrNone, T>)
                           .Case("leu", combinedHandler<LessEqualOrNone, T>)
                           .Case("gtu", combinedHandler<GreaterOrNone, T>)
                           .Case("geu", combinedHandler<GreaterEqualOrNone, T>)
                           .Case("num", combinedHandler<BothNumbers, T>)
                           .Case("nan", combinedHandler<NotBothNumbers, T>)
                           .Default(nullptr);
    return other ? other(opcode) : nullptr;
  }
  return nullptr;
}

Handler compareHandler(const Opcode &opcode, Type type) {
  const bool isSigned = type.kind == Type::Signed;
  if (type.kind == Type::Float)
    return type.bytes == 8                         ? compareHandler<double>(opcode)
           : type.bytes == 4 && !opcode.has("ftz") ? compareHandler<float>(opcode)
                                                   : nullptr;
  switch (type.bytes) {
  case 2:
    return isSigned ? compareHandler<int16_t>(opcode) : compareHandler<uint16_t>(opcode);
  case 4:
    return isSigned ? compareHandler<int32_t>(opcode) : compareHandler<uint32_t>(opcode);
  case 8:
    return isSigned ? compareHandler<int64_t>(opcode) : compareHandler<uint64_t>(opcode);
  default:
    return nullptr;
  }
}

template <class T> void select(Warp &warp, const Instruction &instruction, Mask lanes) {
  const T *a = warp.values<T>(instruction.operands[0]),
          *b = warp.values<T>(instruction.operands[1]);
  Mask first = warp.predicate(instruction.operands[2]);
  first = instruction.extra & 1 ? ~first : first;
  T values[WarpSize];
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    values[lane] = first >> lane & 1 ? a[lane] : b[lane];
  store(warp, instruction.result, lanes, values);
}

Handler selectHandler(Type type) {
  switch (type.bytes) {
  case 2:
    return select<uint16_t>;
  case 4:
    return select<uint32_t>;
  case 8:
    return select<uint64_t>;
  default:
    return nullptr;
  }
}

/// slct: a where c is not negative, else b.
template <class T, class C>
constexpr auto SelectBySign = [](T a, T b, C c) { return c >= 0 ? a : b; };

Handler signSelectHandler(const Opcode &opcode) {
  const bool byFloat = opcode.type(1).kind == Type::Float;
  if (opcode.type().bytes == 4)
    return byFloat
               ? ternary<SelectBySign<uint32_t, float>, uint32_t, uint32_t, uint32_t, float>
               : ternary<SelectBySign<uint32_t, int32_t>, uint32_t, uint32_t, uint32_t, int32_t>;
  if (opcode.type().bytes == 8)
    return byFloat
               ? ternary<SelectBySign<uint64_t, float>, uint64_t, uint64_t, uint64_t, float>
               : ternary<SelectBySign<uint64_t, int32_t>, uint64_t, uint64_t, uint64_t, int32_t>;
  return nullptr;
}

// Logic of predicates; bit n of `extra` negates operand n.
template <auto F> void logic(Warp &warp, const Instruction &instruction, Mask lanes) {
  Mask a = warp.predicate(instruction.operands[0]);
  Mask b = instruction.operands[1] == NoOperand ? 0 : warp.predicate(instruction.operands[1]);
  a = instruction.extra & 1 ? ~a : a;
  b = instruction.extra & 2 ? ~b : b;
  storePredicate(warp, instruction.result, lanes, F(a, b));
}

Handler logicHandler(StringRef name) {
  return StringSwitch<Handler>(name)
      .Case("and", logic<[](Mask a, Mask b) { return a & b; }>)
      .Case("or", logic<[](Mask a, Mask b) { return a | b; }>)
      .Case("xor", logic<[](Mask a, Mask b) { return a ^ b; }>)
      .Case("not", logic<[](Mask a, Mask) { return ~a; }>)
      .Case("mov", logic<[](Mask a, Mask) { return a; }>)
      .Default(nullptr);
}

} // namespace

Handler predicateHandler(const Opcode &opcode) {
  const StringRef name = opcode.name();
  const Type type = opcode.type();
  if (type.kind == Type::Predicate)
    return logicHandler(name);
  if (name == "setp" && !opcode.modifiers().empty())
    return compareHandler(opcode, type);
  if (name == "selp")
    return selectHandler(type);
  if (name == "slct")
    return signSelectHandler(opcode);
  return nullptr;
}

} // namespace gputile::counts
