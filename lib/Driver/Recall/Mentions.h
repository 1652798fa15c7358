//===- Mentions.h - What the code of functions names ------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Extraction of a region reads the function around it and the functions that are called from
/// there. Two questions it asks of the whole file: with what a function is called that only this
/// file can call (KnownExtents), and who uses a static variable of the file (FileTemporaries).
/// Mentions answers which functions these are, before any of them is analysed.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_RECALL_MENTIONS_H
#define GPUTILE_LIB_DRIVER_RECALL_MENTIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <set>
#include <vector>

namespace gputile::driver {

/// What some code names.
struct Mentioned {
  std::set<const clang::FunctionDecl *> functions; ///< Canonical declarations.
  std::set<const clang::VarDecl *> variables;      ///< Static variables of a C file.
};

/// What \p decl names.
Mentioned mentionedIn(const clang::Decl &decl);

/// What the functions of a unit name, and what its other declarations do.
class Mentions {
public:
  /// \param separate function definitions in the order of the text; the code of all other
  ///        declarations of the main file counts as one
  Mentions(clang::ASTContext &context, std::vector<const clang::FunctionDecl *> separate);

  /// The functions, as indices into `separate`, whose code the result of a region in function
  /// \p index may rest on, itself included.
  std::set<size_t> usedBy(size_t index);

private:
  /// Notes what the declarations of the main file in \p scope name.
  void collect(const clang::DeclContext *scope);
  /// Adds to \p reached the functions that can be called from those in it and from the other
  /// declarations, and returns what all of these name.
  Mentioned closure(std::set<size_t> &reached);
  /// What the definition of \p function names, which stands in a header of the user.
  const Mentioned &inHeader(const clang::FunctionDecl *function);

  clang::ASTContext &Context;
  std::vector<const clang::FunctionDecl *> Separate;
  std::map<const clang::FunctionDecl *, size_t> Index; ///< By canonical declaration.
  std::vector<Mentioned> Of;                           ///< Of each of Separate.
  Mentioned Others;
  std::map<const clang::FunctionDecl *, Mentioned> OfHeaders;
};

} // namespace gputile::driver

#endif
