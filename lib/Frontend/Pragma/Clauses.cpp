//===- Clauses.cpp - The clauses of #pragma gpu_tile ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Pragma/DataClause.h"
#include "Frontend/Pragma/Reductions.h"
#include "gputile/IR/Devices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <utility>

namespace gputile::frontend {

std::string joinTokens(const std::vector<PragmaToken> &tokens) {
  std::string text;
  for (const PragmaToken &token : tokens) {
    if (token.spaceBefore && !text.empty())
      text += ' ';
    text += token.text;
  }
  return text;
}

/// One row per clause: how it is read.
struct ClauseTable {
  const char *name;
  bool (*read)(ClauseReader &reader);

  static const ClauseTable Rows[21];
  static const ClauseTable *find(const std::string &name);
};

const ClauseTable ClauseTable::Rows[21] = {
    {"scheme",
     [](ClauseReader &r) { return r.readKeyword(r.Record.clauses.scheme, SchemeValues); }},
    {"tile",
     [](ClauseReader &r) {
       return r.readSizes(r.Record.clauses.tile, 16, "one size per tiled loop, outermost first");
     }},
    {"block",
     [](ClauseReader &r) {
       return r.readSizes(r.Record.clauses.block, 3, "one to three sizes: x, y, z");
     }},
    {"false_deps",
     [](ClauseReader &r) { return r.readKeyword(r.Record.clauses.falseDeps, FalseDepsValues); }},
    {"balance",
     [](ClauseReader &r) { return r.readKeyword(r.Record.clauses.balance, BalanceValues); }},
    {"fuse", [](ClauseReader &r) { return r.readKeyword(r.Record.clauses.fuse, FuseValues); }},
    {"launch",
     [](ClauseReader &r) { return r.readKeyword(r.Record.clauses.launch, LaunchValues); }},
    {"device", [](ClauseReader &r) { return r.readDevice(); }},
    {"fp", [](ClauseReader &r) { return r.readKeyword(r.Record.clauses.fp, FpValues); }},
    {"if", [](ClauseReader &r) { return r.readCondition(r.Record.clauses.ifCondition); }},
    {"private", [](ClauseReader &r) { return r.readPrivates(); }},
    {"firstprivate", [](ClauseReader &r) { return r.readPrivates(); }},
    {"lastprivate", [](ClauseReader &r) { return r.readPrivates(); }},
    {"reduction", [](ClauseReader &r) { return r.readReduction(); }},
    {"extents", [](ClauseReader &r) { return r.readExtents(); }},
    {"independent",
     [](ClauseReader &r) {
       return r.readArrays(r.Record.independents, "names of arrays: independent(a, g->u)");
     }},
    {"deviceptr",
     [](ClauseReader &r) {
       return r.readArrays(r.Record.devicePointers, "names of pointers: deviceptr(a, g->u)");
     }},
    {"present",
     [](ClauseReader &r) {
       return r.readArrays(r.Record.presents, "names of arrays: present(a, g->u)");
     }},
    {"async", [](ClauseReader &r) { return r.readAsync(); }},
    {"wait", [](ClauseReader &r) { return r.readWait(); }},
    {"data", [](ClauseReader &r) { return r.readData(); }},
};

const ClauseTable *ClauseTable::find(const std::string &name) {
  const auto *row =
      std::find_if(std::begin(Rows), std::end(Rows), [&](const auto &r) { return name == r.name; });
  return row == std::end(Rows) ? nullptr : row;
}

void ClauseReader::read() {
  const ClauseTable *row = ClauseTable::find(Name.text);
  if (!row)
    return unknown();
  auto sameName = [&](const GivenClause &given) { return given.name == Name.text; };
  auto first = std::find_if(Record.given.begin(), Record.given.end(), sameName);
  if (first != Record.given.end() && Name.text != "reduction") {
    Diagnostic twice{DiagId::PragmaDuplicateClause, Name.loc, {Name.text}, {}, {}};
    if (first->text == joinTokens(Arguments.all))
      twice.fixIts.push_back(Arguments.removal);
    twice.notes.push_back({DiagId::NoteHere, first->loc, {"the first '" + Name.text + "' clause"}});
    Record.errors.push_back(twice);
    return;
  }
  if (row->read(*this))
    Record.given.push_back(
        {Name.text, Name.loc, Arguments.end, joinTokens(Arguments.all), Arguments.removal});
}

bool ClauseReader::readData() {
  Record.data = DataClause{Name.loc, {}};
  if (Arguments.parts.empty()) {
    wrongArity("lists of arrays: data(copyin: a, b copyout: c copy: d)");
    return false;
  }
  const std::optional<PragmaToken> culprit = readDataArrays(Arguments, Record.data->arrays);
  if (culprit)
    badValue({*culprit}, "'copyin:', 'copyout:' or 'copy:' and names, each once");
  return !culprit;
}

bool ClauseReader::readPrivates() {
  if (Arguments.parts.empty()) {
    wrongArity("names of variables");
    return false;
  }
  for (const auto &part : Arguments.parts) {
    if (part.size() != 1 || part[0].kind != PragmaToken::Kind::Name) {
      badValue(part, "names of variables");
      return false;
    }
    Record.privates.push_back({Name.text, part[0].text, part[0].loc});
  }
  return true;
}

static ClauseExpression makeExpression(const std::string &clause,
                                       const std::vector<PragmaToken> &tokens) {
  ClauseExpression expression{clause, ""};
  std::string &text = expression.text;
  for (const PragmaToken &token : tokens) {
    if (token.spaceBefore && !text.empty())
      text += ' ';
    expression.tokens.emplace_back(text.size(), token.loc);
    text += token.text;
  }
  return expression;
}

/// `p: n, q: m * k`
bool ClauseReader::readExtents() {
  const std::string takes = "pointers and their numbers of elements: extents(p: n, q: m * k)";
  if (Arguments.parts.empty()) {
    wrongArity(takes);
    return false;
  }
  for (const auto &part : Arguments.parts) {
    const auto isSame = [&](const ExtentGiven &given) { return given.name == part[0].text; };
    if (part.size() < 3 || part[0].kind != PragmaToken::Kind::Name || !part[1].is(":") ||
        std::any_of(Record.extents.begin(), Record.extents.end(), isSame)) {
      badValue(part, takes);
      return false;
    }
    ClauseExpression count = makeExpression(Name.text, {part.begin() + 2, part.end()});
    count.kind = ClauseExpression::Kind::Integer;
    Record.extents.push_back({part[0].text, part[0].loc, count.text});
    Record.expressions.push_back(std::move(count));
  }
  return true;
}

/// `a, g->u`
bool ClauseReader::readArrays(std::vector<ArrayName> &arrays, const std::string &takes) {
  if (Arguments.parts.empty()) {
    wrongArity(takes);
    return false;
  }
  for (const auto &part : Arguments.parts) {
    if (part.empty() || part[0].kind != PragmaToken::Kind::Name) {
      badValue(part, takes);
      return false;
    }
    ArrayName named{"", part[0].loc};
    for (const PragmaToken &token : part)
      named.name += token.text;
    arrays.push_back(std::move(named));
  }
  return true;
}

/// The C text of a queue, to be checked.
std::string ClauseReader::readQueue(const std::vector<PragmaToken> &tokens) {
  ClauseExpression expression = makeExpression(Name.text, tokens);
  expression.kind = ClauseExpression::Kind::Queue;
  Record.expressions.push_back(expression);
  return expression.text;
}

/// `async(q)`; without brackets it is queue -1, as OpenACC's acc_async_noval.
bool ClauseReader::readAsync() {
  if (!Arguments.given) {
    Record.clauses.queue = "-1";
    return true;
  }
  if (!hasOneArgument("one queue, an integer or a CUDA stream, or nothing"))
    return false;
  Record.clauses.queue = readQueue(Arguments.parts[0]);
  return true;
}

/// `wait` or `wait(q, stream)`
bool ClauseReader::readWait() {
  Record.wait = WaitClause{Name.loc, {}};
  const auto isEmpty = [](const auto &part) { return part.empty(); };
  if (Arguments.given && (Arguments.parts.empty() || llvm::any_of(Arguments.parts, isEmpty))) {
    wrongArity("queues, integers or CUDA streams, or nothing");
    return false;
  }
  for (const auto &part : Arguments.parts)
    Record.wait->queues.push_back(readQueue(part));
  return true;
}

bool ClauseReader::readReduction() {
  const std::string takes = "an operator and names of variables: reduction(+: a, b)";
  if (Arguments.parts.empty()) {
    wrongArity(takes);
    return false;
  }
  const std::optional<PragmaToken> culprit = readReductions(Arguments.all, Record.reductions);
  if (culprit)
    badValue({*culprit}, takes);
  return !culprit;
}

/// The one of \p names that is most like \p text, if any is.
static std::optional<std::string> nearestName(const std::string &text,
                                              const std::vector<std::string> &names) {
  std::optional<std::string> nearest;
  unsigned nearestDistance = 3;
  for (const std::string &name : names) {
    unsigned distance = llvm::StringRef(text).edit_distance(name, true, nearestDistance);
    if (distance < nearestDistance && distance < text.size()) {
      nearest = name;
      nearestDistance = distance;
    }
  }
  return nearest;
}

void ClauseReader::unknown() {
  std::vector<std::string> names;
  for (const ClauseTable &row : ClauseTable::Rows)
    names.emplace_back(row.name);
  const std::optional<std::string> nearest = nearestName(Name.text, names);
  Diagnostic error{DiagId::PragmaUnknownClause, Name.loc, {Name.text}, {}, {}};
  if (nearest) {
    error.notes.push_back({DiagId::NoteDidYouMean, Name.loc, {*nearest}});
    error.fixIts.push_back({Name.loc, Name.end, *nearest});
  }
  Record.errors.push_back(error);
}

void ClauseReader::wrongArity(const std::string &takes) {
  Record.errors.push_back({DiagId::PragmaBadArity, Name.loc, {Name.text, takes}, {}, {}});
}

void ClauseReader::badValue(const std::vector<PragmaToken> &value, const std::string &expected,
                            const std::optional<std::string> &nearest) {
  SourceRef loc = value.empty() ? Name.loc : value.front().loc;
  Diagnostic error{DiagId::PragmaBadValue, loc, {joinTokens(value), Name.text, expected}, {}, {}};
  if (nearest)
    error.fixIts.push_back({loc, value.back().end, *nearest});
  Record.errors.push_back(std::move(error));
}

bool ClauseReader::hasOneArgument(const std::string &takes) {
  if (Arguments.parts.size() == 1 && !Arguments.parts[0].empty())
    return true;
  wrongArity(takes);
  return false;
}

template <typename T, size_t N>
bool ClauseReader::readKeyword(Choice<T> &choice, const NamedValue<T> (&values)[N]) {
  const std::string expected = namesOf(values);
  if (!hasOneArgument("one value: " + expected))
    return false;
  if (auto value = valueByName(values, joinTokens(Arguments.parts[0]))) {
    choice = {*value, Origin::Clause};
    return true;
  }
  badValue(Arguments.parts[0], expected,
           nearestName(joinTokens(Arguments.parts[0]), namesIn(values)));
  return false;
}

bool ClauseReader::readDevice() {
  const std::vector<std::string> names = deviceNames();
  if (!hasOneArgument("one device: " + namesOf(names)))
    return false;
  const std::string text = joinTokens(Arguments.parts[0]);
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string &name) {
    return llvm::StringRef(name).equals_insensitive(text);
  });
  const bool isNamed = found != names.end() && *found == text;
  if (isNamed)
    Record.clauses.device = {text, Origin::Clause};
  else // Names that are nearly the same are of other devices.
    badValue(Arguments.parts[0], namesOf(names),
             found != names.end() ? std::optional(*found) : std::nullopt);
  return isNamed;
}

