//===- Parser.cpp - Functions, variables and statements of PTX --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax.h"
#include "TokenStream.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>

using namespace llvm;

namespace gputile::counts::syntax {

static std::optional<Space> spaceOf(StringRef directive) {
  return StringSwitch<std::optional<Space>>(directive)
      .Case(".global", Space::Global)
      .Case(".const", Space::Const)
      .Case(".shared", Space::Shared)
      .Case(".local", Space::Local)
      .Case(".param", Space::Param)
      .Default(std::nullopt);
}

/// The bytes of ".f32", ".b8"; 0 for anything else.
static uint64_t bytesOf(StringRef type) {
  unsigned bits = 0;
  if (!type.consume_front(".") || type.size() < 2 || !StringRef("bsuf").contains(type[0]) ||
      type.drop_front().getAsInteger(10, bits))
    return 0;
  return bits / 8;
}

namespace {

/// What a name stands for in a block { … }.
struct Meaning {
  int reg = -1, variable = -1;
};

class Parser : TokenStream {
  Module module;
  Function *function = nullptr;
  std::vector<std::map<std::string, Meaning>> scopes;

public:
  explicit Parser(ArrayRef<Token> all) : TokenStream(all) {}

  Expected<Module> parseModule() {
    while (problem.empty() && peek().kind != Token::End)
      parseTop();
    if (!problem.empty())
      return createStringError(inconvertibleErrorCode(), problem);
    return std::move(module);
  }

private:
  //===- Declarations -----------------------------------------------------===//

  void parseTop() {
    if (peek().is(".version") || peek().is(".target") || peek().is(".address_size") ||
        peek().is(".file") || peek().is(".loc"))
      return skipLine();
    if (peek().is(".section")) {
      while (!peek().is("{") && peek().kind != Token::End)
        take();
      return skipBraces();
    }
    bool isExtern = false;
    while (peek().is(".visible") || peek().is(".weak") || peek().is(".extern") ||
           peek().is(".common"))
      isExtern |= take().text == ".extern";
    if (peek().is(".entry") || peek().is(".func"))
      return parseFunction();
    if (peek().is(".pragma") || peek().is(".alias"))
      return skipStatement();
    if (std::optional<Variable> variable = parseVariable()) {
      variable->isExtern = isExtern;
      module.variables.push_back(std::move(*variable));
      return expect(";");
    }
    fail("no declaration that is known");
  }

  /// `.space .align n .type name[size] = …`, without what separates it from others.
  std::optional<Variable> parseVariable() {
    const std::optional<Space> space = spaceOf(peek().text);
    if (!space)
      return std::nullopt;
    take();
    Variable variable;
    variable.space = *space;
    uint64_t element = 0, count = 1;
    while (peek().kind == Token::Word && peek().text.starts_with(".")) {
      const Token word = take();
      if (word.is(".align"))
        take().text.getAsInteger(0, variable.align);
      else if (word.is(".v2") || word.is(".v4"))
        count = word.is(".v2") ? 2 : 4;
      else if (const uint64_t bytes = bytesOf(word.text))
        element = bytes;
      else if (word.is(".ptr"))
        ; // `.ptr .global .align 4`: what a pointer points to.
    }
    if (peek().kind != Token::Word || element == 0) {
      fail("expected a variable with a type");
      return std::nullopt;
    }
    variable.name = take().text.str();
    while (takeIf("[")) {
      uint64_t extent = 0;
      if (!peek().is("]"))
        take().text.getAsInteger(0, extent);
      count *= extent;
      expect("]");
    }
    variable.align = std::max(variable.align, std::min<uint64_t>(element, 16));
    variable.size = element * count;
    if (takeIf("="))
      parseInitialiser(variable, element);
    return variable;
  }

  void parseInitialiser(Variable &variable, uint64_t element) {
    const bool list = takeIf("{");
    do {
      const Operand value = parseOperand();
      if (value.kind != Operand::Bits)
        return fail("only numbers may initialise a variable");
      for (uint64_t byte = 0; byte < element; ++byte)
        variable.initial.push_back(static_cast<uint8_t>(value.bits >> (8 * byte)));
    } while (list && takeIf(","));
    if (list)
      expect("}");
    variable.initial.resize(variable.size);
  }

  std::vector<Variable> parseParameters() {
    std::vector<Variable> result;
    expect("(");
    while (!peek().is(")") && peek().kind != Token::End) {
      if (std::optional<Variable> variable = parseVariable())
        result.push_back(std::move(*variable));
      else
        fail("expected a parameter");
      takeIf(",");
    }
    expect(")");
    return result;
  }

  void parseFunction() {
    Function parsed;
    parsed.isKernel = take().is(".entry");
    if (peek().is("("))
      parsed.results = parseParameters();
    parsed.name = take().text.str();
    if (peek().is("("))
      parsed.parameters = parseParameters();
    while (!peek().is("{") && !peek().is(";") && peek().kind != Token::End)
      take(); // .maxntid and other hints
    if (takeIf(";"))
      return;
    function = &parsed;
    scopes.assign(1, {});
    for (std::vector<Variable> *group : {&parsed.results, &parsed.parameters})
      for (const Variable &variable : *group)
        declare(variable);
    parseBody();
    module.functions.push_back(std::move(parsed));
  }

  void declare(const Variable &variable) {
    scopes.back()[variable.name].variable = static_cast<int>(function->variables.size());
    function->variables.push_back(variable);
  }

  //===- Bodies -----------------------------------------------------------===//

