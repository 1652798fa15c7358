//===- Printer.cpp - isl syntax trees as C text -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/Printer.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace gputile::codegen {

std::string NodePrinter::expr(const isl::ast_expr &expr, Precedence place) {
  return Writer.use(Exprs.print(expr, place));
}

void NodePrinter::print(const isl::ast_node &node) {
  switch (isl_ast_node_get_type(node.get())) {
  case isl_ast_node_for:
    return printFor(node.get());
  case isl_ast_node_if:
    return printIf(node.get());
  case isl_ast_node_block:
    return printBlock(node.get());
  case isl_ast_node_user:
    return printUser(node.get());
  case isl_ast_node_mark:
    return print(isl::manage(isl_ast_node_mark_get_node(node.get())));
  default:
    throw std::logic_error("node of unknown kind in an AST");
  }
}

/// A loop with one iteration is a constant.
void NodePrinter::printDegenerate(const std::string &iterator, const isl::ast_expr &init,
                                  const isl::ast_node &body) {
  const ExprText value = Exprs.print(init);
  Exprs.declare(iterator, value.bound);
  Writer.open();
  Writer.line("const ", Type, " ", iterator, " = ", value, ";");
  Writer.line("(void)", iterator, ";"); // isl usually puts the value where it is used.
  Loops.push_back({iterator, false, {}});
  print(body);
  Loops.pop_back();
  Writer.close();
}

/// The same as for a whole loop of increment one.
static long constantTrips(const std::string &iterator, const isl::ast_expr &init,
                          const isl::ast_expr &cond) {
  if (isl_ast_expr_get_type(init.get()) != isl_ast_expr_int ||
      isl_ast_expr_get_type(cond.get()) != isl_ast_expr_op ||
      isl_ast_expr_op_get_type(cond.get()) != isl_ast_expr_op_le)
    return 0;
  isl::ast_expr left = isl::manage(isl_ast_expr_op_get_arg(cond.get(), 0));
  isl::ast_expr right = isl::manage(isl_ast_expr_op_get_arg(cond.get(), 1));
  if (isl_ast_expr_get_type(right.get()) != isl_ast_expr_int ||
      isl_ast_expr_get_type(left.get()) != isl_ast_expr_id ||
      isl::manage(isl_ast_expr_get_id(left.get())).name() != iterator)
    return 0;
  const isl::val first = isl::manage(isl_ast_expr_get_val(init.get()));
  return numberOf(isl::manage(isl_ast_expr_get_val(right.get())).sub(first).add(1));
}

static std::string iteratorOf(isl_ast_node *loop) {
  isl::ast_expr iterator = isl::manage(isl_ast_node_for_get_iterator(loop));
  return isl::manage(isl_ast_expr_get_id(iterator.get())).name();
}

long constantTrips(isl_ast_node *loop) {
  if (!isConstant(isl::manage(isl_ast_node_for_get_inc(loop)), 1))
    return 0;
  return constantTrips(iteratorOf(loop), isl::manage(isl_ast_node_for_get_init(loop)),
                       isl::manage(isl_ast_node_for_get_cond(loop)));
}

namespace {
struct TripsCheck {
  const std::vector<std::string> &iterators;
  bool constant = true;
};
} // namespace

static isl_bool checkTrips(isl_ast_node *node, void *user) {
  auto &check = *static_cast<TripsCheck *>(user);
  if (isl_ast_node_get_type(node) == isl_ast_node_for && !isl_ast_node_for_is_degenerate(node) &&
      std::count(check.iterators.begin(), check.iterators.end(), iteratorOf(node)) > 0)
    check.constant &= constantTrips(node) > 0;
  return isl_bool_true;
}

bool haveConstantTrips(const isl::ast_node &node, const std::vector<std::string> &iterators) {
  TripsCheck check{iterators};
  isl_ast_node_foreach_descendant_top_down(node.get(), checkTrips, &check);
  return check.constant;
}