/// Literals are read here; other constants are Clang's to evaluate, and 1 stands for them.
bool ClauseReader::readSizes(Choice<std::vector<long>> &choice, size_t most,
                             const std::string &takes) {
  if (Arguments.parts.empty() || Arguments.parts.size() > most) {
    wrongArity(takes);
    return false;
  }
  std::vector<long> sizes;
  for (const auto &part : Arguments.parts) {
    if (part.empty()) {
      badValue(part, expectedSize());
      return false;
    }
    const auto size = sizeByText(joinTokens(part));
    if (!size) {
      Record.expressions.push_back(makeExpression(Name.text, part));
      Record.expressions.back().kind = ClauseExpression::Kind::Constant;
      Record.expressions.back().index = sizes.size();
    }
    sizes.push_back(size.value_or(1));
  }
  choice = {sizes, Origin::Clause};
  return true;
}

/// A comma in a condition belongs to a call or is C's comma operator.
bool ClauseReader::readCondition(std::string &text) {
  if (Arguments.parts.empty() || Arguments.parts[0].empty()) {
    wrongArity("one condition");
    return false;
  }
  ClauseExpression expression = makeExpression(Name.text, Arguments.all);
  text = expression.text;
  Record.expressions.push_back(std::move(expression));
  return true;
}

