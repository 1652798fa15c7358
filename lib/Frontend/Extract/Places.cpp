//===- Places.cpp - Objects that a region reaches by a fixed path ---------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Places.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/NameAtRegion.h"
#include "Frontend/Extract/PureCalls.h"
#include "Frontend/Inline/Containers.h"
#include "Frontend/Refusal.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {

//===-- Families ------------------------------------------------------------===//

static std::string nameOf(const void *declaration) {
  return std::to_string(reinterpret_cast<uintptr_t>(declaration));
}

static std::string familyOfPointer(const Expr *expr);

/// The family of the pointer that \p container holds.
static std::string familyOfContainer(const Expr *container) {
  const std::string family = familyOfLvalue(container);
  return family.empty() ? "" : family + ".data";
}

static std::string familyBehind(const Expr *pointer) {
  const std::string family = familyOfPointer(pointer);
  return family.empty() ? "" : family + "*";
}

std::string familyOfLvalue(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const VarDecl *variable = namedVariable(expr))
    return nameOf(variable->getCanonicalDecl());
  if (const auto *member = dyn_cast<MemberExpr>(expr)) {
    const std::string base =
        member->isArrow() ? familyBehind(member->getBase()) : familyOfLvalue(member->getBase());
    return base.empty() ? "" : base + "." + nameOf(member->getMemberDecl()->getCanonicalDecl());
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
    const auto *decay = dyn_cast<CastExpr>(subscript->getBase()->IgnoreParens());
    const bool isArray = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
    return isArray ? familyOfLvalue(decay->getSubExpr()) : familyBehind(subscript->getBase());
  }
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_Deref)
    return familyBehind(op->getSubExpr());
  if (const auto *op = dyn_cast<UnaryOperator>(expr);
      op && (op->getOpcode() == UO_Real || op->getOpcode() == UO_Imag))
    return familyOfLvalue(op->getSubExpr());
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return familyOfLvalue(cast->getSubExpr());
  return "";
}

static std::string familyOfPointer(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (isa<CXXThisExpr>(expr))
    return "this";
  if (const auto *cast = dyn_cast<CastExpr>(expr))
    return cast->getCastKind() == CK_LValueToRValue ? familyOfLvalue(cast->getSubExpr())
                                                    : familyOfPointer(cast->getSubExpr());
  if (const auto *call = dyn_cast<CallExpr>(expr))
    if (const Expr *container = containerOfData(call))
      return familyOfContainer(container);
  if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->isAdditiveOp())
    return familyOfPointer(op->getLHS()->getType()->isPointerType() ? op->getLHS() : op->getRHS());
  return "";
}

namespace {
/// Collects the families of what a region assigns, and the entries of tables of pointers.
class WrittenFamilies : public DynamicVisitor {
public:
  std::set<std::string> Found;
  std::vector<const ArraySubscriptExpr *> Entries;
  std::vector<QualType> Types; ///< Of lvalues other than variables.

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *subscript) override {
    if (subscript->getType()->isPointerType())
      Entries.push_back(subscript);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      add(op->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      add(op->getLHS());
    return true;
  }

private:
  void add(const Expr *target) {
    Found.insert(familyOfLvalue(target));
    if (!namedVariable(target))
      Types.push_back(target->getType());
  }
};
} // namespace

//===-- Paths ---------------------------------------------------------------===//

PlaceTable::PlaceTable(ASTContext &ast, const RegionFacts &facts, const Stmt *statement,
                       const MarkedRegion &region, const std::string &name)
    : Ast(ast), Facts(facts), Function(region.function), StrictAliasing(region.strictAliasing),
      Private(ast, region, name) {
  WrittenFamilies written;
  written.TraverseStmt(const_cast<Stmt *>(statement));
  Written = std::move(written.Found);
  WrittenTypes = std::move(written.Types);
  for (const ArraySubscriptExpr *entry : written.Entries)
    if (varies(entry->getIdx()))
      Varying.insert(familyOfLvalue(entry));
  findElements(statement);
}

std::string sizeText(const Place &place) { return place.container + ".size()"; }

/// A path of one step.
static Place startingAt(const VarDecl *root, std::string text) {
  Place place;
  place.root = root;
  place.name = text;
  place.text = std::move(text);
  return place;
}

