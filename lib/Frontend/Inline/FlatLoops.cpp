//===- FlatLoops.cpp - One loop over all elements of an array -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Inline/FlatLoops.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/FunctionAnalyses.h"
#include "Frontend/Inline/Arithmetic.h"
#include "Frontend/Inline/Clone.h"
#include "Frontend/LoopHeader.h"

#include "gputile/Frontend/DynamicVisitor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::frontend {
namespace {

/// A product of variables, in the order of the text, and a positive number.
struct Product {
  std::vector<const VarDecl *> variables;
  uint64_t number = 1;

  Product times(const Product &other) const {
    Product result = *this;
    result.variables.insert(result.variables.end(), other.variables.begin(), other.variables.end());
    result.number *= other.number;
    return result;
  }
  /// The product without the factors of \p divisor; none where it lacks one.
  std::optional<Product> over(const Product &divisor) const {
    if (number % divisor.number != 0)
      return std::nullopt;
    Product result = *this;
    result.number /= divisor.number;
    for (const VarDecl *variable : divisor.variables) {
      const auto found = llvm::find(result.variables, variable);
      if (found == result.variables.end())
        return std::nullopt;
      result.variables.erase(found);
    }
    return result;
  }
  bool isOne() const { return variables.empty() && number == 1; }
  bool equals(const Product &other) const {
    const std::optional<Product> rest = over(other);
    return rest && rest->isOne();
  }
};

/// (k % high) / low for the iterator k of a flat loop. `low` divides `high`, and that the number of
/// its iterations.
struct Digits {
  Product high, low;
};

/// The bits of products that are signed: those that wrap around are undefined.
constexpr unsigned WithoutWrap = std::numeric_limits<unsigned>::max();

/// What products of a region consist of.
class Products {
public:
  Products(ASTContext &ast, const Stmt *region, const FunctionFacts &facts)
      : Ast(ast), Facts(facts), Region(collectRegionFacts(region)) {}

  bool isModified(const VarDecl *variable) const { return Region.modified(variable); }

  /// Lowers \p bits to those of unsigned products in \p expr: in fewer, they are exact.
  /// \param before whether \p expr is evaluated before the region
  std::optional<Product> productOf(const Expr *expr, unsigned &bits, bool before = false) const {
    expr = withoutCasts(expr);
    if (const auto number = integerConstant(Ast, expr)) {
      if (!number->isStrictlyPositive() || number->getActiveBits() > MostBitsOfNumbers)
        return std::nullopt;
      return Product{{}, number->getZExtValue()};
    }
    if (const auto *op = dyn_cast<BinaryOperator>(expr); op && op->getOpcode() == BO_Mul) {
      if (op->getType()->isUnsignedIntegerType())
        bits = std::min(bits, static_cast<unsigned>(Ast.getIntWidth(op->getType())));
      const auto left = productOf(op->getLHS(), bits, before),
                 right = productOf(op->getRHS(), bits, before);
      if (!left || !right || left->variables.size() + right->variables.size() > MostFactors ||
          left->number > MostOfNumbers / right->number)
        return std::nullopt;
      return left->times(*right);
    }
    const auto *ref = dyn_cast<DeclRefExpr>(expr);
    const auto *variable = ref ? dyn_cast<VarDecl>(ref->getDecl()) : nullptr;
    if (!variable || !isInteger(variable->getType()) || variable->getType().isVolatileQualified() ||
        isModified(variable))
      return std::nullopt;
    const bool isOfRegion = Region.declared.count(variable) != 0;
    if (before && !isNeverChanged(variable))
      return std::nullopt;
    if (variable->getInit() && (isOfRegion || isNeverChanged(variable)) &&
        keeps(variable->getType(), variable->getInit()))
      if (const auto value = productOf(variable->getInit(), bits, before || !isOfRegion))
        return value;
    if (isOfRegion)
      return std::nullopt;
    return Product{{variable->getCanonicalDecl()}, 1};
  }

