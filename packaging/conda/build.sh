#!/usr/bin/env bash
# conda-build calls this in the folder of the sources, with isl's in isl/.
set -euo pipefail
tar -cJf isl-0.25.tar.xz --transform 's,^isl,isl-0.25,' isl
scripts/isl.sh "$PWD/isl-0.25.tar.xz"
cmake -G Ninja -S . -B build/conda ${CMAKE_ARGS:-} \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_INSTALL_LIBDIR=lib \
  -DLLVM_DIR="$PREFIX/lib/cmake/llvm" \
  -DBUILD_TESTING=OFF
cmake --build build/conda
cmake --install build/conda
