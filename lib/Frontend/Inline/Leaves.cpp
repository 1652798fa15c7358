//===- Leaves.cpp - The arithmetic members of plain structures ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/Leaves.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Parts.h"

#include "gputile/Support/LlvmCompat.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {

//===-- Types ---------------------------------------------------------------===//

static bool isPlain(const RecordDecl *record) {
  const auto *cxx = dyn_cast<CXXRecordDecl>(record);
  return record->getDefinition() && !record->isUnion() &&
         (!cxx || (cxx->isTriviallyCopyable() && cxx->getNumBases() == 0 && !cxx->isPolymorphic()));
}

static bool isPlain(const FieldDecl *field) {
  const QualType type = field->getType();
  return !field->isBitField() && !type->isReferenceType() && !type.isVolatileQualified();
}

namespace {
/// Collects the leaves of a type.
class LeafWalk {
public:
  explicit LeafWalk(ASTContext &ast) : Ast(ast) {}
  std::vector<Leaf> Found;

  bool walk(QualType type) {
    const size_t arrays = Way.extents.size();
    while (const auto *array = Ast.getAsConstantArrayType(type)) {
      Way.extents.push_back(array->getSize().getLimitedValue());
      type = array->getElementType();
    }
    const bool good = element(type);
    Way.extents.resize(arrays);
    return good;
  }

private:
  ASTContext &Ast;
  Leaf Way;

  bool element(QualType type) {
    if (type.isVolatileQualified() || type->isAtomicType())
      return false;
    if (const auto *record = type->getAsRecordDecl())
      return members(record);
    Way.type = type.getUnqualifiedType();
    Found.push_back(Way);
    return !typeText(type).empty();
  }
  bool members(const RecordDecl *record) {
    if (!isPlain(record))
      return false;
    for (const FieldDecl *field : record->getDefinition()->fields()) {
      Way.fields.push_back(field->getCanonicalDecl());
      if (!isPlain(field) || !walk(field->getType()))
        return false;
      Way.fields.pop_back();
    }
    return true;
  }
};
} // namespace

std::optional<std::vector<Leaf>> leavesOf(ASTContext &ast, QualType type) {
  LeafWalk leaves(ast);
  return leaves.walk(type) ? std::optional(std::move(leaves.Found)) : std::nullopt;
}

bool copiesMembers(const CXXMethodDecl *method) {
  const auto *constructor = dyn_cast<CXXConstructorDecl>(method);
  return method->isTrivial() && (constructor ? constructor->isCopyOrMoveConstructor()
                                             : method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
}

QualType arrayOf(ASTContext &ast, QualType type, const std::vector<uint64_t> &extents) {
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent)
    type = ast.getConstantArrayType(type, llvm::APInt(64, *extent), nullptr,
                                    ArraySizeModifier::Normal, 0);
  return type;
}

//===-- Expressions ---------------------------------------------------------===//

static const Expr *withoutNoOps(const Expr *expr) {
  while (true) {
    expr = expr->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
    if (!cast || cast->getCastKind() != CK_NoOp)
      return expr;
    expr = cast->getSubExpr();
  }
}

/// The array behind the pointer \p expr to its first element; else null.
static const Expr *decayed(const Expr *expr) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(withoutNoOps(expr));
  return cast && cast->getCastKind() == CK_ArrayToPointerDecay ? cast->getSubExpr() : nullptr;
}

/// What the pointer \p expr points to.
static std::optional<MemberChain> chainBehind(const Expr *expr) {
  const auto *op = dyn_cast<UnaryOperator>(withoutNoOps(expr));
  if (op && op->getOpcode() == UO_AddrOf)
    return memberChain(op->getSubExpr());
  const Expr *array = decayed(expr);
  auto chain = array ? memberChain(array) : std::nullopt;
  if (chain)
    chain->subscripts.push_back(nullptr);
  return chain;
}

std::optional<MemberChain> memberChain(const Expr *expr) {
  expr = withoutNoOps(expr);
  if (const auto *ref = dyn_cast<DeclRefExpr>(expr))
    if (const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
        variable && !variable->getType()->isReferenceType())
      return MemberChain{const_cast<VarDecl *>(variable), {}, {}};
  if (const auto *member = dyn_cast<MemberExpr>(expr)) {
    const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
    auto chain = !field               ? std::nullopt
                 : member->isArrow() ? chainBehind(member->getBase())
                                     : memberChain(member->getBase());
    if (chain)
      chain->fields.push_back(field->getCanonicalDecl());
    return chain;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    const Expr *array = decayed(subscript->getBase());
    auto chain = array ? memberChain(array) : std::nullopt;
    if (chain)
      chain->subscripts.push_back(subscript->getIdx());
    return chain;
  }
  return std::nullopt;
}

Expr *emptyList(ASTContext &ast, QualType type, SourceLocation loc) {
  auto *list = new (ast) InitListExpr(ast, loc, {}, loc);
  list->setType(type.getUnqualifiedType());
  return list;
}

bool readsItsObject(const Expr *init) {
  return anyPart(init, [](const Stmt *part) {
    const auto *ofMember = dyn_cast<CXXDefaultInitExpr>(part);
    return ofMember && (readsItsObject(ofMember->getExpr()) ||
                        anyPart(ofMember->getExpr(), [](const Stmt *inner) { return isa<CXXThisExpr>(inner); }));
  });
}

const Expr *structureSource(const Expr *init) {
  init = withoutNoOps(init);
  if (const auto *full = dyn_cast<ExprWithCleanups>(init))
    return structureSource(full->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(init))
    return structureSource(temporary->getSubExpr());
  if (const auto *cast = dyn_cast<CastExpr>(init);
      cast && (cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_ConstructorConversion ||
               cast->getCastKind() == CK_UserDefinedConversion || cast->getCastKind() == CK_NoOp))
    return structureSource(cast->getSubExpr());
  if (const auto *literal = dyn_cast<CompoundLiteralExpr>(init))
    return structureSource(literal->getInitializer());
  if (const auto *made = dyn_cast<CXXConstructExpr>(init)) {
    const CXXConstructorDecl *constructor = made->getConstructor();
    if (constructor->isDefaultConstructor() && constructor->isTrivial() && made->requiresZeroInitialization())
      return emptyList(constructor->getASTContext(), made->getType(), made->getLocation());
    return copiesMembers(constructor) && made->getNumArgs() == 1 ? structureSource(made->getArg(0)) : nullptr;
  }
  return (isa<InitListExpr>(init) && !readsItsObject(init)) || init->isGLValue() ? init : nullptr;
}

std::optional<StructureCopy> structureCopy(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *full = dyn_cast<ExprWithCleanups>(expr))
    return structureCopy(full->getSubExpr());
  const Expr *target = nullptr, *source = nullptr;
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->getOpcode() == BO_Assign) {
    target = op->getLHS();
    source = structureSource(op->getRHS());
  } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expr);
             call && call->getOperator() == OO_Equal && call->getNumArgs() == 2) {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (!method || !copiesMembers(method))
      return std::nullopt;
    target = call->getArg(0);
    source = structureSource(call->getArg(1));
  }
  if (!target || !source || !target->getType()->isRecordType())
    return std::nullopt;
  return StructureCopy{target, source};
}

} // namespace gputile::frontend
