//===- StatementText.cpp - Where statements stand in the text --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/StatementText.h"

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace gputile {

const Stmt *directedStatement(const Stmt &stmt) {
  const auto *directive = dyn_cast<OMPExecutableDirective>(&stmt);
  return directive && directive->hasAssociatedStmt() ? directive->getRawStmt() : nullptr;
}

void appendParts(const Stmt &stmt, std::vector<const Stmt *> &pending) {
  if (const Stmt *directed = directedStatement(stmt))
    pending.push_back(directed);
  else
    pending.insert(pending.end(), stmt.child_begin(), stmt.child_end());
}

const Stmt *lastPart(const Stmt *statement) {
  while (true) {
    if (const auto *loop = dyn_cast<ForStmt>(statement))
      statement = loop->getBody();
    else if (const auto *loop = dyn_cast<WhileStmt>(statement))
      statement = loop->getBody();
    else if (const auto *loop = dyn_cast<CXXForRangeStmt>(statement))
      statement = loop->getBody();
    else if (const auto *conditional = dyn_cast<IfStmt>(statement))
      statement = conditional->getElse() ? conditional->getElse() : conditional->getThen();
    else if (const auto *label = dyn_cast<LabelStmt>(statement))
      statement = label->getSubStmt();
    else if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
      statement = attributed->getSubStmt();
    else if (const Stmt *directed = directedStatement(*statement))
      statement = directed;
    else
      return statement;
  }
}

SourceRange textRange(const Stmt &stmt) {
  return {stmt.getBeginLoc(), lastPart(&stmt)->getEndLoc()};
}

/// Whether \p line is a pragma with which compilers demand a loop behind it.
static bool isLoopHint(llvm::StringRef line) {
  if (!line.consume_front("#"))
    return false;
  llvm::SmallVector<llvm::StringRef, 4> words;
  llvm::SplitString(line, words, " \t(");
  if (words.size() < 2 || words[0] != "pragma")
    return false;
  static const llvm::StringSet<> Alone = {"unroll", "nounroll", "unroll_and_jam",
                                          "nounroll_and_jam", "ivdep"};
  static const llvm::StringSet<> Second = {"loop", "unroll", "ivdep", "novector"};
  const bool prefixed = words.size() > 2 && (words[1] == "clang" || words[1] == "GCC");
  return prefixed ? Second.contains(words[2]) : Alone.contains(words[1]);
}

/// Where the loop hints right above \p pragma begin, `#pragma unroll` and the like, which belong to
/// the loop behind it; \p pragma where there are none.
static SourceLocation withHintsAbove(const SourceManager &sources, SourceLocation pragma) {
  const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(pragma));
  const llvm::StringRef text = sources.getBufferData(file).take_front(offset);
  size_t begin = offset;
  llvm::StringRef above = text.rsplit('\n').first;
  if (above.size() == text.size() || !text.drop_front(above.size()).trim().empty())
    return pragma;
  while (!above.empty()) {
    const auto [rest, last] = above.rsplit('\n');
    const llvm::StringRef line = (rest.size() == above.size() ? above : last).trim();
    if (isLoopHint(line))
      begin = static_cast<size_t>(line.data() - text.data());
    else if (!line.empty() && !line.starts_with("//"))
      break;
    above = rest.size() == above.size() ? llvm::StringRef() : rest;
  }
  return begin == offset ? pragma
                         : sources.getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(begin));
}

SourceLocation beginOfText(const SourceManager &sources, const MarkedRegion &region) {
  const SourceLocation pragma = region.pragma->implied
                                    ? region.pragma->begin
                                    : withHintsAbove(sources, region.pragma->begin);
  if (!region.directive)
    return pragma;
  const SourceLocation directive = region.directive->getBeginLoc();
  return sources.isBeforeInTranslationUnit(sources.getExpansionLoc(directive), pragma) ? directive
                                                                                      : pragma;
}

bool beginsText(const ASTContext &context, const PragmaRecord &pragma) {
  const SourceLocation begin = pragma.asOperator.getBegin();
  return !begin.isMacroID() ||
         Lexer::isAtStartOfMacroExpansion(begin, context.getSourceManager(), context.getLangOpts());
}

} // namespace gputile
