//===- Text.cpp - A kernel as CUDA text -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/Text.h"

#include "CodeGen/Ast/ElementTest.h"
#include "CodeGen/Kernel/Ast.h"
#include "CodeGen/Kernel/PersistentText.h"
#include "CodeGen/Kernel/RegisterText.h"
#include "CodeGen/Kernel/StreamText.h"

#include "gputile/Support/Text.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace gputile::codegen {

static const char *const AxisNames[] = {"x", "y", "z"};

/// The CUDA axis of dimension \p d of \p count: the last is x. It counts as a variable of
/// \p writer's text: what the program calls x is an argument of each kernel with this axis.
static std::string axisOf(size_t d, size_t count, TextWriter &writer) {
  return writer.use(AxisNames[count - 1 - d]);
}

std::string wrapList(const std::string &head, const std::vector<std::string> &items,
                     const std::string &tail, unsigned indent) {
  std::string text, line = head;
  for (size_t i = 0; i < items.size(); ++i) {
    std::string piece = items[i] + (i + 1 == items.size() ? tail : ",");
    if (i > 0 && line.size() + piece.size() + 1 > 98 - indent) {
      text += line + "\n";
      line = "    " + piece;
    } else {
      line += (i > 0 ? " " : "") + piece;
    }
  }
  return text + line + (items.empty() ? tail : "");
}

/// How many registers an element takes that a thread keeps: the most that one of them does.
static long registersOfElement(const KernelModel &kernel) {
  long words = 0;
  for (const RegisterTile &tile : kernel.plan.registers)
    words = std::max(words, static_cast<long>(kernel.region.scop.arrays[tile.array].elementBytes + 3) / 4);
  return words;
}

/// Whether a thread keeps so many elements in registers that 128 of them hold these, and indices of
/// 32 bits, but no more.
static bool fillsRegisters(const KernelModel &kernel) {
  constexpr long Most = 32; // Registers of elements.
  return kernel.points() * registersOfElement(kernel) > Most;
}

static bool storesTiles(const KernelPlan &plan) {
  return std::any_of(plan.shared.begin(), plan.shared.end(),
                     [](const SharedTile &tile) { return tile.stored.has_value(); });
}

/// Whether 128 registers hold what a thread needs only with indices of 32 bits: also the bounds of all
/// launches of tiles that are skewed in two dimensions.
static bool fillsRegistersWhenWide(const KernelModel &kernel) {
  return fillsRegisters(kernel) ||
         (kernel.persistent() && kernel.plan.blockDims >= 2 && storesTiles(kernel.plan));
}

/// Without a number of resident blocks ptxas aims at 32 registers and spills to
/// reach them; this many leave each thread 128.
static long residentBlocks(const KernelModel &kernel) {
  // Subscripts of tiles skewed in three dimensions take more than 128 registers, and so
  // do the bounds of tiles that change their width.
  const KernelPlan &plan = kernel.plan;
  const bool stores = storesTiles(plan);
  const bool inSpace = plan.blockDims == 3;
  if ((inSpace && plan.unevenThreads) || (stores && (inSpace || plan.unevenThreads)))
    return 1;
  // With elements of 8 bytes the values in between take twice the registers, too.
  if (fillsRegisters(kernel) && registersOfElement(kernel) > 1)
    return 1;
  return std::clamp(512 / kernel.threadsPerBlock(), 1L, 8L);
}

/// Whether half of the registers hold what a thread needs with indices of 32 bits: tiles that are
/// skewed in two dimensions, of small elements.
static bool isNarrow(const KernelModel *kernel) {
  constexpr long most = 4;
  const std::vector<SharedTile> &shared = kernel->plan.shared;
  return kernel->plan.blockDims == 2 && storesTiles(kernel->plan) &&
         std::all_of(shared.begin(), shared.end(), [&](const SharedTile &tile) {
           return kernel->region.scop.arrays[tile.array].elementBytes <= most;
         });
}

static std::string launchBounds(const std::vector<const KernelModel *> &kernels) {
  long blocks = residentBlocks(*kernels.front());
  bool full = false;
  for (const KernelModel *kernel : kernels) {
    blocks = std::min(blocks, residentBlocks(*kernel));
    full |= fillsRegistersWhenWide(*kernel);
  }
  const KernelModel &first = *kernels.front();
  long narrow = blocks, wide = full ? 1 : blocks;
  if (blocks > 1 && std::all_of(kernels.begin(), kernels.end(), isNarrow))
    narrow = 2 * blocks;
  if (first.plan.stream)
    narrow = first.plan.stream->residentBlocks(first.region.scop);
  return "__launch_bounds__(" + std::to_string(first.threadsPerBlock()) + ", " +
         (narrow != wide ? "sizeof(" + first.region.indexType + ") == 4 ? " : "") + std::to_string(narrow) +
         (narrow != wide ? " : " + std::to_string(wide) : "") + ")";
}

