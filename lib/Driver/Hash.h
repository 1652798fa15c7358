//===- Hash.h - Hashes of texts ----------------------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_HASH_H
#define GPUTILE_LIB_DRIVER_HASH_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <string>

namespace gputile::driver {

/// A hash of \p text that no two texts share, in hexadecimal.
inline std::string hashOf(llvm::StringRef text) {
  llvm::BLAKE3 hasher;
  hasher.update(text);
  const auto hash = hasher.final();
  return llvm::toHex(hash, /*LowerCase=*/true);
}

} // namespace gputile::driver

#endif
