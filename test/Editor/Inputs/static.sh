#!/bin/sh
exec "clangd-$LLVM_MAJOR" "$@"