std::vector<std::string> varyingArguments(const KernelModel &kernel, const KernelCode &code) {
  std::vector<std::string> names;
  for (unsigned h : code.hosts)
    names.push_back(kernel.host[h]);
  names.insert(names.end(), code.boxes.begin(), code.boxes.end());
  for (unsigned d = 0; !kernel.persistent() && d < kernel.block.size(); ++d) {
    names.push_back(kernel.blockFirst[d]);
    if (kernel.sparesEdges() || kernel.loopsOver(d) || (d == 0 && kernel.mergesBlocks()))
      names.push_back(kernel.blockCount[d]);
  }
  if (kernel.sparesEdges())
    names.push_back(kernel.stream->blocksEach);
  return names;
}

namespace {

/// Elements of int4, of which shared memory consists where tiles are views of it.
constexpr long bytesOfWord = 16;
/// What kernels can declare. The rest is for the ticket of persistent kernels.
constexpr long mostDeclaredBytes = 48 * 1024 - bytesOfWord;

/// Writes the body of one kernel of the plan.
class BodyWriter {
public:
  explicit BodyWriter(const KernelModel &kernel);
  TextWriter gridBody(const std::string &sharedMemory);
  TextWriter blockBody(unsigned depth);
  void declareThreads(TextWriter &writer, const TextWriter &body, bool isPart = false) const;
  /// \param sharedMemory the declaration of the memory that tiles are views of; empty: each has its
  ///        own
  void declareTiles(TextWriter &writer, const std::string &sharedMemory) const;
  /// The threads that \p body needs, and the tiles as views of KernelModel::sharedMemory of
  /// \p leader, for a kernel that is a part of one.
  TextWriter ownVariables(const KernelModel &leader, const TextWriter &body) const;

  ExprPrinter &printer() { return Printer; }
  /// A function of its own for some of the blocks of scheme stream.
  struct BlockFunction {
    std::string comment, name;
    std::string flag; ///< Its parameter of type bool, known at compile time, if it has one.
    TextWriter body;
  };
  /// None before gridBody.
  const std::vector<BlockFunction> &functions() const { return Functions; }
  /// What a function with such a body is given: arguments of the kernel, then the blocks.
  std::vector<std::string> functionArguments(const TextWriter &body) const;

private:
  TextWriter fullBody(const isl::set &full, unsigned depth);
  TextWriter bodyFor(const isl::set &context, unsigned depth, bool separate);
  void addCall(TextWriter &writer, const BlockFunction &function, const std::string &flag) const;
  const BlockFunction &addFunction(const std::string &comment, const char *suffix,
                                   const std::string &flag, const TextWriter &body);
  TextWriter borderBody(unsigned depth);
  void appendTo(TextWriter &function, const TextWriter &body) const;
  TextWriter marked(const char *kind, const TextWriter &tile) const;
  TextWriter workingBody(unsigned depth, bool separate);
  isl::set ofLastBlock(const isl::set &condition) const;
  ExprText fullText(const isl::set &full);
  void openMergedBlocks(TextWriter &writer, const std::string &axis);
  void openParts(TextWriter &writer);
  void declareBlocks(TextWriter &writer, const TextWriter &body);
  void declareViews(const KernelModel &leader, TextWriter &writer) const;
  void declareRegisters(TextWriter &writer) const;

  const KernelModel &Kernel;
  const std::string &I;
  ExprPrinter Printer;
  bool tellsLast() const { return BeforeLast && !BeforeLast->is_empty(); }

  std::optional<isl::set> BeforeLast; ///< Of scheme stream: launchesBeforeLast.
  std::vector<BlockFunction> Functions;
};

/// Writes the function of what is launched as one.
class KernelWriter {
public:
  explicit KernelWriter(const std::vector<const KernelModel *> &kernels);
  KernelCode write();

private:
  TextWriter persistentBody();
  long sharedBytes() const;
  bool asksForShared() const { return sharedBytes() > mostDeclaredBytes; }
  std::string sharedMemory() const;
  std::string memoryOfLaunch() const { return asksForShared() ? sharedMemory() : ""; }
  void writeFunction(TextWriter &text, const BodyWriter::BlockFunction &function) const;
  std::vector<std::string> signature(const KernelCode &code) const;
  std::string arrayArgument(unsigned array) const;
  std::optional<std::string> edgesArgument(const std::string &name) const;
  std::string functionHead() const;
  std::string comment() const;

  const std::vector<const KernelModel *> &Kernels;
  const KernelModel &Kernel; ///< The leader.
  std::vector<BodyWriter> Bodies;
};

} // namespace

static std::string nameOf(const KernelModel &kernel) {
  const std::string &regionName = kernel.region.scop.name;
  const bool named = kernel.plan.name.rfind(regionName, 0) == 0;
  return named ? kernel.plan.name : regionName + "_" + kernel.plan.name;
}

BodyWriter::BodyWriter(const KernelModel &kernel) : Kernel(kernel), I(kernel.region.indexType) {
  Kernel.region.renameParams(Printer);
  for (unsigned d = 0; d < Kernel.thread.size(); ++d)
    Printer.define(Kernel.thread[d], Kernel.threadText(d));
  Printer.record(Bound::constant(Kernel.threadsPerBlock()));
  if (Kernel.stream)
    BeforeLast = launchesBeforeLast(Kernel);
}

