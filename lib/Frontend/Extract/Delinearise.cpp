//===- Delinearise.cpp - Rows behind linearised subscripts ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Delinearise.h"

#include "Frontend/Extract/Choices.h"
#include "Frontend/Extract/ConditionText.h"
#include "Frontend/Extract/EarlyReads.h"
#include "Frontend/Extract/InvariantText.h"
#include "Frontend/Extract/KnownExtents.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/SourceText.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace clang;

namespace gputile::frontend {

/// More dimensions than this are no shape that anyone means.
static constexpr size_t MaxRank = 6;

//===-- References --------------------------------------------------------===//

namespace {
/// Whether \p variable is a pointer, or an array of one dimension around the region.
bool isFlat(const ExtractState &state, const VarDecl *variable) {
  const auto *array = state.Ast.getAsConstantArrayType(variable->getType());
  return variable->getType()->isPointerType() ||
         (array && !array->getElementType()->isArrayType() && !state.Facts.declared.count(variable));
}

/// Finds the elements of flat pointers and arrays that a region names.
class FlatPaths : public DynamicVisitor {
public:
  explicit FlatPaths(ExtractState &state) : State(state), Outside(state.DerivedPointers) {}
  ~FlatPaths() { State.DerivedPointers = std::move(Outside); }
  FlatPaths(const FlatPaths &) = delete;
  FlatPaths &operator=(const FlatPaths &) = delete;

  std::map<const VarDecl *, std::vector<std::pair<AccessPath, const Expr *>>> Found;
  std::map<const VarDecl *, unsigned> Loops; ///< Iterators, those of outer loops first.
  std::set<const Expr *> Written;

  bool VisitForStmt(ForStmt *loop) override {
    if (const VarDecl *variable = loopVariable(loop))
      Loops.emplace(variable, static_cast<unsigned>(Loops.size()));
    return true;
  }
  /// Pointers of the region are likely to be what they are initialised with.
  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->getType()->isPointerType() && variable->getInit() &&
        !State.Facts.modified(variable))
      State.DerivedPointers.emplace(variable, variable->getInit());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *expr) override { return add(expr); }
  bool VisitMemberExpr(MemberExpr *expr) override { return add(expr); }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      Written.insert(op->getSubExpr()->IgnoreParens());
    return op->getOpcode() == UO_Deref ? add(op) : true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      Written.insert(op->getLHS()->IgnoreParens());
    return true;
  }

private:
  ExtractState &State;
  std::map<const VarDecl *, const Expr *> Outside; ///< Of the state, before and after.

  bool add(const Expr *expr) {
    if (!expr->getType()->isArithmeticType() || expr->isTypeDependent())
      return true;
    try {
      AccessPath path = accessPath(State, expr);
      if (path.variable && isFlat(State, path.variable) && path.subscripts.size() == 1)
        Found[path.variable->getCanonicalDecl()].emplace_back(path, expr);
    } catch (const RefusalError &) {
      // The walk over the region refuses it where it runs.
    }
    return true;
  }
};
} // namespace

/// Whether something else than the region says how many elements \p pointer points to.
static bool hasKnownExtent(const ExtractState &state, const VarDecl *pointer) {
  if (pointer->getType()->isArrayType())
    return true;
  const auto *parameter = dyn_cast<ParmVarDecl>(pointer);
  return (parameter && parameter->getOriginalType()->isArrayType()) ||
         extentFromCalls(state, pointer);
}

Delinearisation::Delinearisation(ExtractState &state) : State(state), Reader(state) {
  FlatPaths paths(state);
  paths.TraverseStmt(const_cast<Stmt *>(state.Inlined.statement));
  Loops = std::move(paths.Loops);
  for (const auto &[variable, found] : paths.Found) {
    std::vector<FlatReference> references;
    bool writesRows = false;
    std::vector<Polynomial> inRange; // Whether it holds is asked where the subscript is evaluated.
    for (const auto &[path, expr] : found)
      if (auto form = linearForm(
              valueOf(path.subscripts.front(), PolynomialReader::Locals::Likely, inRange))) {
        writesRows = writesRows || (paths.Written.count(expr) && llvm::any_of(form->factors, [](const auto &factor) {
                                      return factor.second.degree() > 0;
                                    }));
        references.push_back({sourceText(State.Ast, expr), *form});
      } else {
        Misfits.emplace(variable, expr);
      }
    // Arrays have a size: what is only read may be read through any subscript.
    if (!variable->getType()->isPointerType() && !writesRows) {
      Misfits.erase(variable);
      continue;
    }
    // What fits no shape may count elements from the least to the greatest subscript, and then of
    // any shape.
    if (references.empty() || (references.size() < found.size() && hasKnownExtent(state, variable)))
      continue;
    if (auto shape = findShape(references); shape && giveOffset(*shape, variable, references))
      Shapes.emplace(variable, *shape);
  }
}

