//===- Containers.cpp - Elements of containers of the library -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Containers.h"

#include "Frontend/Inline/ComplexTypes.h"

using namespace clang;

namespace gputile::frontend {

namespace {

enum class Kind {
  None,
  Sized,  ///< data() and size().
  Owner,  ///< get(), and no size.
  Inline, ///< The elements are a member.
};

const CXXRecordDecl *recordOf(QualType type) {
  return type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
}

Kind kindOf(QualType type) {
  const CXXRecordDecl *record = recordOf(type);
  const auto *special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (!special || !special->isInStdNamespace() || !special->getIdentifier() || !special->getDefinition())
    return Kind::None;
  const llvm::StringRef name = special->getName();
  const TemplateArgument &first = special->getTemplateArgs()[0];
  if (first.getKind() != TemplateArgument::Type)
    return Kind::None;
  if (name == "vector") // Elements of std::vector<bool> are none in memory.
    return first.getAsType()->isBooleanType() ? Kind::None : Kind::Sized;
  if (name == "span")
    return Kind::Sized;
  if (name == "unique_ptr")
    return first.getAsType()->isArrayType() ? Kind::Owner : Kind::None;
  return name == "array" ? Kind::Inline : Kind::None;
}

const char *dataFunction(Kind kind) { return kind == Kind::Owner ? "get" : "data"; }

/// The function \p name of \p type without parameters, const for const objects.
CXXMethodDecl *functionOf(ASTContext &ast, QualType type, llvm::StringRef name) {
  const CXXRecordDecl *record = recordOf(type);
  CXXMethodDecl *found = nullptr;
  for (NamedDecl *decl : record->getDefinition()->lookup(&ast.Idents.get(name))) {
    auto *method = dyn_cast<CXXMethodDecl>(decl);
    if (!method || method->getNumParams() > 0 || method->isStatic())
      continue;
    if (method->isConst() == type.isConstQualified())
      return method;
    if (method->isConst())
      found = method;
  }
  return found;
}

Expr *callOf(ASTContext &ast, Expr *container, llvm::StringRef name, SourceLocation loc) {
  CXXMethodDecl *function = functionOf(ast, container->getType(), name);
  if (!function)
    return nullptr;
  auto *callee =
      MemberExpr::CreateImplicit(ast, container, /*IsArrow=*/false, function, ast.BoundMemberTy,
                                 VK_PRValue, OK_Ordinary);
  callee->setMemberLoc(loc);
  return CXXMemberCallExpr::Create(ast, callee, {}, function->getReturnType(), VK_PRValue, loc,
                                   FPOptionsOverride());
}

/// The array that is the only member of a std::array.
Expr *arrayIn(ASTContext &ast, Expr *container) {
  const CXXRecordDecl *record = recordOf(container->getType())->getDefinition();
  FieldDecl *only = nullptr;
  for (FieldDecl *field : record->fields()) {
    if (only)
      return nullptr;
    only = field;
  }
  if (!only || !ast.getAsConstantArrayType(only->getType()))
    return nullptr;
  QualType type = only->getType();
  if (container->getType().isConstQualified())
    type = ast.getConstType(type);
  auto *array = MemberExpr::CreateImplicit(ast, container, /*IsArrow=*/false, only, type, VK_LValue,
                                           OK_Ordinary);
  return ImplicitCastExpr::Create(ast, ast.getArrayDecayedType(type), CK_ArrayToPointerDecay, array,
                                  nullptr, VK_PRValue, FPOptionsOverride());
}

const CXXMethodDecl *methodOf(const CallExpr *call) {
  const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  return method && !method->isStatic() ? method : nullptr;
}

/// What stands before `.` or `->`, when \p call is one of function \p name without arguments.
const MemberExpr *calleeNamed(const CallExpr *call, llvm::StringRef name) {
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  const CXXMethodDecl *method = member ? methodOf(call) : nullptr;
  if (!method || call->getNumArgs() > 0 || !method->getIdentifier() || method->getName() != name)
    return nullptr;
  const auto *callee = dyn_cast<MemberExpr>(member->getCallee()->IgnoreParens());
  return callee && (callee->isArrow() || callee->getBase()->isLValue()) ? callee : nullptr;
}

QualType objectType(const MemberExpr *callee) {
  const QualType type = callee->getBase()->getType();
  return callee->isArrow() ? type->getPointeeType() : type;
}

std::optional<ContainerAccess> subscriptOf(const CXXOperatorCallExpr *op) {
  const bool good = methodOf(op) && op->getOperator() == OO_Subscript && op->getNumArgs() == 2 &&
                    op->getArg(0)->isLValue() && kindOf(op->getArg(0)->getType()) != Kind::None &&
                    op->getArg(1)->getType()->isIntegralOrUnscopedEnumerationType();
  return good ? std::optional(ContainerAccess{op->getArg(0), false, false, op->getArg(1)}) : std::nullopt;
}

} // namespace

std::optional<ContainerAccess> containerAccess(const CallExpr *call) {
  if (const auto *op = dyn_cast<CXXOperatorCallExpr>(call))
    return subscriptOf(op);
  for (const char *name : {"front", "data", "get"}) {
    const MemberExpr *callee = calleeNamed(call, name);
    const Kind kind = callee ? kindOf(objectType(callee)) : Kind::None;
    const bool isData = llvm::StringRef(name) != "front";
    if (kind == Kind::None || (kind == Kind::Owner) != (llvm::StringRef(name) == "get") ||
        (isData && kind != Kind::Inline && !callee->isArrow()))
      continue;
    return ContainerAccess{callee->getBase(), callee->isArrow(), isData};
  }
  return std::nullopt;
}

Expr *accessOf(ASTContext &ast, const ContainerAccess &access, Expr *container, Expr *index,
               SourceLocation loc) {
  const Kind kind = kindOf(container->getType());
  Expr *pointer = kind == Kind::None     ? nullptr
                  : kind == Kind::Inline ? arrayIn(ast, container)
                                         : callOf(ast, container, dataFunction(kind), loc);
  // A deleter of std::unique_ptr may have pointers of its own.
  if (!pointer || !pointer->getType()->isPointerType())
    return nullptr;
  if (access.isData)
    return pointer;
  if (!index)
    index = IntegerLiteral::Create(ast, llvm::APInt(ast.getIntWidth(ast.IntTy), 0), ast.IntTy, loc);
  return new (ast) ArraySubscriptExpr(pointer, index, pointer->getType()->getPointeeType(), VK_LValue,
                                      OK_Ordinary, loc);
}

const Expr *containerOfData(const CallExpr *call) {
  for (const char *name : {"data", "get"})
    if (const MemberExpr *callee = calleeNamed(call, name)) {
      const Kind kind = kindOf(objectType(callee));
      const bool good = (kind == Kind::Sized || kind == Kind::Owner) && call->getType()->isPointerType() &&
                        llvm::StringRef(dataFunction(kind)) == name && !callee->isArrow();
      return good ? callee->getBase() : nullptr;
    }
  return nullptr;
}

const Expr *containerOfSize(const CallExpr *call) {
  const MemberExpr *callee = calleeNamed(call, "size");
  return callee && !callee->isArrow() && kindOf(objectType(callee)) == Kind::Sized ? callee->getBase() : nullptr;
}

Expr *countOf(ASTContext &ast, Expr *container, SourceLocation loc) {
  const Kind kind = kindOf(container->getType());
  if (kind == Kind::Sized)
    return callOf(ast, container, "size", loc);
  const ConstantArrayType *array = ast.getAsConstantArrayType(container->getType());
  if (Expr *pointer = kind == Kind::Inline ? arrayIn(ast, container) : nullptr)
    array = ast.getAsConstantArrayType(cast<CastExpr>(pointer)->getSubExpr()->getType());
  if (!array)
    return nullptr;
  const QualType type = ast.getSizeType();
  return IntegerLiteral::Create(ast, array->getSize().zextOrTrunc(static_cast<unsigned>(ast.getIntWidth(type))), type,
                                loc);
}

Expr *elementOf(ASTContext &ast, Expr *container, Expr *index, SourceLocation loc) {
  if (kindOf(container->getType()) != Kind::None)
    return accessOf(ast, {container, false, false, index}, container, index, loc);
  if (!container->getType()->isConstantArrayType())
    return nullptr;
  const QualType type = ast.getArrayDecayedType(container->getType());
  Expr *pointer = ImplicitCastExpr::Create(ast, type, CK_ArrayToPointerDecay, container, nullptr, VK_PRValue,
                                           FPOptionsOverride());
  return new (ast) ArraySubscriptExpr(pointer, index, type->getPointeeType(), VK_LValue, OK_Ordinary, loc);
}

/// Of these, what they are made of tells all.
static bool isTransparent(const ASTContext &ast, const Expr *expr) {
  if (const auto *op = dyn_cast<BinaryOperator>(expr))
    return !op->isAssignmentOp();
  if (const auto *op = dyn_cast<UnaryOperator>(expr))
    return !op->isIncrementDecrementOp();
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return !(cast->getCastKind() == CK_LValueToRValue && cast->getSubExpr()->getType().isVolatileQualified());
  if (isa<CXXConstructExpr>(expr))
    return partOfComplex(ast, expr->getType()).has_value();
  return isa<ParenExpr, AbstractConditionalOperator, ArraySubscriptExpr, MemberExpr, CallExpr, DeclRefExpr, FullExpr,
             MaterializeTemporaryExpr>(expr);
}

bool hasEffects(const ASTContext &ast, const Expr *expr, llvm::function_ref<bool(const CallExpr *)> pure) {
  if (!expr->HasSideEffects(ast))
    return false;
  const auto *call = dyn_cast<CallExpr>(expr);
  if (!isTransparent(ast, expr) || (call && !containerOfData(call) && !pure(call)))
    return true;
  for (const Stmt *child : expr->children())
    if (const auto *part = dyn_cast_or_null<Expr>(child); part && hasEffects(ast, part, pure))
      return true;
  return false;
}

bool hasEffects(const ASTContext &ast, const Expr *expr) {
  return hasEffects(ast, expr, [](const CallExpr *) { return false; });
}

bool holdsPointer(QualType type) {
  const Kind kind = kindOf(type);
  return kind == Kind::Sized || kind == Kind::Owner;
}

bool hasSize(QualType type) { return kindOf(type) == Kind::Sized; }

} // namespace gputile::frontend
