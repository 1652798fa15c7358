//===- RegionKey.cpp - What the result of a region depends on -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Structures are taken apart by structured bindings: a member more does not compile until it
/// has a place here.
///
//===----------------------------------------------------------------------===//

#include "Driver/Cache/RegionKey.h"

#include "Driver/Hash.h"

#include "gputile/Support/Text.h"

#include "clang/AST/Stmt.h"

#include <algorithm>
#include <bit>
#include <map>
#include <sstream>

namespace gputile::driver {
namespace {

/// Collects the text of a region. Texts have their length before them, lists their size, so
/// that no two regions have the same one.
class KeyText {
public:
  void add(const std::string &text) { Out += std::to_string(text.size()) + ":" + text; }
  void add(bool flag) { number(flag); }
  void add(unsigned value) { number(value); }
  void add(unsigned long value) { number(static_cast<long>(value)); }
  void add(long value) { number(value); }
  void add(double value) { number(std::bit_cast<long>(value)); }

  void add(SourceRef place) {
    const auto [entry, isNew] = Numbers.try_emplace(place.raw, Places.size());
    if (isNew)
      Places.push_back(place);
    number(static_cast<long>(entry->second));
  }

  template <typename T>
    requires std::is_enum_v<T>
  void add(T value) {
    number(static_cast<long>(value));
  }

  template <typename T>
    requires requires(const T &value) { value.is_null(); }
  void add(const T &value) {
    std::ostringstream text;
    if (!value.is_null())
      text << value;
    add(text.str());
  }

  template <typename T> void add(const std::vector<T> &list) {
    number(static_cast<long>(list.size()));
    for (const T &item : list)
      add(item);
  }

  template <typename T> void add(const std::optional<T> &value) {
    add(value.has_value());
    if (value)
      add(*value);
  }

  template <typename T> void add(const Choice<T> &choice) {
    const auto &[value, origin] = choice;
    all(value, origin);
  }

  void add(const Clauses &clauses) {
    const auto &[scheme, tile, block, falseDeps, balance, fuse, fp, launch, device, ifCondition,
                 queue] = clauses;
    all(scheme, tile, block, falseDeps, balance, fuse, fp, launch, device, ifCondition, queue);
  }

  void add(const DeviceProfile &device) {
    const auto &[name, title, driverNames, limits, costs] = device;
    add(name); // The remark has it.
#define LIMIT(NAME, LEAST, MOST) add(limits.NAME);
#define COST(NAME, LEAST, MOST) add(costs.NAME);
#include "gputile/Model/DeviceNumbers.def"
  }

  void add(const Parameter &parameter) {
    const auto &[name, callExpr, type, inspected] = parameter;
    all(name, callExpr, type, inspected);
  }

  void add(const Array &array) {
    const auto &[name, sourceName, elementType, elementBytes, rank, storage, noAlias, exposed,
                 deadAfter, assumedExtent, inDeviceMemory, countedIn32Bits, present, iterates,
                 looselyRounded, sharers, baseExpr, strideExprs, strideConstants, loc] = array;
    all(name, sourceName, elementType, elementBytes, rank, storage, noAlias, exposed, deadAfter,
        assumedExtent, inDeviceMemory, countedIn32Bits, present, iterates, looselyRounded, sharers,
        baseExpr, strideExprs, strideConstants, loc);
  }

  void add(const Access &access) {
    const auto &[reference, kind, relation] = access;
    all(reference, kind, relation);
  }

  void add(const BodyPiece &piece) {
    const auto &[kind, text, index] = piece;
    all(kind, text, index);
  }

  void add(const Reference &reference) {
    const auto &[array, affine, index, subscripts, loc, reduction] = reference;
    all(array, affine, index, subscripts, loc, reduction);
  }

  void add(const Update &update) {
    const auto &[op, reference, begin, end, operand, operandType, unordered, order] = update;
    all(op, reference, begin, end, operand, operandType, unordered, order);
  }