  /// \p expr without conversions that change no number that is not negative, if it is exact.
  static const Expr *withoutCasts(const Expr *expr) {
    while (true) {
      expr = expr->IgnoreParens();
      const auto *cast = dyn_cast<CastExpr>(expr);
      if (cast && cast->getCastKind() != CK_LValueToRValue && cast->getCastKind() != CK_NoOp &&
          (cast->getCastKind() != CK_IntegralCast ||
           !keepsWidth(cast->getType(), cast->getSubExpr()->getType())))
        return expr;
      if (!cast)
        return expr;
      expr = cast->getSubExpr();
    }
  }
  /// Whether a variable of \p type has the value of \p init.
  bool keeps(QualType type, const Expr *init) const {
    return isInteger(type) && keepsWidth(type, withoutCasts(init)->getType());
  }

private:
  static constexpr unsigned MostBitsOfNumbers = 20, MostFactors = 6;
  static constexpr uint64_t MostOfNumbers = uint64_t(1) << 30; ///< Their products fit, too.

  ASTContext &Ast;
  const FunctionFacts &Facts;
  const RegionFacts Region;

  static bool keepsWidth(QualType to, QualType from) {
    const auto bits = [](QualType type) -> unsigned {
      const auto *plain = type->getAs<BuiltinType>();
      if (!plain || plain->getKind() == BuiltinType::Bool)
        return 0;
      switch (plain->getKind()) {
      case BuiltinType::Int:
      case BuiltinType::UInt:
        return 32;
      case BuiltinType::Long:
      case BuiltinType::ULong:
      case BuiltinType::LongLong:
      case BuiltinType::ULongLong:
        return 64;
      default:
        return 16;
      }
    };
    return bits(to) >= 32 && bits(to) >= bits(from.getNonReferenceType().getCanonicalType()) &&
           !(to->isSignedIntegerType() && from->isUnsignedIntegerType() &&
             bits(to.getCanonicalType()) == bits(from.getNonReferenceType().getCanonicalType()));
  }

  bool isNeverChanged(const VarDecl *variable) const {
    return variable->hasLocalStorage() && !Facts.written.count(variable) &&
           !Facts.addressTaken.count(variable) && !variable->getType()->isReferenceType();
  }
};

/// What the body of a flat loop computes of its iterator.
class DigitFinder : public DynamicVisitor {
public:
  std::map<const Expr *, Digits> found; ///< Quotients and remainders.
  std::vector<Product> places;          ///< That they are made with.
  unsigned bits;                        ///< Of unsigned products.

  DigitFinder(const Products &products, const VarDecl *iterator, Product count, unsigned bits)
      : bits(bits), TheProducts(products), Iterator(iterator), Count(std::move(count)) {}

  bool VisitVarDecl(VarDecl *variable) override {
    if (variable->getInit() && !TheProducts.isModified(variable) &&
        TheProducts.keeps(variable->getType(), variable->getInit()))
      if (const auto digits = digitsOf(variable->getInit(), 0))
        Locals.emplace(variable, *digits);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->getOpcode() == BO_Div || op->getOpcode() == BO_Rem)
      if (const auto digits = digitsOf(op, 0)) {
        found.emplace(op, *digits);
        places.push_back(digits->high);
        places.push_back(digits->low);
      }
    return true;
  }

private:
  static constexpr unsigned MostLevels = 8;

  const Products &TheProducts;
  const VarDecl *Iterator;
  const Product Count;
  std::map<const VarDecl *, Digits> Locals;

  std::optional<Digits> digitsOf(const Expr *expr, unsigned level) {
    expr = Products::withoutCasts(expr);
    if (const VarDecl *variable = namedVariable(expr)) {
      if (variable == Iterator)
        return Digits{Count, {}};
      const auto local = Locals.find(variable);
      return local == Locals.end() ? std::nullopt : std::optional(local->second);
    }
    const auto *op = dyn_cast<BinaryOperator>(expr);
    if (!op || level > MostLevels || (op->getOpcode() != BO_Div && op->getOpcode() != BO_Rem))
      return std::nullopt;
    const auto left = digitsOf(op->getLHS(), level + 1);
    const auto right = left ? TheProducts.productOf(op->getRHS(), bits) : std::nullopt;
    if (!right)
      return std::nullopt;
    const Product place = left->low.times(*right);
    if (!left->high.over(place))
      return std::nullopt;
    return op->getOpcode() == BO_Div ? Digits{left->high, place} : Digits{place, left->low};
  }
};

