// RUN: %status 1 %clang -fplugin=%plugin -fplugin-arg-gputile-scheme=diamond -c %s -o %t 2>&1 | FileCheck %s
// RUN: %status 1 %clang -fplugin=%plugin -fplugin-arg-gputile-colour=blue -c %s -o %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// CHECK: error: option '-fplugin-arg-gputile-scheme': invalid value 'diamond'; expected {{.*}} [bad-option]
// UNKNOWN: error: option '-fplugin-arg-gputile-colour': unknown option [bad-option]
int x;
