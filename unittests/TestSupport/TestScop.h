//===- TestScop.h - Scops from isl strings, for tests ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds Scops without Clang. Example (Figure 2 of Di et al. 2012):
/// \code
///   IslContext ctx;
///   Scop scop = TestScop(ctx, "[T, I]")
///       .array("A", 1)
///       .statement("{ S0[t, i] : 1 <= t <= T and 1 <= i <= I }", "{ S0[t, i] -> [t, i] }")
///       .read("{ S0[t, i] -> A[i] }").read("{ S0[t, i] -> A[i + 1] }")
///       .write("{ S0[t, i] -> A[i] }")
///       .build();
/// \endcode
/// The body of a statement is `w = f(r0, r1, …);` in terms of its references
/// unless `body` gives one: "$0 = 0.5 * ($1 + $2);" with $k the k-th reference
/// in the order of the read/write/update calls, and #d the d-th iterator.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_TESTSCOP_H
#define GPUTILE_UNITTESTS_TESTSCOP_H

#include "gputile/IR/Scop.h"

#include <cctype>
#include <string>
#include <vector>

namespace gputile::test {

/// Builds a Scop from isl's notation.
class TestScop {
public:
  /// \p parameters as in isl: "[T, I]".
  TestScop(IslContext &context, std::string parameters)
      : Ctx(context.get()), Prefix(parameters + " -> ") {
    TheScop.name = "test_region";
    TheScop.file = "test.c";
    TheScop.line = 1;
    TheScop.context = isl::set(Ctx, Prefix + "{ : }");
    TheScop.guard = TheScop.context;
    std::string name;
    for (char c : parameters + ",") {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
        name += c;
      } else if (!name.empty()) {
        TheScop.parameters.push_back({name, name, "long"});
        name.clear();
      }
    }
  }

  TestScop &array(const std::string &name, unsigned rank, const std::string &type = "double",
                  ArrayStorage storage = ArrayStorage::Object) {
    Array a;
    a.name = a.sourceName = name;
    a.elementType = type;
    a.elementBytes = type == "float" || type == "int" ? 4 : type == "unsigned char" ? 1 : 8;
    a.rank = rank;
    a.storage = storage;
    if (storage != ArrayStorage::Private) {
      a.baseExpr = rank == 0 ? "&" + name : name;
      for (unsigned d = 0; d < rank; ++d) {
        a.strideExprs.push_back(d + 1 == rank ? "1" : "stride_" + name + "_" + std::to_string(d));
        a.strideConstants.push_back(d + 1 == rank ? 1 : -1);
      }
    }
    TheScop.arrays.push_back(a);
    return *this;
  }

  Array &lastArray() { return TheScop.arrays.back(); }

  TestScop &statement(const std::string &domain, const std::string &schedule) {
    Statement s;
    s.domain = isl::set(Ctx, Prefix + domain);
    s.name = isl_set_get_tuple_name(s.domain.get());
    s.schedule = isl::map(Ctx, Prefix + schedule).intersect_domain(s.domain);
    unsigned depth = static_cast<unsigned>(isl_set_dim(s.domain.get(), isl_dim_set));
    for (unsigned d = 0; d < depth; ++d) {
      const char *name = isl_set_get_dim_name(s.domain.get(), isl_dim_set, d);
      s.iterators.push_back(name ? name : "i" + std::to_string(d));
      s.iteratorTypes.push_back("long");
    }
    TheScop.statements.push_back(s);
    return *this;
  }

  TestScop &read(const std::string &relation) { return access(relation, {AccessKind::Read}); }
  TestScop &write(const std::string &relation) { return access(relation, {AccessKind::MustWrite}); }
  TestScop &mayWrite(const std::string &relation) { return access(relation, {AccessKind::MayWrite}); }
  /// A compound assignment's left-hand side: one reference, read and written.
  TestScop &update(const std::string &relation) {
    return access(relation, {AccessKind::Read, AccessKind::MustWrite});
  }

  TestScop &body(const std::string &text) {
    Statement &s = TheScop.statements.back();
    s.body.clear();
    std::string pending;
    for (size_t i = 0; i < text.size(); ++i) {
      bool marker = (text[i] == '$' || text[i] == '#') && i + 1 < text.size() &&
                    std::isdigit(static_cast<unsigned char>(text[i + 1]));
      if (!marker) {
        pending += text[i];
        continue;
      }
      s.body.push_back(BodyPiece::makeText(pending));
      pending.clear();
      unsigned index = 0;
      char kind = text[i];
      while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])))
        index = index * 10 + static_cast<unsigned>(text[++i] - '0');
      s.body.push_back(kind == '$' ? BodyPiece::makeReference(index)
                                   : BodyPiece::makeIterator(index, "long"));
    }
    s.body.push_back(BodyPiece::makeText(pending));
    return *this;
  }

  Scop build() {
    for (Statement &s : TheScop.statements)
      if (s.body.empty())
        defaultBody(s);
    return TheScop;
  }

private:
  TestScop &access(const std::string &relation, std::vector<AccessKind> kinds) {
    Statement &s = TheScop.statements.back();
    isl::map map = isl::map(Ctx, Prefix + relation).intersect_domain(s.domain);
    Reference reference;
    reference.array = arrayIndex(TheScop, isl_map_get_tuple_name(map.get(), isl_dim_out));
    reference.index = map;
    s.references.push_back(reference);
    for (AccessKind kind : kinds)
      s.accesses.push_back({static_cast<unsigned>(s.references.size() - 1), kind, map});
    return *this;
  }

  static void defaultBody(Statement &s) {
    std::string separator;
    for (const Access &a : s.accesses)
      if (a.kind != AccessKind::Read)
        s.body.push_back(BodyPiece::makeReference(a.reference));
    s.body.push_back(BodyPiece::makeText(" = 1"));
    for (const Access &a : s.accesses) {
      if (a.kind != AccessKind::Read)
        continue;
      s.body.push_back(BodyPiece::makeText(" + "));
      s.body.push_back(BodyPiece::makeReference(a.reference));
    }
    s.body.push_back(BodyPiece::makeText(";"));
  }

  isl::ctx Ctx;
  std::string Prefix;
  Scop TheScop;
};

/// TestScop's texts begin with an empty piece; copies have none.
inline Scop withoutEmptyPieces(Scop scop) {
  for (Statement &s : scop.statements)
    std::erase_if(s.body, [](const BodyPiece &piece) {
      return piece.kind == BodyPiece::Kind::Text && piece.text.empty();
    });
  return scop;
}

} // namespace gputile::test

#endif
