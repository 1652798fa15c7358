//===- Scop.h - A static control part as a value -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The polyhedral representation of one marked region. Plain values, built by
/// the Frontend (or by tests from isl strings), checked by `checkScop`, and not
/// changed afterwards: a transformation returns a new Scop.
///
/// Spaces. Parameters are named as in `Scop::parameters`. Each statement has a
/// tuple `S<number>` of its own; array k has the tuple `Array::name`.
///   domain     [n, T] -> { S0[t, i] }
///   schedule   [n, T] -> { S0[t, i] -> [0, t, 0, i, 0] }    (one space for all)
///   access     [n, T] -> { S0[t, i] -> A[a] }
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_SCOP_H
#define GPUTILE_IR_SCOP_H

#include "gputile/IR/Clauses.h"
#include "gputile/Support/Diagnostic.h"
#include "gputile/Support/Isl.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// An integer that does not change while the region runs and on which bounds
/// and subscripts depend. Its isl parameter has the name `name`.
struct Parameter {
  std::string name;     ///< Unique C identifier, e.g. "n".
  std::string callExpr; ///< C text of its value at the region, e.g. "n" or "sizeof(A) / sizeof(A[0])".
  std::string type;     ///< C type of callExpr, e.g. "unsigned long".
  /// The entry finds its value itself, see InspectedArray; callExpr names it only.
  bool inspected = false;
};

/// Where an array lives.
enum class ArrayStorage {
  Object,  ///< A named variable: no other Object shares its memory.
  Pointer, ///< Reached through a pointer: may overlap other arrays.
  Private, ///< Exists only inside the region (a local temporary, an expanded scalar).
};

/// An array, or a scalar as an array of rank 0.
struct Array {
  std::string name;        ///< Unique C identifier; the isl tuple name.
  std::string sourceName;  ///< The variable as the user wrote it.
  std::string elementType; ///< C/CUDA text, e.g. "double", "unsigned char".
  unsigned elementBytes = 0;
  unsigned rank = 0;
  ArrayStorage storage = ArrayStorage::Object;
  bool noAlias = false;   ///< `restrict`: overlaps nothing else.
  bool exposed = false;   ///< An Object that pointers may point to, for all that is known.
  bool deadAfter = false; ///< Proved not to be read after the region.
  /// Elements are accessed where data says so, and may not exist where it does not.
  bool assumedExtent = false;
  /// It may lie in memory of the device, which the host cannot access (clause deviceptr).
  bool inDeviceMemory = false;
  /// The program computes subscripts in 32 bits: an element's number is to be from 0 to 2^31 - 1.
  bool countedIn32Bits = false;
  bool present = false; ///< A data block keeps it on the device (clause present).
  /// An iterator of the program, whose loops change it all the time: no other array may lie there,
  /// not even one that is only read.
  bool iterates = false;
  /// Clauses leave its values open up to rounding: markLooseRounding.
  bool looselyRounded = false;
  /// Of a Pointer that the region only reads: names of those that may have the same memory, element
  /// for element. Nothing that is written through them is read through this one afterwards, so what
  /// it holds in front of the region serves all reads, from memory of its own on the device.
  std::vector<std::string> sharers = {};
  /// C text for the address of element (0, …, 0) at the region: "A", "&s",
  /// "&A[0][0]". Empty for Private.
  std::string baseExpr;
  /// Per dimension: C text of the distance in elements between neighbours in
  /// that dimension ("1" for the last). Evaluated at the region. Empty for Private.
  std::vector<std::string> strideExprs;
  /// Per dimension the stride when it is a compile-time constant, else -1.
  std::vector<int64_t> strideConstants;
  SourceRef loc;
};

enum class AccessKind { Read, MustWrite, MayWrite };

/// One access of one reference. A compound assignment's left-hand side is one
/// reference with two accesses.
struct Access {
  unsigned reference; ///< Index into Statement::references.
  AccessKind kind;
  isl::map relation; ///< { S[i] -> A[a] }, domain within the statement's.
};