TextWriter BodyWriter::bodyFor(const isl::set &context, unsigned depth, bool separate) {
  if (Kernel.stream)
    return borderBody(depth);
  TextWriter writer(depth);
  NodePrinter printer(writer, Printer, I);
  printer.hoistConditions(Kernel.conditions);
  for (const LeafText &part : kernelLoops(Kernel, context, separate))
    part(printer);
  return writer;
}

/// What variables of \p kernel \p body names.
static KernelCode argumentsOf(const KernelModel &kernel, const TextWriter &body) {
  KernelCode code;
  const RegionModel &region = kernel.region;
  for (unsigned a = 0; a < region.arrays.size(); ++a) {
    if (body.uses(region.arrays[a].name))
      code.arrays.push_back(a);
    for (size_t d = 0; d < region.arrays[a].strideNames.size(); ++d)
      if (body.uses(region.arrays[a].strideNames[d]))
        code.strides.emplace_back(a, d);
  }
  for (unsigned p = 0; p < region.params.size(); ++p)
    if (body.uses(region.params[p]))
      code.params.push_back(p);
  for (unsigned h = 0; h < kernel.outerHosts(); ++h)
    if (body.uses(kernel.host[h]))
      code.hosts.push_back(h);
  for (size_t d = 0; d < kernel.boxFirst.size(); ++d)
    for (const std::string &name : {kernel.boxFirst[d], kernel.boxCount[d]})
      if (body.uses(name))
        code.boxes.push_back(name);
  return code;
}

/// \p body as the body of a function.
void BodyWriter::appendTo(TextWriter &function, const TextWriter &body) const {
  // Where rows are few and nothing else has a function, the compiler does better by itself.
  if (tellsLast() || Kernel.plan.stream->band.testsRows())
    function.line("gpt_apart();");
  declareThreads(function, body);
  function.append(body);
}

/// A call of \p function with \p flag as the branch of an "if" in \p writer.
void BodyWriter::addCall(TextWriter &writer, const BlockFunction &function,
                         const std::string &flag) const {
  const std::vector<std::string> arguments = functionArguments(function.body);
  writer.line("  ", wrapList(function.name + (flag.empty() ? "" : "<" + flag + ">") + "(",
                             arguments, ");", 2 * writer.depth() + 2));
  for (const std::string &name : arguments)
    writer.use(name);
}

/// A function of \p body.
const BodyWriter::BlockFunction &BodyWriter::addFunction(const std::string &comment,
                                                         const char *suffix,
                                                         const std::string &flag,
                                                         const TextWriter &body) {
  BlockFunction function{comment, nameOf(Kernel) + suffix, flag, TextWriter(1)};
  appendTo(function.body, body);
  Functions.push_back(std::move(function));
  return Functions.back();
}

/// The work of a block that is full. A function of its own has that of scheme stream, for rows that
/// are aligned and for others: tests in each row would cost as much as the row's addresses.
TextWriter BodyWriter::fullBody(const isl::set &full, unsigned depth) {
  if (!Kernel.stream)
    return bodyFor(full, depth, true);
  const TextWriter body = streamText(Kernel, Printer, StreamBlocks::Full,
                                     tellsLast() && Kernel.plan.stream->band.testsRows(), 1);
  const BlockFunction &function =
      addFunction("Blocks in the midst of the fields.", "_full", Kernel.stream->aligned, body);
  TextWriter writer = ifStreamAligned(Kernel, Printer, depth);
  addCall(writer, function, "true");
  writer.line("else");
  addCall(writer, function, "false");
  return writer;
}

/// The work of a block of scheme stream that is not full. Of planes, it has functions: see
/// StreamBlocks.
TextWriter BodyWriter::borderBody(unsigned depth) {
  const bool clips = Kernel.plan.stream->band.testsRows() && (!BeforeLast || tellsLast());
  if (!clips && !tellsLast())
    return streamText(Kernel, Printer, StreamBlocks::Border, /*tellsLast=*/false, depth);
  TextWriter writer(depth);
  const TextWriter others =
      streamText(Kernel, Printer, StreamBlocks::Border, tellsLast(), tellsLast() ? 1 : depth + 1);
  std::string otherwise;
  std::optional<BlockFunction> border;
  if (tellsLast()) {
    border = addFunction("Other blocks.", "_border", Kernel.stream->lastLaunch, others);
    const isl::set last = Kernel.blockContext.subtract(*BeforeLast).coalesce();
    writer.line("if (", Printer.print(ParamExprs(Kernel.blockContext).condition(last)), ")");
    addCall(writer, *border, "true");
    otherwise = "else ";
  }
  if (clips) {
    const TextWriter body = streamText(Kernel, Printer, StreamBlocks::Clipped, tellsLast(), 1);
    writer.append(ifStreamClipped(Kernel, Printer, otherwise, depth));
    addCall(
        writer,
        addFunction("Blocks at borders, whose lanes have all cells of each of their rows or none.",
                    "_clipped", "", body),
        "");
  }
  if (border) {
    writer.line("else");
    addCall(writer, *border, "false");
  } else {
    writer.open("else");
    writer.append(others);
    writer.close();
  }
  return writer;
}

