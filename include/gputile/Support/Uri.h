//===- Uri.h - Files in protocols of editors --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_URI_H
#define GPUTILE_SUPPORT_URI_H

#include <string>

namespace gputile {

/// \p path as a part of a URI (RFC 3986): other characters than letters, digits and "-._~/" are
/// written as %XX.
std::string uriPath(const std::string &path);

/// The URI of an absolute path, "file:///a/b".
std::string fileUri(const std::string &path);

} // namespace gputile

#endif
