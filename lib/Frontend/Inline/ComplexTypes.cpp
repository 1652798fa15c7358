//===- ComplexTypes.cpp - Which types are complex numbers -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/ComplexTypes.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace gputile::frontend {

const CXXRecordDecl *libraryComplex(QualType type) {
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == "complex" &&
                 record->getDefinition()
             ? record->getDefinition()
             : nullptr;
}

bool isPart(const ASTContext &ast, QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  return type == ast.DoubleTy || type == ast.FloatTy;
}

std::optional<QualType> partOfComplex(const ASTContext &ast, QualType type) {
  if (type.isNull() || type->isDependentType())
    return std::nullopt;
  QualType part;
  if (const auto *builtin = type->getAs<ComplexType>())
    part = builtin->getElementType();
  else if (const CXXRecordDecl *record = libraryComplex(type))
    part = cast<ClassTemplateSpecializationDecl>(record)->getTemplateArgs()[0].getAsType();
  if (part.isNull() || !isPart(ast, part))
    return std::nullopt;
  return part.getCanonicalType().getUnqualifiedType();
}

} // namespace gputile::frontend
