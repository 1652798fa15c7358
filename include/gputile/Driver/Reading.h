//===- Reading.h - Compilations that only read ----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_READING_H
#define GPUTILE_DRIVER_READING_H

#include <memory>

namespace clang {
class CompilerInvocation;
} // namespace clang

namespace gputile {

/// The options of \p outer for a compilation inside of its own that parses the same file,
/// writes nothing and starts no plugin that \p outer names.
std::shared_ptr<clang::CompilerInvocation> readingOnly(const clang::CompilerInvocation &outer);

/// Lives while a thread runs a compilation inside of another. Clang runs the plugins that are
/// loaded in both; gputile has nothing to do in the inner one.
class InnerCompilation {
public:
  InnerCompilation();
  ~InnerCompilation();
  InnerCompilation(const InnerCompilation &) = delete;
  InnerCompilation &operator=(const InnerCompilation &) = delete;

  /// Whether the calling thread is in one.
  static bool isRunning();

private:
  bool Before;
};

} // namespace gputile

#endif