std::optional<Place> PlaceTable::variable(const VarDecl *variable, SourceLocation use) {
  if (Facts.declared.count(variable))
    return std::nullopt;
  variable = variable->getCanonicalDecl();
  Place place = startingAt(variable, nameAtRegion(variable, use));
  place.variable = variable;
  place.viaPointer = variable->getType()->isReferenceType();
  return place;
}

/// True when the derived class at the beginning of \p cast hides the base's \p member.
static bool hidesMember(const CastExpr *cast, const NamedDecl *member) {
  QualType type = cast->getSubExpr()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const CXXRecordDecl *derived = type->getAsCXXRecordDecl();
  if (!derived)
    return true;
  for (const CXXBaseSpecifier *base : cast->path()) {
    if (!derived->lookup(member->getDeclName()).empty())
      return true;
    derived = base->getType()->getAsCXXRecordDecl();
  }
  return false;
}

static const CXXRecordDecl *classOf(QualType type) {
  return (type->isPointerType() ? type->getPointeeType() : type)->getAsCXXRecordDecl();
}

/// Whether \p function may do what \p cast does.
static bool mayConvert(const FunctionDecl *function, const CastExpr *cast) {
  const CXXRecordDecl *derived = classOf(cast->getSubExpr()->getType());
  for (const CXXBaseSpecifier *base : cast->path()) {
    if (!derived || !mayConvert(function, derived, base))
      return false;
    derived = base->getType()->getAsCXXRecordDecl();
  }
  return true;
}

/// \p base without conversions to base classes; null when one changes what \p member means.
const Expr *PlaceTable::withoutUpcasts(const Expr *base, const NamedDecl *member) const {
  while (true) {
    base = base->IgnoreParens();
    const auto *cast = dyn_cast<ImplicitCastExpr>(base);
    if (!cast || (cast->getCastKind() != CK_UncheckedDerivedToBase &&
                  cast->getCastKind() != CK_DerivedToBase))
      return base;
    if (hidesMember(cast, member) || !mayConvert(Function, cast))
      return nullptr;
    base = cast->getSubExpr();
  }
}

static bool isPlainField(const FieldDecl *field) {
  return field && !field->isBitField() && field->getIdentifier() &&
         !field->getParent()->isUnion() && !field->getType()->isReferenceType();
}

std::optional<Place> PlaceTable::member(const MemberExpr *member) {
  const auto *field = dyn_cast<FieldDecl>(member->getMemberDecl());
  if (!isPlainField(field))
    return std::nullopt;
  const Expr *base = withoutUpcasts(member->getBase(), field);
  if (!base)
    return std::nullopt;
  MaybePlace place = member->isArrow() ? behind(base) : lvalue(base);
  if (!place)
    return std::nullopt;
  const std::string step = member->isArrow() ? "->" : ".";
  place->name += step + field->getNameAsString();
  if (mayName(Function, field, classOf(base->getType()))) {
    place->text += step + field->getNameAsString();
    return place;
  }
  const auto pointer = Private.pointerTo(field);
  if (!pointer)
    return std::nullopt;
  place->text = "(" + place->text + step + "*" + *pointer + ")";
  return place;
}

namespace {
/// Collects the members that a region names.
class Members : public DynamicVisitor {
public:
  std::vector<const MemberExpr *> Found;

  bool VisitMemberExpr(MemberExpr *member) override {
    Found.push_back(member);
    return true;
  }
};
} // namespace

void PlaceTable::findElements(const Stmt *region) {
  Members members;
  members.TraverseStmt(const_cast<Stmt *>(region));
  for (const MemberExpr *access : members.Found) {
    const auto *field = dyn_cast<FieldDecl>(access->getMemberDecl());
    const Expr *base = field ? withoutUpcasts(access->getBase(), field) : nullptr;
    if (!base || field->isBitField() || field->getParent()->isUnion() || member(access))
      continue;
    const std::string family = access->isArrow() ? familyBehind(base) : familyOfLvalue(base);
    if (!family.empty())
      Elements.insert(family);
  }
}

/// What the pointer \p expr points to, still with the text of the pointer.
std::optional<Place> PlaceTable::behind(const Expr *expr) {
  MaybePlace place = pointer(expr);
  if (!place)
    return std::nullopt;
  place->viaPointer = true;
  if (place->text != "this")
    place->needs.push_back(place->text);
  return place;
}