/// \p value modulo \p count, if it is a constant.
static std::optional<long> residue(const isl::ast_expr &value, long count) {
  if (isl_ast_expr_get_type(value.get()) != isl_ast_expr_int)
    return std::nullopt;
  isl::val constant = isl::manage(isl_ast_expr_get_val(value.get()));
  return constant.mod(isl::val(value.ctx(), count)).num_si();
}

/// The least value from \p low on that the thread runs.
std::string NodePrinter::firstValue(const LoopShare &share, const isl::ast_expr &low) {
  const ExprText from = Exprs.print(low);
  Exprs.record(from.bound + Bound::constant(share.count));
  return "gpt_first(" + Writer.use(from) + ", " + Writer.use(share.first) + ", " +
         std::to_string(share.count) + ")";
}

std::string NodePrinter::runs(const LoopShare &share, const isl::ast_expr &value) {
  if (std::optional<long> own = residue(value, share.count))
    return Writer.use(share.first) + " == " + std::to_string(*own);
  return firstValue(share, value) + " == " + term(value);
}

/// Where a thread starts, an operand of +.
std::string NodePrinter::startOf(const LoopShare &share, const isl::ast_expr &init) {
  return isConstant(init, 0) ? Writer.use(share.first) : firstValue(share, init);
}

/// The head of a shared loop with increment one. Where each thread has equally many iterations, the
/// trip count is written so that the compiler sees that it is constant.
void NodePrinter::openShared(const std::string &iterator, const LoopShare &share,
                             isl_ast_node *node) {
  isl::ast_expr init = isl::manage(isl_ast_node_for_get_init(node));
  isl::ast_expr cond = isl::manage(isl_ast_node_for_get_cond(node));
  isl::ast_expr inc = isl::manage(isl_ast_node_for_get_inc(node));
  const LoopText loop = Exprs.printLoop(iterator, init, cond, inc);
  // The value that ends the loop.
  Exprs.record(Exprs.value(iterator).bound + scaled(loop.inc.bound, share.count));
  const std::string start = startOf(share, init);
  const long trips = constantTrips(iterator, init, cond);
  if (trips == share.count) {
    Writer.open();
    return Writer.line("const ", Type, " ", iterator, " = ", start, ";");
  }
  std::string test;
  if (trips > 0 && trips % share.count == 0 && trips / share.count <= 16) {
    Writer.line("GPT_UNROLL");
    test = iterator + " < " + start + " + " + std::to_string(trips);
  } else {
    test = Writer.use(loop.cond);
  }
  Writer.open("for (", Type, " ", iterator, " = ", start, "; ", test, "; ", iterator,
              " += ", share.count, ")");
}

/// A loop with a stride, of which each thread leaves out what is not its own.
void NodePrinter::printTested(const std::string &iterator, const LoopShare &share,
                              isl_ast_node *node) {
  openPlain(iterator, node);
  isl::ast_expr self = isl::manage(isl_ast_node_for_get_iterator(node));
  Writer.open("if (", runs(share, self), ")");
  print(isl::manage(isl_ast_node_for_get_body(node)));
  Writer.close();
}

void NodePrinter::printShared(const std::string &iterator, const LoopShare &share,
                              isl_ast_node *node) {
  isl::ast_node body = isl::manage(isl_ast_node_for_get_body(node));
  if (isl_ast_node_for_is_degenerate(node)) {
    isl::ast_expr init = isl::manage(isl_ast_node_for_get_init(node));
    Writer.open("if (", runs(share, init), ")");
    printDegenerate(iterator, init, body);
    return Writer.close();
  }
  const size_t head = Writer.position();
  Loops.push_back({iterator, true, {}});
  if (!isConstant(isl::manage(isl_ast_node_for_get_inc(node)), 1)) {
    printTested(iterator, share, node);
  } else {
    openShared(iterator, share, node);
    print(body);
  }
  closeLoop(head);
}

