//===- Stmt.cpp - Statements with locals as CUDA text ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/Stmt.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Describe.h"
#include "Frontend/LoopHeader.h"

using namespace clang;

namespace gputile::frontend {

void refuseOddLocal(const VarDecl *variable) {
  SourceLocation loc = variable->getLocation();
  std::string name = variable->getName().str();
  if (variable->isStaticLocal() || variable->hasExternalStorage() ||
      variable->getTLSKind() != VarDecl::TLS_None)
    refuse(DiagId::UnsupportedStatement, loc, {"the static or external variable '" + name + "'"});
  if (variable->getType()->isPointerType())
    refuse(DiagId::PointerUse, loc, {name, "it is declared inside the region"});
  if (variable->getType()->isReferenceType())
    refuse(DiagId::UnsupportedExpression, loc, {"the reference '" + name + "'"});
  if (variable->hasAttr<CleanupAttr>())
    refuse(DiagId::UnsupportedStatement, loc, {"'__attribute__((cleanup))'"});
  refuseVolatile(variable->getType(), name, loc);
}

bool isUnused(const LabelStmt *label) { return !label->getDecl()->isUsed(false); }

void StmtPrinter::statement(const Stmt *stmt) {
  if (update(stmt))
    return;
  if (isa<NullStmt>(stmt)) {
    Out << ";";
  } else if (const auto *attributed = dyn_cast<AttributedStmt>(stmt)) {
    statement(attributed->getSubStmt());
  } else if (const auto *label = dyn_cast<LabelStmt>(stmt); label && isUnused(label)) {
    statement(label->getSubStmt());
  } else if (isa<CompoundStmt>(stmt)) {
    block(stmt);
  } else if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    ifStatement(branch);
  } else if (const auto *declared = dyn_cast<DeclStmt>(stmt)) {
    for (const Decl *decl : declared->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl))
        declaration(variable);
      else if (!isa<TypedefNameDecl, TagDecl, EmptyDecl, StaticAssertDecl>(decl))
        refuseStatement(stmt);
  } else if (const auto *expr = dyn_cast<Expr>(stmt); expr && isComma(expr)) {
    for (const Expr *part : commaParts(expr)) {
      statement(part);
      Out << " ";
    }
  } else if (expr) {
    assignment(expr);
    Out << ";";
  } else {
    otherStatement(stmt);
  }
}

/// Prints \p expr, an assignment or another expression.
void StmtPrinter::assignment(const Expr *expr) {
  if (handleStep(expr))
    return;
  const VarDecl *variable = assignedVariable(expr);
  const Expr *given = assignedValue(State.Ast, expr);
  if (given && handleAssignment(variable, given))
    return;
  value(expr);
  const auto *assign = dyn_cast<BinaryOperator>(expr->IgnoreParens());
  if (assign && assign->getOpcode() == BO_Assign)
    assigned(variable, given);
}

void StmtPrinter::otherStatement(const Stmt *stmt) { refuseStatement(stmt); }

void StmtPrinter::block(const Stmt *stmt) {
  Out << "{ ";
  if (const auto *compound = dyn_cast<CompoundStmt>(stmt)) {
    State.handle(compound, [&] {
      for (const Stmt *child : compound->body()) {
        statement(child);
        Out << " ";
      }
    });
  } else {
    statement(stmt);
    Out << " ";
  }
  Out << "}";
}

void StmtPrinter::ifStatement(const IfStmt *branch) {
  if (branch->getInit() || branch->getConditionVariable() || branch->isConsteval())
    refuseStatement(branch);
  if (handleBranch(branch))
    return;
  auto then = [&] { block(branch->getThen()); };
  auto otherwise = [&] { block(branch->getElse()); };
  const bool canHold = canBe(branch->getCond(), true);
  if (!branch->getElse() && !canHold) {
    Out << ";";
    return;
  }
  if (!canHold)
    return guarded(branch->getCond(), false, otherwise);
  if (branch->getElse() && !canBe(branch->getCond(), false))
    return guarded(branch->getCond(), true, then);
  Out << "if (";
  condition(branch->getCond());
  Out << ") ";
  if (!branch->getElse())
    return guarded(branch->getCond(), true, then);
  alternatives(branch->getCond(), then, [&] {
    Out << " else ";
    otherwise();
  });
}

void StmtPrinter::initialiser(const Expr *init, QualType type) {
  const auto *list = dyn_cast<InitListExpr>(init->IgnoreParens());
  if (!list)
    return value(init);
  Out << "{";
  for (unsigned k = 0; k < list->getNumInits(); ++k) {
    if (k > 0)
      Out << ", ";
    initialiser(list->getInit(k), list->getInit(k)->getType());
  }
  Out << "}";
}

void StmtPrinter::declaration(const VarDecl *variable) {
  if (handleLocal(variable))
    return;
  refuseOddLocal(variable);
  QualType element = variable->getType();
  if (element->isVariablyModifiedType())
    refuse(DiagId::UnsupportedStatement, variable->getLocation(),
           {"the variable-length array '" + variable->getName().str() +
            "' in a loop whose iterations run one behind the other"});
  std::string bounds;
  while (const auto *array = State.Ast.getAsConstantArrayType(element)) {
    bounds += "[" + llvm::toString(array->getSize(), 10, false) + "]";
    element = array->getElementType();
  }
  if (element->isRecordType() && !element->isUnionType())
    refuseStructure(variable, variable->getLocation());
  std::string name = State.Names.unique(variable->getName());
  Out << cudaType(element, variable->getLocation()) << " " << name << bounds;
  Locals[variable] = name;
  if (const Expr *init = variable->getInit()) {
    Out << " = ";
    initialiser(init, variable->getType());
    assigned(variable, init);
  }
  Out << ";";
}

const VarDecl *StmtPrinter::localOf(const Expr *expr) const {
  while (true) {
    expr = expr->IgnoreParens();
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr))
      expr = cast->getSubExpr();
    else if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
      expr = subscript->getBase();
    else
      break;
  }
  const VarDecl *variable = namedVariable(expr);
  return variable && Locals.count(variable) ? variable : nullptr;
}

void StmtPrinter::localPlace(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr))
    return localPlace(cast->getSubExpr());
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    localPlace(subscript->getBase());
    Out << "[";
    value(subscript->getIdx());
    Out << "]";
    return;
  }
  Out << Locals.at(namedVariable(expr));
}

} // namespace gputile::frontend
