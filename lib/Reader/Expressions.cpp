//===- Expressions.cpp - Expressions of interpreted programs -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gputile::reader {

void Interpreter::step() {
  if (++Steps > Limits.steps)
    throw NotFollowed{"more than " + std::to_string(Limits.steps) + " steps"};
  // Results may be stored element by element.
  if (Limits.corners && (group().onDevice || Launches > 0) && ++CornerSteps > Limits.cornerSteps)
    throw CornerDone{};
}

uint64_t Interpreter::firstValue(const Lanes &values) const {
  for (size_t l = 0; l < values.size(); ++l)
    if (Active[l])
      return values.bits[l];
  return 0;
}

void Interpreter::requireKnown(const Lanes &values, const char *what) const {
  if (values.unknown.empty() || Limits.corners)
    return;
  for (size_t l = 0; l < values.size(); ++l)
    if (Active[l] && values.unknown[l])
      throw Fault{std::string("uses a value that was never written as ") + what};
}

Lanes Interpreter::offsetBy(const Lanes &at, uint64_t bytes) const {
  Lanes result = at;
  for (uint64_t &address : result.bits)
    address += bytes;
  return result;
}

Mask Interpreter::truthOf(const Lanes &values, QualType type) {
  requireKnown(values, "a condition");
  const ValueType kind = valueType(Context, type);
  Mask mask(values.size(), 0);
  for (size_t l = 0; l < values.size(); ++l)
    if (Active[l])
      mask[l] = kind.kind == ValueType::Float || kind.kind == ValueType::Double
                    ? asDouble(values.bits[l], kind) != 0
                    : values.bits[l] != 0;
  return mask;
}

Mask Interpreter::truth(const Expr *e) { return truthOf(value(e), e->getType()); }

// --- Places --------------------------------------------------------------------------

Interpreter::Place Interpreter::placeOfVariable(const VarDecl *variable) {
  Variable *found = nullptr;
  if (const auto local = frame().variables.find(variable); local != frame().variables.end())
    found = &local->second;
  else if (const auto shared = group().shared.find(variable); shared != group().shared.end())
    found = &shared->second;
  else if (const auto fixed = Statics.find(variable); fixed != Statics.end())
    found = &fixed->second;
  if (!found && variable->hasGlobalStorage() && variable->hasInit()) {
    declare(variable);
    found = &Statics.at(variable);
  }
  if (!found)
    throw NotFollowed{"variable '" + variable->getNameAsString() + "'"};
  if (!found->inMemory)
    return {found, {}, false};
  Lanes address = found->values;
  if (address.size() == 1 && group().lanes > 1) // Of the host, used in device code.
    address = uniform(address.bits[0]);
  return {nullptr, std::move(address), variable->getType().isVolatileQualified()};
}

/// threadIdx and so on: the number of its first component among the builtin variables.
static std::optional<unsigned> builtinVariable(const Expr *e) {
  const auto *name = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!variable || !variable->hasExternalStorage())
    return std::nullopt;
  return llvm::StringSwitch<std::optional<unsigned>>(variable->getName())
      .Case("threadIdx", 0)
      .Case("blockIdx", 3)
      .Case("blockDim", 6)
      .Case("gridDim", 9)
      .Default(std::nullopt);
}

Interpreter::Place Interpreter::placeOfMember(const MemberExpr *member) {
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!field)
    throw NotFollowed{"a static member"};
  if (const auto first = builtinVariable(member->getBase()))
    return {&group().builtins[*first + field->getFieldIndex()], {}, false};
  const Lanes base = member->isArrow() ? value(member->getBase()) : addressOf(member->getBase());
  const ASTRecordLayout &layout = Context.getASTRecordLayout(field->getParent());
  Lanes address = offsetBy(base, layout.getFieldOffset(field->getFieldIndex()) / 8);
  if (field->getType()->isReferenceType())
    address = load({nullptr, address, false}, Context.VoidPtrTy);
  return {nullptr, std::move(address), member->getType().isVolatileQualified()};
}

