//===- DivisionText.cpp - Divisions by constants as calls -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CText/DivisionText.h"

#include "Frontend/CText/ConstantDivision.h"
#include "Frontend/CText/Literal.h"
#include "Frontend/CText/Type.h"
#include "Frontend/Extract/Constants.h"

using namespace clang;

namespace gputile::frontend {

template <typename T> static DivisionText callFor(T divisor, QualType type, bool products) {
  const ConstantDivision<T> division = constantDivision(divisor);
  const auto literal = [&](T value) { return floatLiteral(llvm::APFloat(value), type); };
  std::string name, constants = literal(divisor);
  switch (division.form) {
  case DivisionForm::Quotient:
    return {};
  case DivisionForm::Product:
    if (!products)
      return {};
    name = "gpt_mul";
    constants = literal(division.reciprocal);
    break;
  case DivisionForm::Odd:
    name = "gpt_div_odd";
    break;
  case DivisionForm::Even:
    name = "gpt_div_even";
    break;
  case DivisionForm::Parts:
    name = "gpt_div";
    constants += ", " + literal(division.high) + ", " + literal(division.low);
  }
  return {name + "(", ", " + constants + ")"};
}

DivisionText divisionText(ASTContext &ast, const BinaryOperator *op, bool products) {
  if (op->getOpcode() != BO_Div && op->getOpcode() != BO_DivAssign)
    return {};
  const QualType type = op->getRHS()->getType();
  const std::string name = typeText(type);
  if (name != "float" && name != "double")
    return {};
  const auto divisor = floatConstant(ast, op->getRHS());
  if (!divisor)
    return {};
  return name == "float" ? callFor(divisor->convertToFloat(), type, products)
                         : callFor(divisor->convertToDouble(), type, products);
}

} // namespace gputile::frontend
