#!/bin/sh
# usage: unshare --mount clean_root.sh FOLDER PACKAGE.deb HIDDEN…
#
# Installs the package with dpkg into a view of the system in FOLDER, where changes
# are lost and the folders HIDDEN are empty, and builds the examples there with what
# the package installed. Ends with 77 where the system does not allow such a view.
set -eu
folder=$1 package=$2
shift 2

view() {
  mount --make-rprivate / && mount -t tmpfs tmpfs "$folder" &&
    mkdir "$folder/upper" "$folder/work" "$folder/root" &&
    mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root" &&
    mount -t proc proc "$folder/root/proc" && mount --rbind /dev "$folder/root/dev" &&
    mount -t tmpfs tmpfs "$folder/root/tmp" && chroot "$folder/root" true
}
view 2>&1 || exit 77

root=$folder/root
for hidden; do
  [ ! -d "$root$hidden" ] || mount -t tmpfs tmpfs "$root$hidden"
done
here=$(dirname "$0")
mkdir "$root/tmp/gputile"
cp "$package" "$root/tmp/gputile/gputile.deb"
cp "$here/support.py" "$here/build_projects.py" "$root/tmp/gputile/"
chroot "$root" dpkg --install /tmp/gputile/gputile.deb
for what in examples cmake; do
  chroot "$root" python3 /tmp/gputile/build_projects.py "$what" /usr || exit 1
done
chroot "$root" dpkg --purge gputile
left=$(chroot "$root" sh -c 'ls -d /usr/lib/gputile /usr/lib/libgputile* /usr/bin/gputile* /usr/include/gputile' 2>/dev/null || true)
[ -z "$left" ] || { echo "left after removal: $left"; exit 1; }
