//===- LaunchText.h - Host loops and launches -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_HOST_LAUNCHTEXT_H
#define GPUTILE_LIB_CODEGEN_HOST_LAUNCHTEXT_H

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

/// Prints the host loops over all launches with \p printer.
void printLaunches(const EntryModel &entry, const HostTarget &target, NodePrinter &printer);

} // namespace gputile::codegen

#endif
