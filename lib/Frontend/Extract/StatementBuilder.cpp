//===- StatementBuilder.cpp - C statements as statements of the Scop ------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/StatementBuilder.h"

#include "Frontend/CText/Literal.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/BindTuples.h"
#include "Frontend/Extract/Choices.h"
#include "Frontend/Extract/LoopCounters.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/EarlyEnds.h"
#include "Frontend/Extract/EarlyReads.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/OutOfBounds.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/IndependentClause.h"
#include "Frontend/Extract/Inductions.h"
#include "Frontend/Extract/ReductionClauses.h"
#include "Frontend/Extract/Temporaries.h"
#include "Frontend/Extract/Updates.h"
#include "Frontend/Extract/UseAfter.h"
#include "Frontend/OperandChain.h"
#include "Frontend/SourceText.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace gputile::frontend {

std::vector<std::string> indexIds(unsigned rank) {
  std::vector<std::string> ids;
  for (unsigned d = 0; d < rank; ++d)
    ids.push_back("gpt_a" + std::to_string(d));
  return ids;
}

/// The terms of `a && (b && c) && d`, from left to right.
static std::vector<const Expr *> conjuncts(const Expr *condition) {
  return operandChain(condition, BO_LAnd);
}

isl::set conditionBounds(ExtractState &state, const Expr *condition, const isl::set &domain) {
  isl::set bounds = state.universe();
  llvm::SaveAndRestore conditions(state.DataConditions);
  for (const Expr *term : conjuncts(condition)) {
    isl::set reached = domain.intersect(bounds);
    AffineBuilder builder(state, reached);
    auto affine = builder.condition(term);
    if (!affine) {
      ++state.DataConditions;
      continue;
    }
    state.require(affine->valid, reached, term->getExprLoc());
    isl::set narrowed = bounds.intersect(affine->holds);
    if (!isScattered(domain.intersect(narrowed)))
      bounds = narrowed;
    else
      ++state.DataConditions;
  }
  return bounds;
}

StatementBuilder::StatementBuilder(ExtractState &state, CalleeTexts &callees,
                                   ArrayTable &arrays, const WalkPoint &point, SourceLocation loc)
    : ControlPrinter(state, callees), Arrays(arrays), Point(point), Path(point.domain), Loops(state, point) {
  TheStatement.name = "S" + std::to_string(state.Statements.size());
  TheStatement.loc = sourceRef(loc);
  for (const LoopLevel &level : point.loops) {
    TheStatement.iterators.push_back(level.variable->getName().str());
    TheStatement.iteratorTypes.push_back(cudaType(level.variable->getType(), loc));
  }
  TheStatement.domain = bindSet(overCounters(point.domain, point.loops), TheStatement.name,
                                dimensionIds(point.loops));
  TheStatement.iteratorValues = iteratorValues(State, point.loops, TheStatement.name);
  TheStatement.schedule = TheStatement.domain.identity(); // Until all are known.
  State.DataConditions = Point.conditions.size();
  printConditions();
}

void StatementBuilder::printConditions() {
  for (auto [array, sense] : Point.conditions) {
    Out << (sense ? "if (" : "if (!");
    reference(array, State.universe(), Use::Read, SourceLocation());
    Out << ") ";
  }
  if (!Point.conditions.empty())
    Out << "{ ";
  Maybe = static_cast<unsigned>(Point.conditions.size());
}

isl::map StatementBuilder::mapTo(unsigned array, const isl::set &set) const {
  const Array &target = State.TheScop.arrays[array];
  return bindMap(overCounters(withoutTextLoops(set), Point.loops), TheStatement.name, dimensionIds(Point.loops),
                 target.name, indexIds(target.rank));
}

unsigned StatementBuilder::addReference(unsigned array, const isl::set &index, bool affine,
                                        SourceLocation loc) {
  Reference reference;
  reference.array = array;
  reference.affine = affine;
  reference.index = mapTo(array, index.intersect(Point.domain).coalesce());
  reference.loc = sourceRef(loc);
  if (const auto clause = Clauses.find(reference.loc.raw); clause != Clauses.end())
    reference.reduction = clause->second;
  TheStatement.references.push_back(std::move(reference));
  return static_cast<unsigned>(TheStatement.references.size() - 1);
}

/// The part of \p relation, accesses under a data condition, that can be executed:
/// what lies outside of the array is not, unless the statement accesses it anyway.
isl::map StatementBuilder::possibleAccesses(unsigned array, const isl::map &relation) const {
  isl::set inside = Arrays.knownBounds(array, indexIds(Arrays.rank(array)));
  isl::map possible = relation.intersect(mapTo(array, inside.intersect(Point.domain)));
  for (const Access &access : TheStatement.accesses)
    if (access.kind != AccessKind::MayWrite && !Uncertain.count(access.reference) &&
        TheStatement.references[access.reference].array == array)
      possible = possible.unite(relation.intersect(access.relation));
  return possible.coalesce();
}

void StatementBuilder::addAccesses(unsigned reference, const isl::set &index, Use use) {
  unsigned array = TheStatement.references[reference].array;
  isl::map relation = mapTo(array, index.intersect(Path).coalesce());
  const bool certain = Maybe <= Arrays.sharedConditions(array);
  const bool affine = TheStatement.references[reference].affine;
  if (Speculates)
    requireInside(reference, index);
  else if (!certain)
    relation = possibleAccesses(array, relation);
  // Where the text is not evaluated it refers to nothing.
  TheStatement.references[reference].index = relation;
  noteElements(array, relation, certain);
  if (!certain)
    Uncertain.insert(reference);
  if (use != Use::Write)
    TheStatement.accesses.push_back({reference, AccessKind::Read, relation});
  if (use != Use::Read)
    TheStatement.accesses.push_back(
        {reference, certain && affine ? AccessKind::MustWrite : AccessKind::MayWrite, relation});
}

void StatementBuilder::reference(unsigned array, const isl::set &index, Use use,
                                 SourceLocation loc) {
  unsigned number = addReference(array, index, true, loc);
  const size_t before = TheStatement.accesses.size();
  addAccesses(number, index, use);
  if (use != Use::Read)
    forgetReads(number);
  if (const auto own = Speculates || InUpdate || InSubscript ? std::nullopt : Own.find(TheStatement, number)) {
    forgetLast(before);
    number = *own;
  } else if (use == Use::Read) {
    number = mergeRead(number);
  } else if (!InUpdate && !Repeats) {
    Own.write(TheStatement, number);
  }
  Out.add(BodyPiece::makeReference(number));
}

