# languages.sh CLANG CLANGXX PLUGIN FOLDER RELEASE
# Compiles FOLDER/a.c as every standard of C and C++, with all warnings as errors.
set -eu
clang=$1 clangxx=$2 plugin=$3 folder=$4
# What older releases call C23, and their names of warnings.
c23=23 compat="-Wno-pre-c11-compat -Wno-pre-c23-compat"
[ "$5" -ge 18 ] || c23=2x compat=-Wno-pre-c2x-compat
check() {
  "$@" -fplugin="$plugin" -Werror -c "$folder/a.c" -o "$folder/a.o"
  llvm-nm "$folder/a.o" | grep -q gputile_rt_begin
}
# What -Weverything says of old and new standards contradicts itself.
for std in c99 c11 gnu11 c17 gnu17 c$c23 gnu$c23; do
  check "$clang" -std=$std -Weverything $compat \
    -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-c++-compat
done
for std in c++17 gnu++17 c++20 gnu++20; do
  check "$clangxx" -std=$std -x c++ -Wall -Wextra -Wpedantic
done
for level in 0 1 2 3 s z; do
  check "$clang" -O$level -Wall -Wextra -Wpedantic
done
