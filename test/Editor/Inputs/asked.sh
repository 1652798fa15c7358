#!/bin/sh
# A compiler that tells what it is to preload.
echo "preload is '$LD_PRELOAD'" >"${0%/*}/asked"
exec "clang-$LLVM_MAJOR" "$@"