/// Forgets reads of what \p written may have changed.
void StatementBuilder::forgetReads(unsigned written) {
  const Reference &reference = TheStatement.references[written];
  const FixedRange fixed(reference.index);
  std::erase_if(Reads, [&](const auto &read) {
    return TheStatement.references[read.second.reference].array == reference.array &&
           !read.second.fixed.differsFrom(fixed);
  });
}

/// Forgets the last reference, whose accesses are those from \p access on.
void StatementBuilder::forgetLast(size_t access) {
  TheStatement.references.pop_back();
  TheStatement.accesses.erase(TheStatement.accesses.begin() + static_cast<long>(access), TheStatement.accesses.end());
  Uncertain.erase(static_cast<unsigned>(TheStatement.references.size()));
}

/// Forgets \p number, the last reference, which is only read, when an earlier one reads the
/// same elements. \returns the reference that remains.
unsigned StatementBuilder::mergeRead(unsigned number) {
  const isl::map &relation = TheStatement.accesses.back().relation;
  const unsigned array = TheStatement.references[number].array;
  auto [known, end] = Reads.equal_range(isl_map_get_hash(relation.get()));
  for (; known != end; ++known) {
    const unsigned other = known->second.reference;
    if (TheStatement.references[other].array != array || Uncertain.count(other) != Uncertain.count(number) ||
        !isl_map_plain_is_equal(TheStatement.references[other].index.get(), relation.get()))
      continue;
    forgetLast(TheStatement.accesses.size() - 1);
    return other;
  }
  Reads.emplace(isl_map_get_hash(relation.get()), KnownRead{number, FixedRange(relation)});
  return number;
}

/// Remembers which elements behind a pointer of unknown extent are accessed in
/// any case and which only where data says so.
void StatementBuilder::noteElements(unsigned array, const isl::map &relation, bool certain) {
  const Array &info = State.TheScop.arrays[array];
  if (Gathering || info.storage != ArrayStorage::Pointer || Arrays.allExtentsKnown(array))
    return;
  const isl::set elements = relation.range();
  std::vector<isl::set> &known = (certain ? State.CertainElements : State.UncertainElements)[array];
  const auto isSame = [&](const isl::set &other) {
    return isl_set_plain_is_equal(elements.get(), other.get()) == isl_bool_true;
  };
  if (std::none_of(known.begin(), known.end(), isSame))
    known.push_back(elements);
}

//===-- Variables ---------------------------------------------------------===//

void StatementBuilder::lvalue(const Expr *expr, Use use) {
  llvm::SaveAndRestore outermost(Outermost, Outermost ? Outermost : expr);
  if (use != Use::Read)
    State.Scalars.forgetPossible(namedVariable(expr));
  if (localOf(expr))
    return localPlace(expr);
  AccessPath path = accessPath(State, expr);
  if (path.subscripts.empty() && !path.member)
    return scalar(path.variable, use, path.loc);
  element(path, use);
}

/// Prints variables whose value is known without memory.
bool StatementBuilder::readWithoutMemory(const VarDecl *variable) {
  for (unsigned d = 0; d < Point.loops.size(); ++d)
    if (Point.loops[d].variable == variable) {
      Out.add(BodyPiece::makeIterator(d, TheStatement.iteratorTypes[d]));
      return true;
    }
  if (const APValue *value = constantVariable(variable)) {
    Out << (value->isInt() ? integerLiteral(value->getInt(), variable->getType())
                           : floatLiteral(value->getFloat(), variable->getType()));
    return true;
  }
  if (auto local = State.FixedLocals.find(variable); local != State.FixedLocals.end()) {
    Out << "((" << typeText(variable->getType()) << ")(";
    value(local->second);
    Out << "))";
    return true;
  }
  auto parameter = State.findParameter(variable);
  if (parameter && !State.Facts.modified(variable)) {
    Out.add(BodyPiece::makeParameter(*parameter, typeText(variable->getType())));
    return true;
  }
  return false;
}

void StatementBuilder::scalar(const VarDecl *variable, Use use, SourceLocation loc) {
  refuseVolatile(variable->getType(), variable->getName(), loc);
  std::string name = variable->getName().str();
  if (use != Use::Read && State.Facts.iterators.count(variable))
    refuse(DiagId::IteratorModified, loc, {name});
  if (use == Use::Read && (readWithoutMemory(variable) || readFollowed(variable, loc)))
    return;
  if (State.Facts.iterators.count(variable))
    refuse(DiagId::UnsupportedExpression, loc,
           {"the value of loop iterator '" + name + "' outside its loop"});
  if (State.Scalars.follows(variable))
    throw NotFollowedError{variable};
  if (variable->getType()->isPointerType())
    refuse(DiagId::PointerUse, loc, {name, use == Use::Read ? "it is used as a value"
                                                            : "it is changed"});
  unsigned array = Arrays.arrayFor(variable, loc);
  notePlaceAccess(State, variable, Path);
  if (Arrays.rank(array) != 0)
    refuse(DiagId::PointerUse, loc, {name, "it is used as a whole"});
  reference(array, State.universe(), use, loc);
}

//===-- Followed variables ---------------------------------------------------===//

/// Prints what a followed variable holds, if that is known.
bool StatementBuilder::readFollowed(const VarDecl *variable, SourceLocation loc) {
  const std::string type = typeText(variable->getType());
  const ScalarValue *known = State.Scalars.find(variable);
  if (known && (known->expr || !known->text.empty())) {
    Out << "((" << type << ")(";
    scalarText(*known);
    Out << "))";
    return true;
  }
  if (!State.Scalars.follows(variable) || !State.Scalars.isInitial(variable) ||
      State.Facts.declared.count(variable) || !isInteger(variable->getType()))
    return false;
  Out.add(BodyPiece::makeParameter(State.parameterFor(variable, loc), type));
  return true;
}

void StatementBuilder::scalarText(const ScalarValue &known) {
  if (!known.expr) {
    for (const BodyPiece &piece : known.text)
      Out.add(piece);
    return;
  }
  ScalarValues::Values now = State.Scalars.current();
  State.Scalars.restore(known.before);
  value(known.expr);
  State.Scalars.restore(std::move(now));
}

std::vector<BodyPiece> StatementBuilder::textOf(const Expr *expr) {
  PieceList outer = std::move(Out);
  Out = PieceList();
  value(expr);
  std::vector<BodyPiece> text = Out.take();
  Out = std::move(outer);
  return text;
}

/// Text that refers to memory cannot stand elsewhere, and text that grows with every
/// assignment grows without limit.
static bool isPortable(const std::vector<BodyPiece> &text) {
  constexpr size_t maxPieces = 64;
  return text.size() <= maxPieces && llvm::none_of(text, [](const BodyPiece &piece) {
    return piece.kind == BodyPiece::Kind::Reference;
  });
}

