//===- HostCode.cpp - What runs on the CPU between regions ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/DataBlock/HostCode.h"
#include "Frontend/DataBlock/VariableNamed.h"
#include "Frontend/VariableMentions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gputile::frontend {

HostCode::HostCode(ASTContext &context, const std::vector<const VarDecl *> &arrays,
                   const std::vector<RegionUse> &regions, bool strictAliasing)
    : Context(context), Memory(context, arrays, strictAliasing) {
  for (const RegionUse &use : regions)
    Regions.emplace(use.region.statement, &use);
}

std::optional<HostCode::Culprit> HostCode::check(const Stmt &block) {
  visitChildren(&block);
  return Found;
}

const VarDecl *HostCode::variableAt(SourceRef loc) const {
  const auto found = Variables.find(loc.raw);
  return found == Variables.end() ? nullptr : found->second;
}

bool HostCode::refuse(SourceLocation loc, const std::string &what) {
  Found = Culprit{loc, what, Call, nullptr};
  return false;
}

bool HostCode::visit(const Stmt *statement) {
  if (!statement)
    return true;
  if (const auto found = Regions.find(statement); found != Regions.end())
    return visitRegion(*found->second);
  if (const auto *expr = dyn_cast<Expr>(statement))
    return visitExpression(expr);
  return visitStatement(statement);
}

bool HostCode::visitChildren(const Stmt *statement) {
  for (const Stmt *child : statement->children())
    if (!visit(child))
      return false;
  return true;
}

bool HostCode::visitStatement(const Stmt *statement) {
  const auto within = [&](unsigned &depth) {
    ++depth;
    const bool good = visitChildren(statement);
    --depth;
    return good;
  };
  const SourceLocation loc = statement->getBeginLoc();
  switch (statement->getStmtClass()) {
  case Stmt::NullStmtClass:
  case Stmt::CompoundStmtClass:
  case Stmt::AttributedStmtClass:
  case Stmt::IfStmtClass:
    return visitChildren(statement);
  case Stmt::ForStmtClass:
  case Stmt::WhileStmtClass:
  case Stmt::DoStmtClass:
    return within(Loops);
  case Stmt::SwitchStmtClass:
    return within(Switches);
  case Stmt::DeclStmtClass:
    return visitDeclarations(cast<DeclStmt>(statement));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return Switches > 0 ? visitChildren(statement)
                        : refuse(loc, "a 'switch' outside jumps into the block");
  case Stmt::BreakStmtClass:
    return Loops + Switches > 0 || refuse(loc, "'break' leaves the block");
  case Stmt::ContinueStmtClass:
    return Loops > 0 || refuse(loc, "'continue' leaves the block");
  case Stmt::ReturnStmtClass:
    return InFunction ? visitChildren(statement) : refuse(loc, "'return' leaves the block");
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    return refuse(loc, "'goto' may leave the block");
  case Stmt::LabelStmtClass:
    return refuse(loc, "'goto' may jump to this label from outside the block");
  default:
    return refuse(loc, "this statement is not one whose effects are known");
  }
}

bool HostCode::visitDeclarations(const DeclStmt *statement) {
  for (const Decl *decl : statement->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable) {
      if (isa<TypeDecl, EmptyDecl, StaticAssertDecl, FunctionDecl>(decl))
        continue;
      return refuse(decl->getLocation(), "the effects of this declaration are not known");
    }
    const QualType type = variable->getType();
    if (type->isReferenceType() || type.isDestructedType() || variable->hasAttr<CleanupAttr>() ||
        type->isVariablyModifiedType())
      return refuse(decl->getLocation(), "the effects of this declaration are not known");
    if (const Expr *init = variable->getInit()) {
      if (!visit(init))
        return false;
      Memory.join(variable, init);
    }
  }
  return true;
}

bool HostCode::visitRegion(const RegionUse &use) {
  const Stmt *statement = use.region.statement;
  if (!use.transformed) {
    const bool good = visitStatement(statement);
    if (!good && Found && !Found->refused)
      Found->refused = &use;
    return good;
  }
  const VariableMentions mentions = mentionsIn(statement);
  for (const DeclRefExpr *ref : mentions.variables) {
    const VarDecl *variable = canonical(ref);
    Variables.emplace(variable->getLocation().getRawEncoding(), variable);
    // Arrays of regions are the run-time library's to compare.
    if (!ref->getType()->isArrayType() && !visitReference(ref))
      return false;
  }
  for (const MemberExpr *member : mentions.members)
    if (!visitMember(member))
      return false;
  for (const std::string &text : use.parameters)
    if (!visitParameter(use, text))
      return false;
  Reached.push_back(&use);
  return visitClause(use, "if", use.ifCondition) && visitClause(use, "async", use.queue);
}

/// Takes the first identifier off \p text; empty when there is none.
static StringRef takeWord(StringRef &text) {
  const auto isLetter = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  text = text.drop_until(isLetter);
  const StringRef word = text.take_while(isLetter);
  text = text.drop_front(word.size());
  return word;
}

/// Elements of arrays in a parameter's \p text are read on the CPU. (Variables and members
/// are looked at where the region mentions them.)
bool HostCode::visitParameter(const RegionUse &use, StringRef text) {
  if (text.starts_with("sizeof") || (!text.contains('[') && !text.contains("(*")))
    return true;
  const SourceLocation loc = use.region.pragma->loc;
  for (StringRef word = takeWord(text); !word.empty(); word = takeWord(text)) {
    const VarDecl *variable = variableNamed(Context, word.str(), *use.region.statement);
    if (variable && variable->getType()->isPointerType())
      return refuse(loc, "memory is accessed through a pointer outside of regions");
    if (variable && !accessObject(variable, /*exposed=*/true, loc))
      return false;
  }
  return true;
}

bool HostCode::accessObject(const VarDecl *variable, bool exposed, SourceLocation loc) {
  const std::optional<std::string> why = Memory.touched(variable, exposed);
  return !why || refuse(loc, *why);
}

/// What stands in the clause is text; the variables in it must be plain ones.
bool HostCode::visitClause(const RegionUse &use, const std::string &clause, StringRef text) {
  const SourceLocation loc = use.region.pragma->loc;
  const auto refuseIt = [&] {
    return refuse(loc, "clause '" + clause + "' of this region may read memory");
  };
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
                             " <>=!&|+-%/") != StringRef::npos ||
      text.contains("->") || text.contains("++") || text.contains("--"))
    return refuseIt();
  while (!(text = text.drop_until(llvm::isAlnum)).empty()) {
    const StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    text = text.drop_front(word.size());
    if (llvm::isDigit(word[0]))
      continue;
    const VarDecl *variable = variableNamed(Context, word.str(), *use.region.statement);
    if (!variable || variable->getType()->isReferenceType() || variable->getType()->isArrayType())
      return refuseIt();
    if (!accessObject(variable, Memory.isExposed(variable), loc))
      return false;
  }
  return true;
}

} // namespace gputile::frontend
