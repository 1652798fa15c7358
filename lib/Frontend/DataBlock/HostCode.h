//===- HostCode.h - What runs on the CPU between regions --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether code outside regions leaves the memory of given arrays alone.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_DATABLOCK_HOSTCODE_H
#define GPUTILE_LIB_FRONTEND_DATABLOCK_HOSTCODE_H

#include "Frontend/DataBlock/HostMemory.h"

#include "gputile/Frontend/DataBlock.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace gputile::frontend {

/// Walks a block and the functions it calls. All that is not known to be harmless
/// is a culprit: only scalars, pointer variables (not what they point to) and
/// control flow inside the block are followed.
class HostCode {
public:
  /// What keeps the block from leaving arrays on the device.
  struct Culprit {
    clang::SourceLocation loc;
    std::string what;
    clang::SourceLocation call;         ///< Of the block's call that leads there.
    const RegionUse *refused = nullptr; ///< The region that contains it.
  };

  /// \param arrays variables whose memory must not be touched
  HostCode(clang::ASTContext &context, const std::vector<const clang::VarDecl *> &arrays,
           const std::vector<RegionUse> &regions, bool strictAliasing);

  std::optional<Culprit> check(const clang::Stmt &block);

  /// Regions that run on the device when the block runs, in the order of their text.
  const std::vector<const RegionUse *> &reached() const { return Reached; }
  /// The variable declared first at \p loc that a reached region mentions, or null.
  const clang::VarDecl *variableAt(SourceRef loc) const;
  /// Whether assignments in the block may make \p a and \p b point to the same array.
  bool related(const clang::VarDecl *a, const clang::VarDecl *b) const {
    return Memory.related(a, b);
  }

private:
  bool refuse(clang::SourceLocation loc, const std::string &what);
  bool visit(const clang::Stmt *statement);
  bool visitChildren(const clang::Stmt *statement);
  bool visitStatement(const clang::Stmt *statement);
  bool visitDeclarations(const clang::DeclStmt *statement);
  bool visitRegion(const RegionUse &use);
  bool visitClause(const RegionUse &use, const std::string &clause, llvm::StringRef text);
  bool visitParameter(const RegionUse &use, llvm::StringRef text);
  bool visitExpression(const clang::Expr *expr);
  bool visitCast(const clang::CastExpr *cast);
  bool visitUnary(const clang::UnaryOperator *op);
  bool visitBinary(const clang::BinaryOperator *op);
  bool visitMember(const clang::MemberExpr *member);
  bool visitSubscript(const clang::ArraySubscriptExpr *subscript);
  bool visitReference(const clang::DeclRefExpr *ref);
  bool visitCall(const clang::CallExpr *call);
  bool visitLibraryCall(const clang::CallExpr *call, const clang::FunctionDecl *function);
  bool visitBody(const clang::FunctionDecl *function, const clang::CallExpr *call);

  /// An access of all of \p variable.
  bool accessObject(const clang::VarDecl *variable, bool exposed, clang::SourceLocation loc);

  clang::ASTContext &Context;
  HostMemory Memory;
  std::map<const clang::Stmt *, const RegionUse *> Regions;
  std::vector<const RegionUse *> Reached;
  std::map<unsigned, const clang::VarDecl *> Variables; ///< By their places.
  std::set<const clang::FunctionDecl *> Visited;
  unsigned Loops = 0, Switches = 0; ///< Around the present statement.
  bool InFunction = false;
  clang::SourceLocation Call;
  std::optional<Culprit> Found;
};

} // namespace gputile::frontend

#endif