Interpreter::Place Interpreter::place(const Expr *e) {
  step();
  e = e->IgnoreParens();
  if (const auto *name = dyn_cast<DeclRefExpr>(e))
    if (const auto *variable = dyn_cast<VarDecl>(name->getDecl()))
      return placeOfVariable(variable);
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return placeOfMember(member);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e)) {
    const Lanes base = value(subscript->getBase()), index = value(subscript->getIdx());
    const ValueType indexType = valueType(Context, subscript->getIdx()->getType());
    return {nullptr, pointerOffset(base, subscript->getType(), index, indexType, 1),
            subscript->getType().isVolatileQualified()};
  }
  if (const auto *op = dyn_cast<UnaryOperator>(e)) {
    if (op->getOpcode() == UO_Deref)
      return {nullptr, value(op->getSubExpr()), op->getType().isVolatileQualified()};
    if (op->isIncrementDecrementOp()) {
      unary(op);
      return place(op->getSubExpr());
    }
  }
  if (const auto *op = dyn_cast<BinaryOperator>(e); op && op->isAssignmentOp()) {
    value(op);
    return place(op->getLHS());
  }
  if (const auto *cast = dyn_cast<CastExpr>(e); cast && cast->isGLValue())
    return place(cast->getSubExpr());
  return {nullptr, scalarOrRecord(e), e->getType().isVolatileQualified()};
}

Lanes Interpreter::addressOf(const Expr *e) {
  const Place at = place(e);
  if (at.variable)
    throw NotFollowed{"the address of a variable"};
  return at.address;
}

Lanes Interpreter::load(const Place &at, QualType type) {
  if (at.variable)
    return at.variable->values;
  requireKnown(at.address, "an address");
  const ValueType kind = valueType(Context, type);
  if (!kind.isScalar())
    throw NotFollowed{"a value of type " + type.getAsString()};
  Lanes result = uniform(0);
  for (size_t l = 0; l < result.size(); ++l) {
    if (!Active[l])
      continue;
    const Cell cell = Data.load(at.address.bits[l], kind.bytes, accessor(l), at.isVolatile);
    result.bits[l] = wrapped(cell.bits, kind);
    if (!cell.known && !Limits.corners)
      result.setUnknown(l);
    if (at.isVolatile && group().onDevice)
      noteFlag(at.address.bits[l], l, false, cell.bits != 0);
  }
  return result;
}

void Interpreter::store(const Place &at, QualType type, const Lanes &values) {
  const ValueType kind = valueType(Context, type);
  if (kind.kind == ValueType::Aggregate)
    return copyObject(at.address, values, kind.bytes);
  if (!at.variable)
    requireKnown(at.address, "an address");
  for (size_t l = 0; l < values.size(); ++l) {
    if (!Active[l])
      continue;
    if (at.variable) {
      at.variable->values.bits[l] = values.bits[l];
      at.variable->values.setUnknown(l, values.isUnknown(l));
      continue;
    }
    Data.store(at.address.bits[l], kind.bytes, {values.bits[l], !values.isUnknown(l)}, accessor(l),
               at.isVolatile);
    if (at.isVolatile && group().onDevice)
      noteFlag(at.address.bits[l], l, true, values.bits[l] != 0);
  }
}

// --- Values --------------------------------------------------------------------------

Lanes Interpreter::literal(const Expr *e) {
  if (const auto *integer = dyn_cast<IntegerLiteral>(e))
    return uniform(wrapped(integer->getValue().getZExtValue(), valueType(Context, e->getType())));
  if (const auto *real = dyn_cast<FloatingLiteral>(e)) {
    bool lost = false;
    llvm::APFloat value = real->getValue();
    const ValueType type = valueType(Context, e->getType());
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return uniform(fromDouble(value.convertToDouble(), type));
  }
  if (const auto *character = dyn_cast<CharacterLiteral>(e))
    return uniform(character->getValue());
  if (const auto *boolean = dyn_cast<CXXBoolLiteralExpr>(e))
    return uniform(boolean->getValue());
  if (const auto *text = dyn_cast<StringLiteral>(e)) {
    auto [entry, isNew] = Strings.try_emplace(e, 0);
    if (isNew) {
      const auto bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(e->getType()).getQuantity());
      MemoryObject &object = Data.allocate("a text", bytes);
      object.known.set();
      std::copy_n(text->getBytes().begin(), std::min<size_t>(text->getByteLength(), bytes), object.bytes.begin());
      entry->second = object.base;
    }
    return uniform(entry->second);
  }
  return uniform(0); // A null pointer, or an object without a value of its own.
}

