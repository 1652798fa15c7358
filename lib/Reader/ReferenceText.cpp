//===- ReferenceText.cpp - Statements as the Scop has them -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/ReferenceText.h"

#include "gputile/Reader/CheckText.h"

namespace gputile {

using reader::referenceFunction;

static std::string pieces(const Scop &scop, const Statement &statement,
                          const std::vector<BodyPiece> &list);

/// One element: the interpreter finds it by its number, or by its subscripts.
static std::string element(const Scop &scop, const Statement &statement, unsigned index) {
  const Reference &reference = statement.references[index];
  std::string text = "gpt_reference_element<" + scop.arrays[reference.array].elementType + ">(" +
                     std::to_string(index);
  if (!reference.affine)
    for (const std::vector<BodyPiece> &subscript : reference.subscripts)
      text += ", (long long)(" + pieces(scop, statement, subscript) + ")";
  return text + ")";
}

static std::string pieces(const Scop &scop, const Statement &statement,
                          const std::vector<BodyPiece> &list) {
  std::string text;
  for (const BodyPiece &piece : list)
    switch (piece.kind) {
    case BodyPiece::Kind::Text:
      text += piece.text;
      break;
    case BodyPiece::Kind::Reference:
      text += element(scop, statement, piece.index);
      break;
    case BodyPiece::Kind::Iterator:
      text += "((" + piece.text + ")(gpt_i" + std::to_string(piece.index) + "))";
      break;
    case BodyPiece::Kind::Parameter:
      text += "((" + piece.text + ")(gpt_p" + std::to_string(piece.index) + "))";
      break;
    case BodyPiece::Kind::Noted:
      break; // In no statement.
    }
  return text;
}

static std::string functionText(const Scop &scop, const Statement &statement) {
  std::string arguments;
  const isl_size dims = isl_set_dim(statement.domain.get(), isl_dim_set);
  for (int i = 0; i < dims; ++i)
    arguments += (arguments.empty() ? "" : ", ") + ("long long gpt_i" + std::to_string(i));
  for (size_t p = 0; p < scop.parameters.size(); ++p)
    arguments += (arguments.empty() ? "" : ", ") + ("long long gpt_p" + std::to_string(p));
  return "__device__ void " + referenceFunction(scop, statement) + "(" + arguments + ") {\n" +
         pieces(scop, statement, statement.body) + "\n}\n";
}

std::string referenceText(const std::vector<PlannedRegion> &regions) {
  std::string text = "\ntemplate <typename T, typename... I>\n"
                     "__host__ __device__ T &gpt_reference_element(int reference, I... subscripts);\n";
  for (const PlannedRegion &region : regions)
    for (const Statement &statement : region.original.statements)
      text += functionText(region.original, statement);
  return text;
}

std::string reader::referenceFunction(const Scop &scop, const Statement &statement) {
  return "gpt_reference_" + scop.name + "_" + statement.name;
}

} // namespace gputile
