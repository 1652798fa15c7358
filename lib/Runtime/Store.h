/*===- Store.h - Results that are part of a box ---------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_STORE_H
#define GPUTILE_RUNTIME_STORE_H

#include "Runtime/Layout.h"

/* The elements of a box, its steps aside, one after another. */
struct gpti_packed {
  const struct gpti_box *box;
  const char *memory;
};

/* True when not all of what the box of results holds is stored. */
int gpti_is_partial(const struct gpti_array *array);

/* Stores \p after in the program's memory: the elements at the steps of its box; with
 * \p before, whose box holds that one, those whose bytes differ from it. No other element
 * is touched: it may belong to another thread. */
void gpti_store_part(const struct gpti_array *array, const struct gpti_packed *after,
                     const struct gpti_packed *before);

#endif
