//===- Hindering.cpp - False dependences that cost parallelism ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Di et al. 2012, Definition 2. An edge S -> T restricts the hyperplanes
/// phi_S(i) = c_S.i + p_S.n + k_S by phi_T(j) - phi_S(i) >= 0 on its relation;
/// by Farkas' lemma that is a cone of coefficients, described by finitely many
/// linear constraints. A false edge hinders when its cone does not contain the
/// intersection of the others' cones.
///
//===----------------------------------------------------------------------===//

#include "gputile/Analysis/Dependences.h"
#include "gputile/Analysis/Sizes.h"
#include "gputile/Support/IslTools.h"

#include "Algebra/FarkasCone.h"

#include <isl/constraint.h>
#include <isl/lp.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <set>

using namespace gputile;
using namespace gputile::algebra;

namespace {

/// A linear form over the coefficients of hyperplanes that must be >= 0: by
/// position in the Layout, zeros left out.
using Constraint = std::map<unsigned, long>;
using Cone = std::set<Constraint>;

/// Where the coefficients of each statement's hyperplane stand:
/// p_S (one per parameter and size), k_S, c_S (one per iterator).
class Layout {
public:
  Layout(const Scop &scop, size_t sizes) {
    for (const Parameter &parameter : scop.parameters)
      Parameters.push_back(parameter.name);
    for (size_t k = 0; k < sizes; ++k)
      Parameters.push_back(sizeName(k));
    unsigned size = 0;
    for (const Statement &s : scop.statements) {
      Starts.push_back(size);
      size += static_cast<unsigned>(Parameters.size() + 1 + s.iterators.size());
    }
    Starts.push_back(size);
  }

  unsigned parameter(unsigned statement, const std::string &name) const {
    const auto found = std::find(Parameters.begin(), Parameters.end(), name);
    assert(found != Parameters.end() && "a dependence has an unknown parameter");
    return Starts[statement] + static_cast<unsigned>(found - Parameters.begin());
  }
  unsigned constant(unsigned statement) const {
    return Starts[statement] + static_cast<unsigned>(Parameters.size());
  }
  unsigned iterator(unsigned statement, unsigned d) const { return constant(statement) + 1 + d; }
  unsigned sizeOf(unsigned statement) const { return Starts[statement + 1] - Starts[statement]; }

private:
  std::vector<std::string> Parameters;
  std::vector<unsigned> Starts;
};

/// The constraints that one edge puts on hyperplanes.
class ConeBuilder {
public:
  ConeBuilder(const Layout &layout, const Dependence &edge, const std::vector<long> &sizes)
      : TheLayout(layout), Edge(edge), Sizes(sizes) {}

  Cone build() {
    // Existential variables are dropped: a larger relation, a smaller cone.
    isl::map relation = withoutDivs(Edge.relation);
    isl::set pairs = withSizes(relation, Sizes).wrap();
    nameColumns(pairs);
    // Conditions with large numbers are missing: the mark guides a transformation and is not
    // what its legality rests on.
    const FarkasCone forms = approximateForms(pairs);
    for (const IntVector &row : forms.inequalities)
      add(row, 1);
    for (const IntVector &row : forms.equalities) {
      add(row, 1);
      add(row, -1);
    }
    return Result;
  }

private:
  /// A column of forms over (constant, n…, i…, j…) as a difference
  /// of hyperplane coefficients.
  struct Column {
    std::optional<unsigned> plus, minus;
  };

  void nameColumns(const isl::set &pairs) {
    Columns.push_back({TheLayout.constant(Edge.target), TheLayout.constant(Edge.source)});
    for (int p = 0, n = isl_set_dim(pairs.get(), isl_dim_param); p < n; ++p) {
      std::string name = isl_set_get_dim_name(pairs.get(), isl_dim_param, p);
      Columns.push_back(
          {TheLayout.parameter(Edge.target, name), TheLayout.parameter(Edge.source, name)});
    }
    for (int d = 0, n = isl_map_dim(Edge.relation.get(), isl_dim_in); d < n; ++d)
      Columns.push_back({std::nullopt, TheLayout.iterator(Edge.source, d)});
    for (int d = 0, n = isl_map_dim(Edge.relation.get(), isl_dim_out); d < n; ++d)
      Columns.push_back({TheLayout.iterator(Edge.target, d), std::nullopt});
  }

