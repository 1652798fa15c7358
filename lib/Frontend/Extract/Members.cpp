//===- Members.cpp - Members of structures as elements --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Members.h"

#include "Frontend/CText/Type.h"

using namespace clang;

namespace gputile::frontend {

static uint64_t bytesOf(const ASTContext &ast, QualType type) {
  return static_cast<uint64_t>(ast.getTypeSizeInChars(type).getQuantity());
}

uint64_t elementsIn(const ASTContext &ast, QualType structure, QualType type) {
  return bytesOf(ast, structure) / bytesOf(ast, type);
}

/// "the member 'x' of 'struct s'", with what is particular to it.
[[noreturn]] static void refuseMember(const MemberExpr *member, const std::string &what) {
  const auto *parent = cast<RecordDecl>(member->getMemberDecl()->getDeclContext());
  refuse(DiagId::UnsupportedExpression, member->getMemberLoc(),
         {"the " + what + " '" + member->getMemberNameInfo().getAsString() + "' of '" +
          userType(parent->getASTContext().getRecordType(parent)) + "'"});
}

void refuseOddMember(const MemberExpr *member) {
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  const std::string name = member->getMemberNameInfo().getAsString();
  if (!field)
    refuse(DiagId::UnsupportedExpression, member->getMemberLoc(), {"the member '" + name + "'"});
  if (field->getParent()->isUnion())
    refuse(DiagId::UnionAccess, member->getMemberLoc(),
           {userType(field->getASTContext().getRecordType(field->getParent()))});
  if (field->isBitField())
    refuseMember(member, "bit-field");
  if (field->getType()->isReferenceType())
    refuseMember(member, "reference");
  refuseVolatile(member->getType(), name, member->getMemberLoc());
  refuseVolatile(member->getBase()->getType(), name, member->getMemberLoc());
}

void enterMember(const ExtractState &state, AccessPath &path, const MemberExpr *member) {
  const auto *field = cast<FieldDecl>(member->getMemberDecl());
  if (!path.member) {
    path.member.emplace();
    path.member->structure =
        state.Ast.getRecordType(field->getParent()).getCanonicalType().getUnqualifiedType();
  }
  path.member->offset += state.Ast.getFieldOffset(field) / state.Ast.getCharWidth();
}

void enterPart(const ExtractState &state, AccessPath &path, const UnaryOperator *part) {
  const QualType whole = part->getSubExpr()->getType().getCanonicalType().getUnqualifiedType();
  if (!path.member) {
    path.member.emplace();
    path.member->structure = whole;
  }
  if (part->getOpcode() == UO_Imag)
    path.member->offset += bytesOf(state.Ast, whole) / 2;
}

void enterInnerArray(const ExtractState &state, MemberPath &path, const Expr *array) {
  const auto *type = state.Ast.getAsConstantArrayType(array->getType());
  if (!type)
    refuse(DiagId::UnsupportedExpression, array->getExprLoc(),
           {"an array without a constant size in a structure"});
  path.subscripts.push_back({{}, type->getSize().getLimitedValue(),
                             bytesOf(state.Ast, type->getElementType())});
}

//===-- Positions -----------------------------------------------------------===//

static Expr *number(ASTContext &ast, uint64_t value, SourceLocation loc) {
  const QualType type = ast.getPointerDiffType();
  return IntegerLiteral::Create(ast, llvm::APInt(ast.getIntWidth(type), value), type, loc);
}

/// \p index times \p factor, in the type that differences of pointers have.
static const Expr *multiple(ASTContext &ast, const Expr *index, uint64_t factor) {
  if (factor == 1)
    return index;
  const QualType type = ast.getPointerDiffType();
  Expr *wide = ImplicitCastExpr::Create(ast, type, CK_IntegralCast, const_cast<Expr *>(index), nullptr,
                                        VK_PRValue, FPOptionsOverride());
  return BinaryOperator::Create(ast, wide, number(ast, factor, index->getExprLoc()), BO_Mul, type,
                                VK_PRValue, OK_Ordinary, index->getExprLoc(), FPOptionsOverride());
}

/// Sets the position of \p path in elements of \p bytes. \returns whether there is one.
static bool setPosition(ASTContext &ast, MemberPath &path, uint64_t bytes, SourceLocation loc) {
  bool whole = path.offset % bytes == 0 && bytesOf(ast, path.structure) % bytes == 0;
  path.first = path.last = path.offset / bytes;
  if (path.first > 0)
    path.position.push_back({number(ast, path.first, loc), false});
  for (const InnerSubscript &inner : path.subscripts) {
    whole = whole && inner.bytes % bytes == 0;
    const uint64_t factor = inner.bytes / bytes;
    path.last += (inner.extent - 1) * factor;
    for (const SubscriptTerm &term : inner.subscript)
      path.position.push_back({multiple(ast, term.expr, factor), term.negative});
  }
  return whole;
}

void finishMember(const ExtractState &state, AccessPath &path, const Expr *expr) {
  const std::string name = path.variable->getName().str();
  MemberPath &member = *path.member;
  const QualType type = expr->getType();
  if (type->isRecordType())
    refuse(DiagId::UnsupportedExpression, path.loc, {"the struct '" + userType(type) + "' as a whole"});
  if (type->isArrayType())
    refuse(DiagId::PointerUse, path.loc, {name, "a part of it is used as a whole"});
  cudaType(type, path.loc);
  member.type = integerType(type);
  const bool isEmpty = llvm::any_of(member.subscripts,
                                    [](const InnerSubscript &inner) { return inner.extent == 0; });
  if (isEmpty || !setPosition(state.Ast, member, bytesOf(state.Ast, member.type), path.loc))
    refuse(DiagId::UnsupportedExpression, path.loc,
           {"a member of '" + userType(member.structure) + "' that is not aligned, or has no size,"});
}

} // namespace gputile::frontend
