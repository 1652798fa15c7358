//===- StatementText.cpp - One instance of a statement ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StatementText.h"

#include "CodeGen/PieceText.h"

#include "CodeGen/Kernel/ElementText.h"
#include "CodeGen/Kernel/TileCopy.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace gputile::codegen {

namespace {

/// A reference with all that its text needs, evaluated at one leaf.
struct ReferenceText {
  enum class Place { Value, Global, Shared, Register, NotAffine };
  Place place = Place::Global;
  std::string name;           ///< Of the tile, for Shared and Register.
  unsigned array = 0;
  std::vector<isl::ast_expr> index;
  const SharedTile *tile = nullptr; ///< For Shared.
};

/// Evaluates the references and iterators of one statement at one leaf.
class StatementLeaf {
public:
  StatementLeaf(const KernelModel &kernel, const OrderedItem &item, const LeafContext &context);

  void print(NodePrinter &printer) const;

private:
  ReferenceText makeReference(const LeafContext &context, unsigned index);
  void makeShared(ReferenceText &text, const LeafContext &context, const Reference &reference,
                  const SharedTile &tile) const;
  std::vector<isl::ast_expr> registerIndex(const LeafContext &context) const;
  isl::pw_multi_aff tileOffset(const SharedTile &tile) const;

  using Pieces = std::vector<BodyPiece>;
  std::string pieces(NodePrinter &printer, const Pieces &list) const {
    return pieces(printer, list.begin(), list.end());
  }
  std::string pieces(NodePrinter &printer, Pieces::const_iterator from,
                     Pieces::const_iterator to) const;
  std::string atomic(NodePrinter &printer, const Update &update) const;
  std::string reference(NodePrinter &printer, unsigned index) const;
  std::string notAffine(NodePrinter &printer, unsigned index) const;

  const KernelModel &Kernel;
  const OrderedItem &Item;
  const Statement &TheStatement;
  std::vector<ReferenceText> References;
  std::vector<isl::ast_expr> Iterators;
  std::optional<std::vector<isl::ast_expr>> RegisterIndex; ///< The same for all registers.
};

} // namespace

template <typename Tile>
static const Tile *tileOf(const std::vector<Tile> &tiles, ReferenceId id) {
  for (const Tile &tile : tiles)
    if (std::find(tile.references.begin(), tile.references.end(), id) != tile.references.end())
      return &tile;
  return nullptr;
}

StatementLeaf::StatementLeaf(const KernelModel &kernel, const OrderedItem &item,
                             const LeafContext &context)
    : Kernel(kernel), Item(item), TheStatement(kernel.region.scop.statements[item.index]) {
  for (unsigned r = 0; r < TheStatement.references.size(); ++r)
    References.push_back(makeReference(context, r));
  isl::pw_multi_aff values =
      TheStatement.iteratorValues
          ? *TheStatement.iteratorValues
          : isl::manage(isl_set_identity(TheStatement.domain.copy())).as_pw_multi_aff();
  for (unsigned d = 0; d < setDims(TheStatement.domain); ++d)
    Iterators.push_back(context.expr(values.at(d)));
}

ReferenceText StatementLeaf::makeReference(const LeafContext &context, unsigned index) {
  const Reference &reference = TheStatement.references[index];
  ReferenceText text;
  text.array = reference.array;
  if (Kernel.region.arrays[reference.array].byValue) {
    text.place = ReferenceText::Place::Value;
    return text;
  }
  ReferenceId id{Item.index, index};
  if (const RegisterTile *tile = tileOf(Kernel.plan.registers, id)) {
    text.name = Kernel.registerNames[tile - Kernel.plan.registers.data()];
    text.place = ReferenceText::Place::Register;
    if (!RegisterIndex)
      RegisterIndex = registerIndex(context);
    text.index = *RegisterIndex;
  } else if (const SharedTile *shared = tileOf(Kernel.plan.shared, id)) {
    text.name = Kernel.sharedNames[shared - Kernel.plan.shared.data()];
    makeShared(text, context, reference, *shared);
  } else if (!reference.affine) {
    text.place = ReferenceText::Place::NotAffine;
  } else {
    isl::pw_multi_aff element = reference.index.detect_equalities().as_pw_multi_aff();
    for (unsigned d = 0; d < rangeDims(reference.index); ++d)
      text.index.push_back(context.expr(element.at(d)));
  }
  return text;
}

/// { S[i] -> A[o] }: the tile's offset while the prefix e stands still.
isl::pw_multi_aff StatementLeaf::tileOffset(const SharedTile &tile) const {
  std::vector<std::string> names = Kernel.hostAndBlock();
  names.insert(names.end(), Kernel.prefix.begin(), Kernel.prefix.begin() + tile.prefix);
  isl::set offset = bindLeadingDims(isl::map(isl::manage(isl_map_from_multi_aff(tile.offset.copy()))),
                                    names)
                        .range();
  isl::set everywhere = isl::manage(isl_set_universe(isl_set_get_space(TheStatement.domain.get())));
  return isl::manage(isl_map_from_domain_and_range(everywhere.release(), offset.release()))
      .as_pw_multi_aff();
}

