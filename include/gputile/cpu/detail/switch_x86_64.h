// The stack switch of x86-64 (System V): fourteen instructions, no system call.
#pragma once

#include <stdint.h>

namespace gputile::cpu {

// Pushes the callee-saved registers, stores the stack pointer in *save, adopts
// `load` and returns there. SSE and x87 control words stay: no kernel sets them.
__attribute__((naked, noinline)) inline void switchStack(void ** /*save*/, void * /*load*/) {
  __asm__ volatile("pushq %rbp\n\t"
                   "pushq %rbx\n\t"
                   "pushq %r12\n\t"
                   "pushq %r13\n\t"
                   "pushq %r14\n\t"
                   "pushq %r15\n\t"
                   "movq %rsp, (%rdi)\n\t"
                   "movq %rsi, %rsp\n\t"
                   "popq %r15\n\t"
                   "popq %r14\n\t"
                   "popq %r13\n\t"
                   "popq %r12\n\t"
                   "popq %rbx\n\t"
                   "popq %rbp\n\t"
                   "ret");
}

// Where a fiber goes on.
struct Continuation {
  void *stackPointer = nullptr;
};

// A continuation that starts `entry` at the top of a stack. The ABI wants the
// stack pointer 8 below a multiple of 16 at entry; the zero above is the return
// address at which a backtrace ends.
inline void prepare(Continuation &c, char *stackBottom, char *stackTop, void (*entry)()) {
  (void)stackBottom;
  uintptr_t *slot = reinterpret_cast<uintptr_t *>((uintptr_t(stackTop) & ~uintptr_t(15)) - 16);
  slot[1] = 0;
  slot[0] = reinterpret_cast<uintptr_t>(entry);
  for (int i = 1; i <= 6; ++i)
    slot[-i] = 0;
  c.stackPointer = slot - 6;
}

// The two empty statements keep the compiler from concluding, by looking into
// switchStack, that memory is the same after the switch.
inline void switchTo(Continuation &from, Continuation &to) {
  __asm__ volatile("" ::: "memory");
  switchStack(&from.stackPointer, to.stackPointer);
  __asm__ volatile("" ::: "memory");
}

} // namespace gputile::cpu
