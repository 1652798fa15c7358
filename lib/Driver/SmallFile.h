//===- SmallFile.h - Files that options name --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_SMALLFILE_H
#define GPUTILE_LIB_DRIVER_SMALLFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace gputile::driver {

/// The text of a regular file of at most 1 MiB: reading from a pipe could wait for ever.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> textOfSmallFile(const std::string &path);

} // namespace gputile::driver

#endif
