//===- Build.h - isl AST generation and space juggling ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Wraps isl's AST generator, and turns dimensions into parameters: the kernel's
/// text is written for one symbolic launch h, block b and thread t.

#ifndef GPUTILE_LIB_CODEGEN_AST_BUILD_H
#define GPUTILE_LIB_CODEGEN_AST_BUILD_H

#include "CodeGen/Ast/Printer.h"

#include "gputile/Support/IslTools.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gputile::codegen {

/// { [x…] } -> the same set with dimension first + k equal to parameter names[k].
isl::set equateWithParams(isl::set set, unsigned first, const std::vector<std::string> &names);
/// { D[i…] -> [x…] } with output dimension k equal to parameter names[k].
isl::map equateRangeWithParams(isl::map map, const std::vector<std::string> &names);
/// { [x…, y…] -> R } -> { [y…] -> R }, the leading dimensions x made parameters.
isl::map bindLeadingDims(isl::map map, const std::vector<std::string> &names);
/// { [x…] } -> { : } with all dimensions made parameters. names covers them all.
isl::set bindAllDims(isl::set set, const std::vector<std::string> &names);
/// Projects out the parameters \p names.
isl::set forgetParams(isl::set set, const std::vector<std::string> &names);
/// \p set without the constraints that involve one of the parameters \p names.
isl::set withoutParams(isl::set set, const std::vector<std::string> &names);

/// A superset of \p set that has the same elements for all parameters, and no quantified
/// variables.
isl::set forAnyParams(const isl::set &set);

/// \p set itself, or when it is complicated a superset that is not.
isl::set simplified(const isl::set &set);

/// The integer range of set dimension \p pos over all parameters.
std::pair<long, long> constantRange(const isl::set &set, unsigned pos);

/// All parameters of \p like as an unconstrained parameter set.
isl::set paramUniverse(isl::ctx ctx);
/// [name] -> { : low <= name <= high }
isl::set paramInterval(isl::ctx ctx, const std::string &name, long low, long high);

/// The only piece of \p function, without its conditions; no value where there are several.
std::optional<isl::pw_multi_aff> onlyPiece(const isl::pw_multi_aff &function);

/// What is known at a leaf of the AST.
struct LeafContext {
  isl::ast_build build;
  isl::set known; ///< { : constraints }
  /// { D[i] -> [c…] }: loops of the AST around the leaf.
  isl::map schedule;
  /// { [c…] -> D[i] }
  isl::pw_multi_aff iterators;
  /// The same without conditions, if it is one piece.
  std::optional<isl::pw_multi_aff> plainIterators;

  std::string name() const; ///< "D"
  /// Expression of { D[i] -> [(f(i))] } at this leaf; 0 when it has no value here.
  isl::ast_expr expr(const isl::pw_aff &function) const;
};

using LeafCallback = std::function<LeafText(const LeafContext &)>;

/// How an AST is to be generated.
struct AstRequest {
  isl::set context;           ///< { : constraints } known of the parameters.
  isl::union_map schedule;    ///< { D[i] -> [c…] }
  std::vector<std::string> iterators; ///< Names for c…, at least as many.
  std::vector<unsigned> unrolled;     ///< Positions to unroll.
  std::vector<unsigned> atomic;       ///< Positions at which code is not duplicated.
  unsigned depth = 0;                 ///< Number of schedule dimensions.
};

isl::ast_node buildAst(const AstRequest &request, const LeafCallback &leaf);

/// Expressions over the parameters alone.
class ParamExprs {
public:
  /// \param context { : constraints } that hold where the expression is evaluated.
  explicit ParamExprs(const isl::set &context);

  isl::ast_expr value(const isl::pw_aff &function) const; ///< { [(f)] } over parameters.
  isl::ast_expr condition(const isl::set &set) const;     ///< { : constraints }.
  /// True when \p set holds wherever the context does.
  bool implied(const isl::set &set) const;
  const isl::set &context() const { return Context; }

private:
  isl::set Context;
  isl::ast_build Build;
};

} // namespace gputile::codegen

#endif