  void parseBody() {
    expect("{");
    for (size_t depth = 1; depth > 0 && peek().kind != Token::End;) {
      if (takeIf("{")) {
        scopes.emplace_back();
        ++depth;
      } else if (takeIf("}")) {
        scopes.pop_back();
        --depth;
      } else {
        parseItem();
      }
    }
  }

  void parseItem() {
    if (peek().is(".reg"))
      return parseRegisters();
    if (peek().is(".loc"))
      return skipLine();
    if (peek().is(".pragma"))
      return skipStatement();
    if (peek(1).is(":"))
      return parseLabel();
    if (spaceOf(peek().text)) {
      if (std::optional<Variable> variable = parseVariable())
        declare(*variable);
      return expect(";");
    }
    parseStatement();
  }

  void parseLabel() {
    const std::string name = take().text.str();
    expect(":");
    if (takeIf(".branchtargets")) {
      std::vector<std::string> &targets = function->branchTargets[name];
      do
        targets.push_back(take().text.str());
      while (takeIf(","));
      return expect(";");
    }
    if (peek().is(".callprototype"))
      return skipStatement();
    function->labels[name] = function->statements.size();
  }

  /// `.reg .b32 %r<5>, %s;`
  void parseRegisters() {
    take();
    const std::string type = take().text.drop_front().str();
    do {
      const std::string name = take().text.str();
      if (takeIf("<")) {
        unsigned count = 0;
        take().text.getAsInteger(10, count);
        for (unsigned number = 0; number < count; ++number)
          addRegister(name + std::to_string(number), type);
        expect(">");
      } else {
        addRegister(name, type);
      }
    } while (takeIf(","));
    expect(";");
  }

  void addRegister(const std::string &name, const std::string &type) {
    scopes.back()[name].reg = static_cast<int>(function->registers.size());
    function->registers.push_back(type);
  }

  void parseStatement() {
    Statement statement;
    statement.line = peek().line;
    if (takeIf("@")) {
      statement.guardNegated = takeIf("!");
      statement.guard = meaningOf(take().text.str()).reg;
      if (statement.guard < 0)
        return fail("the guard is no register");
    }
    if (peek().kind != Token::Word)
      return fail("expected an instruction");
    SmallVector<StringRef> parts;
    take().text.split(parts, '.');
    for (StringRef part : parts)
      statement.opcode.push_back(part.str());
    if (!peek().is(";"))
      do
        statement.operands.push_back(parseOperand());
      while (takeIf(","));
    expect(";");
    function->statements.push_back(std::move(statement));
  }

  Meaning meaningOf(const std::string &name) const {
    for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope)
      if (auto found = scope->find(name); found != scope->end())
        return found->second;
    return {};
  }

  //===- Operands ---------------------------------------------------------===//

  Operand parseOperand() {
    if (peek().is("["))
      return parseAddress();
    if (peek().is("{") || peek().is("("))
      return parseList();
    if (takeIf("!")) {
      Operand operand = parseOperand();
      operand.negated = true;
      return operand;
    }
    if (peek().is("-") || peek().kind == Token::Number)
      return parseNumber();
    if (peek().kind != Token::Word) {
      fail("expected an operand");
      return {};
    }
    Operand operand = parseName();
    if (takeIf("|"))
      operand.second = parseName().reg;
    if (peek().is("+") || (peek().is("-") && operand.variable >= 0))
      operand.offset = parseOffset(); // `mov.u64 %rd1, table+8;`
    return operand;
  }

  Operand parseName() {
    Operand operand;
    operand.name = take().text.str();
    if (!scopes.empty()) {
      const Meaning meaning = meaningOf(operand.name);
      operand.reg = meaning.reg;
      operand.variable = meaning.variable;
    }
    return operand;
  }

  int64_t parseOffset() {
    const bool negative = peek().is("-");
    takeIf("+");
    if (negative)
      take();
    const int64_t value = static_cast<int64_t>(parseNumber().bits);
    return negative ? -value : value;
  }

  Operand parseAddress() {
    Operand operand;
    expect("[");
    if (peek().kind == Token::Word)
      operand = parseName();
    else
      operand = parseNumber();
    operand.kind = Operand::Address;
    if (peek().is("+") || peek().is("-"))
      operand.offset = parseOffset();
    expect("]");
    return operand;
  }

  Operand parseList() {
    Operand operand;
    operand.kind = Operand::List;
    const StringRef end = take().is("{") ? "}" : ")";
    while (!peek().is(end) && peek().kind != Token::End) {
      operand.elements.push_back(parseOperand());
      takeIf(",");
    }
    expect(end);
    return operand;
  }

  Operand parseNumber() {
    Operand operand;
    operand.kind = Operand::Bits;
    const bool negative = takeIf("-");
    StringRef text = take().text;
    text.consume_back("U");
    bool wrong;
    if (text.consume_front("0f") || text.consume_front("0F")) {
      operand.floatWidth = 32;
      wrong = text.getAsInteger(16, operand.bits);
    } else if (text.consume_front("0d") || text.consume_front("0D")) {
      operand.floatWidth = 64;
      wrong = text.getAsInteger(16, operand.bits);
    } else {
      wrong = text.getAsInteger(0, operand.bits);
    }
    if (wrong)
      fail("'" + text + "' is no number");
    if (negative)
      operand.bits = 0 - operand.bits;
    return operand;
  }
};

} // namespace

Expected<Module> parse(StringRef text) {
  Expected<std::vector<Token>> all = tokens(text);
  if (!all)
    return all.takeError();
  return Parser(*all).parseModule();
}

} // namespace gputile::counts::syntax
