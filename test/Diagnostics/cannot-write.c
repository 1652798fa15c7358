// RUN: %status 1 %clang -fplugin=%plugin -fplugin-arg-gputile-dump-json=/nonexistent/x.json -c %s -o %t 2>&1 | FileCheck %s
// CHECK: error: cannot write '/nonexistent/x.json': {{.*}} [cannot-write]
int x;
