//===- Diagnostics.cpp - gputile's diagnostics for editors ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "gputile/Support/Diagnostic.h"
#include "gputile/Support/Uri.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace gputile::clangd {
namespace {

/// DiagnosticSeverity of the protocol.
constexpr int Information = 3;

void addCode(llvm::json::Object &diagnostic, const std::string &pages) {
  const std::optional<llvm::StringRef> message = diagnostic.getString("message");
  const std::optional<PrintedMessage> read = message ? readMessage(message->str()) : std::nullopt;
  if (!read)
    return;
  const std::string name = diagIdName(read->id), page = pages + "/" + name + ".md";
  diagnostic["source"] = "gputile";
  diagnostic["code"] = name;
  if (!pages.empty() && llvm::sys::fs::exists(page))
    diagnostic["codeDescription"] = llvm::json::Object{{"href", fileUri(page)}};
  if (diagSeverity(read->id) == DiagSeverity::Remark)
    diagnostic["severity"] = Information;
}

} // namespace

std::string withCodes(std::string message, const std::string &pages) {
  constexpr llvm::StringRef Method = "textDocument/publishDiagnostics";
  if (message.find(Method.str()) == std::string::npos) // Few messages need to be read.
    return message;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(message);
  if (!value) {
    llvm::consumeError(value.takeError());
    return message;
  }
  llvm::json::Object *const object = value->getAsObject();
  llvm::json::Object *const parameters =
      object && object->getString("method") == Method ? object->getObject("params") : nullptr;
  llvm::json::Array *const list = parameters ? parameters->getArray("diagnostics") : nullptr;
  if (!list)
    return message;
  for (llvm::json::Value &diagnostic : *list)
    if (llvm::json::Object *const fields = diagnostic.getAsObject())
      addCode(*fields, pages);
  std::string text;
  llvm::raw_string_ostream(text) << *value;
  return text;
}

} // namespace gputile::clangd
