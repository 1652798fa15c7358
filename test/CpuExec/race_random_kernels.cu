// Random kernels: the race runtime reports the arrays that a complete comparison of all
// pairs of accesses finds, no more and no fewer, in every order.
// RUN: %clangxx -std=c++17 -O1 -I%gputile_include -c %race_runtime -o %t.runtime.o
// RUN: python3 %S/Inputs/race_oracle.py 1 16 %t -- \
// RUN:   %clangxx -w -x c++ -std=c++17 -DGPUTILE_CPU -O0 -fsanitize=thread -I%gputile_include -- \
// RUN:   %clangxx %t.runtime.o
