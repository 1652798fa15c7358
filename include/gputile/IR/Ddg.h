//===- Ddg.h - The data dependence graph --------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dependences between statement instances, one edge per pair of accesses.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_DDG_H
#define GPUTILE_IR_DDG_H

#include "gputile/Support/Isl.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputile {

enum class DependenceKind { Flow, Anti, Output };

/// Target must run after source.
struct Dependence {
  DependenceKind kind;
  unsigned source, target;             ///< Statement indices.
  unsigned sourceAccess, targetAccess; ///< Indices into Statement::accesses.
  isl::map relation;                   ///< { S[i] -> T[j] }, exact, not empty, divisions known.
  /// j - i when it is one constant vector (equal depth of both), else none.
  std::optional<std::vector<long>> distance;
  /// Parallelism-hindering (Di et al. 2012, Definition 2); only Anti and Output.
  bool hindering = false;
  /// An access of it stands for others of its statement, whose elements differ in numbers only.
  bool united = false;
};

/// The data dependence graph: all dependences of a Scop.
struct Ddg {
  std::vector<Dependence> edges;
  /// { A[a] } by array: the elements that may be read before the region writes them. Arrays
  /// that only have anti or output dependences, or unordered updates, may be missing.
  std::map<unsigned, isl::set> readUnwritten;
};

const char *dependenceKindName(DependenceKind kind);
std::string printDdg(const Ddg &ddg);

} // namespace gputile

#endif
