# How scripts that give our results to other programs run and report their checks. Sourced, not run.
# shellcheck shell=bash disable=SC2034

failed=0
# check NAME COMMAND...: runs the command in a shell of its own; its output is shown if it fails, else lines of it that
# start with `=> `. The log is in the current directory; a failure sets $failed.
check() {
  local name=$1 status
  shift
  # Not in an `if`, where `set -e` does not work.
  set +e
  (set -e; "$@") > log 2>&1
  status=$?
  set -e
  if [ $status -eq 0 ]; then
    echo "ok      $name"
    sed -n 's/^=> /        /p' log
  else
    echo "FAILED  $name"
    sed 's/^/        /' log
    failed=1
  fi
}