/// The text of \p expr, an index or an argument in \p place, if it is a constant or a variable
/// that the region cannot change.
std::optional<std::string> PlaceTable::fixedInteger(Place &place, const Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (auto constant = integerConstant(Ast, expr))
    return llvm::toString(*constant, 10);
  const VarDecl *variable = namedVariable(expr);
  if (!variable || !isInteger(variable->getType()) || Facts.modified(variable) ||
      Facts.declared.count(variable) || variable->getType().isVolatileQualified())
    return std::nullopt;
  place.indices.push_back(variable->getCanonicalDecl());
  return nameAtRegion(variable, expr->getExprLoc());
}

/// True when \p index is no fixed integer.
bool PlaceTable::varies(const Expr *index) {
  Place unused;
  try {
    return !fixedInteger(unused, index);
  } catch (const RefusalError &) {
    return true;
  }
}

/// True for a constant \p index within the bounds of the array of type \p type.
static bool certainlyInside(ASTContext &ast, QualType type, const Expr *index) {
  const auto *array = ast.getAsConstantArrayType(type);
  auto value = integerConstant(ast, index);
  return array && value && value->isNonNegative() &&
         array->getSize().ugt(value->getLimitedValue());
}

std::optional<Place> PlaceTable::element(const ArraySubscriptExpr *subscript) {
  const Expr *base = subscript->getBase()->IgnoreParens(), *index = subscript->getIdx();
  const auto *decay = dyn_cast<ImplicitCastExpr>(base);
  const bool isArray = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
  MaybePlace place = isArray ? lvalue(decay->getSubExpr()) : pointer(base);
  const auto text = place ? fixedInteger(*place, index) : std::nullopt;
  if (!text)
    return std::nullopt;
  place->text += "[" + *text + "]";
  place->name += "[" + *text + "]";
  place->viaPointer = place->viaPointer || !isArray;
  if (!isArray || !certainlyInside(Ast, decay->getSubExpr()->getType(), index))
    place->needs.push_back(place->text);
  return place;
}

std::optional<Place> PlaceTable::lvalue(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const VarDecl *named = namedVariable(expr))
    return variable(named, expr->getExprLoc());
  if (const auto *access = dyn_cast<MemberExpr>(expr))
    return member(access);
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expr))
    return element(subscript);
  if (const auto *op = dyn_cast<UnaryOperator>(expr); op && op->getOpcode() == UO_Deref) {
    MaybePlace place = behind(op->getSubExpr());
    if (place)
      place->text = "(*" + place->text + ")", place->name = "(*" + place->name + ")";
    return place;
  }
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(expr); cast && cast->getCastKind() == CK_NoOp)
    return lvalue(cast->getSubExpr());
  return std::nullopt;
}

/// The value of the pointer \p expr: a place whose text is the pointer's.
std::optional<Place> PlaceTable::pointer(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (isa<CXXThisExpr>(expr))
    return startingAt(nullptr, "this");
  if (const auto *called = dyn_cast<CallExpr>(expr)) {
    MaybePlace place = containerData(called);
    if (place)
      place->pointers.push_back(intern(*place, called->getType())->variable);
    return place;
  }
  const auto *cast = dyn_cast<ImplicitCastExpr>(expr);
  if (!cast)
    return std::nullopt;
  const Expr *source = cast->getSubExpr();
  if (cast->getCastKind() == CK_NoOp)
    return pointer(source);
  if (cast->getCastKind() != CK_LValueToRValue || !source->getType()->isPointerType() ||
      source->getType().isVolatileQualified())
    return std::nullopt;
  MaybePlace place = lvalue(source);
  if (!place)
    return std::nullopt;
  const VarDecl *known = namedVariable(source);
  if (known && Facts.modified(known))
    return std::nullopt;
  if (!known) {
    place->family = familyOfLvalue(source);
    known = intern(*place, source->getType())->variable;
  }
  place->pointers.push_back(known->getCanonicalDecl());
  return place;
}

/// `v.data()`: no region that is accepted changes which memory a container has.
std::optional<Place> PlaceTable::containerData(const CallExpr *call) {
  const Expr *container = containerOfData(call);
  MaybePlace place = container ? lvalue(container) : std::nullopt;
  if (!place)
    return std::nullopt;
  place->container = place->text;
  place->containerType = container->getType();
  place->family = familyOfContainer(container);
  place->text += "." + call->getDirectCallee()->getNameAsString() + "()";
  return place;
}

