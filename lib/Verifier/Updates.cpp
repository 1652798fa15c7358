//===- Updates.cpp - Updates that may run in any order --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two instances of `x += e` that touch one element need no order when each is one atomic
/// step and the sum is the same in any order. That they are such updates is judged here from
/// the statement's text, references and types; what says so in the Scop is not believed.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Updates.h"

#include "Verifier/Compare.h"

#include <algorithm>
#include <regex>
#include <set>

using namespace gputile;
using namespace gputile::verifier;

using Pieces = std::vector<BodyPiece>;

/// Of numbers that all are ordered, and have one form each.
static bool isIntegerExtremum(UpdateOperator op) {
  return op == UpdateOperator::Min || op == UpdateOperator::Max;
}

/// Subtractions commute with additions; other updates with their own kind.
static UpdateOperator classOf(UpdateOperator op) {
  return op == UpdateOperator::Subtract ? UpdateOperator::Add : op;
}

static bool isLogical(UpdateOperator op) {
  return op == UpdateOperator::LogicalAnd || op == UpdateOperator::LogicalOr;
}

static bool writesConstant(UpdateOperator op) {
  return op == UpdateOperator::Assign || op == UpdateOperator::Fill;
}

/// Those that write one constant commute with each other.
static CommutingUpdates classOf(const Update &update) {
  const bool assigns = writesConstant(update.op) && update.operand.size() == 1;
  return {classOf(update.op), assigns ? update.operand.front().text : ""};
}

static bool isText(const Pieces &operand) {
  return operand.size() == 1 && operand.front().kind == BodyPiece::Kind::Text;
}

/// An integer: of what else the text of a constant may hold, casts and names, there is nothing.
static bool isConstant(const Pieces &operand) {
  return isText(operand) &&
         operand.front().text.find_first_not_of("0123456789ul()- ") == std::string::npos;
}

/// A floating-point number, of which the same text always means the same bits.
static bool isFloatConstant(const Pieces &operand) {
  static const std::regex Number(R"([0-9]+(\.[0-9]+)?(e[-+][0-9]+)?f?)");
  static const std::regex Negative(R"(\((-[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?f?)\))");
  return isText(operand) && (std::regex_match(operand.front().text, Number) ||
                             std::regex_match(operand.front().text, Negative));
}

/// The texts that an update may have.
static std::vector<Pieces> formsOf(const Update &update) {
  static const std::map<UpdateOperator, std::string> Signs = {
      {UpdateOperator::Add, "+"}, {UpdateOperator::Subtract, "-"},
      {UpdateOperator::Multiply, "*"}, {UpdateOperator::And, "&"},
      {UpdateOperator::Or, "|"}, {UpdateOperator::Xor, "^"}};
  const BodyPiece x = BodyPiece::makeReference(update.reference);
  const auto text = [](std::string t) { return BodyPiece::makeText(std::move(t)); };
  const auto around = [&](Pieces before, Pieces behind) {
    before.insert(before.end(), update.operand.begin(), update.operand.end());
    before.insert(before.end(), behind.begin(), behind.end());
    return before;
  };
  if (isExtremum(update.op))
    return {around({x, text(std::string(" = ") + updateText(update.op) + "("), x, text(", ")},
                   {text(")")})};
  if (isLogical(update.op))
    return {around({x, text(" = "), x, text(std::string(" ") + updateText(update.op) + " ")}, {})};
  if (update.op == UpdateOperator::Assign)
    return {around({x, text(" = ")}, {})};
  if (update.op == UpdateOperator::Fill)
    return {around({x, text(" = "), x, text(" ? "), x, text(" : ")}, {})};
  if (update.order != UpdateOrder::Any && update.op == UpdateOperator::Multiply)
    return {around({x, text(" = gpt_mul("), x, text(", ")}, {text(")")})};
  const std::string &sign = Signs.at(update.op);
  std::vector<Pieces> forms = {around({x, text(" " + sign + "= ")}, {})};
  const bool byOne = (sign == "+" || sign == "-") && samePieces(update.operand, {text("1")});
  if (byOne)
    forms.insert(forms.end(), {{x, text(sign + sign)}, {text(sign + sign), x}});
  return forms;
}

static bool hasForm(const Statement &statement, const Update &update) {
  if (update.begin >= update.end || update.end > statement.body.size())
    return false;
  const Pieces part(statement.body.begin() + static_cast<long>(update.begin),
                    statement.body.begin() + static_cast<long>(update.end));
  const std::vector<Pieces> forms = formsOf(update);
  return std::any_of(forms.begin(), forms.end(),
                     [&](const Pieces &form) { return samePieces(part, form); });
}

/// Integers that an atomic step exists for. Sums, products and bits are exact modulo 2^bits,
/// whatever integer the operand is, but of truth values, which have no other bits; extrema compare
/// values of one type.
static bool isExact(const std::string &type, const Update &update) {
  static const std::set<std::string> Words = {"int",  "unsigned int",  "long",
                                              "unsigned long", "long long", "unsigned long long"};
  static const std::set<std::string> Narrow = {"bool",  "char",  "signed char", "unsigned char",
                                               "short", "unsigned short"};
  const auto isInteger = [](const std::string &t) { return Words.count(t) || Narrow.count(t); };
  if ((type == "float" || type == "double") && update.op == UpdateOperator::Assign)
    return update.order == UpdateOrder::Any && isFloatConstant(update.operand);
  if (!isInteger(type) || update.order != UpdateOrder::Any)
    return false;
  if (writesConstant(update.op))
    return isConstant(update.operand);
  if (isLogical(update.op))
    return update.operandType == "bool";
  if (isExtremum(update.op))
    return isIntegerExtremum(update.op) && type != "bool" && update.operandType == type;
  const bool bits = update.op == UpdateOperator::And || update.op == UpdateOperator::Or ||
                    update.op == UpdateOperator::Xor;
  return type == "bool" ? bits && update.operandType == "bool" : isInteger(update.operandType);
}

