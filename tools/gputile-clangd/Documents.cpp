//===- Documents.cpp - Texts that an editor has open ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Documents.h"

#include "llvm/Support/raw_ostream.h"

namespace gputile::clangd {

using llvm::json::Array;
using llvm::json::Object;

/// TextDocumentSyncKind of the protocol.
static constexpr int WholeTexts = 1;

/// The text after \p changes, if the last one is whole.
static std::optional<std::string> textAfter(const Array *changes) {
  if (!changes || changes->empty())
    return std::nullopt;
  const Object *const last = changes->back().getAsObject();
  if (!last || last->get("range"))
    return std::nullopt;
  const std::optional<llvm::StringRef> text = last->getString("text");
  return text ? std::optional(text->str()) : std::nullopt;
}

void Documents::follow(const Object &message) {
  const llvm::StringRef method = message.getString("method").value_or("");
  const Object *const parameters = message.getObject("params");
  const Object *const document = parameters ? parameters->getObject("textDocument") : nullptr;
  const std::optional<llvm::StringRef> uri = document ? document->getString("uri") : std::nullopt;
  if (!uri)
    return;
  std::optional<std::string> text;
  if (method == "textDocument/didOpen")
    text = document->getString("text").value_or("").str();
  else if (method == "textDocument/didChange")
    text = textAfter(parameters->getArray("contentChanges"));
  else if (method != "textDocument/didClose")
    return;
  if (text)
    Texts.insert_or_assign(uri->str(), std::move(*text));
  else
    Texts.erase(uri->str());
}

std::optional<std::string> Documents::line(llvm::StringRef uri, int64_t number) const {
  const auto found = Texts.find(uri);
  if (found == Texts.end())
    return std::nullopt;
  llvm::StringRef rest = found->second;
  for (; number > 0 && !rest.empty(); --number)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r').str();
}

std::string withWholeTexts(std::string message) {
  if (message.find("\"textDocumentSync\"") == std::string::npos)
    return message;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(message);
  if (!value) {
    llvm::consumeError(value.takeError());
    return message;
  }
  Object *const answer = value->getAsObject();
  Object *const result = answer ? answer->getObject("result") : nullptr;
  Object *const abilities = result ? result->getObject("capabilities") : nullptr;
  if (!abilities || !abilities->get("textDocumentSync"))
    return message;
  if (Object *const sync = abilities->getObject("textDocumentSync"))
    (*sync)["change"] = WholeTexts;
  else
    (*abilities)["textDocumentSync"] = WholeTexts;
  std::string text;
  llvm::raw_string_ostream(text) << *value;
  return text;
}

} // namespace gputile::clangd