const RowShape *Delinearisation::shapeOf(const VarDecl *pointer) const {
  auto found = Shapes.find(pointer->getCanonicalDecl());
  return found == Shapes.end() ? nullptr : &found->second;
}

const Expr *Delinearisation::misfitOf(const VarDecl *pointer) const {
  auto found = Misfits.find(pointer->getCanonicalDecl());
  return found == Misfits.end() ? nullptr : found->second;
}

std::optional<Polynomial> Delinearisation::lastingValue(const Expr *expr, const isl::set &points) {
  const Polynomial value = Reader.read(expr);
  for (const auto &[monomial, coefficient] : value.terms())
    for (unsigned number : monomial)
      if (const Expr *atom = Reader.atom(number).expr;
          State.Scalars.mentionedIn(atom) || !AffineBuilder(State, points).value(atom))
        return std::nullopt;
  return value;
}

Polynomial Delinearisation::valueOf(const Subscript &subscript, PolynomialReader::Locals locals,
                                    std::vector<Polynomial> &inRange) {
  Polynomial sum;
  for (const SubscriptTerm &term : subscript) {
    const Polynomial value = Reader.read(term.expr, locals, &inRange);
    sum = term.negative ? sum - value : sum + value;
  }
  return sum;
}

/// None when a product has several varying factors, or \p value reads memory.
std::optional<Delinearisation::LinearForm>
Delinearisation::linearForm(const Polynomial &value) const {
  LinearForm form;
  for (const auto &[monomial, coefficient] : value.terms()) {
    Monomial varying, rest;
    for (unsigned atom : monomial)
      (Reader.atom(atom).kind == Atom::Kind::Fixed ? rest : varying).push_back(atom);
    if (varying.size() > 1 || (varying.size() == 1 && Reader.atom(varying[0]).kind == Atom::Kind::Opaque))
      return std::nullopt;
    Polynomial &part = varying.empty() ? form.fixed : form.factors[varying[0]];
    part = part + Polynomial::term(rest, coefficient);
  }
  return value.known() ? std::optional(form) : std::nullopt;
}

//===-- Shapes ------------------------------------------------------------===//

/// \p factor as a sum of multiples of \p strides, of which the last is 1.
static std::optional<std::vector<int64_t>> multiples(const Polynomial &factor,
                                                     const std::vector<Polynomial> &strides) {
  std::vector<int64_t> result;
  Polynomial rest = factor;
  for (const Polynomial &stride : strides) {
    auto [quotient, remainder] = rest.dividedBy(stride);
    auto multiple = quotient.constant();
    if (!multiple)
      return std::nullopt;
    result.push_back(*multiple);
    rest = remainder;
  }
  return rest.isZero() ? std::optional(result) : std::nullopt;
}

bool Delinearisation::Factor::operator<(const Factor &other) const {
  auto cost = [](const Factor &factor) {
    uint64_t sum = 0;
    for (const auto &[monomial, coefficient] : factor.value.terms())
      sum += static_cast<uint64_t>(std::abs(coefficient));
    return std::tuple(factor.value.degree(), factor.value.terms().size(), sum, ~factor.loop);
  };
  const auto a = cost(*this), b = cost(other);
  return a != b ? a < b : value.terms() < other.value.terms();
}

/// The number of the innermost loop over an iterator that \p atom mentions.
unsigned Delinearisation::loopOf(unsigned atom) const {
  unsigned innermost = 0;
  forEachPart(Reader.atom(atom).expr, [&](const Stmt *part) {
    if (auto loop = Loops.find(namedVariable(dyn_cast<Expr>(part))); loop != Loops.end())
      innermost = std::max(innermost, loop->second);
  });
  return innermost;
}