namespace {

/// Walks the directive: `name`, `name(…)`, separated by spaces or commas.
class DirectiveParser {
public:
  DirectiveParser(const std::vector<PragmaToken> &tokens, PragmaRecord &record)
      : Tokens(tokens), Record(record),
        Done{record.loc.getLocWithOffset(int(llvm::StringRef("gpu_tile").size())).getRawEncoding()} {}

  void run() {
    bool afterComma = false;
    while (!atEnd()) {
      if (current().kind != PragmaToken::Kind::Name)
        return expected("a clause", strayEnd());
      const bool isFirst = Next == 0;
      const PragmaToken &name = Tokens[Next++];
      ClauseArguments arguments;
      if (!readArguments(arguments))
        return;
      arguments.end = Tokens[Next - 1].end;
      afterComma = !atEnd() && current().is(",");
      arguments.removal = {Done, isFirst && afterComma ? current().end : arguments.end, ""};
      ClauseReader(name, arguments, Record).read();
      Done = arguments.end;
      Next += afterComma;
    }
    if (afterComma)
      expected("a clause after ','", {{Done, Tokens[Next - 1].end, ""}});
  }

private:
  bool atEnd() const { return current().kind == PragmaToken::Kind::End; }
  const PragmaToken &current() const { return Tokens[Next]; }
  void expected(const std::string &what, std::vector<FixIt> fixIts) {
    Record.errors.push_back({DiagId::PragmaExpected, current().loc, {what}, {}, std::move(fixIts)});
  }
  /// Removes a `;` at the end of the directive, as behind statements.
  std::vector<FixIt> strayEnd() const {
    if (!current().is(";") || Tokens[Next + 1].kind != PragmaToken::Kind::End)
      return {};
    return {{Done, current().end, ""}};
  }