void NodePrinter::openPlain(const std::string &iterator, isl_ast_node *node) {
  isl::ast_expr init = isl::manage(isl_ast_node_for_get_init(node));
  isl::ast_expr cond = isl::manage(isl_ast_node_for_get_cond(node));
  isl::ast_expr inc = isl::manage(isl_ast_node_for_get_inc(node));
  const LoopText loop = Exprs.printLoop(iterator, init, cond, inc);
  const std::string step =
      isConstant(inc, 1) ? "++" + iterator : iterator + " += " + Writer.use(loop.inc);
  Writer.open("for (", Type, " ", iterator, " = ", loop.init, "; ", loop.cond, "; ", step, ")");
}

namespace {
struct Contents {
  long statements = 0, loops = 0;
};
} // namespace

static isl_bool countContents(isl_ast_node *node, void *user) {
  auto &contents = *static_cast<Contents *>(user);
  contents.statements += isl_ast_node_get_type(node) == isl_ast_node_user;
  contents.loops += isl_ast_node_get_type(node) == isl_ast_node_for;
  return isl_bool_true;
}

/// How many iterations of a loop around \p body stand in one of the unrolled loop.
long NodePrinter::timesUnrolled(const isl::ast_node &body) const {
  Contents contents;
  isl_ast_node_foreach_descendant_top_down(body.get(), countContents, &contents);
  return contents.loops > 0 || contents.statements == 0 ? 1
                                                        : StatementsUnrolled / contents.statements;
}

void NodePrinter::printFor(isl_ast_node *node) {
  isl::ast_expr init = isl::manage(isl_ast_node_for_get_init(node));
  isl::ast_node body = isl::manage(isl_ast_node_for_get_body(node));
  const std::string iterator = iteratorOf(node);
  if (auto share = Shares.find(iterator); share != Shares.end() && share->second.count > 1)
    return printShared(iterator, share->second, node);
  if (isl_ast_node_for_is_degenerate(node))
    return printDegenerate(iterator, init, body);
  const size_t head = Writer.position();
  const long trips = constantTrips(node);
  if (trips > 0 && (Unrolled.count(iterator) > 0 || trips <= UnrolledTrips))
    Writer.line("GPT_UNROLL");
  else if (const long times = trips == 0 ? timesUnrolled(body) : 0; times > 1)
    Writer.line("GPT_UNROLL_BY(", times, ")");
  openPlain(iterator, node);
  const size_t inside = Writer.position();
  Loops.push_back({iterator, true, {}});
  print(body);
  Writer.moveBarrierOut(head, inside);
  closeLoop(head);
}

/// Ends the innermost loop, whose head was written at \p head.
void NodePrinter::closeLoop(size_t head) {
  Writer.close();
  const auto before = std::move(Loops.back().before);
  Loops.pop_back();
  for (auto variable = before.rbegin(); variable != before.rend(); ++variable)
    Writer.insertLine(head, "const bool " + variable->first + " = " + variable->second + ";");
}

/// The variable in front of \p loop that has \p value: empty if there is no name for it.
std::string NodePrinter::hoisted(OpenLoop &loop, const std::string &value) {
  for (const auto &[name, other] : loop.before)
    if (other == value)
      return name;
  if (ConditionNames.empty())
    return "";
  loop.before.emplace_back(ConditionNames.back(), value);
  ConditionNames.pop_back();
  return loop.before.back().first;
}

/// Adds the operands of all && in \p expr to \p list.
static void addConjuncts(const isl::ast_expr &expr, std::vector<isl::ast_expr> &list) {
  const bool isOperation = isl_ast_expr_get_type(expr.get()) == isl_ast_expr_op;
  const isl_ast_expr_op_type type =
      isOperation ? isl_ast_expr_op_get_type(expr.get()) : isl_ast_expr_op_error;
  if (type != isl_ast_expr_op_and && type != isl_ast_expr_op_and_then)
    return list.push_back(expr);
  for (int i = 0; i < isl_ast_expr_op_get_n_arg(expr.get()); ++i)
    addConjuncts(isl::manage(isl_ast_expr_op_get_arg(expr.get(), i)), list);
}

