//===- Diagnostics.cpp - gputile's diagnostics for editors ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "gputile/Support/Diagnostic.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace gputile::clangd {
namespace {

/// DiagnosticSeverity of the protocol.
constexpr int Information = 3;

/// The id in "text [id]" or "text [id] [-flag]", which is in the first line.
std::optional<DiagId> idOf(llvm::StringRef message) {
  llvm::StringRef rest = message.split('\n').first;
  while (!rest.empty()) {
    const auto [name, after] = rest.split('[').second.split(']');
    if (const std::optional<DiagId> id = diagIdByName(name.str()))
      return id;
    rest = after;
  }
  return std::nullopt;
}

/// \p path in a URI.
std::string quoted(llvm::StringRef path) {
  constexpr llvm::StringRef Plain = "-._~/";
  std::string result;
  llvm::raw_string_ostream out(result);
  for (unsigned char c : path) {
    if (llvm::isAlnum(static_cast<char>(c)) || Plain.contains(static_cast<char>(c)))
      out << static_cast<char>(c);
    else
      out << '%' << llvm::hexdigit(c >> 4) << llvm::hexdigit(c & 15);
  }
  return result;
}

void addCode(llvm::json::Object &diagnostic, const std::string &pages) {
  const std::optional<llvm::StringRef> message = diagnostic.getString("message");
  const std::optional<DiagId> id = message ? idOf(*message) : std::nullopt;
  if (!id)
    return;
  const std::string name = diagIdName(*id), page = pages + "/" + name + ".md";
  diagnostic["source"] = "gputile";
  diagnostic["code"] = name;
  if (!pages.empty() && llvm::sys::fs::exists(page))
    diagnostic["codeDescription"] = llvm::json::Object{{"href", "file://" + quoted(page)}};
  if (diagSeverity(*id) == DiagSeverity::Remark)
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
