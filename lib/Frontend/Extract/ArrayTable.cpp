//===- ArrayTable.cpp - Variables as arrays -------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/ArrayTable.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Describe.h"
#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/ExtentsClause.h"
#include "Frontend/Extract/KnownExtents.h"
#include "Frontend/Extract/Members.h"
#include "Frontend/Extract/UseAfter.h"
#include "Frontend/Inline/Containers.h"

#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/IR/PointerRows.h"

using namespace clang;

namespace gputile::frontend {

unsigned ArrayTable::add(Array array, std::vector<Extent> extents) {
  State.TheScop.arrays.push_back(std::move(array));
  Extents.push_back(std::move(extents));
  return static_cast<unsigned>(Extents.size() - 1);
}

void ArrayTable::refuseElement(const VarDecl *variable, QualType element, SourceLocation use) {
  std::string name = variable->getName().str();
  if (element->isUnionType())
    refuse(DiagId::UnionAccess, use, {name});
  if (element->isRecordType())
    refuseStructure(variable, use);
  if (element->isPointerType())
    refuse(DiagId::PointerUse, use, {name, "it holds pointers"});
  if (typeText(element).empty())
    refuse(DiagId::UnsupportedType, use, {userType(element)});
}

/// \p type is that of the elements: while these are pointers, takes them for rows.
void ArrayTable::followTables(Shape &shape, QualType &type, llvm::StringRef name,
                              SourceLocation use) {
  while (shape.dimensions.size() == shape.levels + 1 && type->isPointerType()) {
    shape.dimensions.push_back(QualType());
    ++shape.levels;
    type = type->getPointeeType();
  }
  if (shape.levels > 0 && type->isArrayType())
    refuse(DiagId::PointerUse, use, {name.str(), "its rows consist of arrays"});
}

ArrayTable::Shape ArrayTable::shapeOf(const VarDecl *variable, SourceLocation use, QualType member) {
  Shape shape;
  QualType type = variable->getType();
  refuseVolatile(type, variable->getName(), use);
  if (type->isReferenceType()) {
    // What it names may have other names.
    type = type.getNonReferenceType();
    shape.storage = ArrayStorage::Pointer;
    refuseVolatile(type, variable->getName(), use);
    if (State.Facts.declared.count(variable) || type->isRecordType() || type->isPointerType())
      refuse(DiagId::UnsupportedExpression, use,
             {"the reference '" + variable->getName().str() + "'"});
  }
  if (type->isPointerType()) {
    shape.storage = ArrayStorage::Pointer;
    shape.restricted = type.isRestrictQualified();
    shape.dimensions.push_back(QualType());
    type = type->getPointeeType();
  }
  while (const ArrayType *array = State.Ast.getAsArrayType(type)) {
    shape.dimensions.push_back(type);
    type = array->getElementType();
  }
  followTables(shape, type, variable->getName(), use);
  if (shape.levels > 0)
    shape.storage = ArrayStorage::Pointer;
  shape.element = type.getUnqualifiedType();
  if (!member.isNull() && (type->isRecordType() || type->isAnyComplexType())) {
    if (shape.levels > 0)
      refuse(DiagId::PointerUse, use, {variable->getName().str(), "its rows consist of structures"});
    refuseVolatile(type, variable->getName(), use);
    shape.members = elementsIn(State.Ast, type, member);
    shape.element = member;
  }
  refuseElement(variable, shape.element, use);
  return shape;
}

/// "A[0][0]" for \p count zeros.
static std::string atOrigin(const std::string &source, size_t count) {
  std::string text = source;
  for (size_t d = 0; d < count; ++d)
    text += "[0]";
  return text;
}

void ArrayTable::fillAddress(Array &array, const Shape &shape, const std::string &source) {
  const size_t rank = shape.dimensions.size();
  if (shape.levels > 0) {
    array.baseExpr = source;
    array.strideExprs.assign(rank, "");
    array.strideExprs.back() = "1";
    array.strideConstants.assign(rank, -1);
    array.strideConstants.back() = 1;
    return;
  }
  const auto members = static_cast<int64_t>(std::max<uint64_t>(shape.members, 1));
  const std::string factor = shape.members > 0 ? " * " + std::to_string(members) : "";
  if (rank == 0)
    array.baseExpr = "&" + source;
  else
    array.baseExpr = rank == 1 ? source : "&" + atOrigin(source, rank);
  for (size_t d = 0; d < rank; ++d) {
    bool last = d + 1 == rank;
    array.strideExprs.push_back(last ? std::to_string(members)
                                     : "sizeof(" + atOrigin(source, d + 1) + ") / sizeof(" +
                                           atOrigin(source, rank) + ")" + factor);
    int64_t constant = last ? members : -1;
    if (!last && shape.dimensions[d + 1]->isConstantSizeType())
      constant = State.Ast.getTypeSizeInChars(shape.dimensions[d + 1]).getQuantity() /
                 static_cast<int64_t>(array.elementBytes);
    array.strideConstants.push_back(constant);
  }
  if (shape.members > 0) {
    array.strideExprs.push_back("1");
    array.strideConstants.push_back(1);
  }
}

/// Makes \p array, a flat pointer, one of several dimensions.
void ArrayTable::giveRows(Array &array, const RowShape &rows, const Shape &shape,
                          std::vector<Extent> &extents) const {
  if (!rows.offsetText.empty()) // A pointer to the whole element, whatever its members are.
    array.baseExpr = "(" + array.baseExpr + " + (" + rows.offsetText + "))";
  array.rank = rows.rank();
  array.strideExprs = rows.strideTexts;
  array.strideConstants.assign(rows.rank(), -1);
  array.strideConstants.back() = 1;
  std::vector<Extent> outer(rows.rank());
  if (shape.members > 0) {
    const std::string members = std::to_string(shape.members);
    for (std::string &stride : array.strideExprs)
      stride = stride == "1" ? members : "(" + stride + ") * " + members;
    array.strideConstants.back() = static_cast<int64_t>(shape.members);
    ++array.rank;
    array.strideExprs.push_back("1");
    array.strideConstants.push_back(1);
    outer.push_back(extents.back());
  }
  extents = std::move(outer);
}

namespace {
/// True when an expression names only variables that the function never changes.
class OnlyConstants : public DynamicVisitor {
public:
  explicit OnlyConstants(const FunctionFacts &facts) : Facts(facts) {}
  bool Good = true;
  bool VisitStmt(Stmt *stmt) override {
    if (!isa<DeclRefExpr, IntegerLiteral, CastExpr, ParenExpr, BinaryOperator, UnaryOperator,
             UnaryExprOrTypeTraitExpr, ConditionalOperator>(stmt))
      Good = false;
    return Good;
  }
  bool VisitDeclRefExpr(DeclRefExpr *ref) override {
    const auto *variable = dyn_cast<VarDecl>(ref->getDecl());
    bool changes = variable && (isShadowed(variable) || !variable->hasLocalStorage() || Facts.written.count(variable) ||
                                Facts.addressTaken.count(variable));
    Good = Good && !changes && (variable || isa<EnumConstantDecl>(ref->getDecl()));
    return Good;
  }

private:
  const FunctionFacts &Facts;
  /// Another variable of that name may be the one that the region sees.
  bool isShadowed(const VarDecl *variable) const {
    for (const auto &[other, uses] : Facts.uses)
      if (other != variable && other->getName() == variable->getName())
        return true;
    return false;
  }
};
} // namespace

/// Whether \p size, of a variable-length array, has the same value wherever it is visible. Null
/// has none.
bool ArrayTable::isFixedSize(const Expr *size) const {
  if (!size)
    return false;
  OnlyConstants check(State.Function);
  check.TraverseStmt(const_cast<Expr *>(size));
  return check.Good;
}

/// The size of an array that the region declares here, if it is the same in all iterations.
ArrayTable::Extent ArrayTable::sizeHere(const Expr *size) {
  const size_t parameters = State.TheScop.parameters.size();
  const auto value = AffineBuilder(State, State.universe()).value(size);
  if (value && value->valid.is_equal(State.universe()) && !State.involvesIterators(value->value))
    return {std::nullopt, "", nullptr, value->value};
  State.truncateParameters(parameters);
  return {};
}

/// The extent that a parameter `double A[n]` was declared with.
ArrayTable::Extent ArrayTable::declaredExtent(const VarDecl *variable) {
  const auto *parameter = dyn_cast<ParmVarDecl>(variable);
  if (!parameter)
    return {};
  const ArrayType *array = State.Ast.getAsArrayType(parameter->getOriginalType());
  if (const auto *constant = dyn_cast_or_null<ConstantArrayType>(array))
    return {constant->getSize(), ""};
  const auto *variableSize = dyn_cast_or_null<VariableArrayType>(array);
  if (!variableSize || !isFixedSize(variableSize->getSizeExpr()))
    return {};
  auto value = AffineBuilder(State, State.universe()).value(variableSize->getSizeExpr());
  if (!value || !value->valid.is_equal(State.universe()))
    return {};
  return {std::nullopt, "", variableSize->getSizeExpr()};
}

/// What clause extents says. As text it is tested not to be negative, like all sizes.
ArrayTable::Extent ArrayTable::clauseExtent(const VarDecl *variable) const {
  const auto given = State.Extents.find(variable->getCanonicalDecl());
  if (given == State.Extents.end())
    return {};
  const Expr *named = extentAsVariable(State, *given->second);
  AffineBuilder builder(State, State.universe());
  if (const auto value = named ? builder.value(named) : std::nullopt;
      value && value->valid.is_equal(State.universe()))
    return {std::nullopt, "", nullptr, value->value};
  return {std::nullopt, "(unsigned long)(" + given->second->text + ")"};
}

/// A flat pointer of n elements has n / m rows of m elements, and perhaps a part of one more.
void ArrayTable::giveExtents(const VarDecl *variable, const RowShape &rows, Array &array,
                             std::vector<Extent> &extents) {
  const auto given = State.Extents.find(variable->getCanonicalDecl());
  const auto length = given == State.Extents.end() ? std::nullopt : Flat.rowLength(rows);
  if (!length)
    return;
  const std::string row = "(unsigned long)(" + rows.strideTexts[0] + ")";
  const std::string count = "(unsigned long)(" + given->second->text + ")";
  extents[0].expr = "(" + row + " ? (" + count + " + " + row + " - 1) / " + row + " : 0)";
  extents[1].value = length;
  array.assumedExtent = true;
}

/// The elements that pointer \p variable points to, as far as the program says.
ArrayTable::Extent ArrayTable::pointedExtent(const VarDecl *variable) {
  if (const Extent given = clauseExtent(variable); given.known())
    return given;
  if (const Place *place = State.Places.of(variable); place && !place->container.empty())
    return {std::nullopt, hasSize(place->containerType) ? sizeText(*place) : ""};
  const Extent declared = declaredExtent(variable);
  return declared.known() ? declared : Extent{extentFromCalls(State, variable), ""};
}

std::vector<ArrayTable::Extent> ArrayTable::extentsOf(const VarDecl *variable, const Shape &shape,
                                                      const std::string &source) {
  std::vector<Extent> extents;
  for (size_t d = 0; d < shape.dimensions.size(); ++d) {
    QualType type = shape.dimensions[d];
    if (type.isNull())
      extents.push_back(d == 0 ? pointedExtent(variable) : Extent{});
    else if (const auto *constant = State.Ast.getAsConstantArrayType(type))
      extents.push_back({constant->getSize(), ""});
    else if (const auto *sized = State.Ast.getAsVariableArrayType(type);
             sized && State.Facts.declared.count(variable))
      extents.push_back(sizeHere(sized->getSizeExpr()));
    else if (sized)
      extents.push_back({std::nullopt, "sizeof(" + atOrigin(source, d) + ") / sizeof(" +
                                           atOrigin(source, d + 1) + ")"});
    else
      extents.push_back({});
  }
  if (shape.members > 0)
    extents.push_back({llvm::APInt(64, shape.members), ""});
  return extents;
}

/// \p variable as the user wrote it.
static std::string sourceName(const ExtractState &state, const VarDecl *variable) {
  const Place *place = state.Places.of(variable);
  return place ? place->name : variable->getName().str();
}

unsigned ArrayTable::arrayFor(const VarDecl *variable, SourceLocation use, QualType member) {
  variable = variable->getCanonicalDecl();
  const Key key(variable, member.getTypePtrOrNull());
  if (auto known = Known.find(key); known != Known.end())
    return known->second;
  const VarDecl *complete = variable->getMostRecentDecl(); // `extern int a[]; int a[9];`
  Shape shape = shapeOf(complete, use, member);
  std::string source = State.Places.textOf(variable, use);
  const Place *place = State.Places.of(variable);
  Array array;
  array.name = State.Names.unique(variable->getName());
  array.sourceName = sourceName(State, variable);
  array.elementType = typeText(shape.element);
  array.elementBytes =
      static_cast<unsigned>(State.Ast.getTypeSizeInChars(shape.element).getQuantity());
  array.rank = static_cast<unsigned>(shape.rank());
  // The entry reads a value that may not exist only where the region does.
  const bool isBehind = place && (place->viaPointer || !place->needs.empty());
  array.storage = isBehind ? ArrayStorage::Pointer : shape.storage;
  // What a restricted pointer to pointers leads to may be reached in other ways.
  array.noAlias = shape.restricted && !place && shape.levels == 0;
  array.loc = sourceRef(variable->getLocation());
  bool local = State.Facts.declared.count(variable);
  if (local && shape.storage == ArrayStorage::Pointer)
    refuse(DiagId::PointerUse, use, {array.sourceName, "it is declared inside the region"});
  if (local)
    array.storage = ArrayStorage::Private;
  else
    fillAddress(array, shape, source);
  array.exposed = array.storage == ArrayStorage::Object && hasOtherNames(State, variable) &&
                  !complete->getType().isConstQualified();
  array.deadAfter = array.storage == ArrayStorage::Object && !mayBeReadAfter(State, variable);
  std::vector<Extent> extents = extentsOf(complete, shape, source);
  const RowShape *rows = Flat.shapeOf(variable);
  if (rows) {
    array.storage = ArrayStorage::Pointer; // Its rows say what is accessed.
    array.exposed = array.deadAfter = false;
    giveRows(array, *rows, shape, extents);
    giveExtents(variable, *rows, array, extents);
  }
  unsigned index = add(std::move(array), std::move(extents));
  if (rows)
    Rows.emplace(index, *rows);
  else
    Types.emplace(index, std::move(shape.dimensions));
  if (place)
    OfPlaces.insert(index);
  if (auto found = State.PrivateLocals.find(variable); found != State.PrivateLocals.end())
    SharedConditions[index] = found->second;
  return Known[key] = index;
}

unsigned ArrayTable::makePrivateScalar(llvm::StringRef name, const std::string &type,
                                       unsigned bytes, SourceLocation loc) {
  Array array;
  array.name = State.Names.unique(name);
  array.sourceName = name.str();
  array.elementType = type;
  array.elementBytes = bytes;
  array.storage = ArrayStorage::Private;
  array.loc = sourceRef(loc);
  return add(std::move(array), {});
}

unsigned ArrayTable::bytesOfPointer(const VarDecl *variable) {
  const Place *place = State.Places.of(variable);
  const bool isContainer = place && !place->container.empty();
  auto bytes = static_cast<uint64_t>(
      State.Ast.getTypeSizeInChars(isContainer ? place->containerType : variable->getType()).getQuantity());
  Array array;
  array.name = State.Names.unique((variable->getName() + "_bytes").str());
  array.sourceName = sourceName(State, variable);
  array.elementType = "unsigned char";
  array.elementBytes = 1;
  array.rank = 1;
  array.baseExpr =
      "(const unsigned char *)&" +
      (isContainer ? place->container : State.Places.textOf(variable, variable->getLocation()));
  array.strideExprs = {"1"};
  array.strideConstants = {1};
  array.loc = sourceRef(variable->getLocation());
  return add(std::move(array), {{llvm::APInt(64, bytes), ""}});
}

std::vector<const VarDecl *> ArrayTable::pointers() const {
  std::vector<const VarDecl *> found;
  for (const auto &[key, array] : Known)
    if (const VarDecl *variable = key.first;
        State.TheScop.arrays[array].storage == ArrayStorage::Pointer &&
        variable->getType()->isPointerType() && (found.empty() || found.back() != variable))
      found.push_back(variable);
  return found;
}

bool ArrayTable::allExtentsKnown(unsigned array) const {
  for (const Extent &extent : Extents[array])
    if (!extent.known())
      return false;
  return true;
}

bool ArrayTable::isInspectable(unsigned array) {
  const Array &info = State.TheScop.arrays[array];
  const std::vector<Extent> &extents = Extents[array];
  if (info.storage != ArrayStorage::Pointer || extents.empty() || extents[0].known() ||
      pointerLevels(info) > 0)
    return false;
  return Rows.count(array) ? inspectedRow(array).has_value()
                           : std::all_of(extents.begin() + 1, extents.end(),
                                         [](const Extent &extent) { return extent.known(); });
}

std::optional<isl::pw_aff> ArrayTable::inspectedRow(unsigned array) {
  const auto rows = Rows.find(array);
  // With members of structures there is a dimension more.
  return rows == Rows.end() || rank(array) != 2 ? std::nullopt : Flat.rowLength(rows->second);
}

isl::set ArrayTable::inspectedBounds(unsigned array, const std::vector<std::string> &index) {
  auto &[least, most] = Inspected[array];
  const std::string &name = State.TheScop.arrays[array].name;
  if (least.empty()) {
    least = State.Names.unique(name + "_least");
    most = State.Names.unique(name + "_most");
  }
  const auto value = [&](const std::string &id) {
    return isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, id));
  };
  const auto found = [&](const std::string &parameter) {
    State.inspectedParameter(parameter);
    return value(parameter);
  };
  isl::set bounds = knownBounds(array, index)
                        .intersect(value(index[0]).ge_set(found(least)))
                        .intersect(value(index[0]).le_set(found(most)));
  if (const auto row = inspectedRow(array))
    bounds = bounds.intersect(value(index[1]).ge_set(State.universe().pw_aff_on_domain(0)))
                 .intersect(value(index[1]).lt_set(*row));
  return bounds;
}

