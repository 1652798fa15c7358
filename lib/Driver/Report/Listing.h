//===- Listing.h - Source text with messages between its lines -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_REPORT_LISTING_H
#define GPUTILE_LIB_DRIVER_REPORT_LISTING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <string>
#include <vector>

namespace gputile::driver {

/// Lines of one file, numbered from 1.
class Listing {
public:
  explicit Listing(llvm::StringRef text);

  /// Shows the lines from \p first to \p last, as far as there are such.
  void show(unsigned first, unsigned last);
  /// Puts a message behind \p line, which is shown with its neighbours.
  /// \param severity a class of the style sheet: error, warning, remark or note
  void annotate(unsigned line, llvm::StringRef severity, llvm::StringRef text);

  void print(llvm::raw_ostream &out) const;

private:
  struct Message {
    std::string severity, text;
  };

  std::vector<llvm::StringRef> Lines;
  std::map<unsigned, std::vector<Message>> Shown;
};

} // namespace gputile::driver

#endif