static size_t mentions(const Pieces &pieces, unsigned reference) {
  return static_cast<size_t>(std::count_if(pieces.begin(), pieces.end(), [&](const BodyPiece &p) {
    return p.kind == BodyPiece::Kind::Reference && p.index == reference;
  }));
}

/// Nothing but the update uses its reference, so that no other text sees a value in between.
static bool isAlone(const Statement &statement, const Update &update) {
  for (const Reference &reference : statement.references)
    for (const Pieces &subscript : reference.subscripts)
      if (mentions(subscript, update.reference) > 0)
        return false;
  const Pieces part(statement.body.begin() + static_cast<long>(update.begin),
                    statement.body.begin() + static_cast<long>(update.end));
  return mentions(statement.body, update.reference) == mentions(part, update.reference) &&
         mentions(update.operand, update.reference) == 0;
}

/// Updates follow one another: none is part of another one's operand.
static bool areApart(const std::vector<Update> &updates) {
  for (size_t u = 1; u < updates.size(); ++u)
    if (updates[u].begin < updates[u - 1].end)
      return false;
  return true;
}

bool verifier::isWellFormed(const Statement &statement, const Update &update) {
  return areApart(statement.updates) && hasForm(statement, update) && isAlone(statement, update);
}

/// The first least number of the first least numbers of parts, in their order, is that of all; so it
/// is with last ones and greatest ones. Where NaN is never taken, it stays where it was first.
bool verifier::isInOrderedParts(const Update &update) {
  const bool takes =
      update.op == UpdateOperator::TakeLess || update.op == UpdateOperator::TakeNotGreater ||
      update.op == UpdateOperator::TakeGreater || update.op == UpdateOperator::TakeNotLess;
  return update.order == UpdateOrder::Fixed && (takes || takesNaN(update.op));
}

bool verifier::takesNaN(UpdateOperator op) {
  return op == UpdateOperator::KeepLess || op == UpdateOperator::KeepNotGreater ||
         op == UpdateOperator::KeepGreater || op == UpdateOperator::KeepNotLess;
}

std::optional<UpdateOperator> verifier::sumOperator(const Statement &statement,
                                                    unsigned reference) {
  if (!areApart(statement.updates))
    return std::nullopt;
  for (const Update &update : statement.updates) {
    const bool isSum = classOf(update.op) == UpdateOperator::Add ||
                       update.op == UpdateOperator::Multiply ||
                       (isExtremum(update.op) && !isIntegerExtremum(update.op));
    const bool inParts = update.order == UpdateOrder::Reassociable || isInOrderedParts(update);
    if (update.reference == reference && inParts && isSum &&
        hasForm(statement, update) && isAlone(statement, update))
      return classOf(update.op);
  }
  return std::nullopt;
}

bool verifier::sameUpdate(const Update &a, const Update &b) {
  return a.op == b.op && a.reference == b.reference && a.begin == b.begin && a.end == b.end &&
         samePieces(a.operand, b.operand) && a.operandType == b.operandType &&
         a.order == b.order;
}

Outcome verifier::checkUpdates(const Scop &a, const Scop &b) {
  for (unsigned s = 0; s < b.statements.size(); ++s) {
    const Statement &statement = b.statements[s];
    const std::vector<Update> none;
    const std::vector<Update> &known = s < a.statements.size() ? a.statements[s].updates : none;
    if (!std::equal(known.begin(), known.end(), statement.updates.begin(),
                    statement.updates.end(), sameUpdate) ||
        !areApart(statement.updates))
      return fail(Kind::Privacy, "the updates of " + statement.name + " are not the original ones");
    for (const Update &update : statement.updates) {
      if (!update.unordered)
        continue;
      const Array &array = b.arrays[statement.references[update.reference].array];
      if (!hasForm(statement, update) || !isAlone(statement, update) ||
          !isExact(array.elementType, update))
        return fail(Kind::Order, "the order of the updates of " + array.name + " in " +
                                     statement.name + " may matter");
    }
  }
  return std::nullopt;
}

static const Update *unorderedUpdate(const Statement &statement, unsigned reference) {
  for (const Update &update : statement.updates)
    if (update.reference == reference && update.unordered)
      return &update;
  return nullptr;
}

std::map<unsigned, CommutingUpdates> verifier::unorderedArrays(const Statement &statement) {
  std::map<unsigned, CommutingUpdates> result;
  std::set<unsigned> others;
  for (unsigned r = 0; r < statement.references.size(); ++r) {
    const unsigned array = statement.references[r].array;
    const Update *update = unorderedUpdate(statement, r);
    if (!update ||
        result.try_emplace(array, classOf(*update)).first->second != classOf(*update))
      others.insert(array);
  }
  for (unsigned array : others)
    result.erase(array);
  return result;
}

Outcome verifier::checkUpdatesOutsideTiles(const Program &program) {
  const auto check = [&](const auto &tile) -> Outcome {
    for (const ReferenceId &id : tile.references)
      if (id.statement < program.scop.statements.size() &&
          unorderedUpdate(program.scop.statements[id.statement], id.reference))
        return fail(Kind::Order, "an update in any order goes through " + tile.name +
                                     ", where it is not atomic");
    return std::nullopt;
  };
  for (const MappedKernel &kernel : program.kernels) {
    for (const SharedTile &tile : kernel.plan->shared)
      if (Outcome failure = check(tile))
        return failure;
    for (const RegisterTile &tile : kernel.plan->registers)
      if (Outcome failure = check(tile))
        return failure;
  }
  return std::nullopt;
}
