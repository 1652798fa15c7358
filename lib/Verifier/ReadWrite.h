//===- ReadWrite.h - Tiles that stand for their array -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_READWRITE_H
#define GPUTILE_LIB_VERIFIER_READWRITE_H

#include "Verifier/TileFacts.h"

namespace gputile::verifier {

/// The proof of a tile that stands for its array in a block: it is written, and
/// stored in the end.
Outcome checkReadWriteTile(const TileFacts &facts);

} // namespace gputile::verifier

#endif
