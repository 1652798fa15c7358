//===- CheckText.cpp - Generated text against the plan -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Reader/CheckText.h"

#include "Reader/Interpreter.h"
#include "Reader/ReferenceRun.h"
#include "Reader/Samples.h"

#include "gputile/IR/Members.h"
#include "gputile/IR/PointerRows.h"
#include "gputile/IR/Sharers.h"
#include "gputile/Support/Isl.h"

#include <algorithm>

using namespace clang;

namespace gputile {

using namespace reader;

namespace {

/// Runs the text of one region.
class TextCheck {
public:
  TextCheck(ASTContext &context, const PlannedRegion &region, const TextCheckLimits &limits)
      : Context(context), Region(region), Limits(limits),
        Entry(functionNamed(context, region.code.entryName)) {}

  void run();
  TextVerdict verdict; ///< Counts.
  std::string place;   ///< What is being run.

private:
  void checkInside(const Sample &sample, const Scenario &scenario = {});
  void checkDeclines(const Sample &sample, const Scenario &scenario, const std::string &why);
  void checkAliases(const Sample &sample);
  void checkFailures(const Sample &sample);
  void checkCorners(const Sample &sample);
  void checkRemainders();
  bool mayOverlap(unsigned a, unsigned b) const;
  bool isDefined(const isl::set &at) const;
  void compareCopies(Memory &memory, const ProgramAt &program) const;
  void compareValues(Memory &memory, const ProgramAt &program,
                     const std::vector<MemoryObject> &expected) const;
  RunLimits limits() const {
    RunLimits result;
    result.steps = Limits.steps;
    return result;
  }
  MemoryObject *objectOf(Memory &memory, const ProgramAt &program, unsigned array) const {
    const ArrayAt &there = program.arrays()[array];
    return there.onHost ? &memory.find(there.object, 1) : nullptr;
  }

