//===- DeviceFunctions.cpp - Functions that statements call ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/DeviceFunctions.h"

#include "Frontend/CText/Control.h"
#include "Frontend/CText/Literal.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Describe.h"
#include "Frontend/Extract/ComplexProduct.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/PureFunctions.h"
#include "Frontend/Inline/Callees.h"

using namespace clang;

namespace gputile::frontend {

namespace {

/// Prints the body of a function that touches nothing but its own locals.
class FunctionPrinter : public ControlPrinter {
public:
  using ControlPrinter::ControlPrinter;

  std::string print(const FunctionDecl *function, const std::string &name);

protected:
  void lvalue(const Expr *expr, Use use) override;
  void otherStatement(const Stmt *stmt) override;

private:
  void parameter(const ParmVarDecl *variable);
  void returnStatement(const ReturnStmt *stmt);
};

} // namespace

void FunctionPrinter::lvalue(const Expr *expr, Use use) {
  if (localOf(expr))
    return localPlace(expr);
  const VarDecl *variable = namedVariable(expr);
  if (variable && use == Use::Read)
    if (const APValue *value = constantVariable(variable)) {
      Out << (value->isInt() ? integerLiteral(value->getInt(), variable->getType())
                             : floatLiteral(value->getFloat(), variable->getType()));
      return;
    }
  if (variable)
    refuse(DiagId::UnsupportedExpression, expr->getExprLoc(),
           {"the use of '" + variable->getName().str() + "' in a function called by the region"});
  refuse(DiagId::UnsupportedExpression, expr->getExprLoc(),
         {"this memory access in a function called by the region"});
}

void FunctionPrinter::otherStatement(const Stmt *stmt) {
  if (const auto *returned = dyn_cast<ReturnStmt>(stmt))
    return returnStatement(returned);
  ControlPrinter::otherStatement(stmt);
}

void FunctionPrinter::returnStatement(const ReturnStmt *stmt) {
  Out << "return";
  if (const Expr *returned = stmt->getRetValue()) {
    Out << " ";
    value(returned);
  }
  Out << ";";
}

void FunctionPrinter::parameter(const ParmVarDecl *variable) {
  refuseOddLocal(variable);
  std::string name = State.Names.unique(variable->getName());
  Locals[variable] = name;
  Out << cudaType(variable->getType(), variable->getLocation()) << " " << name;
}

std::string FunctionPrinter::print(const FunctionDecl *function, const std::string &name) {
  Out << "static __device__ " << cudaType(function->getReturnType(), function->getLocation())
      << " " << name << "(";
  for (const ParmVarDecl *variable : function->parameters()) {
    if (variable != function->parameters().front())
      Out << ", ";
    parameter(variable);
  }
  Out << ") ";
  block(function->getBody());
  std::string text;
  for (const BodyPiece &piece : Out.take())
    text += piece.text;
  return text + "\n";
}

std::string DeviceFunctions::copyOf(const FunctionDecl *function, SourceLocation call) {
  const FunctionDecl *definition = knownDefinition(function);
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(definition);
  if (!definition || (method && !method->isStatic()) || !takesValuesOnly(definition))
    refuseCall(function, call);
  if (auto known = Copied.find(definition); known != Copied.end())
    return known->second;
  if (!Open.insert(definition).second)
    refuse(DiagId::UnsupportedExpression, call,
           {"the recursive function '" + function->getNameAsString() + "'"});
  refuseInvalidCode(definition->getBody());
  std::string name =
      State.Names.unique(State.TheScop.name + "_" + function->getNameAsString());
  // Functions that this one calls append themselves first.
  std::string text = FunctionPrinter(State, *this).print(definition, name);
  State.TheScop.deviceDeclarations += text;
  Open.erase(definition);
  return Copied[definition] = name;
}

CalleeText DeviceFunctions::callee(const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  SourceLocation loc = call->getExprLoc();
  if (!function || isa<CXXMemberCallExpr, CXXOperatorCallExpr, UserDefinedLiteral>(call))
    refuseCall(call);
  if (isComplexProduct(function) && Remarked.insert(ComplexProductText).second)
    State.TheScop.deviceDeclarations += ComplexProductText;
  if (auto pure = pureFunction(State.Ast, call)) {
    if (!pure->exact && State.exactFloatingPoint() && Remarked.insert(pure->name).second)
      State.Diagnostics.report({DiagId::MathNotExact, sourceRef(loc), {pure->name}, {}, {}});
    return pure->truth ? CalleeText{"(int)(" + pure->name + "(", ") != 0)"}
                       : CalleeText{pure->name + "(", ")"};
  }
  return {copyOf(function, loc) + "(", ")"};
}

} // namespace gputile::frontend