/// Strides of which each of \p factors is a sum of multiples: outermost first, at last 1.
std::vector<Polynomial> Delinearisation::independentStrides(std::vector<Factor> factors) {
  std::sort(factors.begin(), factors.end());
  std::vector<Polynomial> strides{Polynomial(1)};
  for (const Factor &factor : factors)
    if (!multiples(factor.value, strides))
      strides.insert(strides.begin(), factor.value);
  return strides;
}

/// Finds the first reference that uses each stride. Strides of which one is a multiple of the
/// other nest; two others do where a reference uses both.
void Delinearisation::noteReferences(RowShape &shape,
                                     const std::vector<FlatReference> &references) const {
  const unsigned rank = shape.rank();
  shape.references.resize(rank);
  std::vector<bool> nested(rank);
  for (unsigned d = 1; d < rank; ++d)
    nested[d] = shape.strides[d - 1].dividedBy(shape.strides[d]).second.isZero();
  for (const FlatReference &reference : references) {
    std::vector<bool> used(rank);
    for (const auto &[atom, factor] : reference.form.factors)
      if (auto multiple = multiples(factor, shape.strides))
        for (unsigned d = 0; d < rank; ++d)
          used[d] = used[d] || (*multiple)[d] != 0;
    for (unsigned d = 0; d < rank; ++d) {
      if (used[d] && shape.references[d].empty())
        shape.references[d] = reference.text;
      if (d > 0 && used[d - 1] && used[d])
        nested[d] = true;
    }
  }
  for (unsigned d = 1; d < rank; ++d)
    shape.agrees = shape.agrees && nested[d];
}

std::optional<RowShape> Delinearisation::findShape(const std::vector<FlatReference> &references) {
  RowShape shape;
  std::vector<Factor> factors;
  for (const FlatReference &reference : references)
    for (const auto &[atom, factor] : reference.form.factors)
      if (factor.degree() > 0)
        factors.push_back({factor.leadingCoefficient() > 0 ? factor : Polynomial() - factor, loopOf(atom)});
  shape.strides = independentStrides(factors);
  if (factors.empty() || shape.rank() > MaxRank)
    return std::nullopt;
  for (const Polynomial &stride : shape.strides) {
    auto text = textOf(stride, Use::Stride);
    if (!text)
      return std::nullopt;
    shape.strideTexts.push_back(*text);
  }
  noteReferences(shape, references);
  return shape;
}

/// Rows that are as long as the step of a loop begin where the loop does: at the least of the
/// fixed parts, if products are positive. \returns whether these are known.
bool Delinearisation::giveOffset(RowShape &shape, const VarDecl *variable,
                                 const std::vector<FlatReference> &references) {
  // Clause extents counts from the pointer.
  if (!State.Inlined.stepped || State.Extents.count(variable->getCanonicalDecl()))
    return true;
  shape.offset = references.front().form.fixed;
  for (const FlatReference &reference : references)
    if ((reference.form.fixed - shape.offset).leadingCoefficient() < 0)
      shape.offset = reference.form.fixed;
  const auto text =
      shape.offset.isZero() ? std::optional<std::string>("") : textOf(shape.offset, Use::Value);
  if (text)
    shape.offsetText = *text;
  return text && shape.offset.known();
}

//===-- Values of atoms ---------------------------------------------------===//

/// No point at which strides, which are computed before the region, are certainly evaluated.
isl::set Delinearisation::nowhere() const { return isl::set::empty(State.universe().space()); }

/// The C text of the place that \p expr is, where it cannot be read in any case.
std::optional<std::string> Delinearisation::textOfPlace(const Expr *expr) {
  // Rows are counted with clause extents, and begin where loops do whose step is their length.
  if (!State.Extents.empty() || State.Inlined.stepped)
    return std::nullopt;
  const auto *place = State.Places.find(expr->IgnoreParenImpCasts());
  if (!place || canAlwaysRead(State, *place))
    return std::nullopt;
  return strideText(State, *place);
}

/// The C text of the parameter that \p atom is, if it can be read where the array is accessed.
std::optional<std::string> Delinearisation::textOfAtom(unsigned atom, Use use) {
  if (use == Use::Stride)
    if (auto text = textOfPlace(Reader.atom(atom).expr))
      return text;
  AffineBuilder builder(State, State.universe(), nowhere());
  auto value = builder.value(Reader.atom(atom).expr);
  if (!value || !State.universe().is_subset(value->valid))
    return std::nullopt;
  for (const Parameter &parameter : State.TheScop.parameters) {
    isl::pw_aff same = isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, parameter.name));
    if (isl_pw_aff_is_equal(value->value.get(), same.get()) == isl_bool_true &&
        !isReadConditionally(parameter))
      return parameter.callExpr;
  }
  if (isa<BinaryOperator>(Reader.atom(atom).expr->IgnoreParenImpCasts()))
    if (auto invariant = invariantText(State, Reader.atom(atom).expr)) {
      State.ParameterVariables.insert(invariant->variables.begin(), invariant->variables.end());
      return invariant->text;
    }
  return std::nullopt;
}

