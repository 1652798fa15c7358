#!/bin/sh
# usage: clean_debian.sh PACKAGE.deb [MIRROR]
#
# Installs the package by apt into a new Debian 12, which shows that its dependencies
# are complete, and builds the examples there. Needs root, debootstrap and a mirror,
# and takes minutes; not one of ctest's tests.
set -eu
package=$1 mirror=${2:-http://deb.debian.org/debian}
here=$(dirname "$0")
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT

debootstrap --variant=minbase bookworm "$root" "$mirror"
mount -t proc proc "$root/proc"
mkdir "$root/tmp/gputile"
cp "$package" "$root/tmp/gputile/gputile.deb"
cp "$here/support.py" "$here/build_projects.py" "$root/tmp/gputile/"
inside() {
  DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"
}
inside apt-get install -y -qq --no-install-recommends /tmp/gputile/gputile.deb
# Nothing but the package so far: a compiler, and all that a program needs.
inside sh -euc '
  cd /tmp/gputile
  cp -r /usr/share/doc/gputile/examples .
  clang-19 -O2 $(gputile-config --cflags) examples/heat-2d.c -o heat $(gputile-config --libs)
  GPUTILE_BACKEND=cpu GPUTILE_VERBOSE=1 ./heat 3 37 45
  gputile-run --backend=cpu --check examples/heat-2d.c --args 3 37 45'
inside apt-get install -y -qq --no-install-recommends python3 make cmake ninja-build
for what in examples make cmake; do
  inside python3 /tmp/gputile/build_projects.py "$what" /usr
done
echo "the package works in a new Debian"