/// \p tile after what counts the tiles that run in programs that compare regions with their
/// original loops, so that it is known what was compared.
TextWriter BodyWriter::marked(const char *kind, const TextWriter &tile) const {
  TextWriter writer(tile.depth());
  if (Kernel.region.target == EntryTarget::Cuda)
    writer.line("GPT_TILE(", kind, ")");
  writer.append(tile);
  return writer;
}

/// The work of a block that is not known to have any. What is launched is a box around
/// the blocks that have; the others leave at once, so that nothing below needs to ask
/// again. Divisions would only make the test long: then the parts below test for themselves.
TextWriter BodyWriter::workingBody(unsigned depth, bool separate) {
  const isl::set &context = Kernel.blockContext;
  if (Kernel.mergesBlocks()) // Of which some have work. What others do is masked.
    return marked("partial", bodyFor(context, depth, separate));
  isl::set working = Kernel.blocksAsParams(Kernel.plan.working.value_or(Kernel.plan.blocks));
  if (quantifies(working))
    return marked("partial", bodyFor(context, depth, separate));
  isl::set unknown = working.gist(isl::set(hullOf(context)));
  if (context.is_subset(working))
    return marked("partial", bodyFor(context, depth, separate));
  isl::ast_expr test = ParamExprs(paramUniverse(context.ctx())).condition(unknown);
  TextWriter writer(depth);
  writer.open("if (", Printer.print(test), ")");
  writer.append(marked("partial", bodyFor(context.intersect(working), depth + 1, separate)));
  writer.close();
  return writer;
}

/// \p condition, { : constraints } of the first of the blocks that a warp takes, of the last one.
isl::set BodyWriter::ofLastBlock(const isl::set &condition) const {
  const int position = isl_set_find_dim_by_name(condition.get(), isl_dim_param, Kernel.block[0].c_str());
  if (position < 0)
    return condition;
  return isl::manage(isl_set_set_dim_name(condition.copy(), isl_dim_param, static_cast<unsigned>(position),
                                          Kernel.stream->lastBlock.c_str()));
}

/// Whether all blocks at hand are full. Those between two full ones are, if the set is convex.
ExprText BodyWriter::fullText(const isl::set &full) {
  const isl::set &context = Kernel.blockContext;
  if (!Kernel.mergesBlocks())
    return Printer.print(ParamExprs(context).condition(full));
  const bool isConvex = isl_set_n_basic_set(full.get()) == 1 && !quantifies(full);
  const isl::set ordered(full.ctx(), "[" + Kernel.block[0] + ", " + Kernel.stream->lastBlock + "] -> { : " +
                                         Kernel.block[0] + (isConvex ? " <= " : " = ") +
                                         Kernel.stream->lastBlock + " }");
  const isl::set all = context.intersect(ofLastBlock(context));
  if (isConvex)
    return Printer.print(ParamExprs(all.intersect(ordered)).condition(full.intersect(ofLastBlock(full))));
  return Printer.print(ParamExprs(all).condition(full.intersect(ordered)));
}

/// Whether \p text is a condition around \p body, both of the same depth, and nothing else.
static bool isConditionAround(const std::string &text, const TextWriter &body) {
  TextWriter around(body.depth());
  const size_t line = text.find('\n');
  if (line == std::string::npos)
    return false;
  around.line(text.substr(2 * body.depth(), line - 2 * body.depth()));
  around.indent();
  std::istringstream lines(body.text());
  for (std::string inside; std::getline(lines, inside);)
    around.line(inside.substr(std::min<size_t>(2 * body.depth(), inside.size())));
  around.close();
  return around.text() == text && text.compare(2 * body.depth(), 4, "if (") == 0;
}

/// The work of one block: full blocks apart from the others, unless these only test whether a
/// thread has any.
TextWriter BodyWriter::blockBody(unsigned depth) {
  const isl::set &context = Kernel.blockContext;
  isl::set full = Kernel.blocksAsParams(Kernel.plan.fullBlocks).intersect(context).coalesce();
  if (BeforeLast && Kernel.plan.stream->band.testsRows())
    full = full.intersect(*BeforeLast).coalesce();
  if (full.is_empty())
    return workingBody(depth, true);
  if (context.is_subset(full))
    return marked("full", fullBody(full, depth));
  const TextWriter whole = fullBody(full, depth + 1);
  const TextWriter others = workingBody(depth + 1, false);
  const std::string mark = marked("partial", TextWriter(depth + 1)).text();
  if (others.text().compare(0, mark.size(), mark) == 0 &&
      isConditionAround(others.text().substr(mark.size()), whole))
    return others.outdented();
  const ExprText isFull = fullText(full);
  TextWriter writer(depth);
  // Where both are the same text, its tiles are not told apart.
  const bool same = others.text() == marked("partial", whole).text();
  printChoice(writer, isFull, same ? others : marked("full", whole), others);
  return writer;
}

/// The number of the thread in a block of \p size.
static std::string threadNumber(const std::vector<long> &size, TextWriter &writer) {
  std::string text;
  for (size_t d = 0; d < size.size(); ++d) {
    const std::string index = "threadIdx." + axisOf(d, size.size(), writer);
    text = d == 0 ? index : (d > 1 ? "(" + text + ")" : text) + " * " + std::to_string(size[d]) + " + " + index;
  }
  return size.size() > 1 ? "(" + text + ")" : text;
}

