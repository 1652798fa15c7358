//===- PointerNames.cpp - Other names of pointers that move ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/PointerNames.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/Places.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Containers.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {

/// Where a path to a pointer begins.
static const VarDecl *rootOf(const Expr *path) {
  while (const auto *member = dyn_cast<MemberExpr>(path->IgnoreParens()))
    path = member->getBase()->IgnoreParenImpCasts();
  return namedVariable(path);
}

namespace {

/// Looks for what may be one of the pointers of a loop.
class OtherNames {
public:
  OtherNames(const ASTContext &ast, const MarkedRegion &region, const MovedPointers &pointers)
      : Ast(ast), Region(region), Facts(region.analyses->factsOf(region.function)),
        Pointers(pointers) {}

  /// Whether a path to one of them leads elsewhere from \p part on.
  bool redirects(const Stmt *part) const;
  /// Whether \p part reads what may be one of them, and no comparison of addresses tells.
  bool mayRead(const Stmt *part);
  /// The containers among them, of which one may be another.
  void compareContainers();
  std::vector<PointerTurns::Value> take() { return std::move(Apart); }

private:
  const ASTContext &Ast;
  const MarkedRegion &Region;
  const FunctionFacts &Facts;
  const MovedPointers &Pointers;
  std::vector<PointerTurns::Value> Apart;

  bool isExposed(const VarDecl *variable) const {
    return !variable->hasLocalStorage() || variable->getType()->isReferenceType() ||
           Facts.addressTaken.count(variable);
  }
  bool mayBe(const Expr *pointer, const Expr *place) const;
  void compare(const Expr *pointer, const Expr *place);
};

bool OtherNames::redirects(const Stmt *part) const {
  const auto *expr = dyn_cast<Expr>(part);
  const VarDecl *changed = expr ? assignedVariable(expr) : nullptr;
  for (unsigned p = 0; changed && p < Pointers.size(); ++p)
    if (!namedVariable(Pointers.at(p)) && rootOf(Pointers.at(p)) == changed)
      return true;
  return false;
}

/// The lvalue that \p part reads a pointer from, a call that gives one, or null.
const Expr *pointerSource(const Stmt *part) {
  if (const auto *call = dyn_cast<CallExpr>(part)) {
    const Expr *container = containerOfData(call);
    return container                          ? container->IgnoreParens()
           : call->getType()->isPointerType() ? call
                                              : nullptr;
  }
  const auto *load = dyn_cast<ImplicitCastExpr>(part);
  return load && load->getCastKind() == CK_LValueToRValue && load->getType()->isPointerType()
             ? load->getSubExpr()->IgnoreParens()
             : nullptr;
}

bool OtherNames::mayRead(const Stmt *part) {
  const Expr *place = pointerSource(part);
  if (!place || Pointers.find(place))
    return false;
  for (unsigned p = 0; p < Pointers.size(); ++p) {
    if (!mayBe(Pointers.at(p), place))
      continue;
    if (!namedVariable(place) && !isa<MemberExpr>(place))
      return true;
    compare(Pointers.at(p), place);
  }
  return false;
}

void OtherNames::compareContainers() {
  for (unsigned p = 0; p < Pointers.size(); ++p)
    for (unsigned q = 0; q < p; ++q)
      if (holdsPointer(Pointers.at(p)->getType()) && mayBe(Pointers.at(p), Pointers.at(q)))
        compare(Pointers.at(p), Pointers.at(q));
}

void OtherNames::compare(const Expr *pointer, const Expr *place) {
  const auto same = [&](const Expr *a, const Expr *b) { return sameStructure(Ast, a, b); };
  for (const auto &[first, second] : Apart)
    if (same(first, pointer) && same(second, place))
      return;
  Apart.push_back({pointer, place});
}

bool OtherNames::mayBe(const Expr *pointer, const Expr *place) const {
  const VarDecl *a = namedVariable(pointer), *b = namedVariable(place);
  if ((a && !isExposed(a)) || (b && !isExposed(b)))
    return false;
  if (isa<CallExpr>(place)) // It may give any of them.
    return true;
  const auto isObject = [](const VarDecl *variable) {
    return variable && !variable->getType()->isReferenceType();
  };
  const auto *x = dyn_cast<MemberExpr>(pointer), *y = dyn_cast<MemberExpr>(place);
  const bool apart = (isObject(a) && (isObject(b) || y)) || (isObject(b) && x) ||
                     (x && y && x->getMemberDecl() != y->getMemberDecl());
  return !apart && mayAlias(Ast, pointer->getType(), place->getType(), Region.strictAliasing);
}

} // namespace

std::optional<std::vector<PointerTurns::Value>> mustBeApart(const ASTContext &ast,
                                                            const MarkedRegion &region,
                                                            const Stmt *statement,
                                                            const MovedPointers &pointers) {
  OtherNames names(ast, region, pointers);
  if (anyPart(statement,
              [&](const Stmt *part) { return names.redirects(part) || names.mayRead(part); }))
    return std::nullopt;
  names.compareContainers();
  return names.take();
}

} // namespace gputile::frontend
