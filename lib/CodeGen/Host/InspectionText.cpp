//===- InspectionText.cpp - What the entry reads first ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/InspectionText.h"

#include "CodeGen/PieceText.h"

#include <algorithm>

namespace gputile::codegen {
namespace {

/// What the entry looks for in \p array; null: nothing.
const InspectedArray *inspectedArray(const Scop &scop, unsigned array) {
  const auto found =
      std::find_if(scop.inspected.begin(), scop.inspected.end(),
                   [&](const InspectedArray &each) { return each.array == array; });
  return found == scop.inspected.end() ? nullptr : &*found;
}

/// The text of one inspection at one leaf, on the memory of the program.
class InspectionLeaf {
public:
  InspectionLeaf(const EntryModel &entry, const Statement &text, const LeafContext &context);

  void print(NodePrinter &printer) const {
    printer.writer().line(pieces(printer, Text.body));
  }

private:
  std::string pieces(NodePrinter &printer, const std::vector<BodyPiece> &list) const;
  std::string reference(NodePrinter &printer, unsigned index) const;
  std::string element(unsigned array, const std::vector<std::string> &subscripts) const;
  std::string note(NodePrinter &printer, const Reference &noted) const;

  const EntryModel &Entry;
  const Statement &Text;
  std::vector<std::vector<isl::ast_expr>> Elements; ///< Per reference; none if not affine.
  std::vector<isl::ast_expr> Iterators;
};

} // namespace

InspectionLeaf::InspectionLeaf(const EntryModel &entry, const Statement &text,
                               const LeafContext &context)
    : Entry(entry), Text(text) {
  for (const Reference &reference : Text.references) {
    std::vector<isl::ast_expr> index;
    if (reference.affine) {
      const isl::pw_multi_aff element = reference.index.detect_equalities().as_pw_multi_aff();
      for (unsigned d = 0; d < rangeDims(reference.index); ++d)
        index.push_back(context.expr(element.at(static_cast<int>(d))));
    }
    Elements.push_back(std::move(index));
  }
  const isl::pw_multi_aff values = Text.iteratorValues
                                       ? *Text.iteratorValues
                                       : Text.domain.identity().as_pw_multi_aff();
  for (unsigned d = 0; d < setDims(Text.domain); ++d)
    Iterators.push_back(context.expr(values.at(static_cast<int>(d))));
}

/// An element of the program's array.
std::string InspectionLeaf::element(unsigned array,
                                    const std::vector<std::string> &subscripts) const {
  const Array &info = Entry.region.scop.arrays[array];
  const std::string &name = Entry.uses[array].argument;
  if (Entry.region.arrays[array].byValue && !Entry.uses[array].byAddress)
    return name;
  if (subscripts.empty())
    return "(*" + name + ")";
  std::string text, flat;
  if (const unsigned levels = pointerLevels(info)) {
    text = "((const " + info.elementType + " *";
    for (unsigned l = 0; l < levels; ++l)
      text += "const *";
    text += ")" + name + ")";
    for (const std::string &subscript : subscripts)
      text += "[" + subscript + "]";
    return text;
  }
  for (unsigned d = 0; d < subscripts.size(); ++d) {
    const std::string &stride = Entry.region.arrays[array].strides[d];
    flat += d ? " + " : "";
    flat += stride == "1" ? subscripts[d] : subscripts[d] + " * " + stride;
  }
  return name + "[" + flat + "]";
}

std::string InspectionLeaf::reference(NodePrinter &printer, unsigned index) const {
  const Reference &reference = Text.references[index];
  std::vector<std::string> subscripts;
  for (const isl::ast_expr &subscript : Elements[index])
    subscripts.push_back(printer.factor(subscript));
  for (const std::vector<BodyPiece> &subscript : reference.subscripts)
    subscripts.push_back("(long long)(" + pieces(printer, subscript) + ")");
  return element(reference.array, subscripts);
}

/// A statement: widens what is known of the subscripts of \p noted.
std::string InspectionLeaf::note(NodePrinter &printer, const Reference &noted) const {
  const InspectedArray *found = inspectedArray(Entry.region.scop, noted.array);
  const std::string &least = Entry.region.params[found->least];
  const std::string &most = Entry.region.params[found->most];
  NameTable names = Entry.region.names;
  const std::string at = names.fresh("at");
  return "{ const long long " + at + " = (long long)(" +
         pieces(printer, noted.subscripts.front()) + "); if (" + at + " < " + least + ") " +
         least + " = " + at + "; if (" + at + " > " + most + ") " + most + " = " + at + "; } ";
}

std::string InspectionLeaf::pieces(NodePrinter &printer, const std::vector<BodyPiece> &list) const {
  return pieceText(list.begin(), list.end(),
                   {[&](unsigned r) { return reference(printer, r); },
                    [&](unsigned d) { return printer.expr(Iterators[d]); },
                    [&](unsigned p) { return Entry.region.params[p]; },
                    [&](unsigned r) { return note(printer, Text.references[r]); }});
}

static void printInspection(const EntryModel &entry, const Statement &text, NodePrinter &printer) {
  const RegionModel &region = entry.region;
  AstRequest request;
  request.context = region.context;
  request.depth = setDims(text.domain);
  request.schedule = isl::union_map(
      isl::manage(isl_map_reset_tuple_id(text.domain.identity().release(), isl_dim_out)));
  NameTable names = region.names;
  for (unsigned d = 0; d < request.depth; ++d)
    request.iterators.push_back(names.fresh("i" + std::to_string(d)));
  printer.print(buildAst(request, [&](const LeafContext &context) -> LeafText {
    const InspectionLeaf leaf(entry, text, context);
    return [leaf](NodePrinter &at) { leaf.print(at); };
  }));
}

void printInspections(const EntryModel &entry, const HostTarget &target, ArrayPrinter &arrays,
                      NodePrinter &printer) {
  const RegionModel &region = entry.region;
  TextWriter &writer = printer.writer();
  std::vector<std::string> found;
  for (const InspectedArray &inspected : region.scop.inspected) {
    const std::string &least = region.params[inspected.least], &most = region.params[inspected.most];
    writer.line("long long ", least, " = 0x7fffffffffffffffLL, ", most, " = -", least, ";");
    found.insert(found.end(), {least, most});
  }
  for (const Inspection &inspection : region.scop.inspections)
    for (const unsigned array : inspection.deciding)
      for (unsigned other = 0; other < region.arrays.size(); ++other)
        // The types of inspected ones show that they share no memory.
        if (other != array && region.arrays[other].written &&
            !inspectedArray(region.scop, array) && !inspectedArray(region.scop, other))
          arrays.printSeparate(array, other);
  if (!region.scop.inspections.empty())
    target.printInspect(writer);
  for (const Inspection &inspection : region.scop.inspections)
    printInspection(entry, inspection.text, printer);
  for (size_t k = 0; k < found.size(); k += 2) {
    writer.line("if (", found[k], " > ", found[k + 1], ") {");
    writer.line("  ", found[k], " = 0;");
    writer.line("  ", found[k + 1], " = -1;");
    writer.line("}");
  }
  if (found.empty())
    return;
  writer.line("if (", target.largest(found, 4), " > ", RegionModel::LargestParameter, "LL)");
  writer.line("  ", target.giveUp(GiveUp::Guard, "a subscript is too large"));
}

} // namespace gputile::codegen
