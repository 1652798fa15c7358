//===- Dependences.h - Exact dependence analysis -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_ANALYSIS_DEPENDENCES_H
#define GPUTILE_ANALYSIS_DEPENDENCES_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/Scop.h"

#include <vector>

namespace gputile {

/// Computes the dependences of \p scop, one edge per pair of accesses
/// (Feautrier 1991, by isl's union_access_info): flow value-based (last write
/// to read), anti from each read to the next write, output from each write to
/// the next. May-writes do not hide earlier writes. Exact for the parameters that
/// satisfy context and guard. Accesses of one instance do not depend on each
/// other, and unordered updates that commute (Update::unordered) do not either: all of them
/// depend on what their element was before, and what follows on all of them. Where an instance
/// writes an element twice, an edge may name either. Accesses of a long statement to elements
/// that differ in numbers only, A[i][0] and A[i][1], have one edge: Dependence::united.
///
/// Example (Di et al. 2012, Table I): A[i] = 0.5*(A[i]+A[i+1]) in (t, i) gives
/// flow (1,0) and (1,-1), anti (0,1) and (1,0), output (1,0).
Ddg computeDependences(const Scop &scop);

/// The same for several forms of one program: the dependences on an array that two forms access
/// alike are computed once.
class DependenceAnalysis {
public:
  Ddg of(const Scop &scop);

private:
  struct Form {
    Scop scop;
    Ddg ddg;
  };
  std::vector<Form> Forms;
};

/// The flow dependences on \p array alone, with what they leave unwritten: a third of the work.
Ddg computeFlow(const Scop &scop, unsigned array);

/// Sets Dependence::hindering (Di et al. 2012, Definition 2): a false edge whose
/// legality constraints on hyperplane coefficients are not implied by those of
/// the other edges of the same statements.
Ddg markHindering(const Scop &scop, Ddg ddg);

} // namespace gputile

#endif
