//===- Clone.cpp - Copies of statements with other variables --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Clone.h"

#include "Frontend/Inline/ComplexTypes.h"
#include "Frontend/Inline/Leaves.h"
#include "Frontend/RegionFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

/// Whether the copy of \p stmt differs from it. Expressions may be deep: no recursion.
bool Cloner::changes(const Stmt *stmt) const {
  std::vector<const Stmt *> pending{stmt};
  while (!pending.empty()) {
    const Stmt *part = pending.back();
    pending.pop_back();
    if (!part)
      continue;
    if (const auto *ref = dyn_cast<DeclRefExpr>(part))
      if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl()))
        if (Renamed.count(variable) || Places.count(variable) || Values.count(variable))
          return true;
    if (const auto *call = dyn_cast<CallExpr>(part); call && replaces(call))
      return true;
    if (const auto *value = dyn_cast<Expr>(part); value && Given.count(value))
      return true;
    if (This && isa<CXXThisExpr>(part))
      return true;
    if (isReplaced(part))
      return true;
    if (const auto *ofMember = dyn_cast<CXXDefaultInitExpr>(part))
      pending.push_back(ofMember->getExpr());
    pending.insert(pending.end(), part->child_begin(), part->child_end());
  }
  return false;
}

void Cloner::inherit(const Cloner &other) {
  Renamed.insert(other.Renamed.begin(), other.Renamed.end());
  Places.insert(other.Places.begin(), other.Places.end());
  Values.insert(other.Values.begin(), other.Values.end());
  if (!This)
    This = other.This;
}

VarDecl *Cloner::newVariable(const VarDecl *variable, QualType type) {
  return VarDecl::Create(Ast, Owner, variable->getBeginLoc(), variable->getLocation(),
                         variable->getIdentifier(), type,
                         Ast.getTrivialTypeSourceInfo(type, variable->getLocation()), SC_None);
}

Stmt *Cloner::declaration(VarDecl *variable) {
  return new (Ast) DeclStmt(DeclGroupRef(variable), variable->getLocation(), variable->getLocation());
}

Expr *mentionOf(ASTContext &ast, VarDecl *variable, SourceLocation loc) {
  return DeclRefExpr::Create(ast, NestedNameSpecifierLoc(), SourceLocation(), variable, false, loc,
                             variable->getType().getNonReferenceType(), VK_LValue);
}

Expr *readOf(ASTContext &ast, VarDecl *variable, SourceLocation loc) {
  Expr *place = mentionOf(ast, variable, loc);
  return ImplicitCastExpr::Create(ast, place->getType().getUnqualifiedType(), CK_LValueToRValue,
                                  place, nullptr, VK_PRValue, FPOptionsOverride());
}

Expr *Cloner::mention(VarDecl *variable, SourceLocation loc) {
  return mentionOf(Ast, variable, loc);
}

//===-- Expressions -------------------------------------------------------------===//

Expr *Cloner::expr(const Expr *e) {
  if (!e || !changes(e))
    return const_cast<Expr *>(e);
  if (auto given = Given.find(e); given != Given.end())
    return given->second;
  if (Expr *other = replacement(e))
    return other;
  if (const auto *ref = dyn_cast<DeclRefExpr>(e))
    return variable(ref);
  if (isa<CXXThisExpr>(e))
    return This;
  if (const auto *conversion = dyn_cast<CastExpr>(e))
    return copyOfCast(conversion);
  if (const auto *op = dyn_cast<UnaryOperator>(e))
    return unary(op);
  if (const auto *op = dyn_cast<BinaryOperator>(e))
    return binary(op);
  if (const auto *op = dyn_cast<ConditionalOperator>(e))
    return conditional(op);
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
    return subscript(element);
  if (const auto *field = dyn_cast<MemberExpr>(e))
    return member(field);
  if (const auto *called = dyn_cast<CallExpr>(e))
    return call(called);
  if (const auto *values = dyn_cast<InitListExpr>(e))
    return list(values);
  if (const auto *made = dyn_cast<CXXConstructExpr>(e))
    return construction(made);
  if (const auto *full = dyn_cast<FullExpr>(e))
    return expr(full->getSubExpr());
  if (const auto *ofMember = dyn_cast<CXXDefaultInitExpr>(e))
    return readsItsObject(ofMember) ? nullptr : expr(ofMember->getExpr());
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(e))
    return literal->getType()->isRecordType() ? expr(literal->getInitializer()) : nullptr;
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e)) {
    Expr *value = expr(temporary->getSubExpr());
    Expr *place = value ? placeOfStructure(value) : nullptr;
    return place ? place : value;
  }
  if (const auto *paren = dyn_cast<ParenExpr>(e)) {
    Expr *sub = expr(paren->getSubExpr());
    return sub ? new (Ast) ParenExpr(paren->getLParen(), paren->getRParen(), sub) : nullptr;
  }
  // The size of a variable is that of its copy.
  return isa<UnaryExprOrTypeTraitExpr>(e) ? const_cast<Expr *>(e) : nullptr;
}

