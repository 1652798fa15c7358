#!/bin/sh
# usage: clean_debian.sh PACKAGE.deb [MIRROR]
#
# Plays the newcomer: a new Debian 12, in which apt installs the package, which shows that its
# dependencies are complete; then the commands of README and documents, as pasted, with what they print;
# a session in an editor; the example projects; and the removal.
#
# Needs root, debootstrap and a mirror, and takes minutes; not one of ctest's tests. Ends with 77, and
# says why, where it cannot begin.
set -eu
package=$1 mirror=${2:-http://deb.debian.org/debian}
here=$(dirname "$0")

skip() {
  echo "SKIPPED: $1"
  exit 77
}
[ "$(id -u)" -eq 0 ] || skip "only root can make a new Debian"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
root=$(mktemp -d)
chmod 755 "$root" # apt reads its files as another user.
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 || {
  tail -n 3 "$root.log"
  rm "$root.log"
  skip "debootstrap made no Debian of $mirror"
}
rm "$root.log"
mount -t proc proc "$root/proc"

tests=$root/tmp/gputile
mkdir "$tests"
cp "$package" "$tests/gputile.deb"
cp "$here/support.py" "$here/build_projects.py" "$here/run_document.py" "$here/run_workflow.py" "$tests/"
cp "$here/../Editor/Inputs/client.py" "$here/../Editor/Inputs/session.py" "$tests/"
inside() {
  DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"
}
add() {
  inside apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

inside apt-get update -qq
add /tmp/gputile/gputile.deb
# Nothing but the package so far: a compiler, and all that a program needs.
inside gputile-config --check
inside sh -euc '
  cd /tmp/gputile
  cp -r /usr/share/doc/gputile/examples .
  clang-19 -O2 $(gputile-config --cflags) examples/heat-2d.c -o heat $(gputile-config --libs)
  GPUTILE_BACKEND=cpu GPUTILE_VERBOSE=1 ./heat 3 37 45
  gputile-run --backend=cpu --check examples/heat-2d.c --args 3 37 45'
# What the package recommends, and what plays the newcomer.
add clangd-19 libclang-rt-19-dev python3 make cmake ninja-build
documents=/usr/share/doc/gputile
for document in README.md tutorial.md from-openmp.md from-openacc.md; do
  echo "$document:"
  inside python3 /tmp/gputile/run_document.py /usr "$documents" /nowhere "$documents/$document"
done
inside python3 /tmp/gputile/run_workflow.py /usr "$documents/examples/projects/github/gputile.yml" "$documents/examples/heat.c"
inside sh -euc 'mkdir /tmp/session && python3 /tmp/gputile/session.py gputile-clangd /tmp/session'
for what in examples make cmake; do
  inside python3 /tmp/gputile/build_projects.py "$what" /usr
done
inside dpkg --purge gputile
left=$(inside sh -c 'ls -d /usr/lib/gputile /usr/lib/libgputile* /usr/bin/gputile* /usr/include/gputile' 2>/dev/null || true)
[ -z "$left" ] || { echo "left after removal: $left"; exit 1; }
echo "the package works in a new Debian"
