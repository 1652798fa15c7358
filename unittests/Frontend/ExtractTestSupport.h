//===- ExtractTestSupport.h - Scops from C text -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses C text with Clang and extracts the first for statement or block in the
/// body of function `f`.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_EXTRACTTESTSUPPORT_H
#define GPUTILE_UNITTESTS_EXTRACTTESTSUPPORT_H

#include "gputile/Frontend/Frontend.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
}

namespace gputile::test {

/// What extraction made of a text. Keep it alive while its Scop is used.
class Extraction {
public:
  /// \param independent the names in clause independent of a pragma before the region
  explicit Extraction(const std::string &code, std::vector<std::string> args = {"-std=c11"},
                      FpMode fp = FpMode::Exact, const std::string &file = "test.c",
                      const std::vector<std::string> &independent = {});
  ~Extraction();

  bool accepted() const { return static_cast<bool>(*Extracted); }
  /// The Scop; a test fails when the region was refused.
  const Scop &scop() const;
  /// Id of the refusal, or "accepted".
  std::string refusal() const;
  /// "line:column" of the refusal.
  std::string refusalPlace() const;
  std::vector<std::string> remarks() const { return Remarks; }
  /// By statement of the program whose loops need less order (UnorderedProgram): what body() is of
  /// it. Empty where there is no such program.
  std::vector<std::string> unorderedBodies() const;

  isl::set set(const std::string &text) const { return isl::set(Isl->get(), text); }
  isl::map map(const std::string &text) const { return isl::map(Isl->get(), text); }

  const Statement &statement(unsigned index) const { return scop().statements.at(index); }
  /// Body with "$k" for references, "#d" for iterators, "@p" for parameters.
  std::string body(unsigned index) const;

  /// True when the values that a statement's iterators take are \p text (where the
  /// guard holds): its domain, when no loop is counted.
  bool domainIs(unsigned index, const std::string &text) const;
  /// True when the union of a statement's accesses of a kind equals \p text.
  bool accessIs(unsigned index, AccessKind kind, const std::string &text) const;
  bool scheduleIs(unsigned index, const std::string &text) const;
  /// True when guard and context together equal \p text and the context.
  bool guardIs(const std::string &text) const;
  bool exitIs(unsigned index, const std::string &variable, const std::string &text) const;

private:
  std::unique_ptr<IslContext> Isl;
  std::unique_ptr<clang::ASTUnit> Ast;
  std::unique_ptr<Result<Scop>> Extracted, Unordered;
  std::vector<std::string> Remarks;
};

} // namespace gputile::test

#endif
