//===- Diagnostic.h - Messages as values -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What gputile says to its users, as values. Phases build them; only the
/// Frontend turns them into Clang diagnostics. Every message is listed in
/// Diagnostics.def.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_DIAGNOSTIC_H
#define GPUTILE_SUPPORT_DIAGNOSTIC_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gputile {

/// A source location, opaque outside Frontend (Clang's raw encoding); 0 is
/// "no location", which is reported at the region's pragma.
struct SourceRef {
  uint32_t raw = 0;
  bool valid() const { return raw != 0; }
};

/// Stable names of all messages; `diagIdName` gives the text users type.
enum class DiagId : uint16_t {
#define DIAG(ID, NAME, SEVERITY, TEXT) ID,
#include "gputile/Support/Diagnostics.def"
};

enum class DiagSeverity { Error, Warning, Remark, Note };

/// \returns the kebab-case id of \p id, e.g. "break-in-loop".
const char *diagIdName(DiagId id);
DiagSeverity diagSeverity(DiagId id);
/// \returns the text with %0, %1, … for the arguments.
const char *diagText(DiagId id);
/// Finds an id by its kebab-case name.
std::optional<DiagId> diagIdByName(const std::string &name);
/// \returns the number of ids.
unsigned diagCount();
/// Substitutes %0, %1, … in the text of \p id.
std::string formatDiag(DiagId id, const std::vector<std::string> &args);

/// What a message of gputile says when Clang has printed it, "text [id]" or "text [id] [-Wgroup]".
struct PrintedMessage {
  DiagId id;
  std::string text;
};
/// \returns nothing where no id is in the first line of \p message.
std::optional<PrintedMessage> readMessage(const std::string &message);

/// A replacement of the text between two locations (end exclusive), or an
/// insertion when both are equal.
struct FixIt {
  SourceRef begin, end;
  std::string text;
};

/// A further location that explains a diagnostic.
struct DiagNote {
  DiagId id;
  SourceRef loc;
  std::vector<std::string> args;
};

/// A message with its place, arguments, notes and fix-its.
struct Diagnostic {
  DiagId id;
  SourceRef loc;
  std::vector<std::string> args;
  std::vector<DiagNote> notes;
  std::vector<FixIt> fixIts;
};

/// Why a region is left as it was: the diagnostic that says so.
using Refusal = Diagnostic;

/// The text of \p refusal without "region left on the CPU: ".
std::string reasonOf(const Refusal &refusal);

/// Receives diagnostics as phases find them; analyses never print.
class DiagnosticHandler {
public:
  virtual ~DiagnosticHandler() = default;
  virtual void report(const Diagnostic &diagnostic) = 0;
};

/// A value or the refusal that stands in its place.
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : Storage(std::in_place_index<0>, std::move(value)) {}
  Result(Refusal refusal) : Storage(std::in_place_index<1>, std::move(refusal)) {}

  explicit operator bool() const { return Storage.index() == 0; }
  T &operator*() { return std::get<0>(Storage); }
  const T &operator*() const { return std::get<0>(Storage); }
  T *operator->() { return &std::get<0>(Storage); }
  const T *operator->() const { return &std::get<0>(Storage); }
  const Refusal &refusal() const { return std::get<1>(Storage); }

private:
  std::variant<T, Refusal> Storage;
};

} // namespace gputile

#endif