/// The index of the thread in dimension \p d of the kernel's block. Where a block of another form
/// is launched, the threads of both have the same numbers.
static std::string threadIndex(const KernelModel &kernel, size_t d, TextWriter &writer) {
  const std::vector<long> &own = kernel.plan.blockSize, &launched = kernel.launchedBlock();
  if (own == launched)
    return "threadIdx." + axisOf(d, own.size(), writer);
  std::string text = threadNumber(launched, writer);
  long inner = 1;
  for (size_t below = d + 1; below < own.size(); ++below)
    inner *= own[below];
  if (inner > 1)
    text += " / " + std::to_string(inner);
  if (d > 0)
    text += " % " + std::to_string(own[d]);
  return inner > 1 || d > 0 ? "(" + text + ")" : text;
}

/// Parts of a kernel have threads of their own: see gpt_own.
void BodyWriter::declareThreads(TextWriter &writer, const TextWriter &body, bool isPart) const {
  for (size_t d = 0; d < Kernel.thread.size(); ++d) {
    if (!body.uses(Kernel.thread[d]))
      continue;
    const std::string index = threadIndex(Kernel, d, writer);
    writer.line("const ", I, " ", Kernel.thread[d], " = ",
                isPart ? "gpt_own((" + I + ")" + index + ")" : index, ";");
  }
}

/// "[4][34]"
static std::string dimsText(const SharedTile &tile) {
  std::string dims;
  for (long extent : tile.memory())
    dims += "[" + std::to_string(extent) + "]";
  return dims.empty() ? "[1]" : dims;
}

/// Of edges \p e of scheme stream behind the first dimension: "[4][16][2][64]".
static std::string edgeDims(const StreamPlan &stream, const StreamEdges &edges) {
  std::string dims;
  for (long extent : {stream.steps, stream.across[0].lanes, edges.before + edges.behind,
                      stream.across[1].width()})
    dims += "[" + std::to_string(extent) + "]";
  return dims;
}

static const std::string &edgeType(const KernelModel &kernel, const StreamEdges &edges) {
  const StreamBand &band = kernel.plan.stream->band;
  return kernel.region.scop.arrays[band.fields[band.stages[edges.state.stage].field]].elementType;
}

void BodyWriter::declareTiles(TextWriter &writer, const std::string &sharedMemory) const {
  if (!sharedMemory.empty()) {
    writer.line(sharedMemory);
    return declareViews(Kernel, writer);
  }
  if (Kernel.stream)
    for (size_t e = 0; e < Kernel.stream->edges.size(); ++e)
      writer.line("GPUTILE_SHARED(", edgeType(Kernel, Kernel.plan.stream->edges()[e]), ", ",
                  Kernel.stream->edges[e], ", [", Kernel.plan.stream->edges()[e].slots(), "]",
                  edgeDims(*Kernel.plan.stream, Kernel.plan.stream->edges()[e]), ");");
  for (unsigned s = 0; s < Kernel.plan.shared.size(); ++s) {
    const SharedTile &tile = Kernel.plan.shared[s];
    writer.line("GPUTILE_SHARED(", Kernel.region.scop.arrays[tile.array].elementType, ", ",
                Kernel.sharedNames[s], ", ", dimsText(tile), ");");
  }
  declareRegisters(writer);
}

void BodyWriter::declareRegisters(TextWriter &writer) const {
  for (unsigned r = 0; r < Kernel.plan.registers.size(); ++r)
    writer.line(registerDeclaration(Kernel, r));
}

static long wordsOf(const KernelModel &kernel, const SharedTile &tile) {
  long bytes = kernel.region.scop.arrays[tile.array].elementBytes;
  for (long extent : tile.memory())
    bytes *= extent;
  return (bytes + bytesOfWord - 1) / bytesOfWord;
}

TextWriter BodyWriter::ownVariables(const KernelModel &leader, const TextWriter &body) const {
  TextWriter writer(body.depth());
  declareThreads(writer, body, true);
  declareViews(leader, writer);
  return writer;
}

void BodyWriter::declareViews(const KernelModel &leader, TextWriter &writer) const {
  long words = 0;
  for (unsigned s = 0; s < Kernel.plan.shared.size(); ++s) {
    const SharedTile &tile = Kernel.plan.shared[s];
    const std::string &type = Kernel.region.scop.arrays[tile.array].elementType;
    const std::string dims = dimsText(tile);
    writer.line(type, " (&", Kernel.sharedNames[s], ")", dims, " = *(", type, " (*)", dims, ")(",
                writer.use(leader.sharedMemory), words > 0 ? " + " + std::to_string(words) : "",
                ");");
    words += wordsOf(Kernel, tile);
  }
  declareRegisters(writer);
}

