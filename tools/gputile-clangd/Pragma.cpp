//===- Pragma.cpp - Help for clauses --------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pragma.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace gputile::clangd {
namespace {

using llvm::StringRef;
using llvm::json::Array;
using llvm::json::Object;

struct ClauseHelp {
  const char *name, *arguments, *help;

  std::string title() const { return std::string(name) + "(" + arguments + ")"; }
  /// The words that may stand in its parentheses; none where users write names and numbers.
  std::vector<std::string> values() const {
    llvm::SmallVector<StringRef> words;
    if (StringRef(arguments).contains('|'))
      StringRef(arguments).split(words, '|');
    std::vector<std::string> result;
    for (StringRef word : words)
      result.push_back(word.trim().str());
    return result;
  }
};

constexpr ClauseHelp Clauses[] = {
#define CLAUSE(NAME, ARGUMENTS, HELP) {NAME, ARGUMENTS, HELP},
#include "gputile/Frontend/ClauseHelp.def"
};

const ClauseHelp *clauseCalled(StringRef name) {
  const auto *found = std::find_if(std::begin(Clauses), std::end(Clauses),
                                   [&](const ClauseHelp &clause) { return name == clause.name; });
  return found == std::end(Clauses) ? nullptr : found;
}

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Where the clauses of `#pragma gpu_tile` begin in \p line.
std::optional<size_t> clausesIn(StringRef line) {
  StringRef rest = line;
  for (StringRef word : {"#", "pragma", "gpu_tile"}) {
    rest = rest.ltrim();
    if (!rest.consume_front(word))
      return std::nullopt;
  }
  if (!rest.empty() && isWordCharacter(rest.front()))
    return std::nullopt;
  return line.size() - rest.size();
}

/// A place among clauses.
struct Place {
  std::string clause;    ///< In whose parentheses it is; empty: in none.
  size_t begin = 0, end; ///< Of the word there, which may be empty.
};

/// \param first where the clauses begin
Place placeAt(StringRef line, size_t first, size_t column) {
  Place place;
  place.begin = place.end = std::min(column, line.size());
  while (place.begin > first && isWordCharacter(line[place.begin - 1]))
    --place.begin;
  while (place.end < line.size() && isWordCharacter(line[place.end]))
    ++place.end;
  int depth = 0;
  for (size_t at = place.begin; at-- > first;) {
    if (line[at] == ')')
      ++depth;
    if (line[at] != '(' || --depth >= 0)
      continue;
    const StringRef before = line.slice(first, at).rtrim();
    size_t begin = before.size();
    while (begin > 0 && isWordCharacter(before[begin - 1]))
      --begin;
    place.clause = before.substr(begin).str();
    break;
  }
  return place;
}

Object position(int64_t line, size_t column) {
  return Object{{"line", line}, {"character", static_cast<int64_t>(column)}};
}

Object rangeOf(int64_t line, const Place &place) {
  return Object{{"start", position(line, place.begin)}, {"end", position(line, place.end)}};
}

llvm::json::Value hoverAt(StringRef text, int64_t line, const Place &place) {
  const StringRef word = text.slice(place.begin, place.end);
  const ClauseHelp *const clause =
      clauseCalled(place.clause.empty() ? word : StringRef(place.clause));
  if (!clause)
    return nullptr;
  return Object{{"contents", Object{{"kind", "markdown"},
                                    {"value", "`" + clause->title() + "`\n\n" + clause->help}}},
                {"range", rangeOf(line, place)}};
}

Object item(int64_t line, const Place &place, const std::string &label, const std::string &text,
            int kind, const std::string &help) {
  return Object{{"label", label},
                {"kind", kind},
                {"filterText", text},
                {"documentation", Object{{"kind", "markdown"}, {"value", help}}},
                {"textEdit", Object{{"range", rangeOf(line, place)}, {"newText", text}}}};
}

llvm::json::Value completionsAt(int64_t line, const Place &place) {
  constexpr int Keyword = 14, EnumMember = 20; // CompletionItemKind of the protocol
  Array items;
  if (place.clause.empty())
    for (const ClauseHelp &clause : Clauses)
      items.push_back(
          item(line, place, clause.title(), std::string(clause.name) + "(", Keyword, clause.help));
  else if (const ClauseHelp *const clause = clauseCalled(place.clause))
    for (const std::string &value : clause->values())
      items.push_back(item(line, place, value, value, EnumMember, clause->help));
  return Object{{"isIncomplete", false}, {"items", std::move(items)}};
}

} // namespace

std::optional<llvm::json::Value> answerInPragma(const Object &request, const Documents &documents) {
  const StringRef method = request.getString("method").value_or("");
  const bool isHover = method == "textDocument/hover";
  const Object *const parameters = request.getObject("params");
  if (!parameters || (!isHover && method != "textDocument/completion"))
    return std::nullopt;
  const Object *const document = parameters->getObject("textDocument");
  const Object *const at = parameters->getObject("position");
  if (!document || !at)
    return std::nullopt;
  const int64_t line = at->getInteger("line").value_or(-1);
  const int64_t column = at->getInteger("character").value_or(-1);
  if (line < 0 || column < 0)
    return std::nullopt;
  const std::optional<std::string> text =
      documents.line(document->getString("uri").value_or(""), line);
  const std::optional<size_t> first = text ? clausesIn(*text) : std::nullopt;
  // Columns are bytes only in ASCII.
  if (!first || static_cast<size_t>(column) < *first || !llvm::isASCII(*text))
    return std::nullopt;
  const Place place = placeAt(*text, *first, static_cast<size_t>(column));
  return isHover ? hoverAt(*text, line, place) : completionsAt(line, place);
}

} // namespace gputile::clangd
