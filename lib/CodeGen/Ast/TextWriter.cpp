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