Expr *Cloner::variable(const DeclRefExpr *ref) {
  const auto *named = llvm::cast<VarDecl>(ref->getDecl());
  if (auto place = Places.find(named); place != Places.end())
    return place->second;
  auto copy = Renamed.find(named);
  return copy == Renamed.end() ? nullptr : mention(copy->second, ref->getLocation());
}

Expr *Cloner::copyOfCast(const CastExpr *cast) {
  const Expr *from = cast->getSubExpr();
  if (cast->getCastKind() == CK_LValueToRValue)
    return load(from);
  Expr *sub = expr(from);
  // The function that converts is a call of its own.
  if (sub && (cast->getCastKind() == CK_UserDefinedConversion ||
              (cast->getType()->isRecordType() && !cast->isGLValue() && !partOfComplex(Ast, cast->getType()))))
    return sub;
  if (!sub || (cast->path_size() > 0 && !isa<ImplicitCastExpr>(cast)))
    return nullptr;
  if (isa<ImplicitCastExpr>(cast)) {
    auto *original = const_cast<CastExpr *>(cast);
    CXXCastPath path(original->path_begin(), original->path_end());
    return ImplicitCastExpr::Create(Ast, cast->getType(), cast->getCastKind(), sub, &path,
                                    cast->getValueKind(), FPOptionsOverride());
  }
  const SourceLocation loc = cast->getExprLoc();
  return CStyleCastExpr::Create(Ast, cast->getType(), cast->getValueKind(), cast->getCastKind(), sub,
                                nullptr, FPOptionsOverride(),
                                Ast.getTrivialTypeSourceInfo(cast->getType(), loc), loc, loc);
}

Expr *Cloner::load(const Expr *place) {
  if (auto value = Values.find(namedVariable(place)); value != Values.end())
    return value->second;
  Expr *copy = expr(place);
  if (copy && copy->getType()->isRecordType() && !copy->isGLValue())
    return copy;
  return copy ? ImplicitCastExpr::Create(Ast, place->getType().getUnqualifiedType(),
                                         CK_LValueToRValue, copy, nullptr, VK_PRValue,
                                         FPOptionsOverride())
              : nullptr;
}

Expr *placeOfStructure(Expr *expr) {
  auto *cast = dyn_cast<ImplicitCastExpr>(expr->IgnoreParens());
  return cast && cast->getCastKind() == CK_LValueToRValue && cast->getType()->isRecordType() ? cast->getSubExpr()
                                                                                             : nullptr;
}

Expr *withoutNoOps(Expr *place) {
  while (auto *cast = dyn_cast<ImplicitCastExpr>(place->IgnoreParens())) {
    if (cast->getCastKind() != CK_NoOp)
      break;
    place = cast->getSubExpr();
  }
  return place;
}

