//===- KeptAddresses.h - Whose address may be held somewhere ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_KEPTADDRESSES_H
#define GPUTILE_LIB_FRONTEND_KEPTADDRESSES_H

#include "Frontend/RegionFacts.h"

namespace gputile::frontend {

/// Whether something other than its name may lead to \p variable while none of the calls runs that
/// \p function passes its address to: those of functions whose bodies are known, and use it for
/// nothing but accesses, keep none. `facts` are those of \p function.
bool isAddressKept(const FunctionFacts &facts, const clang::FunctionDecl *function,
                   const clang::VarDecl *variable);

} // namespace gputile::frontend

#endif
