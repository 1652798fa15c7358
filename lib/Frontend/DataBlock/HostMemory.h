//===- HostMemory.h - Whose memory an object may share ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_DATABLOCK_HOSTMEMORY_H
#define GPUTILE_LIB_FRONTEND_DATABLOCK_HOSTMEMORY_H

#include "Frontend/RegionFacts.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputile::frontend {

/// The memory of given arrays, and what else may lie in it or point to it.
class HostMemory {
public:
  /// \param arrays variables whose memory must not be touched
  HostMemory(clang::ASTContext &context, const std::vector<const clang::VarDecl *> &arrays,
             bool strictAliasing)
      : Context(context), Arrays(arrays), StrictAliasing(strictAliasing) {}

  /// Why an access of all of \p variable may touch an array.
  std::optional<std::string> touched(const clang::VarDecl *variable, bool exposed) const;
  /// Whether others than its function may access \p variable.
  bool isExposed(const clang::VarDecl *variable);
  /// \returns the array that may share the memory of an object of \p type, or null.
  const clang::VarDecl *sharing(clang::QualType type) const;

  /// \p variable may point to what \p value points to.
  void join(const clang::VarDecl *variable, const clang::Expr *value);
  /// Whether \p a and \p b may point to the same array by what was joined.
  bool related(const clang::VarDecl *a, const clang::VarDecl *b) const {
    return leader(a) == leader(b);
  }

private:
  /// Whether an object of type \p object may hold an element of type \p element.
  bool mayHold(clang::QualType object, clang::QualType element) const;
  const clang::VarDecl *leader(const clang::VarDecl *variable) const;

  clang::ASTContext &Context;
  const std::vector<const clang::VarDecl *> &Arrays;
  bool StrictAliasing;
  std::map<const clang::VarDecl *, const clang::VarDecl *> Leaders;
  std::map<const clang::FunctionDecl *, FunctionFacts> Facts;
};

/// The type of the elements of an array or pointer variable; null for other variables.
clang::QualType elementType(const clang::ASTContext &context, const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
