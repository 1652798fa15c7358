//===- ExposedReads.h - Parameters that pointers might change ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_EXPOSEDREADS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_EXPOSEDREADS_H

#include "Frontend/Extract/ArrayTable.h"

namespace gputile::frontend {

/// Parameters and iterators are assumed not to change while the region runs. A
/// write through a pointer could change those that are global or whose address
/// was taken. Adds them as read arrays to the statements that write through
/// pointers, so that the run-time test for overlaps includes them. Pointer variables
/// are treated alike where characters are written, which may alias anything.
void addExposedReads(ExtractState &state, ArrayTable &arrays);

} // namespace gputile::frontend

#endif
