//===- Objects.cpp - Objects of interpreted programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace gputile::reader {

void Interpreter::copyObject(const Lanes &to, const Lanes &from, uint64_t bytes) {
  requireKnown(to, "an address");
  requireKnown(from, "an address");
  for (size_t l = 0; l < to.size(); ++l)
    if (Active[l])
      Data.copy(to.bits[l], from.bits[l], bytes, accessor(l));
}

void Interpreter::zero(const Lanes &at, uint64_t bytes) {
  for (size_t l = 0; l < at.size(); ++l)
    if (Active[l])
      Data.fill(at.bits[l], 0, bytes, accessor(l));
}

/// What \p e is without the nodes that change nothing.
static const Expr *plain(const Expr *e) {
  for (;;) {
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(e))
      e = cleanups->getSubExpr();
    else if (const auto *bind = dyn_cast<CXXBindTemporaryExpr>(e))
      e = bind->getSubExpr();
    else if (const auto *initial = dyn_cast<CXXDefaultInitExpr>(e))
      e = initial->getExpr();
    else if (const auto *initial = dyn_cast<CXXDefaultArgExpr>(e))
      e = initial->getExpr();
    else if (const auto *constant = dyn_cast<ConstantExpr>(e))
      e = constant->getSubExpr();
    else if (const auto *parens = dyn_cast<ParenExpr>(e))
      e = parens->getSubExpr();
    else if (const auto *cast = dyn_cast<CastExpr>(e);
             cast && e->getType()->isRecordType() &&
             (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_ConstructorConversion))
      e = cast->getSubExpr();
    else
      return e;
  }
}

void Interpreter::initialise(const Lanes &at, QualType type, const Expr *e) {
  if (type->isReferenceType())
    return store({nullptr, at, false}, Context.VoidPtrTy, addressOf(e));
  e = plain(e);
  const uint64_t bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(type).getQuantity());
  if (const auto *list = dyn_cast<InitListExpr>(e); list && !valueType(Context, type).isScalar())
    return initialiseList(at, type, list);
  if (const auto *made = dyn_cast<CXXConstructExpr>(e))
    return construct(at, made);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(e))
    return zero(at, bytes);
  if (const auto *list = dyn_cast<CXXStdInitializerListExpr>(e)) {
    // The address of the values, then their number.
    const QualType array = list->getSubExpr()->getType();
    store({nullptr, at, false}, Context.VoidPtrTy, addressOf(list->getSubExpr()));
    return store({nullptr, offsetBy(at, 8), false}, Context.getSizeType(),
                 uniform(Context.getAsConstantArrayType(array)->getSize().getZExtValue()));
  }
  if (isa<StringLiteral>(e) && type->isArrayType())
    return copyObject(at, addressOf(e), bytes);
  store({nullptr, at, false}, type, scalarOrRecord(e));
}

void Interpreter::initialiseList(const Lanes &at, QualType type, const InitListExpr *list) {
  if (list->isSyntacticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  if (list->isTransparent())
    return initialise(at, type, list->getInit(0));
  zero(at, static_cast<uint64_t>(Context.getTypeSizeInChars(type).getQuantity()));
  if (const auto *array = Context.getAsConstantArrayType(type)) {
    const QualType element = array->getElementType();
    const auto bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(element).getQuantity());
    for (unsigned i = 0; i < list->getNumInits(); ++i)
      initialise(offsetBy(at, i * bytes), element, list->getInit(i));
    return;
  }
  const auto *record = type->castAs<RecordType>()->getDecl();
  if (record->isUnion())
    throw NotFollowed{"a union"};
  const ASTRecordLayout &layout = Context.getASTRecordLayout(record);
  unsigned i = 0;
  for (const FieldDecl *field : record->fields())
    if (!(field->isBitField() && !field->getDeclName()) && i < list->getNumInits())
      initialise(offsetBy(at, layout.getFieldOffset(field->getFieldIndex()) / 8), field->getType(),
                 list->getInit(i++));
}

void Interpreter::construct(const Lanes &at, const CXXConstructExpr *e) {
  const CXXConstructorDecl *constructor = e->getConstructor();
  const auto bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(e->getType()).getQuantity());
  if (e->getType()->isArrayType()) {
    if (!constructor->isTrivial())
      throw NotFollowed{"an array of objects with a constructor"};
    return e->requiresZeroInitialization() ? zero(at, bytes) : void();
  }
  if (constructor->isCopyOrMoveConstructor() && constructor->isImplicit())
    return copyObject(at, addressOf(e->getArg(0)), bytes);
  if (e->requiresZeroInitialization())
    zero(at, bytes);
  if (constructor->isTrivial())
    return;
  if (!constructor->getDefinition())
    return zero(at, bytes); // Of the library: an empty object.
  std::vector<const Expr *> arguments(e->getArgs(), e->getArgs() + e->getNumArgs());
  callFunction(constructor, at, arguments);
}

void Interpreter::runConstructor(const CXXConstructorDecl *constructor, const Lanes &self) {
  const ASTRecordLayout &layout = Context.getASTRecordLayout(constructor->getParent());
  for (const CXXCtorInitializer *init : constructor->inits()) {
    const FieldDecl *field = init->getMember();
    if (!field)
      throw NotFollowed{"a base class"};
    initialise(offsetBy(self, layout.getFieldOffset(field->getFieldIndex()) / 8), field->getType(),
               init->getInit());
  }
}

} // namespace gputile::reader