/// True when nothing reads the last value that the region gives to \p variable.
bool StatementBuilder::isUsedInsideOnly(const VarDecl *variable) const {
  return !State.Facts.iterators.count(variable) &&
         (State.Facts.declared.count(variable) || !mayBeReadAfter(State, variable));
}

/// The value of \p init, an integer, if it is affine or a polynomial.
std::optional<ScalarValue> StatementBuilder::integerValue(const VarDecl *variable,
                                                          const Expr *init) {
  if (!isInteger(variable->getType()))
    return std::nullopt;
  AffineBuilder builder(State, Path);
  auto affine = builder.value(init);
  auto polynomial = Arrays.flat().lastingValue(init, Path);
  if (!affine && !(polynomial && isUsedInsideOnly(variable)))
    return std::nullopt;
  ScalarValue assigned{std::nullopt, State.universe(), {}, std::move(polynomial)};
  if (affine)
    assigned.value = affine->value, assigned.valid = affine->valid;
  assigned.text = portableText(init, affine);
  return isPortable(assigned.text) ? std::optional(std::move(assigned)) : std::nullopt;
}

/// The text of \p init; where that reads memory, `dims[0] - 3`, the text of its value if that is affine.
std::vector<BodyPiece> StatementBuilder::portableText(const Expr *init, const std::optional<Affine> &affine) {
  if (affine && State.Scalars.mentionsNumber(init))
    return frontend::textOf(State, affine->value);
  const size_t references = TheStatement.references.size(), accesses = TheStatement.accesses.size();
  std::vector<BodyPiece> text = textOf(init);
  std::vector<BodyPiece> ofValue;
  if (affine && !isPortable(text))
    ofValue = frontend::textOf(State, affine->value);
  if (ofValue.empty())
    return text;
  TheStatement.references.resize(references);
  TheStatement.accesses.erase(TheStatement.accesses.begin() + static_cast<long>(accesses), TheStatement.accesses.end());
  std::erase_if(Uncertain, [&](unsigned reference) { return reference >= references; });
  std::erase_if(Reads, [&](const auto &read) { return read.second.reference >= references; });
  Own.forgetReferences(references);
  State.require(affine->valid, Path, init->getExprLoc());
  return ofValue;
}

ScalarValue StatementBuilder::scalarValue(const VarDecl *variable, const Expr *init) {
  if (auto assigned = integerValue(variable, init))
    return *assigned;
  if (State.Facts.iterators.count(variable))
    refuse(DiagId::IteratorModified, init->getExprLoc(), {variable->getName().str()});
  // Text within text would grow with every assignment.
  if (State.Scalars.mentionsText(init) || !canBeRepeated(State, init) ||
      !isUsedInsideOnly(variable))
    throw NotFollowedError{variable};
  return {std::nullopt, State.universe(), {}, std::nullopt, init, State.Scalars.current()};
}

bool StatementBuilder::handleAssignment(const VarDecl *variable, const Expr *value) {
  if (!State.Scalars.follows(variable) || Locals.count(variable))
    return false;
  ScalarValue assigned = scalarValue(variable, value);
  noteAssignment(variable, assigned, value->getExprLoc());
  State.Scalars.assign(variable, std::move(assigned));
  return true;
}

/// `k++` and the like where k is followed and known.
bool StatementBuilder::handleStep(const Expr *expr) {
  const VarDecl *variable = assignedVariable(expr);
  if (!State.Scalars.follows(variable) || Locals.count(variable) || !isInteger(variable->getType()))
    return false;
  const auto step = stepOf(State.Ast, variable, expr);
  const auto value = step ? currentValue(State, variable) : std::nullopt;
  if (!value)
    return false;
  const isl::val size(State.Isl, llvm::toString(*step, 10));
  const Affine now = stepped(State, variable, *value, value->value.domain().pw_aff_on_domain(size));
  ScalarValue assigned{now.value, now.valid, frontend::textOf(State, now.value)};
  noteAssignment(variable, assigned, expr->getExprLoc());
  State.Scalars.assign(variable, std::move(assigned));
  return true;
}

/// Remembers what a variable that is not followed may hold, for subscripts.
void StatementBuilder::assigned(const VarDecl *variable, const Expr *value) {
  Loops.assign(variable, value);
  if (!variable || !isInteger(variable->getType()) || variable->getType().isVolatileQualified() ||
      State.Facts.iterators.count(variable) || State.Scalars.follows(variable) ||
      isExposed(State, variable))
    return;
  State.Scalars.choose(variable, {value, Path, State.DataConditions, State.Scalars.current()});
}

/// The region may end with this value.
void StatementBuilder::noteAssignment(const VarDecl *variable, const ScalarValue &assigned,
                                      SourceLocation loc) {
  Assigns = true;
  if (State.Facts.declared.count(variable) || !assigned.value)
    return;
  isl::pw_aff exit = isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, ExitId));
  std::vector<int> positions = Point.positions;
  positions.push_back(static_cast<int>(State.Exits.size()) + 1); // One statement may assign twice.
  State.Exits.push_back({variable, Path.intersect(exit.eq_set(*assigned.value)), Point.loops,
                         std::move(positions), loc, Maybe > 0, assigned.valid});
}

//===-- Elements of arrays --------------------------------------------------===//

std::optional<Affine> StatementBuilder::affineSum(const Subscript &subscript,
                                                  AffineFailure &failure) {
  Affine sum{State.universe().pw_aff_on_domain(0), State.universe()};
  for (const SubscriptTerm &term : subscript) {
    AffineBuilder builder(State, Path);
    auto value = builder.value(term.expr);
    if (!value) {
      failure = builder.failure();
      return std::nullopt;
    }
    sum.value = term.negative ? sum.value.sub(value->value) : sum.value.add(value->value);
    sum.valid = sum.valid.intersect(value->valid);
  }
  return sum;
}

std::optional<std::vector<Affine>> StatementBuilder::outerSubscripts(const AccessPath &path,
                                                                     AffineFailure &failure) {
  if (const RowShape *shape = Arrays.flat().shapeOf(path.variable))
    return Arrays.flat().subscripts(*shape, path, Path, failure);
  std::vector<Affine> subscripts;
  for (const Subscript &subscript : path.subscripts) {
    auto sum = affineSum(subscript, failure);
    if (!sum)
      return std::nullopt;
    subscripts.push_back(*sum);
  }
  return subscripts;
}

/// Within its structure; subscripts there stay in their arrays.
std::optional<Affine> StatementBuilder::memberPosition(const MemberPath &path,
                                                       AffineFailure &failure) {
  auto position = affineSum(path.position, failure);
  for (const InnerSubscript &inner : path.subscripts) {
    auto value = position ? affineSum(inner.subscript, failure) : std::nullopt;
    if (!value)
      return std::nullopt;
    const isl::pw_aff extent =
        State.universe().pw_aff_on_domain(isl::val(State.Isl, std::to_string(inner.extent)));
    position->valid = position->valid.intersect(value->valid)
                          .intersect(value->value.lt_set(extent))
                          .intersect(value->value.ge_set(State.universe().pw_aff_on_domain(0)));
  }
  return position;
}