/// `v.size()`, which the program need not call itself: containers tell by pointers in them.
std::optional<Place> PlaceTable::containerSize(const CallExpr *call) {
  const Expr *container = mayBeWritten(Ast.VoidPtrTy) ? nullptr : containerOfSize(call);
  MaybePlace place = container ? lvalue(container) : std::nullopt;
  if (!place)
    return std::nullopt;
  place->text += ".size()";
  place->name += ".size()";
  place->needs.push_back(place->text);
  place->callReads = std::vector<QualType>{Ast.VoidPtrTy};
  return place;
}

//===-- Calls -----------------------------------------------------------------===//

bool mayAlias(const ASTContext &ast, QualType a, QualType b, bool strictAliasing) {
  if (!strictAliasing)
    return true;
  const CharUnits bytes = ast.getTypeSizeInChars(a);
  return bytes.isOne() || ast.getTypeSizeInChars(b).isOne() ||
         (bytes == ast.getTypeSizeInChars(b) && a->isPointerType() == b->isPointerType() &&
          a->isRealFloatingType() == b->isRealFloatingType());
}

/// The function that \p call calls, and its object, before the arguments.
std::optional<Place> PlaceTable::callee(const CallExpr *call) {
  const Expr *expr = call->getCallee()->IgnoreParenImpCasts();
  if (const auto *access = dyn_cast<MemberExpr>(expr)) {
    const Expr *base = withoutUpcasts(access->getBase(), access->getMemberDecl());
    MaybePlace place = !base                 ? std::nullopt
                       : access->isArrow() ? behind(base)
                                           : lvalue(base);
    if (!place || !mayName(Function, access->getMemberDecl(), classOf(base->getType())))
      return std::nullopt;
    const std::string step = (access->isArrow() ? "->" : ".") + access->getMemberDecl()->getNameAsString();
    place->text += step;
    place->name += step;
    return place;
  }
  const auto *ref = dyn_cast<DeclRefExpr>(expr);
  const auto *function = ref ? dyn_cast<FunctionDecl>(ref->getDecl()) : nullptr;
  if (!function || !function->getIdentifier() || function->isTemplateInstantiation() ||
      !function->getDeclContext()->getRedeclContext()->isTranslationUnit())
    return std::nullopt;
  const char *space = Ast.getLangOpts().CPlusPlus ? "::" : "";
  return startingAt(nullptr, space + function->getNameAsString());
}

bool PlaceTable::mayBeWritten(QualType type) const {
  return llvm::any_of(WrittenTypes, [&](QualType written) {
    return mayAlias(Ast, type, written, StrictAliasing);
  });
}

/// A call whose value the region does not change, of an integer type.
std::optional<Place> PlaceTable::call(const CallExpr *call) {
  const FunctionDecl *function = call->getDirectCallee();
  auto reads = isInteger(call->getType()) ? typesReadBy(Ast, call) : std::nullopt;
  if (!reads || call->getNumArgs() > function->getNumParams() || isa<CXXOperatorCallExpr>(call))
    return containerSize(call);
  if (call->isGLValue()) // What it refers to is read behind it.
    reads->push_back(call->getType());
  if (llvm::any_of(*reads, [&](QualType read) { return mayBeWritten(read); }))
    return std::nullopt;
  MaybePlace place = callee(call);
  if (!place)
    return std::nullopt;
  std::string arguments;
  for (const Expr *argument : call->arguments()) {
    const auto text = argument->isGLValue() ? std::nullopt : fixedInteger(*place, argument);
    if (!text)
      return std::nullopt;
    arguments += (arguments.empty() ? "" : ", ") + *text;
  }
  place->text += "(" + arguments + ")";
  place->name += "(" + arguments + ")";
  place->needs.push_back(place->text);
  place->callReads = std::move(reads);
  return place;
}

