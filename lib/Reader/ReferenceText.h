//===- ReferenceText.h - Statements as the Scop has them -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_REFERENCETEXT_H
#define GPUTILE_LIB_READER_REFERENCETEXT_H

#include "gputile/IR/Scop.h"

namespace gputile::reader {

/// The function of referenceText that executes one instance: of iterators' and parameters'
/// values.
std::string referenceFunction(const Scop &scop, const Statement &statement);

} // namespace gputile::reader

#endif
