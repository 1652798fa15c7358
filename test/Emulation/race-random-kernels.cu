// Random kernels: the race runtime reports the arrays that a complete comparison of all
// pairs of accesses finds, no more and no fewer, in every order.
// RUN: python3 %S/Inputs/race-oracle.py 1 16 %t -- \
// RUN:   %clangxx -w -x c++ -std=c++17 -DGPUTILE_CPU -O0 -fsanitize=thread -I%gputile_include -- \
// RUN:   %clangxx %race_object