/// "g_nx" for "g->nx".
static std::string identifierFrom(llvm::StringRef text) {
  std::string name;
  for (char c : text)
    if (llvm::isAlnum(c) || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  return name;
}

const Place *PlaceTable::intern(Place place, QualType type) {
  const std::string key = nameOf(place.root) + place.text;
  if (auto known = Known.find(key); known != Known.end())
    return &known->second;
  auto *variable = VarDecl::Create(Ast, Ast.getTranslationUnitDecl(), place.loc, place.loc,
                                   &Ast.Idents.get(identifierFrom(place.name)), type,
                                   /*TInfo=*/nullptr, SC_Static);
  place.variable = variable;
  const Place *added = &Known.emplace(key, std::move(place)).first->second;
  ByVariable[variable] = added;
  return added;
}

/// Whether \p variable names an integer that lies elsewhere.
static bool refersToInteger(const VarDecl *variable) {
  return variable->getType()->isReferenceType() &&
         isInteger(variable->getType().getNonReferenceType());
}

const Place *PlaceTable::find(const Expr *expr) {
  expr = expr->IgnoreParens();
  if (const VarDecl *named = namedVariable(expr); named && !refersToInteger(named))
    return nullptr;
  const auto *called = dyn_cast<CallExpr>(expr);
  const bool isData = called && containerOfData(called);
  MaybePlace place = isData ? containerData(called) : called ? call(called) : lvalue(expr);
  if (!place || expr->getType().isVolatileQualified() || expr->getType()->isAtomicType())
    return nullptr;
  place->loc = expr->getExprLoc();
  if (!isData)
    place->family = familyOfLvalue(expr);
  if (expr->getType()->isPointerType() && Varying.count(place->family))
    return nullptr;
  return intern(std::move(*place), expr->getType());
}

/// What \p pointer was initialised with where it is a local of the region that keeps its value, as
/// parameters of functions are whose bodies stand in the region.
const Expr *PlaceTable::initialValue(const Expr *pointer) const {
  while (true) {
    const VarDecl *variable = namedVariable(pointer->IgnoreParenImpCasts());
    if (!variable || !Facts.declared.count(variable) || Facts.modified(variable) ||
        !variable->getInit())
      return pointer;
    pointer = variable->getInit();
  }
}

const Place *PlaceTable::notNull(const Expr *expr) {
  expr = initialValue(expr);
  MaybePlace place = expr->getType()->isPointerType() ? pointer(expr) : std::nullopt;
  if (!place || place->text == "this")
    return nullptr;
  // What the region writes through pointers is no local variable.
  const bool isLocal = place->root && place->root->hasLocalStorage() && !place->viaPointer;
  if (!isLocal && mayBeWritten(expr->getType()))
    return nullptr;
  place->text = "(" + place->text + " != 0)";
  place->name = "(" + place->name + " != 0)";
  place->variable = nullptr;
  place->family = place->text;
  place->callReads.emplace();
  if (!isLocal)
    place->callReads->push_back(expr->getType());
  place->loc = expr->getExprLoc();
  return intern(std::move(*place), Ast.BoolTy);
}

const Place *PlaceTable::of(const VarDecl *variable) const {
  auto found = ByVariable.find(variable);
  return found == ByVariable.end() ? nullptr : found->second;
}

std::string PlaceTable::textOf(const VarDecl *variable, SourceLocation use) const {
  const Place *place = of(variable);
  return place ? place->text : nameAtRegion(variable, use);
}

std::string PlaceTable::familyOf(const VarDecl *variable) const {
  const Place *place = of(variable);
  const std::string family = place ? place->family : nameOf(variable->getCanonicalDecl());
  return family + (variable->getType()->isPointerType() ? "*" : "");
}

bool isPartOf(llvm::StringRef part, llvm::StringRef whole) {
  return part.consume_front(whole) && part.starts_with(".");
}

bool PlaceTable::isAmongElements(const Place &place) const {
  return llvm::any_of(Elements, [&](const std::string &whole) { return isPartOf(place.family, whole); });
}

//===-- Certain loads -------------------------------------------------------===//

void CertainLoads::add(const std::vector<std::string> &needs, const isl::set &parameters) {
  for (const std::string &need : needs) {
    auto [found, isNew] = Where.emplace(need, parameters);
    if (!isNew && !parameters.is_subset(found->second))
      found->second = found->second.unite(parameters).coalesce();
  }
}

isl::set CertainLoads::where(const std::vector<std::string> &needs,
                             const isl::set &universe) const {
  isl::set all = universe;
  for (const std::string &need : needs) {
    auto found = Where.find(need);
    all = found == Where.end() ? isl::set::empty(universe.space()) : all.intersect(found->second);
  }
  return all.coalesce();
}

} // namespace gputile::frontend