/// In arithmetic modulo 2^64: no value is undefined, and addresses are computed modulo 2^64.
std::optional<std::string> Delinearisation::textOfProduct(const Monomial &monomial, Use use) {
  std::string text;
  for (unsigned atom : monomial) {
    auto factor = textOfAtom(atom, use);
    if (!factor)
      return std::nullopt;
    text += (text.empty() ? "" : " * ") + ("(unsigned long long)(" + *factor + ")");
  }
  return text;
}

std::optional<std::string> Delinearisation::textOf(const Polynomial &fixed, Use use) {
  if (auto constant = fixed.constant())
    return std::to_string(*constant);
  const Monomial &leading = fixed.terms().rbegin()->first;
  if (fixed == Polynomial::variable(leading.front()))
    return textOfAtom(leading.front(), use);
  std::string text;
  for (auto term = fixed.terms().rbegin(); term != fixed.terms().rend(); ++term) {
    const auto &[monomial, coefficient] = *term;
    auto product = textOfProduct(monomial, use);
    if (!product)
      return std::nullopt;
    const std::string size = std::to_string(std::abs(coefficient)) + "ULL";
    text += coefficient < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += monomial.empty() ? size : std::abs(coefficient) == 1 ? *product : size + " * " + *product;
  }
  return "(long long)(" + text + ")";
}

/// The product as C text, with places that the region may read later only; their variables.
std::optional<Delinearisation::LateText>
Delinearisation::lateTextOfProduct(const Monomial &monomial) {
  LateText result;
  for (unsigned atom : monomial) {
    const auto *place = State.Places.find(Reader.atom(atom).expr->IgnoreParenImpCasts());
    const bool isLate = place && isFixedInteger(State, *place) && !canAlwaysRead(State, *place);
    const auto factor = isLate ? std::optional(place->text) : textOfAtom(atom, Use::Value);
    if (!factor)
      return std::nullopt;
    if (isLate)
      result.places.insert(place->variable);
    result.text += (result.text.empty() ? "" : " * ") + ("(unsigned long long)(" + *factor + ")");
  }
  result.text = "(long long)(" + result.text + ")";
  return result;
}

/// A product of fixed atoms, which the region computes at \p evaluated, is a parameter.
std::optional<Affine> Delinearisation::productParameter(const Monomial &monomial,
                                                        const isl::set &evaluated) {
  const auto always = textOf(Polynomial::term(monomial, 1), Use::Value);
  const auto late = always                 ? std::optional(LateText{*always, {}})
                    : evaluated.is_empty() ? std::nullopt
                                           : lateTextOfProduct(monomial);
  if (!late)
    return std::nullopt;
  std::string name;
  for (unsigned atom : monomial)
    name += (name.empty() ? "" : "_") + sourceText(State.Ast, Reader.atom(atom).expr);
  const unsigned p = State.textParameter(name, late->text, State.Ast.LongLongTy);
  State.ParameterVariables.insert(late->places.begin(), late->places.end());
  noteLateParameter(State, p, late->places, evaluated);
  const isl::id id(State.Isl, State.TheScop.parameters[p].name);
  return Affine{isl::pw_aff::param_on_domain(State.universe(), id), State.universe()};
}

std::optional<Affine> Delinearisation::affine(const Polynomial &value, const isl::set &points,
                                              const isl::set &evaluated,
                                              AffineFailure &failure) {
  Affine sum{State.universe().pw_aff_on_domain(0), State.universe()};
  for (const auto &[monomial, coefficient] : value.terms()) {
    AffineBuilder builder(State, points, evaluated);
    std::optional<Affine> part = Affine{State.universe().pw_aff_on_domain(1), State.universe()};
    if (monomial.size() == 1)
      part = builder.value(Reader.atom(monomial.front()).expr);
    else if (monomial.size() > 1)
      part = productParameter(monomial, evaluated);
    if (!part) {
      failure = builder.failure();
      return std::nullopt;
    }
    sum.value = sum.value.add(part->value.scale(isl::val(State.Isl, coefficient)));
    sum.valid = sum.valid.intersect(part->valid);
  }
  sum.value = sum.value.coalesce();
  return sum;
}