/// A loop of the copy.
struct Digit {
  Product size;  ///< A variable or a number.
  Product place; ///< What its counter is multiplied with.
  VarDecl *counter = nullptr;
};

/// A flat loop, and the loops that stand for it, the innermost first.
struct FlatLoop {
  const VarDecl *iterator = nullptr;
  std::vector<Digit> digits;
  std::map<const Expr *, Digits> found;
  unsigned bits = 0; ///< LoopSizes::Size::bits
};

/// The factors of \p quotient, each for itself.
std::vector<Product> factorsOf(const Product &quotient) {
  std::vector<Product> factors;
  if (quotient.number > 1)
    factors.push_back({{}, quotient.number});
  for (auto variable = quotient.variables.rbegin(); variable != quotient.variables.rend();
       ++variable)
    factors.push_back({{*variable}, 1});
  return factors;
}

/// The digits of numbers below \p count such that each of \p places is that of one; none where one
/// does not divide the next.
std::vector<Digit> digitsBetween(std::vector<Product> places, const Product &count) {
  places.push_back(count);
  std::stable_sort(places.begin(), places.end(), [](const Product &a, const Product &b) {
    return std::pair(a.variables.size(), a.number) < std::pair(b.variables.size(), b.number);
  });
  std::vector<Digit> digits;
  Product place;
  for (const Product &next : places) {
    const std::optional<Product> quotient = next.over(place);
    if (!quotient)
      return {};
    for (const Product &size : factorsOf(*quotient)) {
      digits.push_back({size, place});
      place = place.times(size);
    }
  }
  return digits;
}

/// How many bits each variable among the sizes of \p digits may have where all of them together
/// have \p bits.
std::optional<unsigned> shareOf(unsigned bits, const std::vector<Digit> &digits) {
  constexpr unsigned Most = 63; // The copy counts in signed integers of 64 bits.
  bits = std::min(bits, Most);
  unsigned variables = 0, ofNumbers = 0;
  for (const Digit &digit : digits) {
    variables += !digit.size.variables.empty();
    ofNumbers += digit.size.variables.empty() ? llvm::Log2_64_Ceil(digit.size.number) : 0;
  }
  if (variables == 0 || bits < ofNumbers + variables)
    return std::nullopt;
  return std::min(Most - 1, (bits - ofNumbers) / variables);
}

/// Whether \p body, of a loop, has a jump that ends the loop: it would end one of several.
bool endsLoop(const Stmt *body) {
  std::vector<const Stmt *> pending{body};
  while (!pending.empty()) {
    const Stmt *stmt = pending.back();
    pending.pop_back();
    if (!stmt || isa<Expr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(stmt))
      continue; // Breaks are those of loops inside.
    if (isa<BreakStmt>(stmt))
      return true;
    pending.insert(pending.end(), stmt->child_begin(), stmt->child_end());
  }
  return anyPart(
      body, [](const Stmt *part) { return isa<GotoStmt, IndirectGotoStmt, ReturnStmt>(part); });
}

/// Copies a region with loops over digits in the place of flat ones.
class FlatLoops : public Cloner {
public:
  FlatLoops(ASTContext &ast, DeclContext *owner, const Stmt *region, const FunctionFacts &facts,
            Originals &originals, LoopSizes &sizes, std::set<const Expr *> &exact)
      : Cloner(ast, owner, /*fresh=*/false, originals), Copies(originals), Sizes(sizes),
        Text(ast, exact), TheProducts(ast, region, facts) {
    forEachPart(region, [&](const Stmt *part) {
      if (const auto *loop = dyn_cast<ForStmt>(part))
        if (auto flat = flatLoop(loop))
          Flat.emplace(loop, std::move(*flat));
    });
  }
  bool any() const { return !Flat.empty(); }

protected:
  bool isReplaced(const Stmt *stmt) const override {
    const auto *expr = dyn_cast<Expr>(stmt);
    return Flat.count(stmt) || (expr && (digitsFor(expr) || flatOver(namedVariable(expr))));
  }
  Expr *replacement(const Expr *expr) override;
  bool append(const Stmt *item, std::vector<Stmt *> &items) override;

private:
  Originals &Copies;
  LoopSizes &Sizes;
  Arithmetic Text;
  Products TheProducts;
  std::map<const Stmt *, FlatLoop> Flat;
  std::vector<FlatLoop *> Open; ///< Those that are being copied.