std::optional<std::vector<Affine>> StatementBuilder::affineSubscripts(const AccessPath &path,
                                                                      AffineFailure &failure) {
  auto subscripts = outerSubscripts(path, failure);
  if (!subscripts || !path.member)
    return subscripts;
  auto position = memberPosition(*path.member, failure);
  if (!position)
    return std::nullopt;
  subscripts->push_back(*position);
  return subscripts;
}

/// "i - 1" for `*(p + i - 1)`.
static std::string sourceText(ASTContext &ast, const Subscript &subscript) {
  std::string text;
  for (const SubscriptTerm &term : subscript) {
    if (!text.empty() || term.negative)
      text += term.negative ? (text.empty() ? "-" : " - ") : " + ";
    text += sourceText(ast, term.expr);
  }
  return text.empty() ? "0" : text;
}

/// Remembers those of \p subscripts that the type of \p array bounds.
void StatementBuilder::noteBounded(unsigned array, const AccessPath &path,
                                   const std::vector<Affine> &subscripts) {
  const std::string &name = State.TheScop.arrays[array].sourceName;
  for (size_t d = 0; d < path.subscripts.size(); ++d) {
    const auto size = Arrays.sizeInType(array, d);
    if (!size)
      continue;
    const isl::set domain = Path.intersect(subscripts[d].valid).intersect(size->domain());
    const auto isSame = [&](const BoundedSubscript &known) {
      return isl_pw_aff_plain_is_equal(known.value.get(), subscripts[d].value.get()) &&
             isl_pw_aff_plain_is_equal(known.size.get(), size->get()) &&
             isl_set_plain_is_equal(known.domain.get(), domain.get());
    };
    if (llvm::any_of(Bounded, isSame))
      continue;
    const std::string dimension = path.subscripts.size() == 1 ? "" : "dimension " + std::to_string(d + 1) + " of ";
    Bounded.push_back({sourceText(State.Ast, path.subscripts[d]), name, dimension + "'" + name + "'",
                       subscripts[d].value, *size, domain, Point.loops, sourceRef(path.loc)});
  }
}

/// Refuses a subscript of an array inside of structures that leaves it in every run.
void StatementBuilder::refuseOutside(const AccessPath &path) {
  AffineFailure failure;
  for (const InnerSubscript &inner : path.member->subscripts) {
    const auto value = affineSum(inner.subscript, failure);
    const isl::val extent(State.Isl, std::to_string(inner.extent));
    const auto refusal = certainlyOutside(
        State, {sourceText(State.Ast, inner.subscript), path.variable->getName().str(),
                "the array in the structure", value->value, State.universe().pw_aff_on_domain(extent),
                Path.intersect(value->valid), Point.loops, sourceRef(path.loc)});
    if (refusal)
      throw RefusalError{*refusal};
  }
}

std::optional<StatementBuilder::ElementSet>
StatementBuilder::affineIndex(unsigned array, const AccessPath &path, AffineFailure &failure) {
  const size_t parameters = State.TheScop.parameters.size();
  Choices choices(State);
  auto subscripts = affineSubscripts(path, failure);
  if (!subscripts) {
    State.truncateParameters(parameters);
    return std::nullopt;
  }
  std::vector<std::string> ids = indexIds(static_cast<unsigned>(subscripts->size()));
  isl::set index = State.universe(), valid = State.universe();
  for (size_t d = 0; d < subscripts->size(); ++d) {
    const Affine &value = (*subscripts)[d];
    isl::pw_aff id = isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, ids[d]));
    index = index.intersect(equalSet(id, value.value.coalesce()));
    valid = valid.intersect(value.valid);
  }
  if (path.member && !choices.any())
    refuseOutside(path);
  if (State.CountedIn32Bits.count(path.variable->getCanonicalDecl()))
    State.TheScop.arrays[array].countedIn32Bits = true;
  State.require(valid, Path.intersect(choices.constraints()), path.loc);
  if (Maybe == 0 && !choices.any())
    noteBounded(array, path, *subscripts);
  return ElementSet{choices.withoutValues(index.intersect(choices.constraints())), choices.any()};
}

void StatementBuilder::element(const AccessPath &path, Use use) {
  std::string name = path.variable->getName().str();
  auto written = State.Facts.written.find(path.variable);
  if (written != State.Facts.written.end() && path.variable->getType()->isPointerType())
    refuse(DiagId::PointerUse, written->second->getExprLoc(),
           {name, "it is changed inside the region"});
  unsigned array = Arrays.arrayFor(path.variable, path.loc,
                                   path.member ? path.member->type : QualType());
  notePlaceAccess(State, path.variable, Path);
  const bool flat = Arrays.flat().shapeOf(path.variable);
  if (!flat && Arrays.rank(array) != path.rank())
    refuse(DiagId::PointerUse, path.loc, {name, "a part of it is used as a whole"});
  AffineFailure failure;
  auto elements = affineIndex(array, path, failure);
  if (!elements)
    return nonAffine(array, path, use, failure);
  // One of them may not exist.
  llvm::SaveAndRestore uncertain(Maybe, Maybe + elements->chosen);
  if (elements->chosen || involvesTextLoops(elements->index))
    elementInText(array, path, elements->index, use);
  else
    reference(array, elements->index, use, path.loc);
}

std::vector<BodyPiece> StatementBuilder::subscriptText(const Subscript &subscript) {
  llvm::SaveAndRestore inSubscript(InSubscript, true); // Others look for what it reads.
  PieceList outer = std::move(Out);
  Out = PieceList();
  if (subscript.empty())
    Out << "0";
  for (size_t t = 0; t < subscript.size(); ++t) {
    if (t > 0 || subscript[t].negative)
      Out << (subscript[t].negative ? " - " : " + ");
    Out << "(long long)(";
    value(subscript[t].expr);
    Out << ")";
  }
  std::vector<BodyPiece> text = Out.take();
  Out = std::move(outer);
  return text;
}

/// True when one factor of \p product is the same in all iterations.
static bool hasInvariantFactor(ExtractState &state, const Expr *product) {
  const auto *op = dyn_cast<BinaryOperator>(product->IgnoreParens());
  if (!op || op->getOpcode() != BO_Mul)
    return false;
  for (const Expr *factor : {op->getLHS(), op->getRHS()}) {
    AffineBuilder builder(state, state.universe());
    auto value = builder.value(factor);
    if (value && !state.involvesIterators(value->value))
      return true;
  }
  return false;
}