  /// Reads an optional parenthesised list; false after a missing ')'.
  bool readArguments(ClauseArguments &arguments) {
    if (!current().is("("))
      return true;
    ++Next;
    arguments.given = true;
    unsigned depth = 0;
    std::vector<PragmaToken> part;
    for (; !atEnd(); ++Next) {
      const PragmaToken &token = current();
      if (depth == 0 && token.is(")"))
        break;
      depth += token.is("(") || token.is("[") || token.is("{");
      depth -= depth > 0 && (token.is(")") || token.is("]") || token.is("}"));
      arguments.all.push_back(token);
      if (depth == 0 && token.is(","))
        arguments.parts.push_back(std::exchange(part, {}));
      else
        part.push_back(token);
    }
    if (atEnd()) {
      const SourceRef last = Tokens[Next - 1].end;
      expected("')'", {{last, last, std::string(depth + 1, ')')}});
      return false;
    }
    ++Next;
    if (!part.empty() || !arguments.parts.empty())
      arguments.parts.push_back(part);
    return true;
  }

  const std::vector<PragmaToken> &Tokens;
  PragmaRecord &Record;
  size_t Next = 0;
  SourceRef Done; ///< Behind the last clause.
};

} // namespace

void parseClauses(const std::vector<PragmaToken> &tokens, PragmaRecord &record) {
  DirectiveParser(tokens, record).run();
  // They mark no region, so nothing else can be asked for.
  const std::string alone = record.data ? "data" : record.wait ? "wait" : "";
  for (const GivenClause &given : record.given)
    if (!alone.empty() && given.name != alone)
      record.errors.push_back(
          {DiagId::PragmaExpected, given.loc, {"no other clause beside '" + alone + "'"}, {}, {}});
}

} // namespace gputile::frontend
