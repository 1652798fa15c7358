//===- CallCosts.cpp - What calls of a region cost --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Model/CallCosts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace gputile {
namespace {

/// What the text of a statement holds beside plain arithmetic.
struct Words {
  unsigned slow = 0;      ///< Divisions, remainders, square roots.
  unsigned functions = 0; ///< Other functions of the C library.
  bool isCounted = true;  ///< False where an instance does nobody knows how much.
};

enum class Word { Plain, Slow, Function, Loop };

/// \param isCalled whether "(" follows
Word kindOf(llvm::StringRef word, bool isCalled) {
  const Word kind =
      llvm::StringSwitch<Word>(word)
          .Cases("for", "while", "do", "switch", Word::Loop)
          .Cases("if", "else", "sizeof", "return", Word::Plain)
          .Cases("fabs", "fabsf", "fmin", "fminf", "fmax", "fmaxf", "abs", Word::Plain)
          .Cases("sqrt", "sqrtf", Word::Slow)
          .StartsWith("gpt_div", Word::Slow)
          .StartsWith("gpt_", Word::Plain)
          .Default(Word::Function);
  return isCalled || kind == Word::Loop ? kind : Word::Plain;
}

void count(llvm::StringRef text, Words &words) {
  while (!text.empty()) {
    if (text.front() == '/' || text.front() == '%')
      ++words.slow;
    if (!llvm::isAlpha(text.front()) && text.front() != '_') {
      // Suffixes of numbers are no words.
      const bool isNumber = llvm::isDigit(text.front());
      text = isNumber ? text.drop_while([](char c) { return llvm::isAlnum(c) || c == '.'; })
                      : text.drop_front();
      continue;
    }
    const llvm::StringRef word =
        text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(word.size());
    switch (kindOf(word, text.drop_while([](char c) { return c == ' '; }).starts_with("("))) {
    case Word::Plain:
      break;
    case Word::Slow:
      ++words.slow;
      break;
    case Word::Function:
      ++words.functions;
      break;
    case Word::Loop:
      words.isCounted = false;
    }
  }
}

std::optional<StatementCost> costOf(const Statement &statement) {
  // On a core of 3 GHz a reference, with the operation on it, took from 0.03 ns (y += a x in
  // floats) over 0.14 (Jacobi in two dimensions, in doubles) to 0.4 (SOR, whose sums wait for one
  // another). Divisions take a few cycles, functions some tens of them.
  constexpr double nanosecondsPerReference = 0.15, nanosecondsPerSlow = 1.5,
                   nanosecondsPerFunction = 10;
  // Counted in emitted kernels (bench/counts): a Jacobi kernel in two dimensions takes 46, one in
  // three with 28 references 187.
  constexpr double instructionsPerReference = 6, indexArithmetic = 20;
  constexpr double instructionsPerSlow = 15, instructionsPerFunction = 40;
  Words words;
  for (const BodyPiece &piece : statement.body)
    if (piece.kind == BodyPiece::Kind::Text)
      count(piece.text, words);
  if (!words.isCounted)
    return std::nullopt;
  const auto references = static_cast<double>(statement.references.size());
  return StatementCost{nanosecondsPerReference * references + nanosecondsPerSlow * words.slow +
                           nanosecondsPerFunction * words.functions,
                       indexArithmetic + instructionsPerReference * references +
                           instructionsPerSlow * words.slow +
                           instructionsPerFunction * words.functions};
}

/// Whether a user says where the region runs.
bool isDecided(const Clauses &clauses) {
  return clauses.scheme.origin >= Origin::Option || !clauses.ifCondition.empty();
}

} // namespace

std::optional<RegionCosts> callCosts(const Scop &scop, const DeviceProfile &device) {
  // Functions of the program are among its declarations.
  if (isDecided(scop.clauses) || !scop.deviceDeclarations.empty() || usesDeviceMemory(scop))
    return std::nullopt;
  RegionCosts costs;
  for (const Statement &statement : scop.statements) {
    const std::optional<StatementCost> cost = costOf(statement);
    if (!cost)
      return std::nullopt;
    costs.statements.push_back(*cost);
  }
  costs.multiprocessors = device.limits.multiprocessors;
  costs.laneInstructionsPerNanosecond = device.costs.laneInstructionsPerNanosecond;
  costs.clockGigahertz = device.costs.clockGigahertz;
  costs.launchMicroseconds = device.costs.launchMicroseconds;
  costs.gridBarrierMicroseconds = device.costs.gridBarrierMicroseconds;
  costs.flagMicroseconds = device.costs.flagMicroseconds;
  costs.hostToDeviceGigabytesPerSecond = device.costs.hostToDeviceGigabytesPerSecond;
  costs.deviceToHostGigabytesPerSecond = device.costs.deviceToHostGigabytesPerSecond;
  return costs;
}

} // namespace gputile
