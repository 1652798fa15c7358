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
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

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

SourceLocation beginOfText(const SourceManager &sources, const MarkedRegion &region) {
  const SourceLocation pragma = region.pragma->begin;
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