  void add(const IntVector &row, int sign) {
    Constraint form;
    for (unsigned c = 0; c < Columns.size(); ++c) {
      if (Columns[c].plus)
        form[*Columns[c].plus] += sign * row[c];
      if (Columns[c].minus)
        form[*Columns[c].minus] -= sign * row[c];
    }
    insert(form);
  }

  /// For an edge from a statement to itself the shifts cancel; what remains of a
  /// constraint may be trivial or have a common factor.
  void insert(const Constraint &form) {
    long divisor = 0;
    for (const auto &[position, factor] : form)
      divisor = std::gcd(divisor, factor);
    Constraint reduced;
    for (const auto &[position, factor] : form)
      if (factor != 0)
        reduced[position] = factor / divisor;
    if (!reduced.empty())
      Result.insert(reduced);
  }

  const Layout &TheLayout;
  const Dependence &Edge;
  const std::vector<long> &Sizes;
  std::vector<Column> Columns;
  Cone Result;
};

/// Edges between the same statements that say the same about hyperplanes.
struct ConeClass {
  unsigned source, target;
  Cone cone;
  bool hasFlow = false, redundant = false;
  std::vector<unsigned> edges;
};

/// The intersection of cones, asked for what it implies.
class Intersection {
public:
  Intersection(isl::ctx ctx, const Cone &constraints) : Constraints(constraints) {
    for (const Constraint &constraint : constraints)
      for (const auto &[position, factor] : constraint)
        Dense.emplace(position, Dense.size());
    isl::space space =
        isl::manage(isl_space_set_alloc(ctx.get(), 0, static_cast<unsigned>(Dense.size())));
    isl_basic_set *set = isl_basic_set_universe(space.copy());
    isl_local_space *local = isl_local_space_from_space(space.copy());
    for (const Constraint &constraint : constraints)
      set = isl_basic_set_add_constraint(set, inequality(local, constraint));
    isl_local_space_free(local);
    Set = isl::manage(set);
  }

  bool implies(const Constraint &constraint) const {
    if (Constraints.count(constraint))
      return true;
    isl::aff form = isl::manage(
        isl_aff_zero_on_domain(isl_local_space_from_space(isl_basic_set_get_space(Set.get()))));
    for (const auto &[position, factor] : constraint) {
      auto dense = Dense.find(position);
      if (dense == Dense.end())
        return false; // A free variable: the form has no bound.
      form = isl::manage(
          isl_aff_set_coefficient_si(form.release(), isl_dim_in, dense->second, factor));
    }
    isl::val least = isl::manage(isl_basic_set_min_lp_val(Set.get(), form.get()));
    return !least.is_nan() && !least.is_neg(); // A cone: the minimum is 0 or -infinity.
  }

private:
  isl_constraint *inequality(isl_local_space *local, const Constraint &form) const {
    isl_constraint *result = isl_constraint_alloc_inequality(isl_local_space_copy(local));
    for (const auto &[position, factor] : form)
      result = isl_constraint_set_coefficient_si(result, isl_dim_set, Dense.at(position), factor);
    return result;
  }

  const Cone &Constraints;
  std::map<unsigned, int> Dense; ///< Positions that occur -> dimensions of Set.
  isl::basic_set Set;
};

/// Decides for all edges of one graph.
class HinderingFinder {
public:
  HinderingFinder(const Scop &scop, Ddg &ddg)
      : TheScop(scop), Graph(ddg), Sizes(sizesOf(ddg)), TheLayout(scop, Sizes.size()),
        Reaches(scop.statements.size()) {
    buildClasses();
    closeReachability();
  }