std::optional<isl::pw_aff> Delinearisation::rowLength(const RowShape &shape) {
  AffineFailure failure;
  const auto length = shape.rank() == 2 && shape.agrees
                          ? affine(shape.strides[0], State.universe(), nowhere(), failure)
                          : std::nullopt;
  if (!length || !length->valid.is_equal(State.universe()))
    return std::nullopt;
  return length->value;
}

//===-- Subscripts --------------------------------------------------------===//

/// The subscripts whose sum, each times its stride, is \p form.
std::optional<Delinearisation::Place> Delinearisation::place(const RowShape &shape,
                                                             const LinearForm &form) const {
  Place result;
  result.subscripts.resize(shape.rank());
  std::vector<unsigned> users(shape.rank());
  std::vector<std::vector<int64_t>> sums;
  for (const auto &[atom, factor] : form.factors) {
    auto multiple = multiples(factor, shape.strides);
    if (!multiple)
      return std::nullopt;
    for (unsigned d = 0; d < shape.rank(); ++d) {
      users[d] += (*multiple)[d] != 0;
      result.subscripts[d] = result.subscripts[d] + Polynomial::variable(atom) * (*multiple)[d];
    }
    sums.push_back(std::move(*multiple));
  }
  for (const std::vector<int64_t> &sum : sums)
    if (std::count(sum.begin(), sum.end(), 0) + 1 < shape.rank())
      for (unsigned d = 0; d < shape.rank(); ++d)
        result.mixed = result.mixed || (sum[d] != 0 && users[d] > 1);
  Polynomial rest = form.fixed - shape.offset;
  for (unsigned d = 0; d < shape.rank(); ++d) {
    auto [quotient, remainder] = rest.dividedBy(shape.strides[d]);
    result.subscripts[d] = result.subscripts[d] + quotient;
    rest = remainder;
  }
  return rest.isZero() ? std::optional(result) : std::nullopt;
}

namespace {
/// For which parameters a subscript stays in its row in all iterations.
enum class InRow { Never, Sometimes, Always };
} // namespace

/// { : 0 <= subscript < extent }
static isl::set insideRow(const isl::pw_aff &subscript, const isl::pw_aff &extent) {
  return subscript.ge_set(subscript.domain().pw_aff_on_domain(0)).intersect(subscript.lt_set(extent));
}

static InRow inRow(const ExtractState &state, const isl::pw_aff &subscript,
                   const isl::pw_aff &extent, const isl::set &points) {
  isl::set outside = points.subtract(insideRow(subscript, extent));
  if (outside.is_empty())
    return InRow::Always;
  isl::set all = state.projectIterators(points);
  return all.is_subset(state.projectIterators(outside)) ? InRow::Never : InRow::Sometimes;
}

/// \param dimension that the subscript of \p path does not fit in
void Delinearisation::refuseRows(const RowShape &shape, unsigned dimension,
                                 const AccessPath &path) const {
  const auto *place = State.Places.of(path.variable);
  const std::string name = place ? place->name : path.variable->getName().str();
  std::string text;
  for (const SubscriptTerm &term : path.subscripts.front())
    text += (term.negative ? " - " : text.empty() ? "" : " + ") + sourceText(State.Ast, term.expr);
  text = name + "[" + text + "]";
  // Where rows do not nest, those of the reference itself are no reason.
  while (shape.references[dimension] == text && dimension + 1 < shape.rank())
    ++dimension;
  refuse(DiagId::RowsDisagree, path.loc, {text, shape.references[dimension], name});
}

static isl::pw_aff movedByRows(const isl::pw_aff &subscript, const isl::pw_aff &extent, long rows) {
  return subscript.add(extent.scale(isl::val(subscript.ctx(), rows)));
}

