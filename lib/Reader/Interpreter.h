//===- Interpreter.h - Generated text, run without a compiler --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs functions of a parsed CUDA file on the AST: host functions as one lane, kernels one
/// block at a time with a lane per thread. Integer arithmetic that overflows, divergent
/// barriers, and whatever Memory finds is a Fault. Grids are kept small, so that the loops
/// over blocks in kernels turn.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_INTERPRETER_H
#define GPUTILE_LIB_READER_INTERPRETER_H

#include "Reader/Lanes.h"
#include "Reader/Memory.h"

#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace gputile::reader {

/// Which part of what is launched is run.
struct RunLimits {
  /// Evaluations of expressions, all lanes of one being one. More are NotFollowed.
  uint64_t steps = 50'000'000;
  /// Run only some threads of some blocks, each for a while, and only so many launches: to see
  /// whether numbers get too large. What they compute is then of no use.
  bool corners = false;
  unsigned cornerLaunches = 4;
  uint64_t cornerSteps = 20'000;
  /// The number of the call of the CUDA runtime that fails, from 1; 0: none.
  unsigned failingCall = 0;
  bool disabled = false; ///< GPUTILE_DISABLE=1 is in the environment.
};

/// What Interpreter throws when a corner has been run for long enough.
struct CornerDone {};

/// x, y and z.
using Extents = std::array<uint32_t, 3>;

/// Executes functions of the generated text, the threads of a block side by side.
class Interpreter {
public:
  Interpreter(clang::ASTContext &context, Memory &memory, RunLimits limits);

  /// Functions without a body that are called, by name.
  std::function<Address(unsigned reference, llvm::ArrayRef<int64_t> subscripts)> element;

  /// Calls \p function with scalars. \returns the result's bits.
  uint64_t call(const clang::FunctionDecl &function, llvm::ArrayRef<uint64_t> arguments);

  unsigned launches() const { return Launches; }
  /// Calls of the CUDA runtime that can fail, and launches.
  unsigned fallibleCalls() const { return Fallible; }
  /// Those before the first that copies results back.
  unsigned callsBeforeResults() const { return BeforeResults.value_or(Fallible); }

private:
  /// A variable: its values, or where they lie.
  struct Variable {
    bool inMemory = false;
    Lanes values; ///< Or addresses.
  };
  /// A call that is being executed.
  struct Frame {
    std::unordered_map<const clang::VarDecl *, Variable> variables;
    Frame *caller = nullptr;
    llvm::SmallVector<Address, 4> owned; ///< Objects to free.
    Lanes self, result;
    const clang::FunctionDecl *function = nullptr;
    Mask broken, continued, returned;
  };
  /// Threads that run in step: one or all blocks of a launch, or the host.
  struct Group {
    unsigned lanes = 1;
    bool onDevice = false;
    Extents grid{1, 1, 1}, block{1, 1, 1};
    unsigned threads = 1;                    ///< Per block.
    llvm::SmallVector<Extents, 4> blocks;    ///< The blocks, in order of lanes.
    llvm::SmallVector<uint32_t, 4> units, epochs; ///< Per block.
    std::array<Variable, 12> builtins;       ///< threadIdx, blockIdx, blockDim, gridDim.
    std::unordered_map<const clang::VarDecl *, Variable> shared;
    llvm::SmallVector<Address, 4> owned;
  };
  /// What an lvalue stands for.
  struct Place {
    Variable *variable = nullptr; ///< Not in memory.
    Lanes address;
    bool isVolatile = false;
  };

  // Expressions.
  Lanes value(const clang::Expr *e);
  Lanes scalarOrRecord(const clang::Expr *e);
  Place place(const clang::Expr *e);
  Place placeOfVariable(const clang::VarDecl *variable);
  Place placeOfMember(const clang::MemberExpr *member);
  Lanes addressOf(const clang::Expr *e);
  Lanes load(const Place &place, clang::QualType type);
  void store(const Place &place, clang::QualType type, const Lanes &values);
  Lanes castValue(const clang::CastExpr *cast);
  Lanes converted(const Lanes &from, clang::QualType source, clang::QualType target,
                  clang::CastKind kind);
  Lanes unary(const clang::UnaryOperator *op);
  Lanes binary(const clang::BinaryOperator *op);
  Lanes logical(const clang::BinaryOperator *op);
  Lanes assign(const clang::BinaryOperator *op);
  Lanes compound(const clang::CompoundAssignOperator *op);
  Lanes conditional(const clang::AbstractConditionalOperator *op);
  Lanes arithmetic(clang::BinaryOperatorKind op, const Lanes &a, clang::QualType aType,
                   const Lanes &b, clang::QualType bType, clang::QualType result);
  uint64_t integerResult(clang::BinaryOperatorKind op, uint64_t a, uint64_t b,
                         const ValueType &operand, const ValueType &result) const;
  Lanes pointerOffset(const Lanes &pointer, clang::QualType pointee, const Lanes &index,
                      const ValueType &indexType, int sign);
  Lanes literal(const clang::Expr *e);
  Lanes uniform(uint64_t bits) const { return Lanes(group().lanes, bits); }

