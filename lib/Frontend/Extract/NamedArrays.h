//===- NamedArrays.h - Arrays that clauses name -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_NAMEDARRAYS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_NAMEDARRAYS_H

#include "gputile/Frontend/Frontend.h"
#include "gputile/IR/Scop.h"

namespace gputile::frontend {

/// Whether \p given is \p array's name as messages write it, but for spaces and `this->`.
bool isNamed(const Array &array, const ArrayName &given);

/// Why \p given is not what \p clause takes.
Refusal badArrayName(const ArrayName &given, const std::string &clause, const std::string &takes);

} // namespace gputile::frontend

#endif
