//===- Layouts.h - Layouts of regions that were measured --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file that gputile-tune writes and option --layouts names (docs/tuning.md): what was the
/// fastest for a region on a device. A region is known by its text, wherever it stands.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_LAYOUTS_H
#define GPUTILE_DRIVER_LAYOUTS_H

#include "gputile/IR/Clauses.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <utility>

namespace clang {
class ASTContext;
}

namespace gputile {

struct MarkedRegion;

/// Of clauses only scheme, tile, block and launch; those that were measured have origin Measured.
/// By regionDigest() and the name of a device.
using Layouts = std::map<std::pair<std::string, std::string>, Clauses>;

/// Reads a file's \p text; see docs/tuning.md. \returns also an error, for users
llvm::Expected<Layouts> parseLayouts(llvm::StringRef text);
llvm::Expected<Layouts> readLayouts(const std::string &path);

/// \p clauses of a region, with what was measured for it on \p device where no clause and no option
/// says anything of its layout.
Clauses withMeasured(const Clauses &clauses, const Layouts &layouts, const std::string &digest,
                     const std::string &device);

/// Of the tokens of \p region's statement: other white space, comments and places make no
/// difference, names of macros stand for themselves. Empty where the text is not known.
std::string regionDigest(const clang::ASTContext &context, const MarkedRegion &region);

} // namespace gputile

#endif