/// Of the loops around what is being printed, with none inside that changes one of \p variables,
/// the outermost; null if there is none.
NodePrinter::OpenLoop *NodePrinter::outermostLoopWithout(const std::set<std::string> &variables) {
  OpenLoop *found = nullptr;
  for (auto loop = Loops.rbegin(); loop != Loops.rend() && variables.count(loop->iterator) == 0;
       ++loop)
    if (loop->isLoop)
      found = &*loop;
  return found;
}

/// Compilers compute in each iteration what is the same in all: && tells them not to before what
/// stands in front of it is known to hold.
std::string NodePrinter::condition(const isl::ast_expr &condition) {
  constexpr size_t worthIt = 2;
  std::vector<isl::ast_expr> conjuncts;
  addConjuncts(condition, conjuncts);
  if (conjuncts.size() < worthIt || Loops.empty())
    return expr(condition);
  std::vector<std::pair<OpenLoop *, ExprText>> parts;
  std::map<OpenLoop *, size_t> counts;
  for (const isl::ast_expr &conjunct : conjuncts) {
    const ExprText text = Exprs.print(conjunct, Precedence::And);
    OpenLoop *const loop = outermostLoopWithout(text.uses);
    parts.emplace_back(loop, text);
    ++counts[loop];
  }
  std::string result;
  const auto addTo = [](std::string &all, const std::string &part) {
    all += (all.empty() ? "" : " && ") + part;
  };
  for (const auto &[loop, count] : counts) {
    if (!loop || count < worthIt)
      continue;
    std::string text;
    for (const auto &part : parts)
      if (part.first == loop)
        addTo(text, Writer.use(part.second));
    const std::string variable = hoisted(*loop, text);
    if (variable.empty())
      continue;
    addTo(result, variable);
    parts.erase(std::remove_if(parts.begin(), parts.end(),
                               [&, at = loop](const auto &part) { return part.first == at; }),
                parts.end());
  }
  for (const auto &part : parts)
    addTo(result, Writer.use(part.second));
  return result;
}

void NodePrinter::printIf(isl_ast_node *node) {
  Writer.open("if (", condition(isl::manage(isl_ast_node_if_get_cond(node))), ")");
  print(isl::manage(isl_ast_node_if_get_then_node(node)));
  if (isl_ast_node_if_has_else_node(node)) {
    Writer.outdent();
    Writer.open("} else");
    print(isl::manage(isl_ast_node_if_get_else_node(node)));
  }
  Writer.close();
}

void NodePrinter::printBlock(isl_ast_node *node) {
  isl_ast_node_list *children = isl_ast_node_block_get_children(node);
  int count = isl_ast_node_list_n_ast_node(children);
  std::vector<isl::ast_node> nodes;
  for (int i = 0; i < count; ++i)
    nodes.push_back(isl::manage(isl_ast_node_list_get_ast_node(children, i)));
  isl_ast_node_list_free(children);
  for (const isl::ast_node &child : nodes)
    print(child);
}

void NodePrinter::printUser(isl_ast_node *node) {
  isl_id *id = isl_ast_node_get_annotation(node);
  if (!id)
    throw std::logic_error("leaf without text in an AST");
  auto *text = static_cast<LeafText *>(isl_id_get_user(id));
  (*text)(*this);
  isl_id_free(id);
}

static void freeLeaf(void *leaf) { delete static_cast<LeafText *>(leaf); }

isl::ast_node withLeaf(isl::ast_node node, LeafText text) {
  isl_ctx *ctx = isl_ast_node_get_ctx(node.get());
  isl_id *id = isl_id_alloc(ctx, "leaf", new LeafText(std::move(text)));
  id = isl_id_set_free_user(id, freeLeaf);
  return isl::manage(isl_ast_node_set_annotation(node.release(), id));
}

} // namespace gputile::codegen
