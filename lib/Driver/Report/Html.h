//===- Html.h - Text and elements of HTML -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_REPORT_HTML_H
#define GPUTILE_LIB_DRIVER_REPORT_HTML_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace gputile::driver {

/// Text that is printed with the characters of HTML's syntax escaped.
struct Escaped {
  llvm::StringRef text;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &out, Escaped text) {
  llvm::printHTMLEscaped(text.text, out);
  return out;
}

/// The member \p key of \p object as text; empty when it is none.
inline llvm::StringRef textOf(const llvm::json::Object &object, llvm::StringRef key) {
  return object.getString(key).value_or("");
}

/// The elements of list \p key of \p object, none when there is no such list.
inline llvm::ArrayRef<llvm::json::Value> listOf(const llvm::json::Object &object,
                                                llvm::StringRef key) {
  const llvm::json::Array *list = object.getArray(key);
  return list ? llvm::ArrayRef<llvm::json::Value>(list->data(), list->size())
              : llvm::ArrayRef<llvm::json::Value>();
}

} // namespace gputile::driver

#endif