/// The first of \p points, { : constraints } of iterators and parameters, for each value of the
/// parameters, if these are positive, as sizes and depths of halos are.
static isl::set firstPoints(const ExtractState &state, const isl::set &points) {
  isl_set *first = isl_set_from_params(points.copy());
  for (const Parameter &parameter : state.TheScop.parameters)
    if (const int p = isl_set_find_dim_by_name(first, isl_dim_param, parameter.name.c_str());
        p >= 0)
      first = isl_set_lower_bound_si(first, isl_dim_param, static_cast<unsigned>(p), 1);
  std::vector<std::string> iterators;
  for (const LoopLevel &level : state.Loops)
    if (const int p = isl_set_find_dim_by_name(first, isl_dim_param, level.id.c_str()); p >= 0) {
      first = isl_set_move_dims(first, isl_dim_set, static_cast<unsigned>(iterators.size()),
                                isl_dim_param, static_cast<unsigned>(p), 1);
      iterators.push_back(level.id);
    }
  first = isl_set_move_dims(isl_set_lexmin(first), isl_dim_param, 0, isl_dim_set, 0,
                            static_cast<unsigned>(iterators.size()));
  for (unsigned i = 0; i < iterators.size(); ++i)
    first = isl_set_set_dim_name(first, isl_dim_param, i, iterators[i].c_str());
  return isl::manage(isl_set_params(first));
}

/// The first of \p candidates with which \p subscript is in its row at the first of \p points; 0
/// without candidates.
static long likeliest(const ExtractState &state, const std::vector<long> &candidates,
                      const isl::pw_aff &subscript, const isl::pw_aff &extent,
                      const isl::set &points) {
  if (candidates.size() < 2)
    return candidates.empty() ? 0 : candidates.front();
  const isl::set first = firstPoints(state, points.intersect(subscript.domain()));
  for (const long rows : candidates)
    if (!first.is_empty() &&
        inRow(state, movedByRows(subscript, extent, rows), extent, first) != InRow::Never)
      return rows;
  return candidates.front();
}

namespace {
/// Iterations in which a subscript belongs to the row so many rows before.
struct MovedRows {
  long rows;
  isl::set where;
};
} // namespace

/// By how many rows \p subscript has to move to stay in a row, where it is not in one, as conditions may choose the
/// row: `j > 0 ? at - 1 : at + m - 1`. None where no row is right for some of \p points.
static std::optional<std::vector<MovedRows>> rowsByChoice(const isl::pw_aff &subscript, const isl::pw_aff &extent,
                                                          const isl::set &points) {
  std::vector<MovedRows> result;
  isl::set open = points.subtract(insideRow(subscript, extent));
  for (long rows : {1, -1}) {
    const isl::set where =
        insideRow(subscript.add(extent.scale(isl::val(subscript.ctx(), rows))), extent);
    open = open.subtract(where);
    result.push_back({rows, where});
  }
  return open.is_empty() ? std::optional(result) : std::nullopt;
}

/// \p value, and as many of \p step more as it moves by rows.
static isl::pw_aff movedBy(const std::vector<MovedRows> &moved, const isl::pw_aff &value, const isl::pw_aff &step) {
  isl::pw_aff result = value;
  for (const auto &[rows, where] : moved)
    result = result.subtract_domain(where).union_add(
        value.add(step.scale(isl::val(value.ctx(), rows))).intersect_domain(where));
  return result.coalesce();
}

/// Division leaves open whether `m - 1 - j` is m - 1 - j in this row or -1 - j in the next one:
/// takes what stays in the row.
void Delinearisation::keepInRows(const RowShape &shape, const AccessPath &path, bool mixed,
                                 const isl::set &points, std::vector<Affine> &subscripts) {
  const isl::set known = points.intersect(State.knownContext()).intersect(State.TheScop.guard);
  const bool chosen = llvm::any_of(subscripts, [](const Affine &each) { return each.value.n_piece() > 1; });
  for (unsigned d = shape.rank() - 1; d > 0; --d) {
    auto [quotient, remainder] = shape.strides[d - 1].dividedBy(shape.strides[d]);
    AffineFailure failure;
    auto extent = remainder.isZero() ? affine(quotient, points, nowhere(), failure) : std::nullopt;
    if (!extent)
      continue;
    // In rows of one or two elements a subscript stays by chance.
    isl::set longRows = known.intersect(extent->value.ge_set(extent->value.domain().pw_aff_on_domain(8)));
    const isl::set &possible = longRows.is_empty() ? known : longRows;
    InRow best = InRow::Never;
    std::vector<long> candidates;
    for (long candidate : {0, 1, -1}) {
      const isl::pw_aff moved = movedByRows(subscripts[d].value, extent->value, candidate);
      InRow how = best == InRow::Always ? InRow::Never : inRow(State, moved, extent->value, possible);
      if (how > best)
        candidates.clear();
      if (how >= best && how != InRow::Never)
        best = how, candidates.push_back(candidate);
    }
    const long rows = likeliest(State, candidates, subscripts[d].value, extent->value, possible);
    if (auto moved = chosen && best != InRow::Always ? rowsByChoice(subscripts[d].value, extent->value, possible) : std::nullopt) {
      const isl::pw_aff one = extent->value.domain().pw_aff_on_domain(1);
      subscripts[d - 1].value = movedBy(*moved, subscripts[d - 1].value, one.neg());
      subscripts[d].value = movedBy(*moved, subscripts[d].value, extent->value);
      continue;
    }
    if (best == InRow::Never || (mixed && best == InRow::Sometimes))
      refuseRows(shape, d - 1, path);
    subscripts[d].value = subscripts[d].value.add(extent->value.scale(isl::val(State.Isl, rows)));
    subscripts[d - 1].value = subscripts[d - 1].value.add_constant(isl::val(State.Isl, -rows));
  }
}