  std::optional<FlatLoop> flatLoop(const ForStmt *loop) const;
  Stmt *nestFor(const ForStmt *loop, FlatLoop &flat);
  Expr *valueOf(const FlatLoop &flat, const Digits &digits, QualType type, SourceLocation loc);
  Expr *productText(const Product &product, SourceLocation loc);

  const FlatLoop *flatOver(const VarDecl *variable) const {
    const auto flat =
        llvm::find_if(Open, [&](const FlatLoop *open) { return open->iterator == variable; });
    return variable && flat != Open.end() ? *flat : nullptr;
  }
  /// What \p expr is in an open loop.
  std::optional<std::pair<const FlatLoop *, Digits>> digitsFor(const Expr *expr) const {
    for (const FlatLoop *flat : Open)
      if (const auto found = flat->found.find(expr); found != flat->found.end())
        return std::pair(flat, found->second);
    return std::nullopt;
  }

  Expr *number(uint64_t value, SourceLocation loc) {
    return Text.number(value, Ast.LongLongTy, loc);
  }
  /// A conversion that changes no value where the guard holds.
  Expr *converted(Expr *value, QualType type) { return Text.converted(value, type, true); }
};

} // namespace

//===-- Syntax ----------------------------------------------------------------===//

std::optional<FlatLoop> FlatLoops::flatLoop(const ForStmt *loop) const {
  const LoopHeader header = headerOf(loop);
  const Expr *first = isAlone(header) && isa_and_nonnull<DeclStmt>(loop->getInit())
                          ? onlyFirstValue(loop, header)
                          : nullptr;
  const auto start = first ? integerConstant(Ast, first) : std::nullopt;
  const auto step = start ? stepOf(Ast, header.iterator, header.step) : std::nullopt;
  const auto comparison = step ? comparisonOf(loop->getCond(), header.iterator) : std::nullopt;
  if (!comparison || *start != 0 || *step != 1 || comparison->code != BO_LT ||
      !isInteger(header.iterator->getType()) || Ast.getIntWidth(header.iterator->getType()) < 32 ||
      Ast.getLangOpts().isSignedOverflowDefined() || endsLoop(loop->getBody()))
    return std::nullopt;
  unsigned bits = WithoutWrap;
  const auto count = TheProducts.productOf(comparison->bound, bits);
  if (!count || count->variables.empty() || count->variables.size() + (count->number > 1) < 2)
    return std::nullopt;
  FlatLoop flat{header.iterator, {}, {}, 0};
  DigitFinder finder(TheProducts, header.iterator, *count, bits);
  finder.TraverseStmt(const_cast<Stmt *>(loop->getBody()));
  // Quotients by constants are affine.
  if (llvm::all_of(finder.places, [&](const Product &place) {
        return place.variables.empty() || place.equals(*count);
      }))
    return std::nullopt;
  flat.digits = digitsBetween(finder.places, *count);
  flat.found = std::move(finder.found);
  const auto bitsOfVariables =
      finder.bits == WithoutWrap ? std::optional(0u) : shareOf(finder.bits, flat.digits);
  if (flat.digits.empty() || !bitsOfVariables)
    return std::nullopt;
  flat.bits = *bitsOfVariables;
  return flat;
}

//===-- The copy --------------------------------------------------------------===//

bool FlatLoops::append(const Stmt *item, std::vector<Stmt *> &items) {
  if (const auto *attributed = dyn_cast<AttributedStmt>(item))
    return append(attributed->getSubStmt(), items);
  const auto flat = Flat.find(item);
  if (flat == Flat.end())
    return Cloner::append(item, items);
  Stmt *copy = nestFor(cast<ForStmt>(item), flat->second);
  if (copy)
    items.push_back(copy);
  return copy;
}

Expr *FlatLoops::replacement(const Expr *expr) {
  if (const auto digits = digitsFor(expr))
    return valueOf(*digits->first, digits->second, expr->getType(), expr->getExprLoc());
  // Iterators are only read; another use of one makes no copy.
  const auto *load = dyn_cast<ImplicitCastExpr>(expr);
  const FlatLoop *flat = load && load->getCastKind() == CK_LValueToRValue
                             ? flatOver(namedVariable(load->getSubExpr()))
                             : nullptr;
  if (!flat)
    return nullptr;
  const Digit &last = flat->digits.back();
  return valueOf(*flat, {last.place.times(last.size), {}}, expr->getType(), expr->getExprLoc());
}