/// Whether data decides what the region gives to \p variable first.
static bool isData(ExtractState &state, const VarDecl *variable) {
  auto written = state.Facts.written.find(variable);
  const Expr *value = written == state.Facts.written.end() ? nullptr : assignedValue(state.Ast, written->second);
  return value && anyPart(value, [](const Stmt *part) {
    const auto *expr = dyn_cast<Expr>(part);
    return isa<ArraySubscriptExpr, MemberExpr, CallExpr>(part) || (expr && !isInteger(expr->getType()));
  });
}

/// Reads, updates in any order, and what clause independent names may have any subscript.
bool StatementBuilder::mayBeInText(unsigned array, Use use) const {
  return use == Use::Read || InUpdate || isIndependent(State, array);
}

void StatementBuilder::refuseNonAffine(unsigned array, const AccessPath &path, Use use,
                                       const AffineFailure &failure) {
  const Place *place = State.Places.of(path.variable);
  std::string name = place ? place->name : path.variable->getName().str();
  std::string text = failure.expr ? sourceText(State.Ast, failure.expr) : "";
  SourceLocation loc = failure.expr ? failure.expr->getExprLoc() : path.loc;
  const bool allowed = mayBeInText(array, use);
  if (allowed && Arrays.allExtentsKnown(array))
    return;
  const std::string &sourceName = State.TheScop.arrays[array].sourceName;
  // One of several values may do where one value does not.
  if (State.Scalars.follows(failure.variable) && !State.Scalars.find(failure.variable) &&
      !State.Facts.iterators.count(failure.variable))
    throw NotFollowedError{failure.variable};
  if (const Expr *misfit = Arrays.flat().misfitOf(path.variable);
      misfit && use == Use::Read && failure.kind == AffineFailure::Kind::Product)
    refuseWithNote(DiagId::UnknownExtent, path.loc, {name}, misfit->getExprLoc(),
                   "a subscript of '" + name + "' that fits no rows");
  if (failure.kind == AffineFailure::Kind::Product && hasInvariantFactor(State, failure.expr))
    refuse(DiagId::LinearisedSubscript, loc, {text, name});
  if (failure.kind == AffineFailure::Kind::Product)
    refuse(DiagId::NonAffineSubscript, loc, {text, name});
  if (failure.kind == AffineFailure::Kind::Modified && !Locals.count(failure.variable)) {
    if (use == Use::Write && !isData(State, failure.variable))
      refuse(DiagId::BoundModified, loc, {failure.variable->getName().str()});
    const auto written = State.Facts.written.find(failure.variable);
    if (written != State.Facts.written.end())
      refuseWithNote(allowed ? DiagId::UnknownExtent : DiagId::IndirectWrite, path.loc, {sourceName},
                     written->second->getExprLoc(),
                     "an assignment to '" + failure.variable->getName().str() + "', which the subscript depends on,");
  }
  refuse(allowed ? DiagId::UnknownExtent : DiagId::IndirectWrite, path.loc, {sourceName});
}

/// A superset of what \p path may lead to when its subscripts are not affine.
isl::set StatementBuilder::possibleElements(unsigned array, const AccessPath &path) {
  const std::vector<std::string> ids = indexIds(Arrays.rank(array));
  const isl::set all = Arrays.knownBounds(array, ids);
  if (!path.member)
    return all;
  const isl::pw_aff position =
      isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, ids.back()));
  auto number = [&](uint64_t value) {
    return State.universe().pw_aff_on_domain(isl::val(State.Isl, std::to_string(value)));
  };
  return all.intersect(position.ge_set(number(path.member->first)))
      .intersect(position.le_set(number(path.member->last)));
}

/// \p elements, the text of a linearised subscript, in rows, rounded down.
std::vector<BodyPiece> StatementBuilder::countedRows(unsigned array,
                                                     std::vector<BodyPiece> elements,
                                                     SourceLocation loc) {
  const auto row = Arrays.inspectedRow(array);
  if (!row)
    return elements;
  const std::vector<BodyPiece> length = frontend::textOf(State, *row);
  if (length.empty())
    refuse(DiagId::UnknownExtent, loc, {State.TheScop.arrays[array].name});
  PieceList text;
  const auto add = [&](const std::vector<BodyPiece> &pieces) {
    for (const BodyPiece &piece : pieces)
      text.add(piece);
  };
  text << "(";
  add(elements);
  text << ") / (";
  add(length);
  text << ") - ((";
  add(elements);
  text << ") % (";
  add(length);
  text << ") < 0)";
  return text.take();
}

/// Takes \p path as an access to what an inspection finds, if that is its only chance.
bool StatementBuilder::gather(unsigned array, const AccessPath &path, Use use,
                              const AffineFailure &failure) {
  if (!mayBeInText(array, use) || !Arrays.isInspectable(array))
    return false;
  const auto refusal = State.attempt([&] { refuseNonAffine(array, path, use, failure); });
  if (!refusal)
    return false;
  if (const auto row = Arrays.inspectedRow(array)) {
    State.require(row->ge_set(State.universe().pw_aff_on_domain(1)), Path, path.loc);
    State.TheScop.arrays[array].assumedExtent = true; // Of the first and the last row a part.
  }
  Gathers.push_back({Outermost, *refusal});
  isl::set elements = Arrays.inspectedBounds(array, indexIds(Arrays.rank(array)));
  if (path.member)
    elements = elements.intersect(possibleElements(array, path));
  llvm::SaveAndRestore found(Gathering, true);
  elementInText(array, path, elements, use);
  return true;
}

void StatementBuilder::nonAffine(unsigned array, const AccessPath &path, Use use,
                                 const AffineFailure &failure) {
  if (Speculates)
    refuseSpeculation(sourceRef(path.loc));
  if (gather(array, path, use, failure))
    return;
  refuseNonAffine(array, path, use, failure);
  elementInText(array, path, possibleElements(array, path), use);
}

/// One of \p elements, the text of the subscripts says which.
void StatementBuilder::elementInText(unsigned array, const AccessPath &path,
                                     const isl::set &elements, Use use) {
  if (Speculates)
    refuseSpeculation(sourceRef(path.loc));
  // A linearised subscript counts elements of the innermost dimension.
  const unsigned outer = Arrays.rank(array) - static_cast<unsigned>(path.rank());
  const bool gathering = std::exchange(Gathering, false); // Not what subscripts read.
  std::vector<std::vector<BodyPiece>> texts(outer, {BodyPiece::makeText("0")});
  for (const Subscript &subscript : path.subscripts)
    texts.push_back(subscriptText(subscript));
  if (path.member)
    texts.push_back(subscriptText(path.member->position));
  if ((Gathering = gathering))
    gathered(Outermost, array, countedRows(array, texts[outer], path.loc));
  if (isIndependent(State, array))
    noteIndependent(array, Loops.of(path));
  unsigned number = addReference(array, elements, false, path.loc);
  TheStatement.references[number].subscripts = std::move(texts);
  addAccesses(number, elements, use);
  if (use != Use::Read)
    Reads.clear();
  Out.add(BodyPiece::makeReference(number));
}