std::vector<InspectedArray> ArrayTable::inspected() {
  std::vector<InspectedArray> result;
  const std::vector<Parameter> &parameters = State.TheScop.parameters;
  const auto find = [&](const std::string &name) {
    return static_cast<unsigned>(
        std::find_if(parameters.begin(), parameters.end(),
                     [&](const Parameter &parameter) { return parameter.name == name; }) -
        parameters.begin());
  };
  for (const auto &[array, names] : Inspected) // What was taken back has none.
    if (find(names.first) < parameters.size() && find(names.second) < parameters.size())
      result.push_back({array, find(names.first), find(names.second)});
  return result;
}

isl::pw_aff ArrayTable::extentValue(unsigned array, size_t dimension) {
  const Extent &extent = Extents[array][dimension];
  if (extent.constant)
    return State.universe().pw_aff_on_domain(
        isl::val(State.Isl, llvm::toString(*extent.constant, 10, false)));
  if (extent.value)
    return *extent.value;
  if (extent.declared)
    return AffineBuilder(State, State.universe()).value(extent.declared)->value;
  const Array &info = State.TheScop.arrays[array];
  unsigned p =
      State.sizeParameter(info.name + "_size" + std::to_string(dimension), extent.expr);
  return isl::pw_aff::param_on_domain(State.universe(),
                                      isl::id(State.Isl, State.TheScop.parameters[p].name));
}

