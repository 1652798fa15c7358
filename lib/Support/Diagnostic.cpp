//===- Diagnostic.cpp - The table of messages -----------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Diagnostic.h"

#include <cassert>
#include <cctype>

using namespace gputile;

namespace {

struct DiagInfo {
  const char *name;
  DiagSeverity severity;
  const char *text;
};

constexpr DiagInfo Table[] = {
#define DIAG(ID, NAME, SEVERITY, TEXT) {NAME, DiagSeverity::SEVERITY, TEXT},
#include "gputile/Support/Diagnostics.def"
};

const DiagInfo &info(DiagId id) {
  assert(static_cast<unsigned>(id) < diagCount() && "not an id of Diagnostics.def");
  return Table[static_cast<unsigned>(id)];
}

} // namespace

const char *gputile::diagIdName(DiagId id) { return info(id).name; }

DiagSeverity gputile::diagSeverity(DiagId id) { return info(id).severity; }

const char *gputile::diagText(DiagId id) { return info(id).text; }

unsigned gputile::diagCount() { return sizeof(Table) / sizeof(Table[0]); }

std::optional<DiagId> gputile::diagIdByName(const std::string &name) {
  for (unsigned id = 0; id < diagCount(); ++id)
    if (name == Table[id].name)
      return static_cast<DiagId>(id);
  return std::nullopt;
}

std::string gputile::formatDiag(DiagId id, const std::vector<std::string> &args) {
  std::string result;
  for (const char *p = diagText(id); *p; ++p) {
    bool placeholder = *p == '%' && std::isdigit(static_cast<unsigned char>(p[1]));
    if (!placeholder) {
      result += *p;
      continue;
    }
    unsigned index = static_cast<unsigned>(*++p - '0');
    assert(index < args.size() && "a message lacks an argument");
    if (index < args.size())
      result += args[index];
  }
  return result;
}

std::optional<PrintedMessage> gputile::readMessage(const std::string &message) {
  const std::string line = message.substr(0, message.find('\n'));
  for (size_t begin = line.find(" ["); begin != std::string::npos;
       begin = line.find(" [", begin + 1)) {
    const size_t end = line.find(']', begin);
    if (end == std::string::npos)
      break;
    if (const std::optional<DiagId> id = diagIdByName(line.substr(begin + 2, end - begin - 2)))
      return PrintedMessage{*id, line.substr(0, begin)};
  }
  return std::nullopt;
}

std::string gputile::reasonOf(const Refusal &refusal) {
  const std::string text = formatDiag(refusal.id, refusal.args), common = "region left on the CPU: ";
  return text.rfind(common, 0) == 0 ? text.substr(common.size()) : text;
}