/// Opens a condition where a warp takes several blocks, of which there may be none for it, and the
/// loops of KernelModel::loopsOver.
void BodyWriter::declareBlocks(TextWriter &writer, const TextWriter &body) {
  size_t count = Kernel.block.size();
  if (Kernel.sparesEdges())
    return openParts(writer);
  for (unsigned d = 0; d < count; ++d) {
    std::string axis = axisOf(d, count, writer), b = Kernel.block[d];
    if (d == 0 && Kernel.mergesBlocks()) {
      openMergedBlocks(writer, axis);
      continue;
    }
    const std::string first = Kernel.blockFirst[d] + " + (" + I + ")blockIdx." + axis;
    if (Kernel.loopsOver(d)) {
      Printer.record(Bound{1, 65536}); // The value of b that ends the loop.
      writer.open("for (", I, " ", b, " = ", first, "; ", b, " < ", Kernel.blockFirst[d], " + ",
                  Kernel.blockCount[d], "; ", b, " += (", I, ")gridDim.", axis, ")");
      continue;
    }
    writer.line("const ", I, " ", b, " = ", first, ";");
    if (!body.uses(b)) // All blocks do the same, or there is only one.
      writer.line("(void)", b, ";");
  }
}

/// The blocks of scheme stream that lie below each other and that one warp takes: as many as the grid makes necessary.
void BodyWriter::openMergedBlocks(TextWriter &writer, const std::string &axis) {
  const std::string &b = Kernel.block[0], &last = Kernel.stream->lastBlock, &each = Kernel.stream->blocksEach;
  const std::string grid = "(" + I + ")gridDim." + axis;
  Printer.record(Bound{2, 2 * 65536});
  writer.line("const ", I, " ", each, " = (", Kernel.blockCount[0], " + ", grid, " - 1) / ", grid, ";");
  writer.line("const ", I, " ", b, " = ", Kernel.blockFirst[0], " + (", I, ")blockIdx.", axis, " * ", each, ";");
  writer.line("const ", I, " ", last, " = gpt_min(", b, " + ", each, ", ", Kernel.blockFirst[0], " + ",
              Kernel.blockCount[0], ") - 1;");
  writer.open("if (", b, " <= ", last, ")");
}

/// The blocks of scheme stream in the part of a column that one warp takes.
void BodyWriter::openParts(TextWriter &writer) {
  const std::string &first = Kernel.block[0], &last = Kernel.stream->lastBlock;
  Printer.record(Bound{3, 5 * 512});
  const auto ofPart = [&](const char *what) {
    return std::string("gpt_row_") + what + "((" + I + ")blockIdx.x, " + Kernel.blockCount[0] +
           ", " + Kernel.blockCount[1] + ", " + Kernel.stream->blocksEach + ")";
  };
  writer.line("const ", I, " ", first, " = ", Kernel.blockFirst[0], " + ", ofPart("first"), ";");
  writer.line("const ", I, " ", last, " = ", Kernel.blockFirst[0], " + ", ofPart("last"), ";");
  writer.open("if (", first, " <= ", last, ")");
  writer.line("const ", I, " ", Kernel.block[1], " = ", Kernel.blockFirst[1], " + ",
              ofPart("column"), ";");
}

KernelWriter::KernelWriter(const std::vector<const KernelModel *> &kernels)
    : Kernels(kernels), Kernel(*kernels.front()) {
  for (const KernelModel *kernel : kernels)
    Bodies.emplace_back(*kernel);
}

/// True when a statement of the kernel writes \p array.
static bool writtenBy(const KernelModel &kernel, unsigned array) {
  if (isSecondBuffer(kernel.plan, array))
    return true;
  for (unsigned s : kernel.plan.statements) {
    const Statement &statement = kernel.region.scop.statements[s];
    for (const Access &access : statement.accesses)
      if (access.kind != AccessKind::Read && statement.references[access.reference].array == array)
        return true;
  }
  return false;
}

static bool inSomeTile(const KernelPlan &plan, ReferenceId id) {
  auto holds = [&](const auto &tile) {
    return std::find(tile.references.begin(), tile.references.end(), id) != tile.references.end();
  };
  return std::any_of(plan.shared.begin(), plan.shared.end(), holds) ||
         std::any_of(plan.registers.begin(), plan.registers.end(), holds);
}

/// { [h…, b…, t…] -> A[a] }: what threads reach in global memory by accesses that write, or that
/// read.
static std::vector<isl::map> reachedInMemory(const KernelModel &kernel, unsigned array,
                                             bool writes) {
  const isl::union_map group = isl::manage(
      isl_union_map_flat_range_product(kernel.plan.host.copy(), kernel.plan.block.copy()));
  const isl::union_map place =
      isl::manage(isl_union_map_flat_range_product(group.copy(), kernel.plan.thread.copy()));
  std::vector<isl::map> result;
  for (unsigned s : kernel.plan.statements)
    for (const Access &access : kernel.region.scop.statements[s].accesses)
      if (kernel.region.scop.statements[s].references[access.reference].array == array &&
          (access.kind != AccessKind::Read) == writes &&
          !inSomeTile(kernel.plan, {s, access.reference}))
        if (const isl::union_map reached =
                place.reverse().apply_range(access.relation.to_union_map());
            !reached.is_empty()) // Of statements with instances in this kernel.
          result.push_back(reached.as_map());
  return result;
}