Expr *FlatLoops::productText(const Product &product, SourceLocation loc) {
  Expr *text =
      product.number > 1 || product.variables.empty() ? number(product.number, loc) : nullptr;
  for (const VarDecl *variable : product.variables) {
    Expr *factor = converted(readOf(Ast, const_cast<VarDecl *>(variable), loc), Ast.LongLongTy);
    text = text ? Text.binary(text, BO_Mul, factor, Ast.LongLongTy) : factor;
  }
  return text;
}

/// (k % high) / low, as a sum of counters with their places.
Expr *FlatLoops::valueOf(const FlatLoop &flat, const Digits &digits, QualType type,
                         SourceLocation loc) {
  Expr *sum = nullptr;
  for (const Digit &digit : flat.digits) {
    const std::optional<Product> factor = digit.place.over(digits.low);
    const bool isAbove = !factor ? false : !digits.high.over(digit.place.times(digit.size));
    if (!factor || isAbove)
      continue;
    Expr *counter = readOf(Ast, digit.counter, loc);
    Expr *term = factor->isOne()
                     ? counter
                     : Text.binary(counter, BO_Mul, productText(*factor, loc), Ast.LongLongTy);
    sum = sum ? Text.binary(term, BO_Add, sum, Ast.LongLongTy) : term;
  }
  return converted(new (Ast) ParenExpr(loc, loc, sum ? sum : number(0, loc)),
                   type.getUnqualifiedType());
}

Stmt *FlatLoops::nestFor(const ForStmt *loop, FlatLoop &flat) {
  const SourceLocation loc = flat.iterator->getLocation();
  for (Digit &digit : flat.digits) {
    digit.counter = newVariable(flat.iterator, Ast.LongLongTy);
    digit.counter->setInit(number(0, loc));
  }
  Open.push_back(&flat);
  std::vector<Stmt *> items;
  const bool isCopied = Cloner::append(loop->getBody(), items);
  Open.pop_back();
  if (!isCopied)
    return nullptr;
  Stmt *body =
      items.size() == 1 && isa<CompoundStmt>(items.front())
          ? items.front()
          : CompoundStmt::Create(Ast, items, FPOptionsOverride(), loop->getBody()->getBeginLoc(),
                                 loop->getBody()->getEndLoc());
  Copies.emplace(body, loop->getBody());
  const QualType truth = truthType(Ast);
  for (size_t d = 0; d < flat.digits.size(); ++d) {
    const Digit &digit = flat.digits[d];
    Expr *condition =
        Text.binary(readOf(Ast, digit.counter, loc), BO_LT, productText(digit.size, loc), truth);
    Expr *step = UnaryOperator::Create(Ast, mention(digit.counter, loc), UO_PostInc, Ast.LongLongTy,
                                       VK_PRValue, OK_Ordinary, loc, false, FPOptionsOverride());
    body = new (Ast) ForStmt(Ast, declaration(digit.counter), condition, nullptr, step, body,
                             loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
    Copies[body] = loop;
    if (!digit.size.variables.empty())
      Sizes.sizes.push_back({readOf(Ast, const_cast<VarDecl *>(digit.size.variables.front()), loc),
                             d + 1 < flat.digits.size(), flat.bits, loop->getForLoc()});
  }
  return body;
}

LoopSizes splitFlatLoops(ASTContext &ast, const MarkedRegion &region, InlinedRegion &inlined) {
  if (!region.function || !region.analyses)
    return {};
  Cloner::Originals copies;
  LoopSizes sizes;
  std::set<const Expr *> exact = inlined.exact;
  FlatLoops loops(ast, const_cast<FunctionDecl *>(region.function), inlined.statement,
                  region.analyses->factsOf(region.function), copies, sizes, exact);
  Stmt *copy = loops.any() ? loops.regionCopy(inlined.statement) : nullptr;
  if (!copy)
    return {};
  inlined.replace(copy, copies);
  inlined.exact = std::move(exact);
  return sizes;
}

} // namespace gputile::frontend
