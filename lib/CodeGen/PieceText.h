//===- PieceText.h - Texts with references in them --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_PIECETEXT_H
#define GPUTILE_LIB_CODEGEN_PIECETEXT_H

#include "gputile/IR/Scop.h"

#include <functional>

namespace gputile::codegen {

/// The texts that stand for the pieces with a number: a reference, the value of an iterator or of
/// a parameter, a note.
struct PieceTexts {
  using Text = std::function<std::string(unsigned)>;
  Text reference, iterator, parameter, noted;
};

/// C text of the pieces from \p from up to \p to. Values get the types that the pieces name.
std::string pieceText(std::vector<BodyPiece>::const_iterator from,
                      std::vector<BodyPiece>::const_iterator to, const PieceTexts &texts);

} // namespace gputile::codegen

#endif
