//===- SmallFile.cpp - Files that options name ----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/SmallFile.h"

#include "llvm/Support/FileSystem.h"

namespace gputile::driver {

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> textOfSmallFile(const std::string &path) {
  const auto wrong = [&](const std::string &what) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), path + ": " + what);
  };
  if (!llvm::sys::fs::is_regular_file(path))
    return wrong("is no file with text");
  constexpr uint64_t mostBytes = 1 << 20;
  uint64_t bytes = 0;
  if (llvm::sys::fs::file_size(path, bytes) || bytes > mostBytes)
    return wrong("has more than " + std::to_string(mostBytes) + " bytes");
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (!text)
    return wrong(text.getError().message());
  return std::move(*text);
}

} // namespace gputile::driver
