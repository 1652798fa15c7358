//===- Syntax.h - PTX as its text says it -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parser makes of PTX: functions with their registers, variables and statements. Names
// of registers are resolved, because blocks { … } may declare a name again. Everything else is
// still text, which the decoder gives a meaning.

#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gputile::counts::syntax {

enum class Space { Global, Const, Shared, Local, Param };

/// `.shared .align 4 .b8 name[64];` `initial` is empty without an initialiser.
struct Variable {
  std::string name;
  Space space = Space::Global;
  uint64_t align = 1, size = 0;
  bool isExtern = false;
  std::vector<uint8_t> initial;
};

/// An operand. Name: a register (reg >= 0), a function's variable (variable >= 0), or else a
/// symbol, label or special register of that name. Bits: a number; `isFloat` numbers carry
/// the bits of a float (32) or double (64). Address: [base + offset]. List: {a, b} or (a, b).
struct Operand {
  enum Kind { Name, Bits, Address, List } kind = Name;
  std::string name;
  int reg = -1, variable = -1;
  bool negated = false;
  int second = -1; ///< %q of `%p|%q`.
  uint64_t bits = 0;
  unsigned floatWidth = 0;
  int64_t offset = 0;
  std::vector<Operand> elements;
};

/// `@!%p opcode.modifier operands;`
struct Statement {
  int guard = -1;
  bool guardNegated = false;
  std::vector<std::string> opcode; ///< The parts between dots.
  std::vector<Operand> operands;
  unsigned line = 0;
};

struct Function {
  std::string name;
  bool isKernel = false;
  std::vector<Variable> results, parameters;
  std::vector<Variable> variables;    ///< Of all spaces, declared anywhere in the body.
  std::vector<std::string> registers; ///< The type of each, as "b32".
  std::vector<Statement> statements;
  std::map<std::string, size_t> labels; ///< To the statement that follows.
  std::map<std::string, std::vector<std::string>> branchTargets;
};

struct Module {
  std::vector<Variable> variables;
  std::vector<Function> functions; ///< Those with a body.
};

llvm::Expected<Module> parse(llvm::StringRef text);

} // namespace gputile::counts::syntax