/// x, when \p pointer is `&x`, or that as an object of a base class.
Expr *Cloner::behind(Expr *pointer) {
  pointer = withoutNoOps(pointer)->IgnoreParens();
  if (auto *op = dyn_cast<UnaryOperator>(pointer))
    return op->getOpcode() == UO_AddrOf ? op->getSubExpr() : nullptr;
  auto *cast = dyn_cast<ImplicitCastExpr>(pointer);
  if (!cast || (cast->getCastKind() != CK_UncheckedDerivedToBase && cast->getCastKind() != CK_DerivedToBase))
    return nullptr;
  Expr *object = behind(cast->getSubExpr());
  CXXCastPath path(cast->path_begin(), cast->path_end());
  return object ? ImplicitCastExpr::Create(Ast, cast->getType()->getPointeeType(), cast->getCastKind(),
                                           object, &path, VK_LValue, FPOptionsOverride())
                : nullptr;
}

/// `*&x` is x.
Expr *Cloner::unary(const UnaryOperator *op) {
  Expr *sub = expr(op->getSubExpr());
  if (!sub)
    return nullptr;
  if (Expr *place = behind(sub); place && op->getOpcode() == UO_Deref)
    return place;
  return UnaryOperator::Create(Ast, sub, op->getOpcode(), op->getType(), op->getValueKind(),
                               op->getObjectKind(), op->getOperatorLoc(), op->canOverflow(),
                               FPOptionsOverride());
}

Expr *Cloner::binary(const BinaryOperator *op) {
  Expr *left = expr(op->getLHS()), *right = left ? expr(op->getRHS()) : nullptr;
  if (!right)
    return nullptr;
  if (const auto *compound = dyn_cast<CompoundAssignOperator>(op))
    return CompoundAssignOperator::Create(
        Ast, left, right, op->getOpcode(), op->getType(), op->getValueKind(), op->getObjectKind(),
        op->getOperatorLoc(), FPOptionsOverride(), compound->getComputationLHSType(),
        compound->getComputationResultType());
  return BinaryOperator::Create(Ast, left, right, op->getOpcode(), op->getType(),
                                op->getValueKind(), op->getObjectKind(), op->getOperatorLoc(),
                                FPOptionsOverride());
}

Expr *Cloner::conditional(const ConditionalOperator *op) {
  Expr *condition = expr(op->getCond());
  // What a call passes may decide: `k == 0 ? x : y`.
  if (bool value; condition && condition != op->getCond() && !condition->isValueDependent() &&
                  condition->EvaluateAsBooleanCondition(value, Ast) && !condition->HasSideEffects(Ast))
    return expr(value ? op->getTrueExpr() : op->getFalseExpr());
  Expr *yes = condition ? expr(op->getTrueExpr()) : nullptr;
  Expr *no = yes ? expr(op->getFalseExpr()) : nullptr;
  return no ? new (Ast) ConditionalOperator(condition, op->getQuestionLoc(), yes, op->getColonLoc(),
                                            no, op->getType(), op->getValueKind(),
                                            op->getObjectKind())
            : nullptr;
}

/// `(&x)[0]` is x.
Expr *Cloner::subscript(const ArraySubscriptExpr *element) {
  Expr *left = expr(element->getLHS()), *right = left ? expr(element->getRHS()) : nullptr;
  if (!right)
    return nullptr;
  const auto *index = dyn_cast<IntegerLiteral>(right->IgnoreParenImpCasts());
  if (Expr *place = behind(left); place && index && index->getValue() == 0)
    return place;
  return new (Ast) ArraySubscriptExpr(left, right, element->getType(), element->getValueKind(),
                                      element->getObjectKind(), element->getRBracketLoc());
}