Lanes Interpreter::castValue(const CastExpr *cast) {
  const Expr *from = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case CK_LValueToRValue:
    return load(place(from), from->getType());
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return scalarOrRecord(from);
  case CK_ArrayToPointerDecay:
    return addressOf(from);
  case CK_ToVoid:
    scalarOrRecord(from);
    return uniform(0);
  case CK_NullToPointer:
    return uniform(0);
  case CK_BitCast:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return scalarOrRecord(from);
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_PointerToBoolean:
    return converted(value(from), from->getType(), cast->getType(), cast->getCastKind());
  default:
    throw NotFollowed{std::string("a cast (") + cast->getCastKindName() + ")"};
  }
}

Lanes Interpreter::value(const Expr *e) {
  Lanes result = scalarOrRecord(e);
  return result;
}

Lanes Interpreter::temporary(QualType type, const char *name) {
  const uint64_t bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(type).getQuantity());
  const uint64_t stride = (bytes + 31) & ~uint64_t(15);
  const MemoryObject &object = Data.allocate(name, stride * group().lanes);
  frame().owned.push_back(object.base);
  Lanes at = uniform(object.base);
  for (size_t l = 0; l < at.size(); ++l)
    at.bits[l] += l * stride;
  return at;
}

Lanes Interpreter::scalarOrRecord(const Expr *e) {
  step();
  switch (e->getStmtClass()) {
  case Stmt::ParenExprClass:
    return scalarOrRecord(cast<ParenExpr>(e)->getSubExpr());
  case Stmt::ConstantExprClass:
    return scalarOrRecord(cast<ConstantExpr>(e)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return scalarOrRecord(cast<ExprWithCleanups>(e)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return scalarOrRecord(cast<CXXBindTemporaryExpr>(e)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return scalarOrRecord(cast<SubstNonTypeTemplateParmExpr>(e)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return scalarOrRecord(cast<CXXDefaultArgExpr>(e)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return scalarOrRecord(cast<CXXDefaultInitExpr>(e)->getExpr());
  case Stmt::UnaryOperatorClass: {
    const auto *op = cast<UnaryOperator>(e);
    return op->getOpcode() == UO_Deref ? addressOf(e) : unary(op);
  }
  case Stmt::BinaryOperatorClass:
    return binary(cast<BinaryOperator>(e));
  case Stmt::CompoundAssignOperatorClass:
    return compound(cast<CompoundAssignOperator>(e));
  case Stmt::ConditionalOperatorClass:
    return conditional(cast<ConditionalOperator>(e));
  case Stmt::CUDAKernelCallExprClass:
    launch(cast<CUDAKernelCallExpr>(e));
    return uniform(0);
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
    return callExpr(cast<CallExpr>(e));
  case Stmt::CXXThisExprClass:
    return frame().self;
  case Stmt::DeclRefExprClass: {
    const ValueDecl *decl = cast<DeclRefExpr>(e)->getDecl();
    if (const auto *constant = dyn_cast<EnumConstantDecl>(decl))
      return uniform(static_cast<uint64_t>(constant->getInitVal().getExtValue()));
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      return uniform(reinterpret_cast<uint64_t>(function));
    return addressOf(e);
  }
  case Stmt::MemberExprClass:
  case Stmt::ArraySubscriptExprClass:
    return addressOf(e);
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::SizeOfPackExprClass: {
    Expr::EvalResult result;
    if (!e->EvaluateAsInt(result, Context))
      throw NotFollowed{"a constant"};
    return uniform(static_cast<uint64_t>(result.Val.getInt().getExtValue()));
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const auto *made = cast<MaterializeTemporaryExpr>(e);
    const Lanes at = temporary(made->getType(), "a temporary");
    initialise(at, made->getType(), made->getSubExpr());
    return at;
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::InitListExprClass:
  case Stmt::CXXStdInitializerListExprClass: {
    const auto *list = dyn_cast<InitListExpr>(e);
    if (list && valueType(Context, e->getType()).isScalar())
      return list->getNumInits() ? value(list->getInit(0)) : uniform(0);
    const Lanes at = temporary(e->getType(), "a temporary");
    initialise(at, e->getType(), e);
    return at;
  }
  default:
    break;
  }
  if (const auto *casting = dyn_cast<CastExpr>(e))
    return castValue(casting);
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, StringLiteral,
          CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(e))
    return literal(e);
  throw NotFollowed{std::string("an expression (") + e->getStmtClassName() + ")"};
}

} // namespace gputile::reader