/// Has \p part, of a reference with \p subscripts, be a number from 0 to the element's own: each of
/// its subscripts is from 0 to the element's, or it is one of 32 bits itself.
bool Delinearisation::requireInRange(const RowShape &shape, const Polynomial &part,
                                     const isl::set &points, std::vector<Affine> &subscripts) {
  AffineFailure unused;
  std::optional<isl::set> below; // Where each subscript of the part is at most the whole's.
  const auto form = linearForm(part);
  if (const auto found = form ? place(shape, *form) : std::nullopt) {
    below = State.universe();
    for (unsigned d = 0; below && d < shape.rank(); ++d) {
      const auto value = affine(found->subscripts[d], points, points, unused);
      below =
          value ? std::optional(
                      below->intersect(value->valid)
                          .intersect(value->value.ge_set(value->value.domain().pw_aff_on_domain(0)))
                          .intersect(value->value.le_set(subscripts[d].value)))
                : std::nullopt;
    }
  }
  if (!below || !points.is_subset(*below))
    if (const auto value = affine(part, points, points, unused)) {
      const isl::pw_aff zero = value->value.domain().pw_aff_on_domain(0);
      below =
          value->valid.intersect(value->value.ge_set(zero))
              .intersect(value->value.le_set(zero.add_constant(isl::val(State.Isl, INT32_MAX))));
    }
  if (below)
    subscripts.front().valid = subscripts.front().valid.intersect(*below);
  return below.has_value();
}

std::optional<std::vector<Affine>> Delinearisation::subscripts(const RowShape &shape,
                                                               const AccessPath &path,
                                                               const isl::set &points,
                                                               AffineFailure &failure) {
  std::vector<Polynomial> inRange;
  const Polynomial whole =
      valueOf(path.subscripts.front(), PolynomialReader::Locals::Known, inRange);
  auto form = linearForm(whole);
  if (!form) {
    failure = {AffineFailure::Kind::Data, path.subscripts.front().front().expr, nullptr};
    return std::nullopt;
  }
  // Elements are counted from elsewhere where rows are.
  if (!inRange.empty() && !shape.offset.isZero()) {
    failure = {AffineFailure::Kind::Product, path.subscripts.front().front().expr, nullptr};
    return std::nullopt;
  }
  auto found = place(shape, *form);
  if (!found || !shape.agrees)
    refuseRows(shape, 0, path);
  std::vector<Affine> result;
  for (const Polynomial &subscript : found->subscripts) {
    auto value = affine(subscript, points, points, failure);
    if (!value)
      return std::nullopt;
    result.push_back(*value);
  }
  for (const Polynomial &part : inRange)
    if (!(part == whole) && !requireInRange(shape, part, points, result)) {
      failure = {AffineFailure::Kind::Product, path.subscripts.front().front().expr, nullptr};
      return std::nullopt;
    }
  if (!inRange.empty())
    State.CountedIn32Bits.insert(path.variable->getCanonicalDecl());
  const isl::set chosen =
      State.Choosing ? points.intersect(State.Choosing->constraints()) : points;
  keepInRows(shape, path, found->mixed, chosen, result);
  for (Affine &subscript : result)
    subscript.value = subscript.value.coalesce();
  return result;
}

} // namespace gputile::frontend
