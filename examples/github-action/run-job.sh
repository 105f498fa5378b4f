#!/usr/bin/env bash
# Opens a session, shares files, runs a program, completes the session and keeps it as a site. action.yml lists its
# inputs.
set -euo pipefail
export PAIRSPACE_HOME="$RUNNER_TEMP/pairspace"
command -v pairspace > /dev/null || { echo "::error::pairspace is not installed: a step before this one installs it." >&2; exit 1; }

options=(--as github-action --json)
[ "$PRIVATE" = true ] && options+=(--private)
created=$(pairspace create "$NAME" "${options[@]}")
session=$(node -p 'JSON.parse(process.argv[1]).seat.sessionId' "$created")
echo "session=$session" >> "$GITHUB_OUTPUT"
in_session=(--session "$session" --as github-action)

pairspace pool --credits "$CREDITS" "${in_session[@]}" > /dev/null
given=()
while IFS= read -r file; do
  [ -n "$file" ] || continue
  pairspace file put "$file" "${in_session[@]}"
  given+=(--files "$file")
done <<< "$FILES"
while IFS= read -r pattern; do
  [ -n "$pattern" ] && given+=(--outputs "$pattern")
done <<< "$OUTPUTS"

# A failing program fails the step, but only after the site was made.
code=0
pairspace run "$PROGRAM" "${given[@]}" "${in_session[@]}" || code=$?
pairspace session --status completed "${in_session[@]}" > /dev/null
site="$RUNNER_TEMP/$session.zip"
pairspace export --format zip --to "$site" "${in_session[@]}"
echo "site=$site" >> "$GITHUB_OUTPUT"
{
  echo "### $NAME"
  echo
  echo "Session \`$session\` on $PAIRSPACE_URL; the program ended with $code. The site is among the artifacts."
} >> "$GITHUB_STEP_SUMMARY"
exit "$code"
