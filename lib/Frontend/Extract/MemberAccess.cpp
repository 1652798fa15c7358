//===- MemberAccess.cpp - Members that text at a region may name ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/MemberAccess.h"

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace gputile::frontend {

//===-- Access ------------------------------------------------------------------===//

static bool isFriend(const CXXRecordDecl *record, const Decl *other) {
  for (const FriendDecl *friendDecl : record->friends()) {
    const Decl *named = friendDecl->getFriendDecl();
    if (const TypeSourceInfo *type = friendDecl->getFriendType())
      named = type->getType()->getAsCXXRecordDecl();
    if (named && named->getCanonicalDecl() == other->getCanonicalDecl())
      return true;
  }
  return false;
}

/// Whether text in \p scope may name what \p record has as \p access.
static bool isOpenIn(const DeclContext *scope, const CXXRecordDecl *record, AccessSpecifier access,
                     const CXXRecordDecl *object) {
  if (isFriend(record, cast<Decl>(scope)))
    return true;
  const auto *own = dyn_cast<CXXRecordDecl>(scope);
  if (!own)
    return false;
  if (own->getCanonicalDecl() == record->getCanonicalDecl())
    return true;
  const bool isBase = own->hasDefinition() && own->isDerivedFrom(record);
  return access == AS_protected && isBase && object &&
         (object->getCanonicalDecl() == own->getCanonicalDecl() || object->isDerivedFrom(own));
}

static bool isOpen(const FunctionDecl *function, const CXXRecordDecl *record, AccessSpecifier access,
                   const CXXRecordDecl *object) {
  if (access == AS_public || access == AS_none)
    return true;
  for (const DeclContext *scope = function; scope; scope = scope->getParent())
    if (isa<FunctionDecl, CXXRecordDecl>(scope) && isOpenIn(scope, record, access, object))
      return true;
  return false;
}

bool mayName(const FunctionDecl *function, const NamedDecl *member, const CXXRecordDecl *object) {
  const auto *record = dyn_cast<CXXRecordDecl>(member->getDeclContext());
  return !record || isOpen(function, record, member->getAccess(), object);
}

bool mayConvert(const FunctionDecl *function, const CXXRecordDecl *derived, const CXXBaseSpecifier *base) {
  return isOpen(function, derived, base->getAccessSpecifier(), derived);
}

//===-- Private members ---------------------------------------------------------===//

/// Whether \p record has its members, and a name for all, before the region's declaration.
bool PrivateMembers::isKnownBefore(const RecordDecl *record) const {
  if (!record->getIdentifier() || !record->getDefinition() ||
      record->getParentFunctionOrMethod() ||
      !Ast.getSourceManager().isBeforeInTranslationUnit(record->getDefinition()->getEndLoc(),
                                                        Region.topLevel->getBeginLoc()))
    return false;
  for (const DeclContext *scope = record; scope->isRecord(); scope = scope->getParent())
    if (const AccessSpecifier access = cast<CXXRecordDecl>(scope)->getAccess();
        access == AS_private || access == AS_protected)
      return false;
  const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (!special)
    return true;
  for (const TemplateArgument &argument : special->getTemplateArgs().asArray()) {
    const bool isType = argument.getKind() == TemplateArgument::Type;
    if (isType ? !canName(argument.getAsType()) : argument.getKind() != TemplateArgument::Integral)
      return false;
  }
  return true;
}

bool PrivateMembers::canName(QualType type) const {
  type = type.getCanonicalType();
  while (type->isPointerType() || type->isReferenceType())
    type = type->getPointeeType();
  if (const auto *record = type->getAsRecordDecl())
    return isKnownBefore(record);
  return type->isBuiltinType();
}

std::optional<std::string> PrivateMembers::pointerTo(const FieldDecl *field) {
  field = field->getCanonicalDecl();
  const auto *record = dyn_cast<CXXRecordDecl>(field->getParent());
  // In a template one text serves several classes.
  const FunctionDecl *function = Region.function;
  const bool isTemplate = !function || function->isDependentContext() ||
                          function->getTemplateInstantiationPattern();
  if (!Ast.getLangOpts().CPlusPlus14 || !record || isTemplate || !Region.topLevel || !isKnownBefore(record))
    return std::nullopt;
  auto [entry, isNew] = Numbers.try_emplace(field, Numbers.size());
  const std::string tag = Name + "_member" + std::to_string(entry->second);
  if (isNew) {
    PrintingPolicy policy(Ast.getLangOpts());
    policy.SuppressUnwrittenScope = true;
    const std::string type =
        TypeName::getFullyQualifiedName(Ast.getRecordType(record).getCanonicalType(), Ast, policy,
                                        /*WithGlobalNsPrefix=*/true);
    const std::string member = "&" + type + "::" + field->getNameAsString();
    Declared += "struct " + tag + " { friend constexpr auto gputile_member(" + tag + "); };\n";
    Declared += "template struct " + Name + "_grant<" + tag + ", decltype(" + member + "), " + member + ">;\n";
  }
  return "gputile_member(" + tag + "())";
}

std::string PrivateMembers::declarations() const {
  return Declared.empty() ? ""
                          : "extern \"C++\" {\ntemplate <typename Tag, typename Member, Member Pointer> struct " +
                                Name + "_grant { friend constexpr auto gputile_member(Tag) { return Pointer; } };\n" +
                                Declared + "}\n";
}

} // namespace gputile::frontend
