//===- Calls.cpp - Calls in interpreted programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

using namespace clang;

namespace gputile::reader {

Interpreter::Interpreter(ASTContext &context, Memory &memory, RunLimits limits)
    : Context(context), Data(memory), Limits(limits), Active(1, 1) {}

uint64_t Interpreter::call(const FunctionDecl &function, llvm::ArrayRef<uint64_t> arguments) {
  std::vector<Lanes> values;
  for (const uint64_t bits : arguments)
    values.push_back(uniform(bits));
  const FunctionDecl *definition = &function;
  function.hasBody(definition);
  const Lanes result = callBody(definition, {}, std::move(values));
  Active.assign(1, 1);
  return result.size() ? result.bits[0] : 0;
}

Lanes Interpreter::callBody(const FunctionDecl *function, Lanes self, std::vector<Lanes> arguments) {
  findAddressed(function);
  Frame here;
  here.caller = Top;
  here.function = function;
  here.self = std::move(self);
  Top = &here;
  for (unsigned p = 0; p < function->getNumParams(); ++p) {
    const ParmVarDecl *parameter = function->getParamDecl(p);
    Variable variable{false, std::move(arguments[p])};
    const QualType type = parameter->getType();
    if (type->isReferenceType() || !valueType(Context, type).isScalar()) {
      variable.inMemory = true;
    } else if (needsMemory(parameter)) {
      const Lanes at = temporary(type, parameter->getNameAsString().c_str());
      store({nullptr, at, false}, type, variable.values);
      variable = {true, at};
    }
    here.variables.emplace(parameter, std::move(variable));
  }
  const Mask all = Active;
  if (const auto *constructor = dyn_cast<CXXConstructorDecl>(function))
    runConstructor(constructor, here.self);
  run(function->getBody());
  Active = all;
  for (const Address owned : here.owned)
    Data.release(owned);
  Top = here.caller;
  return std::move(here.result);
}

Lanes Interpreter::argument(const ParmVarDecl *parameter, const Expr *e) {
  const QualType type = parameter->getType();
  if (type->isReferenceType())
    return addressOf(e);
  if (valueType(Context, type).isScalar())
    return value(e);
  const Lanes at = temporary(type, "an argument");
  initialise(at, type, e);
  return at;
}

Lanes Interpreter::callFunction(const FunctionDecl *function, Lanes self,
                                llvm::ArrayRef<const Expr *> arguments) {
  const FunctionDecl *definition = nullptr;
  const std::string name = function->getNameAsString();
  if (llvm::StringRef update = name; update.consume_front("gpt_update_"))
    return this->update(update, function->getParamDecl(1)->getType(), value(arguments[0]),
                        value(arguments[1]));
  if (!function->hasBody(definition))
    return builtin(function, self, arguments);
  std::vector<Lanes> values;
  for (unsigned p = 0; p < definition->getNumParams(); ++p)
    values.push_back(argument(definition->getParamDecl(p), arguments[p]));
  return callBody(definition, std::move(self), std::move(values));
}

Lanes Interpreter::callExpr(const CallExpr *call) {
  std::vector<const Expr *> arguments(call->arguments().begin(), call->arguments().end());
  const FunctionDecl *function = call->getDirectCallee();
  if (!function)
    throw NotFollowed{"a call through a pointer"};
  Lanes self;
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    const Expr *object = member->getImplicitObjectArgument();
    self = object->getType()->isPointerType() ? value(object) : addressOf(object);
  } else if (isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(function)) {
    self = addressOf(arguments[0]);
    arguments.erase(arguments.begin());
    const auto *method = cast<CXXMethodDecl>(function);
    if (method->isCopyAssignmentOperator() && method->isImplicit()) {
      const QualType type = Context.getRecordType(method->getParent());
      copyObject(self, addressOf(arguments[0]),
                 static_cast<uint64_t>(Context.getTypeSizeInChars(type).getQuantity()));
      return self;
    }
  }
  return callFunction(function, std::move(self), arguments);
}

} // namespace gputile::reader
