//===- DevicePointers.h - Clause deviceptr ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_DEVICEPOINTERS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_DEVICEPOINTERS_H

#include "Frontend/Extract/State.h"

namespace gputile::frontend {

/// After all statements: notes which arrays may lie in device memory, as clause deviceptr says, and
/// which a data block keeps on the device, as clause present says.
/// Refuses names that are no pointers of the region, and elements of such arrays that the host
/// would have to read before it launches anything.
void applyDevicePointers(ExtractState &state);

} // namespace gputile::frontend

#endif