/// A piece of the text of a statement, in order.
struct BodyPiece {
  enum class Kind {
    Text,      ///< `text`, printed as it is.
    Reference, ///< Statement::references[index].
    Iterator,  ///< The value of iterator `index`, cast to the C type `text`.
    Parameter, ///< Scop::parameters[index], cast to the C type `text`.
    Noted,     ///< Only in Inspection::text: notes the subscript of references[index].
  };
  Kind kind;
  std::string text;
  unsigned index = 0;

  static BodyPiece makeText(std::string text) { return {Kind::Text, std::move(text), 0}; }
  static BodyPiece makeReference(unsigned index) { return {Kind::Reference, "", index}; }
  static BodyPiece makeIterator(unsigned index, std::string type) {
    return {Kind::Iterator, std::move(type), index};
  }
  static BodyPiece makeParameter(unsigned index, std::string type) {
    return {Kind::Parameter, std::move(type), index};
  }
  static BodyPiece makeNoted(unsigned index) { return {Kind::Noted, "", index}; }
};

/// One textual occurrence of an array or scalar in a statement.
struct Reference {
  unsigned array; ///< Index into Scop::arrays.
  /// True when the subscripts are affine: `index` below is then exact.
  bool affine = true;
  /// { S[i] -> A[a] }: single-valued when affine; the whole array when not.
  isl::map index;
  /// Only when not affine: the text of each subscript (may hold references).
  std::vector<std::vector<BodyPiece>> subscripts;
  SourceRef loc;
  /// The clause that would let this update be made in another order, for messages; "": none.
  std::string reduction;
};

/// How an update combines an element with its operand. Min and Max are those of integers.
/// The others are of floating-point numbers, where they differ for numbers that are not
/// ordered (NaN) and for zeros of different signs: what becomes of x and e.
enum class UpdateOperator {
  Add,
  Subtract,
  Multiply,
  And,
  Or,
  Xor,
  LogicalAnd, ///< x && e, which is 0 or 1
  LogicalOr,  ///< x || e
  Assign,     ///< e, a constant
  Fill,       ///< x ? x : e, with a constant for e
  Min,
  Max,
  TakeLess,       ///< e < x ? e : x
  TakeNotGreater, ///< e <= x ? e : x
  TakeGreater,    ///< e > x ? e : x
  TakeNotLess,    ///< e >= x ? e : x
  KeepLess,       ///< x < e ? x : e
  KeepNotGreater, ///< x <= e ? x : e
  KeepGreater,    ///< x > e ? x : e
  KeepNotLess,    ///< x >= e ? x : e
  LeastNumber,    ///< fmin(x, e)
  GreatestNumber, ///< fmax(x, e)
};

/// What another order of updates changes.
enum class UpdateOrder {
  Any,          ///< Nothing: integers.
  /// Floating-point numbers, whose order may change: a clause says so, or it changes nothing.
  Reassociable,
  /// Floating-point numbers, whose order stays. An instance executes the update at most once.
  Fixed,
};

/// A part of a statement's text that only combines one element with an operand, as
/// `h[b[i]] += 1` does (Doerfert et al. 2015, "Polly's polyhedral scheduling in the presence
/// of reductions"). The result is the same in any order of such updates with operators that
/// commute: integers are added, subtracted and multiplied modulo 2^bits, and those that write one
/// constant may do so in any order.
///
/// With x for the reference and e for the operand the text is one of
///   x += e    (-=, *=, &=, |=, ^=; e in brackets where it is no single token)
///   x++  ++x  x--  --x                  (e is 1)
///   x = x && e    x = x || e
///   x = e         (a constant)
///   x = x ? x : e (a constant)
///   x = gpt_min(x, e)  x = gpt_max(x, e), and other functions for the operators behind Max
/// and for products of floating-point numbers x = gpt_mul(x, e).
struct Update {
  UpdateOperator op;
  /// The element: read and written, mentioned nowhere else. Assign only writes it.
  unsigned reference;
  size_t begin, end;              ///< Its pieces of Statement::body: [begin, end).
  std::vector<BodyPiece> operand; ///< The text of e.
  std::string operandType;        ///< C type of e.
  /// It may run in any order with others that commute with it, and is one atomic step.
  bool unordered = false;
  UpdateOrder order = UpdateOrder::Any;
};

