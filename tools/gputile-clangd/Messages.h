//===- Messages.h - Messages of the language-server protocol ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A message is a header, "Content-Length: n" and an empty line, and n bytes of JSON (Language
/// Server Protocol 3.17, "Base Protocol").
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILECLANGD_MESSAGES_H
#define GPUTILE_TOOLS_GPUTILECLANGD_MESSAGES_H

#include <cstdio>
#include <optional>
#include <string>

namespace gputile::clangd {

/// Reads messages from a stream.
class MessageReader {
public:
  /// \param stream stays open; this does not own it
  explicit MessageReader(std::FILE *stream) : Stream(stream) {}

  /// \returns the JSON of the next message; none at the end of the stream, or where it holds
  /// something else.
  std::optional<std::string> next();

private:
  std::optional<std::string> headerLine();

  std::FILE *Stream;
};

/// Writes \p json as one message. \returns false when nobody reads any more.
bool writeMessage(std::FILE *stream, const std::string &json);

} // namespace gputile::clangd

#endif
