//===- HostMemory.cpp - Whose memory an object may share ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/DataBlock/HostMemory.h"
#include "Frontend/VariableMentions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"

#include <algorithm>

using namespace clang;

namespace gputile::frontend {

/// Typedefs with attribute may_alias name types that alias all others.
static bool mayAliasAll(QualType type) {
  for (const auto *name = type->getAs<TypedefType>(); name; name = type->getAs<TypedefType>()) {
    if (name->getDecl()->hasAttr<MayAliasAttr>())
      return true;
    type = name->desugar();
  }
  return false;
}

static bool isCharacter(QualType type) {
  return type->isAnyCharacterType() || type->isStdByteType();
}

std::optional<std::string> HostMemory::touched(const VarDecl *variable, bool exposed) const {
  const bool isArray = variable->getType()->isArrayType();
  const std::string name = "'" + variable->getNameAsString() + "'";
  if (isArray && std::find(Arrays.begin(), Arrays.end(), variable) != Arrays.end())
    return name + " is accessed outside of regions";
  if (!exposed || (variable->getType().isConstQualified() && !isArray))
    return std::nullopt;
  if (const VarDecl *array = sharing(variable->getType()))
    return name + " might lie in the memory of '" + array->getNameAsString() + "'";
  return std::nullopt;
}

bool HostMemory::isExposed(const VarDecl *variable) {
  if (!variable->hasLocalStorage())
    return true;
  const auto *function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!function)
    return true;
  const auto [facts, isNew] = Facts.try_emplace(function);
  if (isNew)
    facts->second = collectFunctionFacts(function);
  return facts->second.addressTaken.count(variable) != 0;
}

bool HostMemory::mayHold(QualType object, QualType element) const {
  object = Context.getBaseElementType(object).getCanonicalType().getUnqualifiedType();
  const bool any = !StrictAliasing || mayAliasAll(element);
  element = element.getCanonicalType().getUnqualifiedType();
  if (const auto *record = object->getAsRecordDecl()) {
    if (!record->getDefinition())
      return true;
    if (const auto *cxx = dyn_cast<CXXRecordDecl>(record); cxx && cxx->getNumBases() > 0)
      return true;
    return std::any_of(record->field_begin(), record->field_end(),
                       [&](const FieldDecl *field) { return mayHold(field->getType(), element); });
  }
  if (any || isCharacter(object) || isCharacter(element))
    return true;
  if (object->isPointerType())
    return !element->isArithmeticType();
  if (object->isIntegralOrEnumerationType() && element->isIntegralOrEnumerationType())
    return Context.getTypeSize(object) == Context.getTypeSize(element);
  const bool different = object->isIntegralOrEnumerationType()
                             ? element->isRealFloatingType()
                             : element->isIntegralOrEnumerationType();
  if (object->isArithmeticType() && different)
    return false;
  return !(object->isRealFloatingType() && element->isRealFloatingType()) || object == element;
}

/// Arrays that are variables themselves share memory with no other one.
const VarDecl *HostMemory::sharing(QualType type) const {
  for (const VarDecl *array : Arrays)
    if (array->getType()->isPointerType() && mayHold(type, elementType(Context, array)))
      return array;
  return nullptr;
}

const VarDecl *HostMemory::leader(const VarDecl *variable) const {
  variable = variable->getCanonicalDecl();
  for (auto found = Leaders.find(variable); found != Leaders.end(); found = Leaders.find(variable))
    variable = found->second;
  return variable;
}

void HostMemory::join(const VarDecl *variable, const Expr *value) {
  if (!variable->getType()->isPointerType())
    return;
  for (const DeclRefExpr *ref : mentionsIn(value).variables) {
    if (!ref->getType()->isPointerType() && !ref->getType()->isArrayType())
      continue;
    const VarDecl *a = leader(variable), *b = leader(canonical(ref));
    if (a != b)
      Leaders[a] = b;
  }
}

QualType elementType(const ASTContext &context, const VarDecl *variable) {
  QualType type = variable->getType();
  if (!type->isPointerType() && !type->isArrayType())
    return QualType();
  if (type->isPointerType())
    type = type->getPointeeType();
  return context.getBaseElementType(type);
}

} // namespace gputile::frontend
