//===- RowsText.h - Rows behind pointers in the entry -----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_ROWSTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_ROWSTEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

/// Names each row of array \p array that the region accesses, and no other: the pointers to
/// others may be anything. The array is laid out.
void printRows(const EntryModel &entry, const HostTarget &target, unsigned array,
               NodePrinter &printer);

} // namespace gputile::codegen

#endif
