/*===- Queue.h - Regions that the program does not wait for ---*- C -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/

/* Clause `async`: the kernels of a call run on a stream that outlives the call, behind those of
 * earlier calls. A call that leaves nothing to copy back ends before its kernels do. What it has
 * borrowed goes back when they have ended, which a later call or a wait finds out. */

#ifndef GPUTILE_RUNTIME_QUEUE_H
#define GPUTILE_RUNTIME_QUEUE_H

#include "Runtime/Call.h"

struct gpti_queue;

/* After the copies of \p call, which asks for a queue: waits for them, and has its kernels run on
 * the queue. \returns 0 or the status. */
int gpti_queue_enter(struct gputile_rt_call *call, struct gpti_failure *failure);

/* Ends \p call, all of whose kernels are launched, without waiting for them. \returns false when
 * somebody has to wait: results are to be copied, or the driver does not help. */
int gpti_queue_leave(struct gputile_rt_call *call);

/* Waits for the queues of that name, or for all when it is null, on all devices. Ends the process
 * with a message when kernels have failed: nobody runs their loops any more. */
void gpti_queues_wait(const struct gpti_queue_name *name);

/* The stream of a queue of \p device, whose context is current. */
CUresult gpti_queue_stream(struct gpti_device *device, const struct gpti_queue_name *name,
                           CUstream *stream);

/* Gives back what the queues of \p device hold, whose context is current. No call waits in them. */
void gpti_queues_release(struct gpti_device *device);

#endif
