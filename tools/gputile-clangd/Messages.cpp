//===- Messages.cpp - Messages of the language-server protocol ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "llvm/ADT/StringRef.h"

namespace gputile::clangd {

/// Without its line end; none at the end of the stream.
std::optional<std::string> MessageReader::headerLine() {
  std::string line;
  for (int c = std::getc(Stream); c != EOF; c = std::getc(Stream)) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    if (!line.empty() && line.back() == '\r')
      line.pop_back();
    return line;
  }
  return std::nullopt;
}

std::optional<std::string> MessageReader::next() {
  constexpr size_t MostBytes = size_t(1) << 30;
  size_t length = 0;
  while (true) {
    const std::optional<std::string> line = headerLine();
    if (!line)
      return std::nullopt;
    if (line->empty())
      break;
    llvm::StringRef value = *line;
    if (value.consume_front_insensitive("content-length:") &&
        (value.trim().getAsInteger(10, length) || length > MostBytes))
      return std::nullopt;
  }
  std::string json(length, '\0');
  if (std::fread(json.data(), 1, length, Stream) != length)
    return std::nullopt;
  return json;
}

bool writeMessage(std::FILE *stream, const std::string &json) {
  return std::fprintf(stream, "Content-Length: %zu\r\n\r\n", json.size()) > 0 &&
         std::fwrite(json.data(), 1, json.size(), stream) == json.size() &&
         std::fflush(stream) == 0;
}

} // namespace gputile::clangd
