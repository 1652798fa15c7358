//===- PieceText.cpp - Texts with references in them ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/PieceText.h"

namespace gputile::codegen {

static std::string oneText(const BodyPiece &piece, const PieceTexts &texts) {
  switch (piece.kind) {
  case BodyPiece::Kind::Text:
    return piece.text;
  case BodyPiece::Kind::Reference:
    return texts.reference(piece.index);
  case BodyPiece::Kind::Iterator:
    return "((" + piece.text + ")(" + texts.iterator(piece.index) + "))";
  case BodyPiece::Kind::Parameter:
    return "((" + piece.text + ")(" + texts.parameter(piece.index) + "))";
  case BodyPiece::Kind::Noted:
    return texts.noted(piece.index);
  }
  __builtin_unreachable();
}

std::string pieceText(std::vector<BodyPiece>::const_iterator from,
                      std::vector<BodyPiece>::const_iterator to, const PieceTexts &texts) {
  std::string text;
  for (; from != to; ++from)
    text += oneText(*from, texts);
  return text;
}

} // namespace gputile::codegen
