# status.sh N command…: runs the command; succeeds when its exit status is N.
expected=$1
shift
"$@"
status=$?
if [ "$status" -ne "$expected" ]; then
  echo "exit status $status, expected $expected" >&2
  exit 1
fi