  void mark() {
    // A class found redundant is left out from then on, so that two classes
    // which imply each other are not both dropped.
    for (ConeClass &candidate : Classes)
      candidate.redundant = !candidate.hasFlow && isImplied(candidate);
    for (const ConeClass &c : Classes)
      for (unsigned edge : c.edges)
        Graph.edges[edge].hindering = !c.hasFlow && !c.redundant;
  }

private:
  void buildClasses() {
    std::map<std::tuple<unsigned, unsigned, Cone>, size_t> known;
    std::map<const isl_map *, Cone> cones;
    for (unsigned e = 0; e < Graph.edges.size(); ++e) {
      const Dependence &edge = Graph.edges[e];
      // Edges of accesses that are alike share their relation.
      auto [built, isFirst] = cones.try_emplace(edge.relation.get());
      if (isFirst)
        built->second = ConeBuilder(TheLayout, edge, Sizes).build();
      const Cone &cone = built->second;
      auto [entry, isNew] =
          known.emplace(std::tuple(edge.source, edge.target, cone), Classes.size());
      if (isNew)
        Classes.push_back({edge.source, edge.target, cone, false, false, {}});
      Classes[entry->second].edges.push_back(e);
      Classes[entry->second].hasFlow |= edge.kind == DependenceKind::Flow;
    }
  }

  void closeReachability() {
    size_t n = TheScop.statements.size();
    for (std::vector<bool> &row : Reaches)
      row.assign(n, false);
    for (const Dependence &edge : Graph.edges)
      Reaches[edge.source][edge.target] = true;
    for (size_t via = 0; via < n; ++via)
      for (size_t from = 0; from < n; ++from)
        for (size_t to = 0; Reaches[from][via] && to < n; ++to)
          Reaches[from][to] = Reaches[from][to] || Reaches[via][to];
  }

  /// The statements through which a chain of edges can lead from the source of
  /// \p c to its target. With too many of them only the two ends: a redundant
  /// edge may then be taken for a hindering one, which costs a copy, no more.
  std::set<unsigned> statementsBetween(const ConeClass &c) const {
    const unsigned maxVariables = 60;
    std::set<unsigned> ends{c.source, c.target}, between = ends;
    unsigned variables = 0;
    for (unsigned s = 0; s < TheScop.statements.size(); ++s) {
      bool on = ends.count(s) || (Reaches[c.source][s] && Reaches[s][c.target]);
      if (on)
        between.insert(s);
      variables += on ? TheLayout.sizeOf(s) : 0;
    }
    return variables <= maxVariables ? between : ends;
  }

  /// What all other classes between the statements of \p between demand.
  Cone othersBetween(const std::set<unsigned> &between, const ConeClass &candidate) const {
    Cone others;
    for (const ConeClass &c : Classes) {
      if (&c == &candidate || c.redundant || !between.count(c.source) || !between.count(c.target))
        continue;
      others.insert(c.cone.begin(), c.cone.end());
    }
    return others;
  }

  /// Minima over more constraints than this take a second each: relations of many pieces
  /// give hundreds. Where there are too many even between the two ends alone, the edge is
  /// taken for a hindering one as well.
  static constexpr size_t MaxConstraints = 300;

  bool isImplied(const ConeClass &candidate) const {
    Cone others = othersBetween(statementsBetween(candidate), candidate);
    if (others.size() > MaxConstraints)
      others = othersBetween({candidate.source, candidate.target}, candidate);
    if (others.size() > MaxConstraints)
      return false;
    Intersection intersection(TheScop.ctx(), others);
    for (const Constraint &constraint : candidate.cone)
      if (!intersection.implies(constraint))
        return false;
    return true;
  }

  const Scop &TheScop;
  Ddg &Graph;
  std::vector<long> Sizes;
  Layout TheLayout;
  std::vector<ConeClass> Classes;
  std::vector<std::vector<bool>> Reaches;
};

} // namespace

Ddg gputile::markHindering(const Scop &scop, Ddg ddg) {
  HinderingFinder(scop, ddg).mark();
  return ddg;
}
