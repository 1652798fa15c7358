/*===- End.h - The end of a call ----------------------------*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

#ifndef GPUTILE_RUNTIME_END_H
#define GPUTILE_RUNTIME_END_H

#include "Runtime/Call.h"

/* Frees everything, restores what is resident on the device, and says why. \returns the
 * status. The call is gone then. */
int gpti_call_failed(struct gputile_rt_call *call, struct gpti_failure *failure);

/* Says what \p call did when GPUTILE_VERBOSE is set, and \p how. */
void gpti_call_say_done(const struct gputile_rt_call *call, const char *how);

/* Ends a call that has left the device, in whose queue it waited, with the device's context
 * current: all that it has launched has ended. */
void gpti_call_end_later(struct gputile_rt_call *call);

/* Waits for the device, gives back what the call borrowed, and frees the call. */
void gpti_call_end(struct gputile_rt_call *call);

/* Frees the memory of the call itself. */
void gpti_call_free(struct gputile_rt_call *call);

/* Counts a call that begins, 1, or that did not begin after all, -1. */
void gpti_call_counted(int by);
/* True when no call has begun and not ended, in any thread. */
int gpti_calls_ended(void);

#endif