/// A statement: the unit that is executed once per point of its domain. It may
/// be a compound statement, with its own local variables, and with loops that are
/// part of its text only.
struct Statement {
  std::string name; ///< "S0", "S1", …: the isl tuple. Numbers may be left out.
  isl::set domain;
  isl::map schedule;                        ///< { S[i] -> [t…] }, original order.
  std::vector<std::string> iterators;       ///< Names of the iterators as written.
  std::vector<std::string> iteratorTypes;   ///< Their C types.
  /// { S[k…] -> [i…] }: their values, where a loop's step makes its dimension the
  /// number of the iteration; none: the dimensions are the values.
  std::optional<isl::pw_multi_aff> iteratorValues;
  /// { S[k…] -> [i…] }: the dimensions before loops were split, in every instance; none: they have
  /// not been.
  std::optional<isl::pw_multi_aff> unsplit;
  std::vector<Reference> references;
  std::vector<Access> accesses;
  std::vector<BodyPiece> body; ///< C text of the whole statement, with its ';' or braces.
  std::vector<Update> updates; ///< Parts of `body`, in order.
  SourceRef loc;
};

/// An array of unknown extent that is read through subscripts that depend on data. Before
/// anything is copied, the entry runs Scop::inspections on the CPU: they note the outermost
/// subscript of every such read. All elements accessed through a pointer lie in one object, and
/// so do those between them, which are copied.
struct InspectedArray {
  unsigned array;       ///< Index into Scop::arrays.
  unsigned least, most; ///< Scop::parameters: subscripts noted, 0 and -1 where none is.
};

/// What of a statement decides about the subscripts of reads, as a program of its own: it writes
/// its own variables only, and reads what the region does not write.
struct Inspection {
  /// Its domain, references and body; no accesses, no schedule. Its references to arrays that
  /// are noted are not affine; those that it reads may be.
  Statement text;
  /// Arrays whose values say what else is read: reads are safe only if the region leaves them.
  std::vector<unsigned> deciding;
};

/// What clause independent says of an array: no element of it is accessed by both instances of a pair
/// in `apart`, by one of them with a write, where both do so through references that are not affine.
/// Nothing proves it: it is the user's.
struct Independence {
  unsigned array;       ///< Index into Scop::arrays.
  isl::union_map apart; ///< { S[i] -> T[j] }, symmetric.
};

/// The value an iterator declared outside the region has after it; where
/// `value` is undefined the variable keeps its old value.
struct ExitValue {
  std::string variable; ///< C text of an lvalue.
  isl::pw_aff value;    ///< [n] -> { [(…)] : … } over the parameters only.
};

/// Pointers that have other values behind the region: where the parameters are in `when`, each of
/// them has the value that another one had before.
struct PointerExit {
  isl::set when; ///< [n] -> { : … }
  struct Value {
    std::string pointer, source; ///< C text of lvalues: a pointer, and the one whose value it gets.
    bool moved = false;          ///< They are containers of C++: elements go from one to the other.
    bool operator==(const Value &) const = default;
  };
  std::vector<Value> values;
};

/// A call that ends the program where data says so, as `assert` does: the region writes 1 to a variable instead, which
/// is 0 before.
struct ProgramEnd {
  std::string flag; ///< The variable, which hostDeclarations declare.
  std::string call; ///< C text, for behind the region.
};

