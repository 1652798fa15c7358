//===- ConstantDivision.h - Divisions by constants ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How x / c is computed without a division, with the same bits for every x: zeros of both
/// signs, subnormal numbers, infinities and results that overflow included. (NaN stays NaN.)
///
/// Numbers have p bits (24, 53), the smallest positive one is u (2^-149, 2^-1074), RN rounds to
/// nearest, ties to even. c = C 2^k with an odd integer C; let c > 0. (For c < 0:
/// x / c = -x / -c, where -x y is x (1/c) in the first product, and c q - x is -c q + x.)
///
/// **Product**, C = 1 and 1/c is a number: x / c = RN(x (1/c)) by definition, in all ranges.
///
/// **Odd**, k = 0 and 3 <= c <= 2^(p-3); **Even**, k > 0, C >= 3, c <= 2^(p-3). After Markstein
/// ("Computation of elementary functions on the IBM RISC System/6000 processor", 1990):
///
///   y = RN(1/c)   q = RN(x y)   n = RN(c q - x)   result = RN(q - n y)                   (Odd)
///   t = RN(n RN(y 2^(p-1)))                       result = RN(q - t 2^(1-p))             (Even)
///
/// Let U be the distance of neighbours at x/c, and e = c y - 1, so |e| < 2^-p (not equal, as
/// C >= 3).
/// (1) |q - x/c| <= U/2 + |e x/c| <= 1.5 U. c q - x is a multiple of the last place of x, or of
///     2^k times that of q. It is less than 4 of the first, and less than 2^p of the second: n is exact.
/// (2) q - n y - x/c = -e (q - x/c), less than 1.5 2^-p U. For Even, t is rounded too, by at most
///     2^-p |t|, or u/2 where t is subnormal. What the last operation rounds differs from x/c by
///     less than 4 2^-p U.
/// (3) Let m = M U/2 with an odd M, a tie, and x != c m. x and c m are multiples of the last place
///     of x or of 2^(k-1) U, whichever is less. So |x/c - m| >= U / (2 C) if x/c is normal. Else
///     they are multiples of u (Odd: u/2), and |x/c - m| >= u/c (Odd: u / (2 c)). With c <= 2^(p-3)
///     both are more than (2): no tie lies between x/c and what is rounded instead.
/// (4) x = c m: a number is an odd one, C M, times a power of two. If x/c is normal, M alone has
///     p+1 bits: impossible. Else C M 2^(k-1) u is a number for k > 0 only: Even. |q - m| < u, so
///     it is u/2; t = RN(2^(p-2) u (1 + e)) = 2^(p-2) u up to sign, as neighbours are u apart
///     there. The last operation rounds m itself, to even.
/// (5) Zeros, and where x/c is a number and q equals it: n = +0, as all exact sums that are
///     zero. q - 0 is q, also for -0. Nothing overflows: |q| <= |x|/2; so are |n| and |t| where x/c
///     is normal, and elsewhere they are less than 1.
/// (6) x is infinite: so is q, and n is NaN. The minimum of NaN and the greatest finite number is
///     the latter, which gives q (float); or a comparison finds q (double).
///
/// **Parts**, any other c. After Brisebarre, Muller and Raina ("Accelerating correctly rounded
/// floating-point division when the divisor is known in advance", 2004):
///
///   h = 1/c rounded towards zero   l = RN(1/c - h)   s = RN(x l)   result = RN(x h + s)
///
/// for |s| not below the smallest normal number, and for x = 0; other x are divided. Then
/// |x h + s - x/c| <= 2 c l U. With x = X 2^j, X an integer of p bits, a tie has at least the
/// distance |r| U / (2 C), where r = X 2^i - C M is odd: it can be that near only if |r| <= 4 C c l
/// (< 8). For each such r these X are the solutions of a congruence modulo C. `constantDivision`
/// tries all of them. None where C has fewer than p - 2 bits. l > 0 (for this h is not nearest), so
/// zeros keep their sign; x h + s is infinite where x is; results overflow as they are rounded.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_CTEXT_CONSTANTDIVISION_H
#define GPUTILE_LIB_FRONTEND_CTEXT_CONSTANTDIVISION_H

namespace gputile::frontend {

enum class DivisionForm { Quotient, Product, Odd, Even, Parts };

/// Quotient: nothing but a division is known to be right.
template <typename T> struct ConstantDivision {
  DivisionForm form = DivisionForm::Quotient;
  T reciprocal = 0;   ///< Product: 1 / c.
  T high = 0, low = 0; ///< Parts: h and l, or -h and -l for negative c.
};

/// T is float or double, \p divisor any number.
template <typename T> ConstantDivision<T> constantDivision(T divisor);

} // namespace gputile::frontend

#endif
