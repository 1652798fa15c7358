//===- StreamText.h - A block of scheme stream ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STREAMTEXT_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STREAMTEXT_H

#include "CodeGen/Kernel/Model.h"

namespace gputile::codegen {

/// The work of a block of \p kernel, whose plan has a stream.
/// \param whole the block is one of KernelPlan::fullBlocks: nothing is tested. The text is for a
///        function with the parameter StreamNames::aligned of type bool, known at compile time: what
///        ifStreamAligned tests
TextWriter streamText(const KernelModel &kernel, ExprPrinter &printer, bool whole, unsigned depth);

/// The head of an "if": whether rows of fields lie at multiples of the vectors of lanes, the same
/// for all blocks.
TextWriter ifStreamAligned(const KernelModel &kernel, ExprPrinter &printer, unsigned depth);

} // namespace gputile::codegen

#endif