std::optional<isl::pw_aff> ArrayTable::sizeInType(unsigned array, size_t dimension) {
  const auto types = Types.find(array);
  if (types == Types.end() || dimension >= types->second.size() || types->second[dimension].isNull())
    return std::nullopt;
  const QualType type = types->second[dimension];
  if (const auto *constant = State.Ast.getAsConstantArrayType(type)) {
    // `double data[1];` at the end of a structure stands for any number.
    if (dimension == 0 && OfPlaces.count(array) && constant->getSize().ule(1))
      return std::nullopt;
    return State.universe().pw_aff_on_domain(
        isl::val(State.Isl, llvm::toString(constant->getSize(), 10, false)));
  }
  const auto *variableSize = State.Ast.getAsVariableArrayType(type);
  if (!variableSize || !isFixedSize(variableSize->getSizeExpr()))
    return std::nullopt;
  const size_t parameters = State.TheScop.parameters.size();
  const auto size = AffineBuilder(State, State.universe()).value(variableSize->getSizeExpr());
  const bool isOld = State.TheScop.parameters.size() == parameters;
  State.truncateParameters(parameters);
  if (!size || !isOld || State.involvesIterators(size->value))
    return std::nullopt;
  // Other sizes have no meaning.
  const isl::set positive = size->value.ge_set(State.universe().pw_aff_on_domain(1));
  return size->value.intersect_domain(size->valid.intersect(positive));
}

isl::set ArrayTable::knownBounds(unsigned array, const std::vector<std::string> &index) {
  isl::set bounds = State.universe();
  for (size_t d = 0; d < index.size(); ++d) {
    if (!Extents[array][d].known())
      continue;
    isl::pw_aff value = isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, index[d]));
    bounds = bounds.intersect(value.ge_set(State.universe().pw_aff_on_domain(0)))
                 .intersect(value.lt_set(extentValue(array, d)));
  }
  return bounds;
}

} // namespace gputile::frontend