/// Subscripts of \p array depend on \p loops.
void StatementBuilder::noteIndependent(unsigned array, std::set<unsigned> loops) {
  const auto [known, isNew] = Independent.try_emplace(array, loops);
  if (!isNew)
    std::erase_if(known->second, [&](unsigned loop) { return !loops.count(loop); });
}

//===-- Loops in the text -------------------------------------------------------===//

bool StatementBuilder::involvesTextLoops(const isl::set &index) const {
  for (const LoopLevel &level : TextLoops) {
    const int place = isl_set_find_dim_by_name(index.get(), isl_dim_param, level.id.c_str());
    if (place >= 0 && isl_set_involves_dims(index.get(), isl_dim_param, unsigned(place), 1))
      return true;
  }
  return false;
}

/// \p set for some values of the iterators of loops in the text.
isl::set StatementBuilder::withoutTextLoops(isl::set set) const {
  for (const LoopLevel &level : TextLoops)
    if (isl_set_find_dim_by_name(set.get(), isl_dim_param, level.id.c_str()) >= 0)
      set = set.project_out_param(level.id);
  return set;
}

/// Narrows the path to the iterations of \p loop, where these are known.
void StatementBuilder::enterTextLoop(const ForStmt *loop) {
  State.attempt([&] {
    LoopShape shape = analyseLoop(State, loop);
    LoopDomain domain = enterLoop(State, shape, firstValue(State, shape, Path), Path);
    Path = domain.iterations;
    TextLoops.push_back(domain.level);
  });
}

void StatementBuilder::repeated(const Stmt *stmt, llvm::function_ref<void()> body) {
  isl::set outside = Path;
  const size_t loops = State.Loops.size(), textLoops = TextLoops.size();
  const ScalarValues::Variables changed = assignedIn(stmt);
  State.MayNotEnd = State.MayNotEnd || (!State.Inlined.programEnds.empty() && mayNotEnd(State, stmt));
  Reads.clear(); // What an iteration reads, the one before may have changed.
  State.Scalars.forget(changed);
  llvm::SaveAndRestore labels(ChangedInSwitch,
                              isa<SwitchStmt>(stmt) ? changed : ChangedInSwitch);
  llvm::SaveAndRestore repeats(Repeats, true);
  ++Maybe;
  ++State.DataConditions;
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    enterTextLoop(loop);
  body();
  --State.DataConditions;
  --Maybe;
  Reads.clear();
  State.Scalars.forget(changed);
  Path = outside;
  State.Loops.erase(State.Loops.begin() + static_cast<long>(loops), State.Loops.end());
  TextLoops.erase(TextLoops.begin() + static_cast<long>(textLoops), TextLoops.end());
}

void StatementBuilder::withTemporaries(const Stmt *original, const Stmt *stmt) {
  std::vector<const VarDecl *> own;
  open();
  for (const VarDecl *variable : temporariesOf(State, original)) {
    auto [entry, isNew] = Locals.try_emplace(variable);
    if (!isNew)
      continue;
    own.push_back(variable);
    State.Scalars.forget({variable});
    entry->second = State.Names.unique(variable->getName());
    if (wants(variable))
      Out << typeText(variable->getType()) << " " << entry->second << "; ";
  }
  if (isLoop(stmt))
    ControlPrinter::otherStatement(stmt);
  else
    statement(stmt);
  space();
  close();
  for (const VarDecl *variable : own)
    Locals.erase(variable);
}

void StatementBuilder::otherStatement(const Stmt *stmt) {
  if (isLoop(stmt))
    withTemporaries(State.Inlined.originalOf(stmt), stmt);
  else
    ControlPrinter::otherStatement(stmt);
}

//===-- Updates ---------------------------------------------------------------===//

UpdateOrder StatementBuilder::orderOf(const UpdateForm &form) const {
  if (!form.floating)
    return UpdateOrder::Any;
  return mayReassociate(State, form) ? UpdateOrder::Reassociable : UpdateOrder::Fixed;
}

/// Prints the element of \p form, so that the text begins with a piece of its own.
Update StatementBuilder::startUpdate(const UpdateForm &form) {
  Out.seal();
  Update update{form.op, 0, Out.size(), 0, {}, "int", false, orderOf(form)};
  if (form.notation == UpdateForm::Prefix)
    Out << (form.op == UpdateOperator::Add ? "++" : "--");
  InUpdate = true;
  lvalue(form.target, form.op == UpdateOperator::Assign ? Use::Write : Use::Update);
  InUpdate = false;
  update.reference = Out.back().index;
  // A variable may be written again: the text does so. Other memory may be read-only.
  if (form.conditional && !(form.floating && namedVariable(form.target)))
    TheStatement.accesses.back().kind = AccessKind::MayWrite;
  return update;
}

/// The rest of the program sees that \p loc may be evaluated where the program does not get there.
void StatementBuilder::refuseSpeculation(SourceRef loc) {
  throw RefusalError{{DiagId::UnknownExtent, loc, {"an operand"}, {}, {}}};
}

/// Demands that all elements of \p index exist, as far as that is known: they are read whatever the data.
void StatementBuilder::requireInside(unsigned reference, const isl::set &index) {
  const Reference &read = TheStatement.references[reference];
  const std::vector<std::string> ids = indexIds(Arrays.rank(read.array));
  isl::set inside = index.intersect(Arrays.knownBounds(read.array, ids));
  for (const std::string &id : ids)
    if (isl_set_find_dim_by_name(inside.get(), isl_dim_param, id.c_str()) >= 0)
      inside = inside.project_out_param(id);
  State.require(inside, Path, SourceLocation::getFromRawEncoding(read.loc.raw));
}

/// Prints \p e, which the program evaluates only where it decides on `x && e`, as a truth value.
void StatementBuilder::truthOperand(const UpdateForm &form, Update &update) {
  Out.seal();
  const size_t begin = Out.size();
  llvm::SaveAndRestore speculates(Speculates, form.speculative);
  Maybe += form.speculative;
  State.DataConditions += form.speculative;
  Out << "(";
  condition(form.operand);
  Out << ")";
  State.DataConditions -= form.speculative;
  Maybe -= form.speculative;
  Out.seal();
  update.operand = Out.copy(begin, Out.size());
  update.operandType = "bool";
}

