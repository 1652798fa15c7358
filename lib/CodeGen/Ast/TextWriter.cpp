//===- TextWriter.cpp - Lines of emitted text -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/TextWriter.h"

namespace gputile::codegen {

void TextWriter::writeLines(const std::string &text) {
  for (size_t start = 0; start <= text.size();) {
    size_t end = text.find('\n', start);
    if (end == std::string::npos)
      end = text.size();
    if (end > start)
      Text += std::string(2 * Depth, ' ') + text.substr(start, end - start);
    Text += '\n';
    start = end + 1;
  }
}

TextWriter TextWriter::outdented() const {
  TextWriter result = *this;
  const std::string level(2, ' ');
  for (size_t line = 0; line < result.Text.size(); line = result.Text.find('\n', line) + 1)
    if (result.Text.compare(line, level.size(), level) == 0)
      result.Text.erase(line, level.size());
  --result.Depth;
  return result;
}

void TextWriter::openBlock(const std::string &head) {
  line(head, head.empty() ? "{" : " {");
  ++Depth;
}

void TextWriter::close(const std::string &tail) {
  --Depth;
  line("}", tail);
}

void TextWriter::append(const TextWriter &finished) {
  Text += finished.Text;
  Uses.insert(finished.Uses.begin(), finished.Uses.end());
}

/// The line of a barrier at \p depth.
static std::string barrierLine(unsigned depth) {
  return std::string(2 * depth, ' ') + "__syncthreads();\n";
}

/// Whether \p line stands in front of \p end.
bool TextWriter::endsWith(const std::string &line, size_t end) const {
  if (end < line.size() || Text.compare(end - line.size(), line.size(), line) != 0)
    return false;
  return end == line.size() || Text[end - line.size() - 1] == '\n';
}

void TextWriter::barrier() {
  const std::string line = barrierLine(Depth);
  if (!endsWith(line, Text.size()))
    Text += line;
}

void TextWriter::moveBarrierOut(size_t head, size_t body) {
  const std::string inside = barrierLine(Depth), before = barrierLine(Depth - 1);
  const bool isOnly = Text.size() == body + inside.size();
  if (Text.compare(body, inside.size(), inside) != 0 || !endsWith(inside, Text.size()) || isOnly)
    return;
  Text.erase(body, inside.size());
  if (!endsWith(before, head))
    Text.insert(head, before);
}

void TextWriter::insertLine(size_t position, const std::string &line) {
  Text.insert(position, std::string(2 * Depth, ' ') + line + "\n");
}

const std::string &TextWriter::use(const ExprText &expr) {
  Uses.insert(expr.uses.begin(), expr.uses.end());
  return expr.text;
}

void printChoice(TextWriter &writer, const ExprText &condition, const TextWriter &first,
                 const TextWriter &second) {
  if (first.text() == second.text()) {
    writer.open();
    writer.append(second);
    return writer.close();
  }
  writer.open("if (", condition, ")");
  writer.append(first);
  writer.outdent();
  writer.open("} else");
  writer.append(second);
  writer.close();
}

} // namespace gputile::codegen
