# Functions for .ci/run and .ci/nightly: they run steps with a limit of time, show and count them.
passed=0
failed=()
outputs=$(mktemp -d)
trap 'rm -rf "$outputs"' EXIT
# A step that hangs counts as failed: it is stopped with all its processes, and the next step begins.
minutes=20
run() { timeout --kill-after=30s "${minutes}m" "$@" 2>&1 </dev/null; }
output_of() { echo "$outputs/${1//[^a-zA-Z0-9]/_}"; }
count() {
  local name=$1 status=$2 seconds=$3
  if [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed+=("$name")
    printf '!! %s failed\n' "$name"
  fi
  printf '== %s: %s s\n' "$name" "$seconds"
}
step() {
  local name=$1 began=$SECONDS status=0
  shift
  printf '\n== %s\n' "$name"
  run "$@" | tee "$(output_of "$name")" || status=$?
  count "$name" "$status" "$((SECONDS - began))"
}
# For steps that wait, or use one core of two: each runs beside what follows. `await_steps` shows them and counts them.
declare -A begun
step_beside() {
  local name=$1
  shift
  {
    status=0
    began=$SECONDS
    run "$@" || status=$?
    echo "$status $((SECONDS - began))" >"$(output_of "$name").end"
  } >"$(output_of "$name")" &
  begun[$name]=$!
}
await_steps() {
  local name status seconds
  for name in "${!begun[@]}"; do
    wait "${begun[$name]}" || true
    printf '\n== %s\n' "$name"
    cat "$(output_of "$name")"
    read -r status seconds <"$(output_of "$name").end"
    count "$name" "$status" "$seconds"
  done
  begun=()
}
# Installs packages of Debian where a file of theirs is missing: `/usr/bin/tmux:tmux`.
installs() {
  local missing=() pair
  for pair in "$@"; do
    # Several packages are separated by spaces.
    [ -e "${pair%%:*}" ] || read -ra missing <<<"${missing[*]} ${pair#*:}"
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  step 'programs of Debian' bash -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"' - "${missing[@]}"
}
# Prints the end of each failed step's output, because a reader looks at the end of a long record first.
summary() {
  local name
  for name in "${failed[@]}"; do
    printf '\n== %s failed; the end of its output:\n' "$name"
    tail --lines=60 "$(output_of "$name")"
  done
  for name in "${failed[@]}"; do
    printf '!! %s\n' "$name"
  done
  printf '\n%s passed, %s failed\n' "$passed" "${#failed[@]}"
  [ "${#failed[@]}" -eq 0 ]
}
