//===- TextWriter.h - Lines of emitted text ---------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_AST_TEXTWRITER_H
#define GPUTILE_LIB_CODEGEN_AST_TEXTWRITER_H

#include "CodeGen/Ast/IndexBounds.h"

#include <concepts>
#include <set>
#include <string>
#include <string_view>

namespace gputile::codegen {

/// An expression as C text, with what is known where it is printed.
struct ExprText {
  std::string text;
  Bound bound;                ///< Of its value.
  std::set<std::string> uses; ///< The variables that it names.

  /// Variable \p name.
  static ExprText variable(const std::string &name, Bound bound) { return {name, bound, {name}}; }
  bool isVariable() const { return uses.size() == 1 && *uses.begin() == text; }
};

/// Lines of C text with indentation, and the variables that they name. Lines are made of
/// pieces: text, numbers, and expressions, whose variables are recorded.
class TextWriter {
public:
  /// Writes one line; text with several lines keeps its own relative indentation.
  template <typename... Pieces> void line(const Pieces &...pieces) {
    writeLines(concatenated(pieces...));
  }
  template <typename... Pieces> void open(const Pieces &...head) { ///< "head {", indents.
    openBlock(concatenated(head...));
  }
  void close(const std::string &tail = ""); ///< "}" + tail.
  void append(const TextWriter &finished);  ///< Its lines as they are.
  /// Its lines one level further out.
  TextWriter outdented() const;
  /// A line at which all threads of the block wait, unless the line before is one.
  void barrier();
  /// Where the next line will stand.
  size_t position() const { return Text.size(); }
  /// Of a loop whose head is written at \p head and whose body, so far, from \p body on: where the
  /// body begins and ends with a barrier, the first one is moved in front of the loop, since only
  /// one is needed between two iterations.
  void moveBarrierOut(size_t head, size_t body);
  /// Inserts a line at \p position, where a line of the present depth begins.
  void insertLine(size_t position, const std::string &line);
  void indent() { ++Depth; }
  void outdent() { --Depth; }
  const std::string &text() const { return Text; }
  unsigned depth() const { return Depth; }
  explicit TextWriter(unsigned depth = 0) : Depth(depth) {}

  /// Records that the text names \p variable, and returns it.
  const std::string &use(const std::string &variable) { return *Uses.insert(variable).first; }
  /// Records the variables of \p expr, and returns its text.
  const std::string &use(const ExprText &expr);
  /// Whether the text names \p variable.
  bool uses(const std::string &variable) const { return Uses.count(variable) > 0; }

private:
  template <typename... Pieces> std::string concatenated(const Pieces &...pieces) {
    std::string text;
    (add(text, pieces), ...);
    return text;
  }
  static void add(std::string &text, std::string_view piece) { text += piece; }
  static void add(std::string &text, char character) { text += character; }
  template <std::integral Number> static void add(std::string &text, Number number) {
    text += std::to_string(number);
  }
  void add(std::string &text, const ExprText &expr) { text += use(expr); }
  void writeLines(const std::string &text);
  void openBlock(const std::string &head);
  bool endsWith(const std::string &line, size_t end) const;

  std::string Text;
  unsigned Depth;
  std::set<std::string> Uses;
};

/// Prints `if (condition) { first } else { second }`, the bodies being one step deeper than
/// \p writer; only one when they are equal.
void printChoice(TextWriter &writer, const ExprText &condition, const TextWriter &first,
                 const TextWriter &second);

} // namespace gputile::codegen

#endif