  ASTContext &Context;
  const PlannedRegion &Region;
  const TextCheckLimits &Limits;
  const FunctionDecl &Entry;
  std::optional<Sample> Smallest; ///< With the fewest instances of those that launch.
  size_t SmallestInstances = 0;
  unsigned CallsBeforeResults = 0; ///< Of the CUDA runtime, in this sample.
};

} // namespace

/// "A[3][4]"
static std::string elementText(const Array &array, const IntPoint &point) {
  std::string text = array.sourceName;
  for (const int64_t index : point)
    text += "[" + std::to_string(index) + "]";
  return text;
}

/// Elements of \p array that \p touched has bytes of and that are not in \p allowed.
static void requireWithin(const Array &described, const ArrayAt &array, const llvm::BitVector &touched,
                          const std::optional<IntBox> &allowed, const char *what) {
  llvm::BitVector left = touched;
  if (allowed)
    forPoints(*allowed, [&](const IntPoint &point) {
      const auto begin = unsigned((array.linear(point) - array.first) * int64_t(array.bytes));
      left.reset(begin, begin + array.bytes);
    });
  if (const int byte = left.find_first(); byte >= 0)
    throw Fault{std::string(what) + " element " + std::to_string(array.first + byte / int(array.bytes)) +
                " of '" + described.sourceName + "', which the plan does not copy"};
}

static void requireAll(const Array &described, const ArrayAt &array, const llvm::BitVector &touched,
                       const std::vector<IntPoint> &needed, const char *what) {
  for (const IntPoint &point : needed) {
    const auto begin = unsigned((array.linear(point) - array.first) * int64_t(array.bytes));
    if (touched.find_first_unset_in(begin, begin + array.bytes) >= 0)
      throw Fault{std::string(what) + " " + elementText(described, point) + ", which the plan copies"};
  }
}

/// The elements of the program's arrays that the entry reads and writes are those of the plan.
void TextCheck::compareCopies(Memory &memory, const ProgramAt &program) const {
  for (unsigned a = 0; a < program.arrays().size(); ++a) {
    MemoryObject *object = objectOf(memory, program, a);
    if (!object || !object->recorded)
      continue;
    const ArrayAt &array = program.arrays()[a];
    const Array &described = Region.scop.arrays[a];
    const ArrayTransfer &transfer = Region.plan.transfers[a];
    if (!transfer.byValue) {
      requireWithin(described, array, object->readBytes, array.in, "reads");
      requireWithin(described, array, object->writtenBytes, array.out, "writes");
    }
    const auto elements = static_cast<size_t>(array.elements());
    if (array.in)
      if (const auto needed = pointsAt(transfer.copyInSet, program.at(), elements))
        requireAll(described, array, object->readBytes, *needed, "does not copy in");
    // What is compared is stored where it has changed.
    if (array.out && !transfer.compared)
      if (const auto needed = pointsAt(transfer.copyOutSet, program.at(), elements))
        requireAll(described, array, object->writtenBytes, *needed, "does not copy out");
  }
}

void TextCheck::compareValues(Memory &memory, const ProgramAt &program,
                              const std::vector<MemoryObject> &expected) const {
  for (unsigned a = 0; a < expected.size(); ++a) {
    const MemoryObject *object = objectOf(memory, program, a);
    if (!object)
      continue;
    for (size_t byte = 0; byte < object->bytes.size(); ++byte) {
      const bool dead = Region.scop.arrays[a].deadAfter && !program.arrays()[a].out;
      if (dead)
        continue;
      const char *what = !object->known[unsigned(byte)]                   ? "has no value"
                         : object->bytes[byte] != expected[a].bytes[byte] ? "has a wrong value"
                                                                          : nullptr;
      if (what)
        throw Fault{"element " + std::to_string(program.arrays()[a].first + int64_t(byte / program.arrays()[a].bytes)) +
                    " of '" + Region.scop.arrays[a].sourceName + "' " + what + " afterwards"};
    }
  }
}

/// The text does what the original loops do.
void TextCheck::checkInside(const Sample &sample, const Scenario &scenario) {
  place = describe(Region.scop, sample);
  ProgramAt program(Region, sample, scenario);
  const auto instances = instancesAt(Region.original, program.at(), Limits.instances);
  if (!program.possible() || !instances)
    return;
  if (program.leavesRows())
    return checkDeclines(sample, scenario, "a subscript outside of its row");
  std::vector<MemoryObject> expected;
  {
    Memory memory;
    program.allocate(memory, Context, Entry);
    try {
      runReference(Context, memory, Region, sample, program, *instances);
    } catch (const Fault &) {
      return; // The program must not be called like this.
    }
    for (unsigned a = 0; a < program.arrays().size(); ++a) {
      const MemoryObject *object = objectOf(memory, program, a);
      expected.push_back(object ? *object : MemoryObject());
    }
  }
  Memory memory;
  program.allocate(memory, Context, Entry);
  const std::vector<uint64_t> arguments = program.arguments(memory, Entry);
  for (unsigned a = 0; a < program.arrays().size(); ++a)
    if (MemoryObject *object = objectOf(memory, program, a); object && object->recorded) {
      object->readBytes.reset();
      object->writtenBytes.reset();
    }
  Interpreter interpreter(Context, memory, limits());
  const auto status = static_cast<int32_t>(interpreter.call(Entry, arguments));
  verdict.launches += interpreter.launches();
  if (interpreter.launches() > 0 && (!Smallest || instances->size() < SmallestInstances)) {
    Smallest = sample;
    SmallestInstances = instances->size();
    // The last calls copy the results, and end the program when they fail.
    CallsBeforeResults = interpreter.callsBeforeResults();
  }
  verdict.instances += static_cast<unsigned>(instances->size());
  ++verdict.samples;
  if (status != 0)
    throw Fault{"declines (status " + std::to_string(status) + ") what the plan allows"};
  compareValues(memory, program, expected);
  if (!instances->empty() && !scenario.same)
    compareCopies(memory, program);
}

/// The text leaves all as it is and returns something else than 0.
void TextCheck::checkDeclines(const Sample &sample, const Scenario &scenario, const std::string &why) {
  place = describe(Region.scop, sample) + ", " + why;
  ProgramAt program(Region, sample, scenario);
  if (!program.possible())
    return;
  Memory memory;
  program.allocate(memory, Context, Entry);
  RunLimits how = limits();
  how.disabled = scenario.disabled;
  how.failingCall = scenario.failingCall;
  Interpreter interpreter(Context, memory, how);
  const std::vector<uint64_t> arguments = program.arguments(memory, Entry);
  const auto status = static_cast<int32_t>(interpreter.call(Entry, arguments));
  ++verdict.samples;
  if (status == 0)
    throw Fault{"runs although it must decline"};
  // Later the runtime may refuse it by chance, as it does copies of rows that are too short.
  if (how.failingCall == 0 && interpreter.fallibleCalls() > 0)
    throw Fault{"uses the device before it declines"};
  for (unsigned a = 0; a < program.arrays().size(); ++a)
    if (const MemoryObject *object = objectOf(memory, program, a); object && object->writtenBytes.any())
      throw Fault{"declines after having written to '" + object->name + "'"};
}

/// Nothing is lost when the device fails, or must not be used.
void TextCheck::checkFailures(const Sample &sample) {
  Scenario disabled;
  disabled.disabled = true;
  checkDeclines(sample, disabled, "GPUTILE_DISABLE=1");
  for (unsigned call = 1; call <= std::min(CallsBeforeResults, 24U); ++call) {
    Scenario failure;
    failure.failingCall = call;
    checkDeclines(sample, failure, "call " + std::to_string(call) + " of the CUDA runtime failing");
  }
}

/// Whether two arrays may be one memory as far as is known, and one of them is written.
bool TextCheck::mayOverlap(unsigned a, unsigned b) const {
  const Array &first = Region.scop.arrays[a], &second = Region.scop.arrays[b];
  // A named scalar that is never written and that nothing points to is passed by value.
  const auto hasNoMemory = [&](unsigned index) {
    const Array &array = Region.scop.arrays[index];
    return array.storage == ArrayStorage::Private ||
           (array.storage == ArrayStorage::Object && !array.exposed &&
            Region.plan.transfers[index].byValue);
  };
  if (hasNoMemory(a) || hasNoMemory(b) || first.noAlias || second.noAlias ||
      (first.storage == ArrayStorage::Object && second.storage == ArrayStorage::Object) ||
      areMembersOfOne(first, second))
    return false;
  if (first.iterates || second.iterates)
    return true;
  for (const Statement &statement : Region.scop.statements)
    for (const Access &access : statement.accesses)
      if (const unsigned array = statement.references[access.reference].array;
          access.kind != AccessKind::Read && (array == a || array == b))
        return true;
  return false;
}

void TextCheck::checkAliases(const Sample &sample) {
  const ProgramAt program(Region, sample, {});
  for (unsigned a = 0; a < program.arrays().size(); ++a) {
    const ArrayAt &array = program.arrays()[a];
    if (!array.box || !array.onHost)
      continue;
    Scenario rows;
    rows.shortRows = a;
    if (Region.scop.arrays[a].rank > 1 && Region.scop.arrays[a].strideConstants[Region.scop.arrays[a].rank - 2] < 0)
      checkDeclines(sample, rows, "rows of '" + Region.scop.arrays[a].sourceName + "' too short");
    for (unsigned b = 0; b < program.arrays().size(); ++b) {
      if (a >= b || !mayOverlap(a, b) || !program.arrays()[b].box ||
          array.bytes != program.arrays()[b].bytes)
        continue;
      Scenario overlap, same;
      overlap.overlap = same.same = {a, b};
      const bool mayBeOne = areSharers(Region.scop.arrays[a], Region.scop.arrays[b]);
      if (mayBeOne && Limits.sameMemory)
        checkInside(sample, same);
      if (!mayBeOne || array.elements() > 1) // The last element is not the first one.
        checkDeclines(sample, overlap,
                      "'" + Region.scop.arrays[a].sourceName + "' and '" +
                          Region.scop.arrays[b].sourceName + "' overlapping");
    }
  }
}

/// Whether no affine subscript leaves its array.
bool TextCheck::isDefined(const isl::set &at) const {
  for (const Statement &statement : Region.original.statements)
    for (const Reference &reference : statement.references)
      if (!statement.domain.intersect_params(at).is_subset(reference.index.domain()))
        return false;
  return true;
}

/// Numbers stay within their types where they are large.
void TextCheck::checkCorners(const Sample &sample) {
  place = describe(Region.scop, sample) + ", corners only";
  ProgramAt program(Region, sample, {});
  if (!program.possible() || !isDefined(program.at()))
    return;
  Memory memory;
  memory.inParts = true;
  program.allocate(memory, Context, Entry);
  RunLimits corners = limits();
  corners.corners = true;
  Interpreter interpreter(Context, memory, corners);
  const std::vector<uint64_t> arguments = program.arguments(memory, Entry);
  try {
    interpreter.call(Entry, arguments);
  } catch (const CornerDone &) {
  }
  ++verdict.samples;
}

/// As many as isl's operations are enough for: all others have been checked.
void TextCheck::checkRemainders() {
  try {
    for (const Sample &sample : chooseRemainders(Region, Limits))
      checkInside(sample);
  } catch (const isl::exception &) {
    if (!quotaWasExceeded(Region.scop.ctx()))
      throw;
  }
}

void TextCheck::run() {
  for (const Array &array : Region.scop.arrays)
    if (pointerLevels(array) > 0)
      throw NotFollowed{"the rows behind the pointers of '" + array.sourceName + "'"};
  if (!Region.scop.inspected.empty())
    throw NotFollowed{"the subscripts that are looked for before the region"};
  if (!Region.scop.independent.empty()) // Samples of index arrays would not keep the promise.
    throw NotFollowed{"writes that clause independent keeps apart"};
  const Samples samples = chooseSamples(Region, Limits);
  if (samples.inside.empty())
    throw NotFollowed{"a region with more than " + std::to_string(Limits.instances) + " instances"};
  for (const Sample &sample : samples.inside)
    checkInside(sample);
  checkAliases(samples.inside.front());
  for (const Sample &sample : samples.outside)
    checkDeclines(sample, {}, "outside of the guard");
  for (const EntryArgument &argument : Region.code.arguments) {
    Scenario scenario;
    if (argument.name == "gputile_if")
      scenario.ifHolds = false;
    else if (argument.name == "gputile_fits")
      scenario.fits = false;
    else
      continue;
    checkDeclines(samples.inside.front(), scenario, argument.name + " = 0");
  }
  for (const Sample &sample : samples.large)
    checkCorners(sample);
  if (!Smallest)
    throw NotFollowed{"a region for which no sample runs"};
  checkFailures(*Smallest);
  checkRemainders();
}

std::string describe(const TextVerdict &verdict) {
  switch (verdict.kind) {
  case TextVerdict::Agrees:
    return "checked with " + std::to_string(verdict.samples) + " samples";
  case TextVerdict::Differs:
    return "differs: " + verdict.message;
  case TextVerdict::NotFollowed:
    return "not checked: " + verdict.message;
  }
  return "";
}

TextVerdict checkText(const ParsedText &parsed, const PlannedRegion &region, const TextCheckLimits &limits) {
  TextVerdict failed;
  std::optional<TextCheck> check;
  try {
    check.emplace(parsed.ast(), region, limits);
    check->run();
    return check->verdict;
  } catch (const Fault &fault) {
    failed.kind = TextVerdict::Differs;
    failed.message = fault.what;
  } catch (const NotFollowed &unknown) {
    failed.kind = TextVerdict::NotFollowed;
    failed.message = unknown.what;
  } catch (const isl::exception &error) {
    failed.kind = TextVerdict::NotFollowed;
    failed.message = std::string("isl: ") + error.what();
  }
  if (check) {
    failed.samples = check->verdict.samples;
    failed.message += " (" + check->place + ")";
  }
  return failed;
}

} // namespace gputile