Expr *Cloner::member(const MemberExpr *field) {
  Expr *base = expr(field->getBase());
  if (!base)
    return nullptr;
  Expr *object = field->isArrow() ? behind(base) : placeOfStructure(base);
  // In C, members of values are values.
  const bool ofValue = !field->isArrow() && object && field->isPRValue();
  MemberExpr *copy = MemberExpr::CreateImplicit(Ast, object ? object : base, field->isArrow() && !object,
                                                field->getMemberDecl(), field->getType(),
                                                ofValue ? VK_LValue : field->getValueKind(), field->getObjectKind());
  copy->setMemberLoc(placeOf(field->getMemberLoc()));
  if (!ofValue || field->getType()->isArrayType())
    return copy;
  return ImplicitCastExpr::Create(Ast, field->getType().getUnqualifiedType(), CK_LValueToRValue, copy, nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

/// Appends the copies of \p all. \returns whether each has one.
template <typename Range> bool Cloner::exprs(const Range &all, std::vector<Expr *> &copies) {
  return llvm::all_of(all, [&](const Expr *each) {
    copies.push_back(expr(each));
    return copies.back() != nullptr;
  });
}

/// A call of a function of an object: which object it is may be another expression.
Expr *Cloner::objectCall(const CXXMemberCallExpr *called) {
  const auto *callee = dyn_cast<MemberExpr>(called->getCallee()->IgnoreParens());
  Expr *copied = callee ? member(callee) : nullptr;
  if (!copied)
    return nullptr;
  std::vector<Expr *> arguments;
  if (!exprs(called->arguments(), arguments))
    return nullptr;
  return CXXMemberCallExpr::Create(Ast, copied, arguments, called->getType(), called->getValueKind(),
                                   called->getRParenLoc(), FPOptionsOverride());
}

Expr *Cloner::call(const CallExpr *called) {
  if (const auto *ofObject = dyn_cast<CXXMemberCallExpr>(called))
    return objectCall(ofObject);
  const auto *ofOperator = dyn_cast<CXXOperatorCallExpr>(called);
  if (!ofOperator && called->getStmtClass() != Stmt::CallExprClass)
    return nullptr;
  std::vector<Expr *> arguments;
  if (!exprs(called->arguments(), arguments))
    return nullptr;
  if (ofOperator)
    return CXXOperatorCallExpr::Create(Ast, ofOperator->getOperator(), const_cast<Expr *>(called->getCallee()),
                                       arguments, called->getType(), called->getValueKind(),
                                       called->getRParenLoc(), FPOptionsOverride());
  return CallExpr::Create(Ast, const_cast<Expr *>(called->getCallee()), arguments, called->getType(),
                          called->getValueKind(), called->getRParenLoc(), FPOptionsOverride());
}

/// A complex number of the library, or a copy of a structure. Others are copied as they are, or not at all.
Expr *Cloner::construction(const CXXConstructExpr *made) {
  std::vector<Expr *> arguments;
  if (!partOfComplex(Ast, made->getType()) && copiesMembers(made->getConstructor()) && made->getNumArgs() == 1)
    return load(made->getArg(0));
  if (!partOfComplex(Ast, made->getType()) || !exprs(made->arguments(), arguments))
    return nullptr;
  return CXXConstructExpr::Create(Ast, made->getType(), made->getLocation(), made->getConstructor(),
                                  made->isElidable(), arguments, made->hadMultipleCandidates(),
                                  made->isListInitialization(), made->isStdInitListInitialization(),
                                  made->requiresZeroInitialization(), made->getConstructionKind(),
                                  made->getParenOrBraceRange());
}

Expr *Cloner::list(const InitListExpr *values) {
  std::vector<Expr *> inits;
  if (!exprs(values->inits(), inits))
    return nullptr;
  auto *copy = new (Ast) InitListExpr(Ast, values->getLBraceLoc(), inits, values->getRBraceLoc());
  copy->setType(values->getType());
  if (values->hasArrayFiller())
    copy->setArrayFiller(const_cast<Expr *>(values->getArrayFiller()));
  return copy;
}

//===-- Statements --------------------------------------------------------------===//

Stmt *Cloner::stmt(const Stmt *s) {
  if (const auto *e = dyn_cast<Expr>(s))
    return expr(e);
  if (!Fresh && !changes(s))
    return const_cast<Stmt *>(s);
  Stmt *copy = copyOf(s);
  if (copy && copy != s)
    TheOriginals.emplace(copy, s); // Of labels and attributes there are no copies, but of what follows.
  return copy;
}

/// The part of another statement: a block where there are several in its place.
Stmt *Cloner::part(const Stmt *s) {
  if (isa<CompoundStmt>(s))
    return stmt(s);
  std::vector<Stmt *> items;
  if (!append(s, items))
    return nullptr;
  if (items.size() == 1)
    return items.front();
  Stmt *copy = CompoundStmt::Create(Ast, items, FPOptionsOverride(), s->getBeginLoc(), s->getEndLoc());
  TheOriginals[copy] = s;
  return copy;
}

bool Cloner::append(const Stmt *item, std::vector<Stmt *> &items) {
  items.push_back(stmt(item));
  return items.back();
}

Stmt *Cloner::copyOf(const Stmt *s) {
  if (const auto *compound = dyn_cast<CompoundStmt>(s))
    return block(compound);
  if (const auto *declared = dyn_cast<DeclStmt>(s))
    return declarations(declared);
  if (const auto *choice = dyn_cast<IfStmt>(s))
    return branch(choice);
  if (const auto *counted = dyn_cast<ForStmt>(s))
    return loop(counted);
  if (const auto *several = dyn_cast<SwitchStmt>(s))
    return choice(several);
  if (const auto *labelled = dyn_cast<SwitchCase>(s))
    return label(labelled);
  if (const auto *repeat = dyn_cast<WhileStmt>(s)) {
    Expr *condition = repeat->getConditionVariable() ? nullptr : expr(repeat->getCond());
    Stmt *body = condition ? part(repeat->getBody()) : nullptr;
    const SourceLocation loc = repeat->getWhileLoc();
    return body ? WhileStmt::Create(Ast, nullptr, condition, body, loc, loc, loc) : nullptr;
  }
  if (const auto *repeat = dyn_cast<DoStmt>(s)) {
    Stmt *body = part(repeat->getBody());
    Expr *condition = body ? expr(repeat->getCond()) : nullptr;
    return condition ? new (Ast) DoStmt(body, condition, repeat->getDoLoc(), repeat->getWhileLoc(),
                                        repeat->getRParenLoc())
                     : nullptr;
  }
  if (const auto *returned = dyn_cast<ReturnStmt>(s)) {
    Expr *value = expr(returned->getRetValue());
    return value || !returned->getRetValue()
               ? ReturnStmt::Create(Ast, returned->getReturnLoc(), value, nullptr)
               : nullptr;
  }
  if (const auto *label = dyn_cast<LabelStmt>(s); label && !label->getDecl()->isUsed(false))
    return stmt(label->getSubStmt());
  if (const auto *attributed = dyn_cast<AttributedStmt>(s))
    return stmt(attributed->getSubStmt());
  return isa<NullStmt, BreakStmt, ContinueStmt>(s) ? const_cast<Stmt *>(s) : nullptr;
}

Stmt *Cloner::choice(const SwitchStmt *stmt) {
  Expr *condition =
      stmt->getInit() || stmt->getConditionVariable() ? nullptr : expr(stmt->getCond());
  if (!condition)
    return nullptr;
  SwitchStmt *copy = SwitchStmt::Create(Ast, nullptr, nullptr, condition, stmt->getLParenLoc(),
                                        stmt->getRParenLoc());
  copy->setSwitchLoc(stmt->getSwitchLoc());
  llvm::SaveAndRestore inside(Switch, copy);
  copy->setBody(part(stmt->getBody()));
  return copy->getBody() ? copy : nullptr;
}

Stmt *Cloner::label(const SwitchCase *stmt) {
  Stmt *sub = Switch ? part(stmt->getSubStmt()) : nullptr;
  if (!sub)
    return nullptr;
  SwitchCase *copy = nullptr;
  if (const auto *one = dyn_cast<CaseStmt>(stmt)) {
    auto *values = const_cast<CaseStmt *>(one);
    CaseStmt *made = CaseStmt::Create(Ast, values->getLHS(), values->getRHS(), one->getCaseLoc(),
                                      one->getEllipsisLoc(), one->getColonLoc());
    made->setSubStmt(sub);
    copy = made;
  } else {
    copy = new (Ast) DefaultStmt(stmt->getKeywordLoc(), stmt->getColonLoc(), sub);
  }
  Switch->addSwitchCase(copy);
  return copy;
}

Stmt *Cloner::block(const CompoundStmt *compound) {
  std::vector<Stmt *> body;
  for (const Stmt *item : compound->body())
    if (!append(item, body))
      return nullptr;
  return CompoundStmt::Create(Ast, body, FPOptionsOverride(), compound->getLBracLoc(),
                              compound->getRBracLoc());
}

/// The type of a copied variable of type \p original: arrays of variable length have copies of
/// their sizes. Null where that is not known.
QualType Cloner::sized(QualType original) {
  const auto *array = original->isVariablyModifiedType() ? Ast.getAsArrayType(original) : nullptr;
  if (!array)
    return original->isVariablyModifiedType() ? QualType() : original;
  const QualType element = sized(array->getElementType());
  if (element.isNull())
    return element;
  if (const auto *constant = dyn_cast<ConstantArrayType>(array))
    return Ast.getConstantArrayType(element, constant->getSize(), constant->getSizeExpr(),
                                    constant->getSizeModifier(), constant->getIndexTypeCVRQualifiers());
  const auto *variable = dyn_cast<VariableArrayType>(array);
  Expr *size = variable && variable->getSizeExpr() ? expr(variable->getSizeExpr()) : nullptr;
  if (!size)
    return QualType();
  return Ast.getVariableArrayType(element, size, variable->getSizeModifier(),
                                  variable->getIndexTypeCVRQualifiers(), variable->getBracketsRange());
}

Stmt *Cloner::declarations(const DeclStmt *declared) {
  std::vector<Decl *> copies;
  for (Decl *decl : declared->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable) {
      copies.push_back(decl);
      continue;
    }
    const QualType type = sized(variable->getType());
    if (!variable->hasLocalStorage() || type.isNull() || variable->hasAttrs())
      return nullptr;
    VarDecl *copy = newVariable(variable, type);
    rename(variable, copy);
    Expr *init = expr(variable->getInit());
    if (variable->getInit() && !init)
      return nullptr;
    copy->setInit(init);
    copy->setInitStyle(variable->getInitStyle());
    copies.push_back(copy);
  }
  return new (Ast) DeclStmt(DeclGroupRef::Create(Ast, copies.data(), copies.size()),
                            declared->getBeginLoc(), declared->getEndLoc());
}

Stmt *Cloner::branch(const IfStmt *choice) {
  if (choice->getInit() || choice->getConditionVariable() || choice->isConsteval())
    return nullptr;
  Expr *condition = expr(choice->getCond());
  Stmt *then = condition ? part(choice->getThen()) : nullptr;
  Stmt *otherwise = then && choice->getElse() ? part(choice->getElse()) : nullptr;
  if (!then || (choice->getElse() && !otherwise))
    return nullptr;
  return IfStmt::Create(Ast, choice->getIfLoc(), choice->getStatementKind(), nullptr, nullptr,
                        condition, choice->getLParenLoc(), choice->getRParenLoc(), then,
                        choice->getElseLoc(), otherwise);
}

Stmt *Cloner::loop(const ForStmt *counted) {
  if (counted->getConditionVariable())
    return nullptr;
  Stmt *init = counted->getInit() ? stmt(counted->getInit()) : nullptr;
  Expr *condition = expr(counted->getCond()), *step = expr(counted->getInc());
  Stmt *body = part(counted->getBody());
  if (!body || (counted->getInit() && !init) || (counted->getCond() && !condition) ||
      (counted->getInc() && !step))
    return nullptr;
  return new (Ast) ForStmt(Ast, init, condition, nullptr, step, body, counted->getForLoc(),
                           counted->getLParenLoc(), counted->getRParenLoc());
}

} // namespace gputile::frontend