/// Whether threads may read from global memory what others wrote there before a
/// barrier of their block.
static bool mayExchange(const KernelModel &kernel, unsigned array) {
  const std::vector<KernelAction> &actions = kernel.plan.actions;
  if (std::none_of(actions.begin(), actions.end(),
                   [](const auto &action) { return action.kind == KernelAction::Kind::Barrier; }))
    return false;
  const unsigned groupDims =
      static_cast<unsigned>(kernel.plan.hostDims.size()) + kernel.plan.blockDims;
  const std::vector<isl::map> reads = reachedInMemory(kernel, array, false);
  for (const isl::map &write : reachedInMemory(kernel, array, true))
    for (const isl::map &read : reads) {
      isl::map pairs = write.apply_range(read.reverse());
      for (unsigned d = 0; d < groupDims; ++d)
        pairs = isl::manage(isl_map_equate(pairs.release(), isl_dim_in, static_cast<int>(d),
                                           isl_dim_out, static_cast<int>(d)));
      if (!pairs.is_subset(isl::manage(isl_map_identity(pairs.space().release()))))
        return true;
    }
  return false;
}

/// Arrays are checked at run time not to overlap, so pointers are restrict. What
/// other threads change between two barriers, of the grid or of the block, or two
/// flags is not: the compiler could keep values that it believes to be the thread's
/// own.
std::string KernelWriter::arrayArgument(unsigned array) const {
  const ArrayText &text = Kernel.region.arrays[array];
  const std::string &type = Kernel.region.scop.arrays[array].elementType;
  if (text.byValue)
    return "const " + type + " " + text.name;
  const bool written = std::any_of(Kernels.begin(), Kernels.end(), [&](const KernelModel *kernel) {
    return writtenBy(*kernel, array);
  });
  const bool shared = written && (Kernel.persistent() || mayExchange(Kernel, array));
  const char *pointer = shared ? " *" : " *__restrict__ ";
  return (written ? "" : "const ") + type + pointer + text.name;
}

std::vector<std::string> KernelWriter::signature(const KernelCode &code) const {
  std::vector<std::string> list;
  for (unsigned a : code.arrays)
    list.push_back(arrayArgument(a));
  if (Kernel.usesFlags())
    list.push_back("unsigned *" + Kernel.progress);
  auto index = [&](const std::string &name) {
    list.push_back("const " + Kernel.region.indexType + " " + name);
  };
  for (unsigned p : code.params)
    index(Kernel.region.params[p]);
  for (auto [a, d] : code.strides)
    index(Kernel.region.arrays[a].strideNames[d]);
  for (const std::string &name : varyingArguments(Kernel, code))
    index(name);
  return list;
}

/// Everything in the function that runs one launch.
TextWriter BodyWriter::gridBody(const std::string &sharedMemory) {
  unsigned loops = 0;
  for (unsigned d = 0; d < Kernel.block.size(); ++d)
    loops += Kernel.loopsOver(d);
  const TextWriter body = blockBody(1 + Kernel.mergesBlocks() + loops);
  TextWriter writer(1);
  declareThreads(writer, body);
  declareTiles(writer, sharedMemory);
  declareBlocks(writer, body);
  writer.append(body);
  if (loops > 0 && Kernel.usesShared())
    writer.line("__syncthreads(); // The next block's tiles use the same memory.");
  for (; loops > 0; --loops)
    writer.close();
  if (Kernel.mergesBlocks())
    writer.close();
  return writer;
}

/// Of memory that holds the tiles of any one kernel.
long KernelWriter::sharedBytes() const {
  long words = 1;
  for (const KernelModel *kernel : Kernels) {
    long sum = 0;
    for (const SharedTile &tile : kernel->plan.shared)
      sum += wordsOf(*kernel, tile);
    words = std::max(words, sum);
  }
  return words * bytesOfWord;
}

/// Its declaration.
std::string KernelWriter::sharedMemory() const {
  return std::string(asksForShared() ? "GPUTILE_SHARED_AT_LAUNCH" : "GPUTILE_SHARED") + "(int4, " +
         Kernel.sharedMemory + ", [" + std::to_string(sharedBytes() / bytesOfWord) + "]);";
}

/// Everything in the function that runs many.
TextWriter KernelWriter::persistentBody() {
  const bool several = Kernels.size() > 1;
  std::vector<PersistentPart> parts;
  for (size_t k = 0; k < Kernels.size(); ++k)
    parts.push_back({Kernels[k], several,
                     [this, k](const TextWriter &body) {
                       return Bodies[k].ownVariables(Kernel, body);
                     },
                     [this, k](unsigned depth) { return Bodies[k].blockBody(depth); }});
  BodyWriter &leader = Bodies.front();
  const TextWriter loops = persistentText(parts, leader.printer());
  TextWriter writer(1);
  if (!several) {
    leader.declareThreads(writer, loops);
    leader.declareTiles(writer, memoryOfLaunch());
  } else if (loops.uses(Kernel.sharedMemory)) {
    writer.line(sharedMemory());
  }
  writer.append(loops);
  return writer;
}

