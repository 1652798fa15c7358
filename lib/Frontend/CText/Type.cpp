//===- Type.cpp - C types as CUDA text ------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/Type.h"

#include "Frontend/Refusal.h"

using namespace clang;

namespace gputile::frontend {

QualType integerType(QualType type) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto *enumeration = type->getAs<EnumType>()) {
    QualType underlying = enumeration->getDecl()->getIntegerType();
    if (!underlying.isNull())
      return underlying.getCanonicalType().getUnqualifiedType();
  }
  return type;
}

bool isInteger(QualType type) {
  if (type.isNull() || type->isDependentType() || !type->isIntegralOrEnumerationType())
    return false;
  return !typeText(type).empty();
}

std::string typeText(QualType type) {
  const auto *builtin = dyn_cast<BuiltinType>(integerType(type).getTypePtr());
  if (!builtin)
    return "";
  switch (builtin->getKind()) {
  case BuiltinType::Bool: return "bool";
  case BuiltinType::Char_U:
  case BuiltinType::Char_S: return "char";
  case BuiltinType::SChar: return "signed char";
  case BuiltinType::UChar: return "unsigned char";
  case BuiltinType::Short: return "short";
  case BuiltinType::UShort: return "unsigned short";
  case BuiltinType::Int: return "int";
  case BuiltinType::UInt: return "unsigned int";
  case BuiltinType::Long: return "long";
  case BuiltinType::ULong: return "unsigned long";
  case BuiltinType::LongLong: return "long long";
  case BuiltinType::ULongLong: return "unsigned long long";
  case BuiltinType::Float: return "float";
  case BuiltinType::Double: return "double";
  default: return "";
  }
}

std::string userType(QualType type) { return type.getAsString(); }

std::string cudaType(QualType type, SourceLocation loc) {
  if (type->isUnionType())
    refuse(DiagId::UnionAccess, loc, {userType(type)});
  if (type->isAtomicType())
    refuse(DiagId::VolatileAccess, loc, {userType(type)});
  if (type->isRecordType())
    refuse(DiagId::UnsupportedExpression, loc, {"the struct '" + userType(type) + "' as a whole"});
  std::string text = typeText(type);
  if (text.empty())
    refuse(DiagId::UnsupportedType, loc, {userType(type)});
  return text;
}

void refuseVolatile(QualType type, llvm::StringRef name, SourceLocation loc) {
  while (true) {
    if (type.isVolatileQualified() || type->isAtomicType())
      refuse(DiagId::VolatileAccess, loc, {name.str()});
    if (type->isPointerType() || type->isReferenceType())
      type = type->getPointeeType();
    else if (const ArrayType *array = type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    else
      return;
  }
}

} // namespace gputile::frontend
