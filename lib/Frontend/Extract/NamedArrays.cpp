//===- NamedArrays.cpp - Arrays that clauses name ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/NamedArrays.h"

#include "llvm/ADT/STLExtras.h"

namespace gputile::frontend {

bool isNamed(const Array &array, const ArrayName &given) {
  std::string name = array.sourceName;
  llvm::erase_if(name, [](char c) { return c == ' '; });
  // Members of the class whose function the region is in have names of their own there.
  return name == given.name || name == "this->" + given.name;
}

Refusal badArrayName(const ArrayName &given, const std::string &clause, const std::string &takes) {
  return {DiagId::PragmaBadValue, given.loc, {given.name, clause, takes}, {}, {}};
}

} // namespace gputile::frontend
