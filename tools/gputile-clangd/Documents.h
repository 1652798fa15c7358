//===- Documents.h - Texts that an editor has open -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILECLANGD_DOCUMENTS_H
#define GPUTILE_TOOLS_GPUTILECLANGD_DOCUMENTS_H

#include "llvm/Support/JSON.h"

#include <map>
#include <optional>
#include <string>

namespace gputile::clangd {

/// Follows textDocument/didOpen, didChange and didClose. Changes hold whole texts: see
/// withWholeTexts. Other changes make a text unknown.
class Documents {
public:
  /// \param message of the editor, any
  void follow(const llvm::json::Object &message);

  /// Line \p number, from 0, of the text at \p uri, without its end; none where it is not known.
  std::optional<std::string> line(llvm::StringRef uri, int64_t number) const;

private:
  std::map<std::string, std::string, std::less<>> Texts; ///< By URI.
};

/// \p message as it is; but where a server answers what it can, it asks for whole texts in place of
/// the parts that change.
std::string withWholeTexts(std::string message);

} // namespace gputile::clangd

#endif