/// A marked region.
struct Scop {
  std::string name; ///< Unique C identifier of the region, e.g. "heat_step_12".
  std::string file; ///< As users know it.
  unsigned line = 0; ///< Of the pragma.
  SourceRef loc;     ///< Of the pragma.
  std::vector<Parameter> parameters;
  /// What is known of the parameters from their types, without a check:
  /// { : constraints } over the parameters.
  isl::set context;
  /// What must hold of the parameters for the model to be exact (no wrap-around,
  /// …). Tested at run time; when it fails the original loops run.
  isl::set guard;
  std::vector<Array> arrays;
  std::vector<Statement> statements;
  std::vector<InspectedArray> inspected;
  std::vector<Inspection> inspections; ///< In any order.
  std::vector<Independence> independent; ///< One for an array, at most.
  std::vector<ExitValue> exitValues;
  std::vector<PointerExit> pointerExits; ///< One `when` excludes the others.
  /// Pointers that take turns, as users know them, and how many iterations of the region's loop are
  /// one in this program for that.
  std::vector<std::string> turningPointers = {};
  unsigned turns = 1;
  std::vector<ProgramEnd> programEnds;
  /// Types, enumerations and `__device__` functions that statements use.
  std::string deviceDeclarations;
  /// What the texts in `parameters` and `arrays` use, at file or namespace scope of the program.
  std::string hostDeclarations = {};
  Clauses clauses;

  isl::ctx ctx() const { return context.ctx(); }
};

/// Whether arrays may lie in device memory: the original loops are no way out then.
bool usesDeviceMemory(const Scop &scop);

/// The relations of all accesses of the given kinds, with unwrapped statement
/// tuples: { S[i] -> A[a] }.
isl::union_map readsOf(const Scop &scop);
isl::union_map mayWritesOf(const Scop &scop);  ///< Must and may writes.
isl::union_map mustWritesOf(const Scop &scop);
isl::union_set domainOf(const Scop &scop);     ///< { S[i] } of all statements.
isl::union_map scheduleOf(const Scop &scop);   ///< { S[i] -> [t…] } of all statements.

/// Index of the statement with tuple name \p name; asserts that it exists.
unsigned statementIndex(const Scop &scop, const std::string &name);
/// Index of the array with tuple name \p name; asserts that it exists.
unsigned arrayIndex(const Scop &scop, const std::string &name);

/// The operator that stands for all that commute with \p op: Add for Subtract.
UpdateOperator commutingClass(UpdateOperator op);
/// The operator that clause reduction names: Add for Subtract, Min and Max for those of
/// floating-point numbers.
UpdateOperator clauseOperator(UpdateOperator op);
/// Whether the update is a call, `x = f(x, e)`, for numbers of its kind: Min, Max, and those
/// behind.
bool isExtremum(UpdateOperator op);
/// "+=" for Add; "gpt_min" and the like for extrema.
const char *updateText(UpdateOperator op);
/// The update of \p statement that \p reference is the element of, or null.
const Update *updateOf(const Statement &statement, unsigned reference);
/// The pairs of instances that clause independent keeps apart in \p array; null where it does not name it.
const isl::union_map *apartIn(const Scop &scop, unsigned array);
/// Updates of one class commute.
struct UpdateClass {
  UpdateOperator op;    ///< commutingClass
  std::string constant; ///< What Assign writes.
  auto operator<=>(const UpdateClass &) const = default;
};
/// The class of the updates that are all \p statement does with \p array, if they are all
/// unordered and commute.
std::optional<UpdateClass> unorderedUpdates(const Statement &statement, unsigned array);

/// Checks the invariants above. \returns an empty string, or what is wrong, for
/// asserts and tests.
std::string checkScop(const Scop &scop);

/// Readable text of \p scop, for --print-after.
std::string printScop(const Scop &scop);

} // namespace gputile

#endif