/// Prints what follows the element of \p form.
void StatementBuilder::finishUpdate(const UpdateForm &form, Update &update) {
  if (!form.operand) {
    if (form.notation == UpdateForm::Postfix)
      Out << (form.op == UpdateOperator::Add ? "++" : "--");
    update.operand = {BodyPiece::makeText("1")};
    return;
  }
  if (form.notation == UpdateForm::Constant) {
    Out << " = ";
    for (const char *behind : {" ? ", " : "})
      if (form.op == UpdateOperator::Fill) {
        Out.repeat(update.begin, update.begin + 1);
        Out << behind;
      }
    Out.seal();
    Out << form.constant;
    update.operand = {BodyPiece::makeText(form.constant)};
    return assigned(namedVariable(form.target), form.operand);
  }
  if (form.notation == UpdateForm::Logical) {
    Out << " = ";
    Out.repeat(update.begin, update.begin + 1);
    Out << " " << updateText(form.op) << " ";
    return truthOperand(form, update);
  }
  const bool isProduct = form.floating && form.op == UpdateOperator::Multiply;
  const bool isCall = form.notation == UpdateForm::Extremum || isProduct;
  Out << " ";
  if (isCall) {
    Out << "= " << (isProduct ? "gpt_mul" : updateText(form.op)) << "(";
    Out.repeat(update.begin, update.begin + 1);
    Out << ", ";
  } else {
    Out << updateText(form.op) << " ";
    if (form.target->getType()->isBooleanType())
      return truthOperand(form, update);
  }
  Out.seal();
  const size_t begin = Out.size();
  if (isCall)
    value(form.operand);
  else
    operand(form.operand);
  Out.seal();
  update.operand = Out.copy(begin, Out.size());
  update.operandType = typeText(form.operand->getType());
  if (isCall)
    Out << ")";
}

/// Prints what else the update of \p form depends on.
void StatementBuilder::guard(const UpdateForm &form) {
  llvm::SaveAndRestore speculates(Speculates, form.speculative);
  Maybe += form.speculative;
  State.DataConditions += form.speculative;
  Out << "if (";
  condition(form.condition);
  Out << ") ";
  State.DataConditions -= form.speculative;
  Maybe -= form.speculative;
}

void StatementBuilder::print(const UpdateForm &form) {
  const bool guarded = form.condition != nullptr;
  if (guarded)
    guard(form);
  Maybe += guarded;
  State.DataConditions += guarded;
  Update update = startUpdate(form);
  finishUpdate(form, update);
  Out.seal();
  update.end = Out.size();
  TheStatement.updates.push_back(std::move(update));
  Out << ";";
  State.DataConditions -= guarded;
  Maybe -= guarded;
}

/// Whether each iteration has an element of its own, for all that \p target says.
bool StatementBuilder::hasElementPerIteration(const Expr *target) const {
  return !Point.loops.empty() &&
         std::all_of(Point.loops.begin(), Point.loops.end(), [&](const LoopLevel &level) {
           return mentions(target, level.variable);
         });
}

/// Whether two iterations may have one subscript of \p target, as in `a[i % 4]` and `a[key[i]]`.
static bool mayRepeat(const Expr *target) {
  unsigned subscripts = 0, bases = 0;
  const bool divides = anyPart(target, [&](const Stmt *part) {
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(part);
    subscripts += subscript != nullptr;
    bases += subscript && isa<ArraySubscriptExpr>(subscript->getBase()->IgnoreParenImpCasts());
    const auto *op = dyn_cast<BinaryOperator>(part);
    return op && (op->getOpcode() == BO_Div || op->getOpcode() == BO_Rem);
  });
  return divides || subscripts > bases + 1;
}

bool StatementBuilder::update(const Stmt *stmt) {
  Own.endExpression();
  const std::vector<UpdateForm> forms = updateForms(State.Ast, stmt);
  if (forms.empty() || localOf(forms.front().target) ||
      State.Scalars.follows(namedVariable(forms.front().target)) ||
      UsedOtherwise.count(updatedVariable(forms.front())))
    return false;
  for (const UpdateForm &form : forms)
    if (orderOf(form) == UpdateOrder::Fixed) {
      Clauses.insert_or_assign(sourceRef(form.target->getExprLoc()).raw, clauseFor(form));
      if (Repeats || hasElementPerIteration(form.target))
        return false;
    }
  const UpdateForm &first = forms.front();
  // Floating-point numbers are no flags: what is set to one of them elsewhere begins a sum.
  const bool perIteration =
      hasElementPerIteration(first.target) || first.target->getType()->isFloatingType();
  if (first.notation == UpdateForm::Constant &&
      (Point.loops.empty() || (perIteration && !mayRepeat(first.target))))
    return false;
  return first.speculative ? speculate(first) : (print(forms), true);
}

void StatementBuilder::print(const std::vector<UpdateForm> &forms) {
  for (const UpdateForm &form : forms) {
    if (&form != &forms.front())
      Out << " ";
    print(form);
  }
}

/// Prints `x = x && e;` as an update: e is evaluated everywhere, wherever x is decided. Only the value
/// of x that decides first counts. \returns false, with nothing printed, where e may not exist there.
bool StatementBuilder::speculate(const UpdateForm &form) {
  const Statement statement = TheStatement;
  const PieceList out = Out;
  const auto uncertain = Uncertain;
  const auto reads = Reads;
  const OwnValues own = Own;
  const isl::set path = Path;
  const auto conditions = std::pair(Maybe, State.DataConditions);
  const bool done = !State.attempt([&] { print(form); });
  if (!done) {
    TheStatement = statement;
    Out = out;
    Uncertain = uncertain;
    Reads = reads;
    Own = own;
    Path = path;
    std::tie(Maybe, State.DataConditions) = conditions;
  }
  return done;
}

//===-- Conditions and locals -------------------------------------------------===//

StatementBuilder::Branch StatementBuilder::branchOf(const Expr *condition, bool sense) {
  AffineBuilder builder(State, Path);
  if (auto affine = builder.condition(condition)) {
    State.require(affine->valid, Path, condition->getExprLoc());
    isl::set path = Path.intersect(sense ? affine->holds : affine->holds.complement()).coalesce();
    if (!isScattered(path))
      return {path, false};
  }
  if (!sense)
    return {Path, true};
  return {Path.intersect(conditionBounds(State, condition, Path)).coalesce(), true};
}

bool StatementBuilder::canBe(const Expr *condition, bool sense) {
  return State.canRun(branchOf(condition, sense).path);
}

bool StatementBuilder::handleBranch(const IfStmt *branch) {
  const auto other = withoutEnd(State, branch, Path);
  if (other)
    statement(*other);
  return other.has_value();
}

