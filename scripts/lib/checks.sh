# How scripts that give our results to other programs run and report their checks. Sourced after common.sh, not run.
# shellcheck shell=bash disable=SC2034

failed=0
# check NAME COMMAND...: runs the command in a shell of its own, and says how long it took if that is long. Of its
# output the last lines are shown if it fails, else those that start with `=> `. The log is in the current directory; if
# it fails, it stays, and $failed is set.
check() {
  local name=$1 status shown=100 lines kept start=$SECONDS took
  shift
  # Not in an `if`, where `set -e` does not work.
  set +e
  (set -e; "$@") > log 2>&1
  status=$?
  set -e
  if [ $status -eq 0 ]; then
    took=$((SECONDS - start))
    if [ $took -ge 10 ]; then name+=", $took s"; fi
    echo "ok      $name"
    sed -n 's/^=> /        /p' log
  else
    echo "FAILED  $name"
    kept=$PWD/failed-$(file_name "$name").log
    # A full disk may have kept it from being made.
    if mv log "$kept"; then
      lines=$(wc -l < "$kept")
      if [ "$lines" -gt $shown ]; then echo "        ... the last $shown of $lines lines, which are in $kept:"; fi
      tail -n $shown "$kept" | sed 's/^/        /'
    fi
    failed=1
  fi
}
