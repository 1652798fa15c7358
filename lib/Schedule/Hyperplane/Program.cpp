//===- Program.cpp - What the hyperplane search works on ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Hyperplane/Program.h"

#include "Schedule/Functions.h"
#include "gputile/IR/Members.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

namespace gputile::schedule {
namespace {

isl::space parameterSpace(const Scop &scop) {
  isl_space *space =
      isl_space_params_alloc(scop.ctx().get(), static_cast<unsigned>(scop.parameters.size()));
  for (size_t p = 0; p < scop.parameters.size(); ++p) {
    isl_id *id = isl_id_alloc(scop.ctx().get(), scop.parameters[p].name.c_str(), nullptr);
    space = isl_space_set_dim_id(space, isl_dim_param, static_cast<unsigned>(p), id);
  }
  isl::space result = isl::manage(space);
  // A parameter of an isl object that the Scop does not list would be a broken
  // Scop, but must not make columns disagree.
  auto align = [&](const isl::space &other) {
    result = isl::manage(isl_space_align_params(result.release(), other.copy()));
  };
  align(scop.context.get_space());
  for (const Statement &s : scop.statements) {
    align(s.domain.get_space());
    align(s.schedule.get_space());
  }
  return isl::manage(isl_space_params(result.release()));
}

/// The affine functions of a schedule.
std::vector<isl::aff> functionsOf(const isl::map &schedule, const isl::space &parameters) {
  isl::map aligned = alignParams(schedule, parameters);
  std::optional<std::vector<isl::aff>> functions = affineFunctions(aligned);
  if (!functions)
    throw NumbersTooLarge();
  return *functions;
}

const Access *mainAccess(const Statement &s) {
  auto rankOf = [](const Access &a) {
    // Scalars tell nothing about a walk through memory: any array beats them.
    isl_size rank = isl_map_dim(a.relation.get(), isl_dim_out);
    return std::make_pair(rank > 0 && a.kind != AccessKind::Read, rank);
  };
  const Access *best = nullptr;
  for (const Access &a : s.accesses)
    if (!best || rankOf(a) > rankOf(*best))
      best = &a;
  return best;
}

/// The coefficients of \p index's iterators; zeros for what is not affine.
IntVector linearPart(const isl::aff &index, unsigned depth) {
  IntVector row(depth, 0);
  if (isl_aff_dim(index.get(), isl_dim_div) != 0)
    return row;
  for (unsigned i = 0; i < depth; ++i) {
    isl::val c =
        isl::manage(isl_aff_get_coefficient_val(index.get(), isl_dim_in, static_cast<int>(i)));
    if (!c.is_int() || isl_val_cmp_si(c.abs().get(), 1L << 30) > 0)
      return IntVector(depth, 0);
    row[i] = isl_val_get_num_si(c.get());
  }
  return row;
}

IntMatrix walkOf(const Statement &s, unsigned depth) {
  const Access *access = mainAccess(s);
  if (!access || !access->relation.is_single_valued())
    return {};
  isl::pw_multi_aff indices = isl::manage(isl_pw_multi_aff_from_map(access->relation.copy()));
  IntMatrix rows;
  indices.foreach_piece([&](isl::set, isl::multi_aff index) {
    if (rows.empty())
      for (unsigned d = 0; d < index.size(); ++d)
        rows.push_back(linearPart(index.at(static_cast<int>(d)), depth));
  });
  return rows;
}

/// Constants from here on are limits of C's types, not sizes of a program.
constexpr long TypeRange = 1L << 20;

/// Whether \p constraint bounds parameters alone by a limit of their type.
bool isTypeRange(isl_constraint *constraint) {
  for (isl_dim_type type : {isl_dim_in, isl_dim_out}) {
    unsigned dims = static_cast<unsigned>(isl_constraint_dim(constraint, type));
    if (isl_constraint_involves_dims(constraint, type, 0, dims))
      return false;
  }
  isl::val constant = isl::manage(isl_constraint_get_constant_val(constraint));
  return isl_val_cmp_si(constant.abs().get(), TypeRange) >= 0;
}

long integerOf(const isl::val &value) {
  if (!value.is_int() || isl_val_cmp_si(value.abs().get(), 1L << 40) > 0)
    throw NumbersTooLarge();
  return isl_val_get_num_si(value.get());
}

} // namespace

isl::basic_map withoutTypeRanges(const isl::basic_map &map) {
  isl::basic_map result = isl::manage(isl_basic_map_universe(isl_basic_map_get_space(map.get())));
  isl_constraint_list *constraints = isl_basic_map_get_constraint_list(map.get());
  for (isl_size c = 0; c < isl_constraint_list_n_constraint(constraints); ++c) {
    isl_constraint *constraint = isl_constraint_list_get_constraint(constraints, c);
    if (isTypeRange(constraint))
      isl_constraint_free(constraint);
    else
      result = isl::manage(isl_basic_map_add_constraint(result.release(), constraint));
  }
  isl_constraint_list_free(constraints);
  return result;
}

/// What \p statement's place in the source says of the loops around it: the positions before its
/// innermost loop, and this loop, as coefficients. None where they are no functions of integers.
static std::optional<IntMatrix> loopsAround(const Program &program, unsigned statement) {
  IntMatrix loops;
  unsigned found = 0;
  try {
    for (size_t d = 0; found < program.depth[statement]; ++d) {
      if (d == program.original[statement].size())
        return std::nullopt;
      const AffineFunction function = fromAff(program, statement, program.original[statement][d]);
      found += !isZero(function.iterators);
      IntVector &row = loops.emplace_back(function.iterators);
      row.insert(row.end(), function.parameters.begin(), function.parameters.end());
      row.push_back(function.constant);
    }
  } catch (const NumbersTooLarge &) {
    return std::nullopt;
  }
  return loops;
}

/// See Program::nest.
static std::vector<unsigned> nestsOf(const Program &program) {
  std::vector<unsigned> nests;
  std::map<IntMatrix, unsigned> numbers;
  for (unsigned s = 0; s < program.original.size(); ++s) {
    nests.push_back(s);
    if (std::optional<IntMatrix> loops = loopsAround(program, s))
      nests.back() = numbers.try_emplace(std::move(*loops), s).first->second;
  }
  return nests;
}

/// Whether reference \p r of \p s is an update that runs in any order.
static bool isUnordered(const Statement &s, unsigned r) {
  const Update *update = updateOf(s, r);
  return update && update->unordered;
}

/// Arrays of which \p s updates parts of words of four bytes in any order.
static std::set<unsigned> updatedInWords(const Scop &scop, const Statement &s) {
  std::set<unsigned> arrays;
  for (unsigned r = 0; r < s.references.size(); ++r)
    if (isUnordered(s, r) && scop.arrays[s.references[r].array].elementBytes < 4)
      arrays.insert(s.references[r].array);
  return arrays;
}

/// Whether \p s accesses elements in the words that hold those of \p array, other than by updates.
static bool accessesWordsOf(const Scop &scop, const Statement &s, unsigned array) {
  for (unsigned r = 0; r < s.references.size(); ++r) {
    const unsigned other = s.references[r].array;
    if (!isUnordered(s, r) &&
        (other == array || areMembersOfOne(scop.arrays[other], scop.arrays[array])))
      return true;
  }
  return false;
}

/// See Program::apart.
static std::set<std::pair<unsigned, unsigned>> sharersOfWords(const Scop &scop) {
  std::set<std::pair<unsigned, unsigned>> sharers;
  for (unsigned s = 0; s < scop.statements.size(); ++s)
    for (unsigned array : updatedInWords(scop, scop.statements[s]))
      for (unsigned t = 0; t < scop.statements.size(); ++t)
        if (t != s && accessesWordsOf(scop, scop.statements[t], array))
          sharers.insert({s, t});
  return sharers;
}

Program::Program(const Scop &scop, std::vector<long> sizeValues)
    : ctx(scop.ctx()), parameters(parameterSpace(scop)), sizes(std::move(sizeValues)),
      numParameters(static_cast<unsigned>(isl_space_dim(parameters.get(), isl_dim_param)) +
                    static_cast<unsigned>(sizes.size())) {
  isl::basic_set hull = simpleHull(scop.context);
  isl::basic_map ranges = isl::manage(isl_basic_map_from_range(isl_basic_set_from_params(hull.copy())));
  isl::basic_set kept = isl::manage(
      isl_basic_set_params(isl_basic_map_range(withoutTypeRanges(ranges).release())));
  context =
      isl::manage(isl_set_align_params(isl_set_from_basic_set(kept.copy()), parameters.copy()));
  for (const Statement &s : scop.statements) {
    isl::space space = s.domain.get_space();
    domains.push_back(isl::manage(isl_space_align_params(space.release(), parameters.copy())));
    depth.push_back(static_cast<unsigned>(isl_set_dim(s.domain.get(), isl_dim_set)));
    original.push_back(functionsOf(s.schedule, parameters));
    walked.push_back(walkOf(s, depth.back()));
  }
  nest = nestsOf(*this);
  apart = sharersOfWords(scop);
}

isl::aff toAff(const Program &program, unsigned statement, const AffineFunction &function) {
  isl_aff *aff =
      isl_aff_zero_on_domain(isl_local_space_from_space(program.domains[statement].copy()));
  isl_ctx *ctx = program.parameters.ctx().get();
  for (unsigned i = 0; i < function.iterators.size(); ++i)
    aff = isl_aff_set_coefficient_val(aff, isl_dim_in, static_cast<int>(i),
                                      isl_val_int_from_si(ctx, function.iterators[i]));
  const size_t own = function.parameters.size() - program.sizes.size();
  for (unsigned p = 0; p < own; ++p)
    aff = isl_aff_set_coefficient_val(aff, isl_dim_param, static_cast<int>(p),
                                      isl_val_int_from_si(ctx, function.parameters[p]));
  long constant = function.constant;
  for (size_t k = 0; k < program.sizes.size(); ++k)
    constant = combine(constant, 1, function.parameters[own + k], program.sizes[k]);
  return isl::manage(isl_aff_set_constant_val(aff, isl_val_int_from_si(ctx, constant)));
}

AffineFunction fromAff(const Program &program, unsigned statement, const isl::aff &aff) {
  isl::aff aligned = isl::manage(isl_aff_align_params(aff.copy(), program.parameters.copy()));
  if (isl_aff_dim(aligned.get(), isl_dim_div) != 0)
    throw NumbersTooLarge();
  auto coefficient = [&](isl_dim_type type, unsigned position) {
    return integerOf(
        isl::manage(isl_aff_get_coefficient_val(aligned.get(), type, static_cast<int>(position))));
  };
  AffineFunction function;
  for (unsigned i = 0; i < program.depth[statement]; ++i)
    function.iterators.push_back(coefficient(isl_dim_in, i));
  for (unsigned p = 0; p < program.numParameters - program.sizes.size(); ++p)
    function.parameters.push_back(coefficient(isl_dim_param, p));
  function.parameters.resize(program.numParameters, 0);
  function.constant = integerOf(isl::manage(isl_aff_get_constant_val(aligned.get())));
  return function;
}

} // namespace gputile::schedule
