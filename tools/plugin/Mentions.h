//===- Mentions.h - Whether a unit may have regions -------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_PLUGIN_MENTIONS_H
#define GPUTILE_TOOLS_PLUGIN_MENTIONS_H

#include "gputile/Frontend/RegionChoice.h"

namespace clang {
class CompilerInstance;
}

namespace gputile {

/// Whether the pragma's name occurs in the main file, or in a file of the user that it
/// includes: found beside the including file or through -I and -iquote. Reads text
/// only; what `#if` leaves out counts, and `#include MACRO` is not followed. One scan
/// of memory where there is nothing. Where \p choice asks for more than marked loops, also
/// whether the main file has any directive, or always.
bool mayHaveRegions(clang::CompilerInstance &compiler, RegionChoice choice);

} // namespace gputile

#endif
