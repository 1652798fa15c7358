//===- Parse.h - Generated text, parsed again -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generated CUDA parsed by Clang in memory. Neither CUDA nor a C++ library is needed:
/// what the text may include is declared here, as far as generated text uses it.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_READER_PARSE_H
#define GPUTILE_READER_PARSE_H

#include "clang/Basic/Diagnostic.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class CompilerInstance;
} // namespace clang

namespace gputile {

/// The first error in a text.
struct TextError {
  std::string message; ///< Clang's words.
  unsigned line = 0;   ///< In the text, from 1; 0: no place is known.
  std::string text;    ///< That line, without blanks around it.
};

/// "message, in line 12, 'p_C[0] = C[0;'"
std::string describe(const TextError &error);

/// Names and values of macros that are defined before a text.
using TextMacros = std::vector<std::pair<std::string, std::string>>;

/// A header that a text may include: its name and its text.
using TextHeaders = std::vector<std::pair<std::string, std::string>>;

/// What a text is written for.
enum class TextKind {
  CudaFile,   ///< A whole .cu file.
  KernelText, ///< Kernels for NVRTC, which knows no headers.
};

/// Text and its AST, or the first error.
class ParsedText {
public:
  ParsedText();
  ParsedText(ParsedText &&) noexcept;
  ParsedText &operator=(ParsedText &&) noexcept;
  ~ParsedText();

  const std::optional<TextError> &error() const { return Error; }
  clang::ASTContext &ast() const;

private:
  friend ParsedText parseText(const std::string &text, TextKind kind, const TextMacros &macros,
                              const TextHeaders &headers);
  std::unique_ptr<clang::CompilerInstance> Compiler;
  std::optional<TextError> Error;
};

/// Parses \p text as CUDA does for the host, in C++17. Of headers, which do not depend on the text,
/// no bodies of functions are parsed but those of templates.
ParsedText parseText(const std::string &text, TextKind kind, const TextMacros &macros = {},
                     const TextHeaders &headers = {});

/// Keeps the first error that a compiler cannot go on after: warnings that flags turn into
/// errors are none.
class FirstError : public clang::DiagnosticConsumer {
public:
  explicit FirstError(std::optional<TextError> &error) : Error(error) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

private:
  std::optional<TextError> &Error;
};

} // namespace gputile

#endif