/// The .cu files instantiate kernels for two index types; the run-time library
/// compiles the text with the type that it needs.
std::string KernelWriter::functionHead() const {
  if (Kernel.region.target == EntryTarget::Runtime)
    return "extern \"C\" __global__ void ";
  return "template <typename " + Kernel.region.indexType + ">\nstatic __global__ void ";
}

/// "S0 writes A and s"
static std::string summary(const Scop &scop, const Statement &statement) {
  std::set<std::string> written;
  for (const Access &access : statement.accesses)
    if (access.kind != AccessKind::Read)
      written.insert(inComment(scop.arrays[statement.references[access.reference].array].sourceName));
  std::string text = statement.name;
  for (const std::string &name : written)
    text += (text == statement.name ? " writes " : " and ") + name;
  return text;
}

/// A comment: what the kernel runs, and, where nothing else says so, of which file.
std::string KernelWriter::comment() const {
  std::set<unsigned> statements;
  for (const KernelModel *kernel : Kernels)
    statements.insert(kernel->plan.statements.begin(), kernel->plan.statements.end());
  const Scop &scop = Kernel.region.scop;
  std::string text = "//";
  if (Kernel.region.target == EntryTarget::Runtime)
    text += " " + inComment(scop.file) + ":" + std::to_string(scop.line) + ":";
  size_t column = text.size();
  for (unsigned s : statements) {
    const std::string next =
        " " + summary(scop, scop.statements[s]) + (s == *statements.rbegin() ? "" : ",");
    if (column + next.size() > 100) {
      text += "\n//  ";
      column = 4;
    }
    text += next;
    column += next.size();
  }
  return text;
}

std::vector<std::string> BodyWriter::functionArguments(const TextWriter &body) const {
  const KernelCode code = argumentsOf(Kernel, body);
  std::vector<std::string> names;
  for (unsigned a : code.arrays)
    names.push_back(Kernel.region.arrays[a].name);
  for (unsigned p : code.params)
    names.push_back(Kernel.region.params[p]);
  for (auto [a, d] : code.strides)
    names.push_back(Kernel.region.arrays[a].strideNames[d]);
  for (unsigned h : code.hosts)
    names.push_back(Kernel.host[h]);
  std::vector<std::string> blocks = Kernel.block;
  blocks.push_back(Kernel.stream->lastBlock);
  for (const std::string &name : blocks)
    if (body.uses(name))
      names.push_back(name);
  for (const std::string &name : Kernel.stream->edges)
    if (body.uses(name))
      names.push_back(name);
  return names;
}

/// "float (*A_edges)[4][16][2][64]", if \p name is of edges of scheme stream.
std::optional<std::string> KernelWriter::edgesArgument(const std::string &name) const {
  const std::vector<std::string> &names = Kernel.stream->edges;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return std::nullopt;
  const StreamEdges edges = Kernel.plan.stream->edges()[static_cast<size_t>(found - names.begin())];
  return edgeType(Kernel, edges) + " (*" + name + ")" + edgeDims(*Kernel.plan.stream, edges);
}

/// Its arguments are those of functionArguments.
void KernelWriter::writeFunction(TextWriter &text,
                                 const BodyWriter::BlockFunction &function) const {
  const std::vector<unsigned> arrays = argumentsOf(Kernel, function.body).arrays;
  std::vector<std::string> list = Bodies.front().functionArguments(function.body);
  for (size_t k = 0; k < list.size(); ++k)
    list[k] =
        k < arrays.size()
            ? arrayArgument(arrays[k])
            : edgesArgument(list[k]).value_or("const " + Kernel.region.indexType + " " + list[k]);
  text.line("// ", function.comment);
  std::vector<std::string> parameters;
  if (!function.flag.empty())
    parameters.push_back("bool " + function.flag);
  if (Kernel.region.target != EntryTarget::Runtime)
    parameters.push_back("typename " + Kernel.region.indexType);
  if (!parameters.empty())
    text.line(wrapList("template <", parameters, ">", 0));
  text.line(
      wrapList("static __device__ __forceinline__ void " + function.name + "(", list, ") {", 0));
  text.append(function.body);
  text.line("}");
}

KernelCode KernelWriter::write() {
  const TextWriter body =
      Kernel.persistent() ? persistentBody() : Bodies.front().gridBody(memoryOfLaunch());
  KernelCode code = argumentsOf(Kernel, body);
  code.name = nameOf(Kernel);
  code.sharedBytes = asksForShared() ? sharedBytes() : 0;
  TextWriter text;
  text.line(comment());
  for (const BodyWriter::BlockFunction &function : Bodies.front().functions())
    writeFunction(text, function);
  text.line(functionHead(), launchBounds(Kernels));
  text.line(wrapList(code.name + "(", signature(code), ") {", 0));
  // Where the run-time library tells the compiler the values of sizes.
  if (Kernel.region.target == EntryTarget::Runtime)
    text.line("  GPT_SIZES_", code.name);
  text.append(body);
  text.line("}");
  code.text = text.text();
  for (BodyWriter &part : Bodies)
    code.worst = maxOf(code.worst, part.printer().worst());
  return code;
}

KernelCode kernelText(const std::vector<const KernelModel *> &kernels) {
  return KernelWriter(kernels).write();
}

} // namespace gputile::codegen
