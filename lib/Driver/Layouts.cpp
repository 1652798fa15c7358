//===- Layouts.cpp - Layouts of regions that were measured ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Layouts.h"

#include "Driver/Candidates.h"
#include "Driver/Hash.h"
#include "Driver/SmallFile.h"
#include "gputile/Frontend/ClauseValues.h"
#include "gputile/Frontend/Frontend.h"
#include "gputile/Frontend/StatementText.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/JSON.h"

namespace json = llvm::json;

namespace gputile {
namespace {

llvm::Error wrong(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), what);
}

/// One element of "layouts", whose members may be missing.
class LayoutReader {
public:
  LayoutReader(const json::Object &object, size_t number)
      : Object(object), Place("layout " + std::to_string(number + 1) + ": ") {}

  llvm::Error read(Clauses &clauses) const {
    if (auto error = keyword("scheme", SchemeValues, clauses.scheme))
      return error;
    if (auto error = keyword("launch", LaunchValues, clauses.launch))
      return error;
    if (auto error = sizes("tile", clauses.tile))
      return error;
    return sizes("block", clauses.block);
  }

  llvm::Expected<std::string> text(llvm::StringRef name) const {
    const auto value = Object.getString(name);
    if (!value || value->empty())
      return wrong(Place + "'" + name + "' is no text");
    return value->str();
  }

private:
  template <typename T, size_t N>
  llvm::Error keyword(llvm::StringRef name, const NamedValue<T> (&values)[N],
                      Choice<T> &choice) const {
    if (!Object.get(name))
      return llvm::Error::success();
    const auto given = Object.getString(name);
    const auto value = given ? valueByName(values, given->str()) : std::nullopt;
    if (!value)
      return wrong(Place + "'" + name + "' is none of " + namesOf(values));
    choice = {*value, Origin::Measured};
    return llvm::Error::success();
  }

  llvm::Error sizes(llvm::StringRef name, Choice<std::vector<long>> &choice) const {
    if (!Object.get(name))
      return llvm::Error::success();
    const json::Array *const list = Object.getArray(name);
    if (!list)
      return wrong(Place + "'" + name + "' is no list");
    std::vector<long> found;
    for (const json::Value &item : *list) {
      const auto number = item.getAsInteger();
      const auto size = number ? sizeByText(std::to_string(*number)) : std::nullopt;
      if (!size)
        return wrong(Place + "'" + name + "' holds what is not " + expectedSize());
      found.push_back(*size);
    }
    if (!found.empty())
      choice = {std::move(found), Origin::Measured};
    return llvm::Error::success();
  }

  const json::Object &Object;
  const std::string Place;
};

} // namespace

llvm::Expected<Layouts> parseLayouts(llvm::StringRef text) {
  llvm::Expected<json::Value> document = json::parse(text);
  if (!document)
    return document.takeError();
  const json::Object *const object = document->getAsObject();
  const json::Array *const list = object ? object->getArray("layouts") : nullptr;
  if (!list)
    return wrong("there is no list 'layouts'");
  Layouts layouts;
  for (size_t i = 0; i < list->size(); ++i) {
    const json::Object *const item = (*list)[i].getAsObject();
    if (!item)
      return wrong("layout " + llvm::Twine(i + 1) + " is no object");
    const LayoutReader reader(*item, i);
    llvm::Expected<std::string> digest = reader.text("digest"), device = reader.text("device");
    if (!digest || !device)
      return llvm::joinErrors(digest ? llvm::Error::success() : digest.takeError(),
                              device ? llvm::Error::success() : device.takeError());
    Clauses clauses;
    if (auto error = reader.read(clauses))
      return error;
    layouts[{std::move(*digest), std::move(*device)}] = std::move(clauses);
  }
  return layouts;
}

llvm::Expected<Layouts> readLayouts(const std::string &path) {
  auto text = driver::textOfSmallFile(path);
  if (!text)
    return text.takeError();
  llvm::Expected<Layouts> layouts = parseLayouts((*text)->getBuffer());
  if (!layouts)
    return wrong(path + ": " + llvm::toString(layouts.takeError()));
  return layouts;
}

Clauses withMeasured(const Clauses &clauses, const Layouts &layouts, const std::string &digest,
                     const std::string &device) {
  const auto found = layouts.find({digest, device});
  if (found == layouts.end() || clauses.scheme.origin != Origin::Model ||
      !driver::leavesSizesOpen(clauses))
    return clauses;
  Clauses result = clauses;
  result.scheme = found->second.scheme;
  result.tile = found->second.tile;
  result.block = found->second.block;
  result.launch = found->second.launch;
  return result;
}

std::string regionDigest(const clang::ASTContext &context, const MarkedRegion &region) {
  if (!region.statement)
    return "";
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::CharSourceRange range = sources.getExpansionRange(textRange(*region.statement));
  bool isInvalid = false;
  const llvm::StringRef text =
      clang::Lexer::getSourceText(range, sources, context.getLangOpts(), &isInvalid);
  if (isInvalid)
    return "";
  // A raw lexer wants a terminator.
  const std::string copy = text.str();
  clang::Lexer lexer(clang::SourceLocation(), context.getLangOpts(), copy.data(), copy.data(),
                     copy.data() + copy.size());
  std::string tokens;
  clang::Token token;
  // The last token comes with the end.
  for (bool atEnd = false; !atEnd;) {
    atEnd = lexer.LexFromRawLexer(token);
    const size_t end = lexer.getCurrentBufferOffset();
    tokens.append(copy, end - token.getLength(), token.getLength()).append("\n");
  }
  constexpr size_t digits = 16;
  return driver::hashOf(tokens).substr(0, digits);
}

} // namespace gputile
