//===- StoredResult.cpp - The result of a region as text ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function for each structure says what it consists of; a Writer and a Reader go over
/// them. Structured bindings: a member more does not compile until it has a place here.
///
//===----------------------------------------------------------------------===//

#include "Driver/Cache/StoredResult.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace gputile::driver {
namespace {

/// Stands for one of RegionKey::ownTexts.
char placeholder(size_t k) { return static_cast<char>(1 + k); }

/// What of a result is stored.
struct Stored {
  std::optional<RegionCode> code;
  std::optional<Refusal> refusal;
  Clauses clauses;
  std::optional<std::vector<std::string>> copiesNotProved;
  std::optional<RegionResult::OptionsLeftOut> optionsLeftOut;
  std::optional<std::string> whyOriginalOrder;
  std::vector<DiagNote> oneThread;
  Scheme scheme = Scheme::Parallel;
  std::optional<Success> success; ///< Of describeSuccess, of a transformed region.
};

/// Appends values to a text.
class Writer {
public:
  explicit Writer(const RegionKey &key) : Key(key) {}

  void number(unsigned long &value) { Out += std::to_string(value) + ";"; }

  void operator()(std::string &text) {
    std::string open = text;
    for (size_t k = 0; k < Key.ownTexts.size(); ++k) {
      Failed |= text.find(placeholder(k)) != std::string::npos;
      for (size_t at = 0; (at = open.find(Key.ownTexts[k], at)) != std::string::npos; ++at)
        open.replace(at, Key.ownTexts[k].size(), 1, placeholder(k));
    }
    Out += std::to_string(open.size()) + ":" + open;
  }

  void operator()(SourceRef &place) {
    unsigned long position = 0;
    if (place.valid()) {
      const auto found = std::find_if(Key.places.begin(), Key.places.end(),
                                      [&](SourceRef known) { return known.raw == place.raw; });
      Failed |= found == Key.places.end();
      position = static_cast<unsigned long>(found - Key.places.begin()) + 1;
    }
    number(position);
  }

  std::optional<std::string> text() const {
    return Failed ? std::nullopt : std::optional(Out);
  }

private:
  const RegionKey &Key;
  std::string Out;
  bool Failed = false;
};

/// Takes values off a text.
class Reader {
public:
  Reader(const RegionKey &key, llvm::StringRef text) : Key(key), Rest(text) {}

  void number(unsigned long &value) { value = upTo(';'); }

  void operator()(std::string &text) {
    const unsigned long size = upTo(':');
    Failed |= size > Rest.size();
    text.clear();
    for (char c : Rest.take_front(size)) {
      const auto k = static_cast<size_t>(static_cast<unsigned char>(c)) - 1;
      if (k < Key.ownTexts.size())
        text += Key.ownTexts[k];
      else
        text += c;
    }
    Rest = Rest.drop_front(std::min<size_t>(size, Rest.size()));
  }

  void operator()(SourceRef &place) {
    unsigned long position = 0;
    number(position);
    Failed |= position > Key.places.size();
    place = Failed || position == 0 ? SourceRef() : Key.places[position - 1];
  }

  /// What is left of the text: no list is longer.
  size_t left() const { return Failed ? 0 : Rest.size(); }
  bool succeeded() const { return !Failed && Rest.empty(); }

private:
  unsigned long upTo(char end) {
    const auto [digits, rest] = Rest.split(end);
    unsigned long value = 0;
    Failed |= digits.getAsInteger(10, value);
    Rest = rest;
    return Failed ? 0 : value;
  }