bool StatementBuilder::handleNullTest(const NullTest &test) {
  if (const auto known = knownResult(test)) {
    Out << (*known ? "1" : "0");
    return true;
  }
  const Place *place = State.Places.notNull(test.pointer);
  const auto parameter = place ? placeParameter(State, *place, Path) : std::nullopt;
  if (!parameter)
    return false;
  Out << (test.isNull ? "!(" : "(");
  Out.add(BodyPiece::makeParameter(*parameter, typeText(State.Ast.BoolTy)));
  Out << ")";
  return true;
}

void StatementBuilder::guarded(const Expr *condition, bool sense,
                               llvm::function_ref<void()> body) {
  ScalarValues::Values values = State.Scalars.current();
  inBranch(condition, sense, body);
  State.Scalars.join(values);
}

void StatementBuilder::alternatives(const Expr *condition, llvm::function_ref<void()> then,
                                    llvm::function_ref<void()> otherwise) {
  ScalarValues::Values before = State.Scalars.current();
  inBranch(condition, true, then);
  ScalarValues::Values after = State.Scalars.current();
  State.Scalars.restore(std::move(before));
  inBranch(condition, false, otherwise);
  State.Scalars.join(after);
}

/// Runs \p body, which prints what is evaluated only if \p condition is \p sense.
void StatementBuilder::inBranch(const Expr *condition, bool sense,
                                llvm::function_ref<void()> body) {
  isl::set outside = Path;
  const size_t written = Own.mark();
  Branch branch = branchOf(condition, sense);
  Path = branch.path;
  Maybe += branch.onData;
  State.DataConditions += branch.onData;
  body();
  State.DataConditions -= branch.onData;
  Maybe -= branch.onData;
  if (branch.onData)
    Own.forgetSince(written);
  Path = outside;
}

/// Prints `t[0] = a; t[1] = b; …` for `{a, b, …}`; missing values are zero.
void StatementBuilder::initialiseElements(unsigned array, const Expr *init, QualType type,
                                          std::vector<long> index) {
  const auto *dimension = State.Ast.getAsConstantArrayType(type);
  if (!dimension) {
    isl::set place = State.universe();
    std::vector<std::string> ids = indexIds(static_cast<unsigned>(index.size()));
    for (size_t d = 0; d < index.size(); ++d) {
      isl::pw_aff id = isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, ids[d]));
      place = place.intersect(id.eq_set(State.universe().pw_aff_on_domain(index[d])));
    }
    reference(array, place, Use::Write, init ? init->getExprLoc() : SourceLocation());
    Out << " = ";
    if (init && !isa<ImplicitValueInitExpr>(init))
      value(init);
    else
      Out << "0";
    Out << "; ";
    return;
  }
  const auto *list = init ? dyn_cast<InitListExpr>(init->IgnoreParens()) : nullptr;
  uint64_t size = dimension->getSize().getLimitedValue();
  if ((init && !list) || size > 64)
    refuse(DiagId::UnsupportedStatement, init ? init->getExprLoc() : SourceLocation(),
           {"this initialiser of an array that is used inside an inner loop"});
  for (unsigned k = 0; k < size; ++k) {
    std::vector<long> inner = index;
    inner.push_back(k);
    const Expr *element = list && k < list->getNumInits() ? list->getInit(k) : nullptr;
    initialiseElements(array, element, dimension->getElementType(), inner);
  }
}

/// A variable-length array has no value at first, and nothing happens when its size is computed.
void StatementBuilder::refuseOddSize(const VarDecl *variable) const {
  const std::string name = "the variable-length array '" + variable->getName().str() + "'";
  if (variable->getInit())
    refuse(DiagId::UnsupportedStatement, variable->getLocation(), {"the initialiser of " + name});
  for (QualType type = variable->getType(); const ArrayType *array = State.Ast.getAsArrayType(type);
       type = array->getElementType())
    if (const auto *sized = dyn_cast<VariableArrayType>(array);
        sized && sized->getSizeExpr()->HasSideEffects(State.Ast))
      refuse(DiagId::UnsupportedStatement, variable->getLocation(),
             {name + ", whose size may have side effects,"});
}

void StatementBuilder::local(const VarDecl *variable) {
  const Expr *init = variable->getInit();
  if (!init || !State.Facts.iterators.count(variable) || !handleAssignment(variable, init))
    declaration(variable);
}

bool StatementBuilder::handleLocal(const VarDecl *variable) {
  if (State.Facts.iterators.count(variable)) { // Its loops are in this text.
    State.Scalars.forget({variable});
    return false;
  }
  if (State.Scalars.follows(variable)) {
    if (const Expr *init = variable->getInit())
      handleAssignment(variable, init);
    return true;
  }
  if (State.FixedLocals.count(variable) || registerAffineLocal(State, variable, Path) ||
      registerDerivedPointer(State, variable))
    return true;
  if (!State.PrivateLocals.count(variable))
    return false;
  refuseOddLocal(variable);
  if (variable->getType()->isVariablyModifiedType()) {
    refuseOddSize(variable);
    Arrays.arrayFor(variable, variable->getLocation()); // With the size that it has here.
    return true;
  }
  const Expr *init = variable->getInit();
  if (!init)
    return true;
  if (variable->getType()->isArrayType()) {
    unsigned array = Arrays.arrayFor(variable, variable->getLocation());
    initialiseElements(array, init, variable->getType(), {});
    return true;
  }
  scalar(variable, Use::Write, variable->getLocation());
  Out << " = ";
  value(init);
  Out << ";";
  assigned(variable, init);
  return true;
}

void StatementBuilder::declare(const VarDecl *variable) {
  const std::string name = State.Names.unique(variable->getName());
  Locals[variable] = name;
  if (wants(variable))
    Out << typeText(variable->getType()) << " " << name << "; ";
}

void StatementBuilder::storeCondition(unsigned array, const Expr *expr) {
  reference(array, State.universe(), Use::Write, expr->getExprLoc());
  Out << " = (";
  condition(expr);
  Out << ") ? true : false;";
}

bool StatementBuilder::finish() {
  bool writes = false;
  for (const Access &access : TheStatement.accesses)
    writes = writes || access.kind != AccessKind::Read;
  if (!writes || !State.canRun(Point.domain))
    return false;
  if (!Point.conditions.empty())
    Out << " }";
  TheStatement.body = Out.take();
  PlacedStatement placed{std::move(TheStatement), Point.positions, {}, std::move(Independent), std::move(Bounded)};
  for (const LoopLevel &level : Point.loops)
    placed.countsDown.push_back(level.countsDown());
  State.Statements.push_back(std::move(placed));
  return true;
}

} // namespace gputile::frontend
