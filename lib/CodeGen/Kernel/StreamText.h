//===- StreamText.h - A block of scheme stream ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STREAMTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STREAMTEXT_H

#include "CodeGen/Kernel/StreamBlock.h"

namespace gputile::codegen {

/// The work of a block of \p kernel, whose plan has a stream.
/// \param blocks the text of full ones is for a function with the parameter StreamNames::aligned of
///        type bool, known at compile time: what ifStreamAligned tests. That of clipped ones, which
///        are of planes, is for blocks for which ifStreamClipped holds
/// \param tellsLast launchesBeforeLast tells launches apart. The text of a full block, which is one
///        of planes, and that of a clipped one are for those. That of another one is for a function
///        with the parameter StreamNames::lastLaunch of type bool: the launch is none of them
TextWriter streamText(const KernelModel &kernel, ExprPrinter &printer, StreamBlocks blocks,
                      bool tellsLast, unsigned depth);

/// { : constraints } on parameters and h: launches all of whose iterations all stages have, which
/// leave no transient field. What stores such a field takes registers in all launches, and is
/// needed in one. None where there is no such field, and in one dimension.
std::optional<isl::set> launchesBeforeLast(const KernelModel &kernel);

/// The head of an "if": whether rows of fields lie at multiples of the vectors of lanes, the same
/// for all blocks.
TextWriter ifStreamAligned(const KernelModel &kernel, ExprPrinter &printer, unsigned depth);
/// The same behind \p before, and whether lanes have all cells of each of their rows or none.
TextWriter ifStreamClipped(const KernelModel &kernel, ExprPrinter &printer,
                           const std::string &before, unsigned depth);

} // namespace gputile::codegen

#endif
