//===- Names.cpp - Identifiers of the emitted text ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Names.h"

#include <cctype>

namespace gputile::codegen {

static bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
static bool isWord(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)); }

std::set<std::string> identifiersIn(const std::string &text) {
  std::set<std::string> found;
  for (size_t i = 0; i < text.size();) {
    if (!isWord(text[i])) {
      ++i;
      continue;
    }
    size_t start = i;
    while (i < text.size() && isWord(text[i]))
      ++i;
    if (isWordStart(text[start]))
      found.insert(text.substr(start, i - start));
  }
  return found;
}

/// Words with a meaning in C++ or CUDA that are plain identifiers in C.
static const char *const ReservedWords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t "
    "char32_t class compl concept const consteval constexpr constinit const_cast continue co_await "
    "co_return co_yield decltype default delete do double dynamic_cast else enum explicit export "
    "extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq "
    "nullptr operator or or_eq private protected public register reinterpret_cast requires return "
    "short signed sizeof static static_assert static_cast struct switch template this thread_local "
    "throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while "
    "xor xor_eq threadIdx blockIdx blockDim gridDim warpSize dim3 uint3 __syncthreads "
    "__global__ __device__ __host__ __shared__ __restrict__ __launch_bounds__ region status run grid "
    "block largest narrow size "
    "NULL EOF stderr stdout errno linux unix assert";

NameTable::NameTable(const Scop &scop) {
  Taken = identifiersIn(ReservedWords);
  Taken.merge(identifiersIn(scop.deviceDeclarations));
  for (const Statement &statement : scop.statements)
    takeText(statement);
  for (const Inspection &inspection : scop.inspections)
    takeText(inspection.text);
  for (const Array &array : scop.arrays)
    Taken.merge(identifiersIn(array.elementType));
}

void NameTable::takeText(const Statement &statement) {
  takePieces(statement.body);
  for (const Reference &reference : statement.references)
    for (const std::vector<BodyPiece> &subscript : reference.subscripts)
      takePieces(subscript);
}

void NameTable::takePieces(const std::vector<BodyPiece> &pieces) {
  for (const BodyPiece &piece : pieces)
    Taken.merge(identifiersIn(piece.text));
}

std::string NameTable::fresh(const std::string &wish) {
  std::string name = wish;
  for (unsigned suffix = 1; !Taken.insert(name).second; ++suffix)
    name = wish + "_" + std::to_string(suffix);
  return name;
}

} // namespace gputile::codegen