void StatementLeaf::makeShared(ReferenceText &text, const LeafContext &context,
                               const Reference &reference, const SharedTile &tile) const {
  if (!reference.affine)
    throw std::logic_error("a reference through shared memory must be affine");
  text.place = ReferenceText::Place::Shared;
  text.tile = &tile;
  isl::pw_multi_aff element = reference.index.as_pw_multi_aff(), offset = tileOffset(tile);
  for (unsigned d = 0; d < tile.size.size(); ++d)
    text.index.push_back(context.expr(element.at(d).sub(offset.at(d))));
}

std::vector<isl::ast_expr> StatementLeaf::registerIndex(const LeafContext &context) const {
  std::vector<isl::ast_expr> index;
  isl::pw_multi_aff order = Item.order.as_pw_multi_aff();
  for (unsigned u = 0; u < Kernel.plan.unrolled.size(); ++u) {
    isl::pw_aff position = order.at(static_cast<int>(Kernel.plan.unrolled[u]));
    index.push_back(context.expr(position.sub(isl::pw_aff(
        isl::manage(isl_aff_val_on_domain(
            isl_local_space_from_space(isl_pw_aff_get_domain_space(position.get())),
            isl_val_int_from_si(position.ctx().get(), Kernel.unrolledRanges[u].first)))))));
  }
  return index;
}

std::string StatementLeaf::notAffine(NodePrinter &printer, unsigned index) const {
  std::vector<std::string> indices;
  for (const std::vector<BodyPiece> &subscript : TheStatement.references[index].subscripts)
    indices.push_back("(" + printer.type() + ")(" + pieces(printer, subscript) + ")");
  return globalElement(Kernel.region.arrays[TheStatement.references[index].array], indices,
                       printer.writer());
}

std::string StatementLeaf::reference(NodePrinter &printer, unsigned index) const {
  const ReferenceText &text = References[index];
  const ArrayText &array = Kernel.region.arrays[text.array];
  if (text.place == ReferenceText::Place::Value)
    return printer.writer().use(array.name);
  if (text.place == ReferenceText::Place::NotAffine)
    return notAffine(printer, index);
  if (text.place == ReferenceText::Place::Global) {
    std::vector<std::string> indices;
    for (unsigned d = 0; d < text.index.size(); ++d)
      indices.push_back(array.strides[d] == "1" ? printer.term(text.index[d])
                                                : printer.factor(text.index[d]));
    return globalElement(array, indices, printer.writer());
  }
  std::string result = text.name;
  for (unsigned d = 0; d < text.index.size(); ++d) {
    const isl::ast_expr &position = text.index[d];
    result += "[" +
              (text.tile ? slotText(printer, *text.tile, d, position) : printer.expr(position)) +
              "]";
  }
  return text.index.empty() ? result + "[0]" : result;
}

std::string StatementLeaf::pieces(NodePrinter &printer, Pieces::const_iterator from,
                                  Pieces::const_iterator to) const {
  return pieceText(
      from, to,
      {[&](unsigned r) { return reference(printer, r); },
       [&](unsigned d) { return printer.expr(Iterators[d]); },
       [&](unsigned p) { return printer.writer().use(Kernel.region.params[p]); },
       [](unsigned) -> std::string { throw std::logic_error("statements note nothing"); }});
}

/// \p update as one atomic step on device memory.
std::string StatementLeaf::atomic(NodePrinter &printer, const Update &update) const {
  static const char *const Names[] = {"add", "subtract",    "multiply",   "and",    "or",  "xor",
                                      "logical_and", "logical_or", "assign", "fill", "min", "max"};
  const ReferenceText &text = References[update.reference];
  if (text.place != ReferenceText::Place::Global && text.place != ReferenceText::Place::NotAffine)
    throw std::logic_error("an update in any order must be in device memory");
  const std::string &type = Kernel.region.scop.arrays[text.array].elementType;
  // 0.5 is true.
  const bool logical =
      update.op == UpdateOperator::LogicalAnd || update.op == UpdateOperator::LogicalOr;
  return std::string("gpt_update_") + Names[static_cast<size_t>(update.op)] + "(&" +
         reference(printer, update.reference) + ", (" + type + ")" + (logical ? "(bool)(" : "(") +
         pieces(printer, update.operand) + "))";
}

void StatementLeaf::print(NodePrinter &printer) const {
  const Pieces &body = TheStatement.body;
  std::string text;
  auto next = body.begin();
  for (const Update &update : TheStatement.updates) {
    if (!update.unordered)
      continue;
    text += pieces(printer, next, body.begin() + static_cast<long>(update.begin)) +
            atomic(printer, update);
    next = body.begin() + static_cast<long>(update.end);
  }
  printer.writer().line(text + pieces(printer, next, body.end()));
}

LeafText statementText(const KernelModel &kernel, const OrderedItem &item,
                       const LeafContext &context) {
  StatementLeaf leaf(kernel, item, context);
  return [leaf](NodePrinter &printer) { leaf.print(printer); };
}

} // namespace gputile::codegen