  // Objects.
  Lanes temporary(clang::QualType type, const char *name);
  void initialise(const Lanes &at, clang::QualType type, const clang::Expr *e);
  void initialiseList(const Lanes &at, clang::QualType type, const clang::InitListExpr *list);
  void construct(const Lanes &at, const clang::CXXConstructExpr *e);
  void copyObject(const Lanes &to, const Lanes &from, uint64_t bytes);
  void zero(const Lanes &at, uint64_t bytes);
  Lanes offsetBy(const Lanes &at, uint64_t bytes) const;

  // Statements: lanes that leave are taken out of Active.
  void run(const clang::Stmt *s);
  void runIf(const clang::IfStmt *s);
  void runLoop(const clang::Stmt *condition, const clang::VarDecl *conditionVariable,
               const clang::Stmt *body, const clang::Expr *increment, bool testFirst);
  void runRange(const clang::CXXForRangeStmt *s);
  void runReturn(const clang::ReturnStmt *s);
  void declare(const clang::VarDecl *variable);
  void declareShared(const clang::VarDecl *variable);
  Mask truth(const clang::Expr *e);
  Mask truthOf(const Lanes &values, clang::QualType type);

  // Calls.
  Lanes callExpr(const clang::CallExpr *call);
  Lanes callFunction(const clang::FunctionDecl *function, Lanes self,
                     llvm::ArrayRef<const clang::Expr *> arguments);
  Lanes callBody(const clang::FunctionDecl *function, Lanes self, std::vector<Lanes> arguments);
  void runConstructor(const clang::CXXConstructorDecl *constructor, const Lanes &self);
  Lanes argument(const clang::ParmVarDecl *parameter, const clang::Expr *e);
  Lanes builtin(const clang::FunctionDecl *function, const Lanes &self,
                llvm::ArrayRef<const clang::Expr *> arguments);
  bool fails();
  Lanes runtimeCall(llvm::StringRef name, llvm::ArrayRef<Lanes> arguments, bool &known);
  std::optional<Lanes> mathCall(llvm::StringRef name, const clang::FunctionDecl *function,
                                llvm::ArrayRef<Lanes> arguments);
  Lanes initializerListCall(llvm::StringRef name, const Lanes &self, clang::QualType list);
  void copyRows(llvm::ArrayRef<uint64_t> arguments);
  uint64_t compareBytes(Address a, Address b, uint64_t size);
  uint64_t readParts(Address to, Address from, uint64_t count);
  std::string textAt(Address at);
  Lanes environment(const std::string &name);

  // The device.
  void launch(const clang::CUDAKernelCallExpr *call);
  void launchKernel(const clang::FunctionDecl &kernel, Extents grid, Extents block,
                    llvm::ArrayRef<uint64_t> arguments, bool cooperative);
  void launchList(llvm::ArrayRef<uint64_t> arguments);
  void runBlocks(const clang::FunctionDecl &kernel, Extents grid, Extents block,
                 llvm::ArrayRef<Extents> blocks, llvm::ArrayRef<uint64_t> arguments);
  void prepareGroup(Group &group, Extents grid, Extents block, llvm::ArrayRef<Extents> blocks);
  void cornerMask(Mask &mask) const;
  void barrier();
  void gridBarrier();
  /// `__shfl_up_sync` (\p distance < 0) and `__shfl_down_sync`.
  Lanes shuffle(const Lanes &values, long distance) const;
  Lanes atomicAdd(const Lanes &address, const Lanes &amount);
  /// `gpt_update_<name>`: an atomic step, which is in no race with others.
  Lanes update(llvm::StringRef name, clang::QualType element, const Lanes &address,
               const Lanes &operand);
  uint64_t updated(llvm::StringRef name, uint64_t old, uint64_t operand,
                   const ValueType &type) const;
  void noteFlag(Address flag, unsigned lane, bool isStore, bool isSet);
  Accessor accessor(unsigned lane) const;
  Extents extentsAt(uint64_t address);

  void step();
  Group &group() const { return *Current; }
  Frame &frame() const { return *Top; }
  bool needsMemory(const clang::VarDecl *variable);
  void findAddressed(const clang::FunctionDecl *function);
  uint64_t firstValue(const Lanes &values) const;
  void requireKnown(const Lanes &values, const char *what) const;

  clang::ASTContext &Context;
  Memory &Data;
  RunLimits Limits;
  uint64_t Steps = 0, CornerSteps = 0;
  unsigned Launches = 0, Fallible = 0;
  std::optional<unsigned> BeforeResults;
  uint64_t LastError = 0; ///< Of the CUDA runtime.
  uint32_t Units = 0, LaunchNumber = 0;
  Group Host;
  Group *Current = &Host;
  Frame *Top = nullptr;
  Mask Active;
  std::unordered_map<const clang::VarDecl *, Variable> Statics;
  llvm::DenseMap<const clang::Expr *, Address> Strings;
  llvm::DenseSet<const clang::FunctionDecl *> Scanned;
  llvm::DenseSet<const clang::VarDecl *> Addressed;
  std::map<Address, llvm::BitVector> Signals; ///< What came before a flag was set.
  std::map<uint32_t, llvm::BitVector> Waited; ///< Flags seen by a unit since its last barrier.
};

} // namespace gputile::reader

#endif