  void add(const Statement &statement) {
    const auto &[name, domain, schedule, iterators, iteratorTypes, iteratorValues, unsplit,
                 references, accesses, body, updates, loc] = statement;
    all(name, domain, schedule, iterators, iteratorTypes, iteratorValues, unsplit, references,
        accesses, body, updates, loc);
  }

  void add(const InspectedArray &inspected) {
    const auto &[array, least, most] = inspected;
    all(array, least, most);
  }

  void add(const Inspection &inspection) {
    const auto &[text, deciding] = inspection;
    all(text, deciding);
  }

  void add(const Independence &claim) {
    const auto &[array, apart] = claim;
    all(array, apart);
  }

  void add(const ExitValue &exit) {
    const auto &[variable, value] = exit;
    all(variable, value);
  }

  void add(const PointerExit::Value &value) {
    const auto &[pointer, source, moved] = value;
    all(pointer, source, moved);
  }

  void add(const PointerExit &exit) {
    const auto &[when, values] = exit;
    all(when, values);
  }

  void add(const ProgramEnd &end) {
    const auto &[flag, call] = end;
    all(flag, call);
  }

  /// All but the name and the line.
  void add(const Scop &scop) {
    const auto &[name, file, line, loc, parameters, context, guard, arrays, statements, inspected,
                 inspections, independent, exitValues, pointerExits, turningPointers, turns,
                 programEnds, deviceDeclarations, hostDeclarations, clauses] = scop;
    all(name.size(), file, std::to_string(line).size(), loc, parameters, context, guard, arrays,
        statements, inspected, inspections, independent, exitValues, pointerExits, turningPointers,
        turns, programEnds, deviceDeclarations, hostDeclarations, clauses);
  }

  void add(const RegionResult::OtherProgram &program) {
    const auto &[scop, places] = program;
    all(scop, places);
  }

  template <typename... T> void all(const T &...values) { (add(values), ...); }

  const std::string &text() const { return Out; }
  const std::vector<SourceRef> &places() const { return Places; }

private:
  void number(long value) { Out += std::to_string(value) + ";"; }

  std::string Out;
  std::vector<SourceRef> Places;
  std::map<uint32_t, size_t> Numbers; ///< Of places: which are the same is part of the text.
};

/// Of the options, those that the phases behind extraction read. (The clauses, layouts and
/// devices are merged. A result for which time ran out is not kept, any other is the same under
/// each limit.)
void addOptions(KeyText &key, const DriverOptions &options) {
  const auto &[clauses, device, layouts, layoutsFile, regions, outputDir, selfContained, dumpJson,
               report, draw, drawDims, printAfter, propagateCopies, exactDivision, tileSearch,
               checkText, timePhases, maxOperations, maxSeconds, jobs, failIn, warnings, remarks,
               cache, entryTarget] = options;
  key.all(maxOperations, entryTarget, propagateCopies, tileSearch, checkText);
}

/// "heat_step_" of "heat_step_12".
std::string withoutLine(const std::string &name) {
  return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

} // namespace

RegionKey keyOf(const RegionResult &result, const MarkedRegion &region,
                const DriverOptions &options, const std::string &build) {
  const Scop &scop = *result.original;
  KeyText key;
  key.add(build);
  addOptions(key, options);
  key.add(SourceRef{region.pragma->loc.getRawEncoding()});
  key.add(SourceRef{region.statement->getBeginLoc().getRawEncoding()});
  key.all(result.clauses, result.device, scop, result.unordered);
  const std::string line = std::to_string(scop.line);
  std::string text = key.text();
  // What looks like the name, and is none, must not be replaced.
  if (text.find(withoutLine(scop.name)) != std::string::npos)
    text += scop.name + ":" + line;
  return {hashOf(text), key.places(),
          {inComment(scop.file) + ":" + line, quoted(scop.file) + ", " + line, scop.name}};
}

} // namespace gputile::driver