  const RegionKey &Key;
  llvm::StringRef Rest;
  bool Failed = false;
};

template <typename A, typename T>
  requires std::is_integral_v<T> || std::is_enum_v<T>
void visit(A &archive, T &value) {
  auto number = static_cast<unsigned long>(value);
  archive.number(number);
  value = static_cast<T>(number);
}

template <typename A> void visit(A &archive, std::string &text) { archive(text); }
template <typename A> void visit(A &archive, SourceRef &place) { archive(place); }

template <typename A, typename... T> void visitAll(A &archive, T &...values);

template <typename T> void resize(Writer &, std::vector<T> &, size_t) {}
template <typename T> void resize(Reader &reader, std::vector<T> &list, size_t size) {
  list.resize(std::min(size, reader.left()));
}

template <typename A, typename T> void visit(A &archive, std::vector<T> &list) {
  auto size = static_cast<unsigned long>(list.size());
  archive.number(size);
  resize(archive, list, size);
  for (T &item : list)
    visitAll(archive, item);
}

template <typename A, typename T> void visit(A &archive, std::optional<T> &value) {
  bool exists = value.has_value();
  visit(archive, exists);
  if (!exists)
    value.reset();
  else if (!value)
    value.emplace();
  if (value)
    visitAll(archive, *value);
}

template <typename A, typename T> void visit(A &archive, Choice<T> &choice) {
  auto &[value, origin] = choice;
  visitAll(archive, value, origin);
}

template <typename A> void visit(A &archive, EntryArgument &argument) {
  auto &[type, name, callExpr] = argument;
  visitAll(archive, type, name, callExpr);
}

template <typename A> void visit(A &archive, RegionCode &code) {
  auto &[entryName, arguments, kernels, helpers, entry, describedArrays, launchedKernels, exitStatements,
         hostDeclarations, guards] = code;
  visitAll(archive, entryName, arguments, kernels, helpers, entry, describedArrays, launchedKernels,
           exitStatements, hostDeclarations, guards);
}

template <typename A> void visit(A &archive, DiagNote &note) {
  auto &[id, loc, args] = note;
  visitAll(archive, id, loc, args);
}

template <typename A> void visit(A &archive, FixIt &fixIt) {
  auto &[begin, end, text] = fixIt;
  visitAll(archive, begin, end, text);
}

template <typename A> void visit(A &archive, Diagnostic &diagnostic) {
  auto &[id, loc, args, notes, fixIts] = diagnostic;
  visitAll(archive, id, loc, args, notes, fixIts);
}

template <typename A> void visit(A &archive, Success &success) {
  auto &[text, notes] = success;
  visitAll(archive, text, notes);
}

template <typename A> void visit(A &archive, RegionResult::OptionsLeftOut &leftOut) {
  auto &[options, refusal] = leftOut;
  visitAll(archive, options, refusal);
}

template <typename A> void visit(A &archive, Clauses &clauses) {
  auto &[scheme, tile, block, falseDeps, balance, fuse, fp, launch, device, ifCondition, queue] =
      clauses;
  visitAll(archive, scheme, tile, block, falseDeps, balance, fuse, fp, launch, device, ifCondition,
           queue);
}

template <typename A> void visit(A &archive, Stored &stored) {
  auto &[code, refusal, clauses, copiesNotProved, optionsLeftOut, whyOriginalOrder, oneThread,
         scheme, success] = stored;
  visitAll(archive, code, refusal, clauses, copiesNotProved, optionsLeftOut, whyOriginalOrder,
           oneThread, scheme, success);
}

template <typename A, typename... T> void visitAll(A &archive, T &...values) {
  (visit(archive, values), ...);
}

} // namespace

std::optional<std::string> storedText(const RegionResult &result, const RegionKey &key) {
  const auto &[isl, original, versions, unordered, lastValues, indexSets, tileLoops, planes, scop,
               ddg, schedule, splitBands, plan, code, text, refusal, clauses, device,
               copiesNotProved, optionsLeftOut, whyOriginalOrder, oneThread, scheme, file, line,
               digest, function, instantiation, timeRanOut, success] = result;
  if (timeRanOut)
    return std::nullopt;
  Stored stored{code,
                refusal,
                clauses,
                copiesNotProved,
                optionsLeftOut,
                whyOriginalOrder,
                oneThread,
                scheme,
                code ? std::optional(describeSuccess(result)) : std::nullopt};
  Writer writer(key);
  visit(writer, stored);
  return writer.text();
}

bool takeStored(RegionResult &result, const std::string &text, const RegionKey &key) {
  Stored stored;
  Reader reader(key, text);
  visit(reader, stored);
  if (!reader.succeeded() || stored.code.has_value() == stored.refusal.has_value())
    return false;
  result.code = std::move(stored.code);
  result.refusal = std::move(stored.refusal);
  result.clauses = result.original->clauses = std::move(stored.clauses);
  result.copiesNotProved = std::move(stored.copiesNotProved);
  result.optionsLeftOut = std::move(stored.optionsLeftOut);
  result.whyOriginalOrder = std::move(stored.whyOriginalOrder);
  result.oneThread = std::move(stored.oneThread);
  result.scheme = stored.scheme;
  result.success = std::move(stored.success);
  return true;
}

} // namespace gputile::driver
