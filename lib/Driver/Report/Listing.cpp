//===- Listing.cpp - Source text with messages between its lines ===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Report/Listing.h"

#include "Driver/Report/Html.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace gputile::driver {

Listing::Listing(llvm::StringRef text) {
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    Lines.push_back(line.rtrim('\r'));
    text = rest;
  }
}

void Listing::show(unsigned first, unsigned last) {
  for (unsigned line = std::max(first, 1u); line <= last && line <= Lines.size(); ++line)
    Shown.try_emplace(line);
}

void Listing::annotate(unsigned line, llvm::StringRef severity, llvm::StringRef text) {
  if (line == 0 || line > Lines.size())
    return;
  show(line - 1, line + 1);
  Shown[line].push_back({severity.str(), text.str()});
}

void Listing::print(llvm::raw_ostream &out) const {
  out << "<div class=\"wide\"><table class=\"source\">\n";
  unsigned before = 0;
  for (const auto &[line, messages] : Shown) {
    if (before != 0 && line != before + 1)
      out << "<tr class=\"gap\"><td>⋯</td><td></td></tr>\n";
    before = line;
    out << "<tr" << (messages.empty() ? "" : " class=\"hit\"") << "><td>" << line << "</td><td>"
        << Escaped{Lines[line - 1]} << "</td></tr>\n";
    for (const Message &message : messages)
      out << "<tr class=\"said " << message.severity << "\"><td></td><td>" << message.severity
          << ": " << Escaped{message.text} << "</td></tr>\n";
  }
  out << "</table></div>\n";
}

} // namespace gputile::driver
