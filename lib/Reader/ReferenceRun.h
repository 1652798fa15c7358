//===- ReferenceRun.h - The original loops, from the Scop -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_REFERENCERUN_H
#define GPUTILE_LIB_READER_REFERENCERUN_H

#include "Reader/Interpreter.h"
#include "Reader/ProgramAt.h"

namespace gputile::reader {

/// An instance of a statement.
struct Instance {
  IntPoint time;
  unsigned statement;
  IntPoint point;
};

/// All instances of \p scop in the original order; none when there are more than \p limit.
std::optional<std::vector<Instance>> instancesAt(const Scop &scop, const isl::set &at, size_t limit);

/// Executes \p instances, one after the other, on the arrays of \p program in \p memory.
/// \throws Fault when the program has no meaning for this sample
void runReference(clang::ASTContext &context, Memory &memory, const PlannedRegion &region,
                  const Sample &sample, const ProgramAt &program, const std::vector<Instance> &instances);

/// The function \p name of the text. \throws NotFollowed when there is none
const clang::FunctionDecl &functionNamed(clang::ASTContext &context, const std::string &name);

} // namespace gputile::reader

#endif
