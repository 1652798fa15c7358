//===- SourceText.cpp - Text of the source for messages -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/SourceText.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gputile::frontend {

std::string sourceText(ASTContext &ast, const Expr *expr) {
  const SourceManager &sources = ast.getSourceManager();
  CharSourceRange range = sources.getExpansionRange(expr->getSourceRange());
  std::string text = Lexer::getSourceText(range, sources, ast.getLangOpts()).str();
  std::string line;
  for (char c : text)
    if (!llvm::isSpace(c))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  return line.size() > 60 ? line.substr(0, 57) + "..." : line;
}

} // namespace gputile::frontend
