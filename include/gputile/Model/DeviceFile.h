//===- DeviceFile.h - Device profiles as JSON -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// docs/devices.md describes the files.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_DEVICEFILE_H
#define GPUTILE_MODEL_DEVICEFILE_H

#include "gputile/Model/Device.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace gputile {

/// Reads a profile.
/// \param text  what the file holds
/// \param file  its path, for errors
/// \returns an error with the path, the key and what is expected there: where the text is no JSON;
///          where a key is missing, unknown, of another type or out of its range; and where numbers
///          contradict one another
llvm::Expected<DeviceProfile> readDeviceProfile(llvm::StringRef text, llvm::StringRef file);

/// The profile of the device of that name, as its file was when gputile was built; nothing for
/// names that are not among deviceNames().
std::optional<DeviceProfile> deviceProfileOf(llvm::StringRef name);

} // namespace gputile

#endif
