//===- RegionModel.h - Names and layouts shared by a region's texts -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// What the kernels and the entry of one region agree on: how parameters and
/// arrays are called, and what is known of the parameters.

#ifndef GPUTILE_LIB_CODEGEN_REGIONMODEL_H
#define GPUTILE_LIB_CODEGEN_REGIONMODEL_H

#include "CodeGen/Ast/Build.h"
#include "CodeGen/Names.h"

#include "gputile/CodeGen/CodeGen.h"

#include <string>
#include <vector>

namespace gputile::codegen {

/// How one array appears in the emitted text.
struct ArrayText {
  std::string name; ///< Pointer or value.
  /// Per dimension the distance in elements: a constant or a variable's name.
  std::vector<std::string> strides;
  /// The variables among `strides`, "" for constants.
  std::vector<std::string> strideNames;
  bool byValue = false;
  bool written = false;
  bool mentioned = false;
};

/// Whether \p array is one that the launches of \p kernel read and write in turn with another.
bool isSecondBuffer(const KernelPlan &kernel, unsigned array);

/// A region with the names and array layouts that its text uses.
struct RegionModel {
  RegionModel(const Scop &scop, const RegionPlan &plan, EntryTarget target);

  const Scop &scop;
  const RegionPlan &plan;
  EntryTarget target;
  NameTable names;
  std::vector<std::string> params; ///< Per Scop::parameters.
  std::vector<ArrayText> arrays;   ///< Per Scop::arrays.
  std::string indexType;           ///< The kernels' type parameter, or a typedef.
  /// What holds of the parameters once the guards are passed: the Scop's context
  /// and guard. LargestParameter is left out: nothing gets simpler by it, and isl slower.
  isl::set guarded;
  /// What holds when anything is launched: also, some statement is executed.
  isl::set context;

  /// Larger values make the entry decline. Far above any array's size, and it
  /// leaves room for the products in index arithmetic.
  static constexpr int64_t LargestParameter = INT64_C(1) << 46;

  /// Renames the Scop's parameters in \p printer.
  void renameParams(ExprPrinter &printer) const;
  /// The names of the parameters that callers pass.
  std::vector<std::string> givenParams() const;
  /// { : |parameter| <= LargestParameter }
  isl::set parameterBox() const;
};

} // namespace gputile::codegen

#endif
