//===- InspectionText.h - What the entry reads first ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_INSPECTIONTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_INSPECTIONTEXT_H

#include "CodeGen/Host/TransferText.h"

namespace gputile::codegen {

/// Declares the parameters that the entry finds, and runs the inspections that find them.
/// \param arrays where reads depend on other reads, those are checked against what the region
/// writes before
void printInspections(const EntryModel &entry, const HostTarget &target, ArrayPrinter &arrays,
                      NodePrinter &printer);

} // namespace gputile::codegen

#endif
