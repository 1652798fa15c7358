//===- Pragma.h - Reading the clauses of #pragma gpu_tile -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tokens of one directive and the table of its clauses.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_PRAGMA_PRAGMA_H
#define GPUTILE_LIB_FRONTEND_PRAGMA_PRAGMA_H

#include "gputile/Frontend/ClauseValues.h"
#include "gputile/Frontend/Frontend.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::frontend {

/// A token of a directive, with its text: the parser below needs no preprocessor.
struct PragmaToken {
  enum class Kind { Name, Punctuation, Other, End };
  Kind kind = Kind::End;
  std::string text;
  bool spaceBefore = false;
  SourceRef loc, end;

  bool is(const char *punctuation) const {
    return kind == Kind::Punctuation && text == punctuation;
  }
};

/// What stands between a clause's parentheses, split at its top-level commas.
/// `tile(32, 8)` has two arguments of one token each.
struct ClauseArguments {
  std::vector<std::vector<PragmaToken>> parts; ///< No part is empty unless written so.
  std::vector<PragmaToken> all;                ///< With the commas.
  bool given = false;                          ///< There are brackets.
  SourceRef end = {};                          ///< Behind the clause.
  FixIt removal = {};                          ///< Of the whole clause.
};

/// The clause being read, and where its value and its errors go.
class ClauseReader {
public:
  ClauseReader(const PragmaToken &name, const ClauseArguments &arguments, PragmaRecord &record)
      : Name(name), Arguments(arguments), Record(record) {}

  /// Reads the clause by its name; reports unknown names.
  void read();

private:
  void wrongArity(const std::string &takes);
  void badValue(const std::vector<PragmaToken> &value, const std::string &expected,
                const std::optional<std::string> &nearest = std::nullopt);
  bool hasOneArgument(const std::string &takes);
  template <typename T, size_t N>
  bool readKeyword(Choice<T> &choice, const NamedValue<T> (&values)[N]);
  bool readDevice();
  bool readSizes(Choice<std::vector<long>> &choice, size_t most, const std::string &takes);
  bool readCondition(std::string &text);
  bool readData();
  std::string readQueue(const std::vector<PragmaToken> &tokens);
  bool readAsync();
  bool readWait();
  bool readPrivates();
  bool readReduction();
  bool readExtents();
  bool readArrays(std::vector<ArrayName> &arrays, const std::string &takes);
  void unknown();

  friend struct ClauseTable;
  const PragmaToken &Name;
  const ClauseArguments &Arguments;
  PragmaRecord &Record;
};

/// The text of \p tokens with the spaces that were between them.
std::string joinTokens(const std::vector<PragmaToken> &tokens);

/// Parses the clauses in \p tokens (the last is End) into \p record: values,
/// the list of given clauses, and errors.
void parseClauses(const std::vector<PragmaToken> &tokens, PragmaRecord &record);

} // namespace gputile::frontend

#endif
