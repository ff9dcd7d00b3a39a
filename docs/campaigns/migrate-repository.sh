#!/usr/bin/env bash
# Migrates the repository in the current folder. Keeps its report and a commit message in the folder FW_REPORTS.
# Ends with 0 when it is migrated or there is nothing to do, with 3 when some of its projects are and others were left as
# they are, and with 2 when nothing was written: the message says why, and is kept there too.
set -euo pipefail

repository="$PWD"
name="${REPOSITORY:-$(basename "$repository")}"
name="${name//\//--}"
campaign="$(cd "$(dirname "$0")" && pwd)"

mkdir -p "$FW_REPORTS"
# Outside of the checkout: its settings for npm must not choose where the package comes from.
cd "$FW_REPORTS"
# Of a repository there is one outcome.
rm -f "$name.json" "$name.md" "$name.error"
code=0
npx --yes --package "${FW_PACKAGE:-fw-migrate@^0.1.0}" fw-migrate v4 "$repository" --quiet \
  --output "$name.json" --output "$name.md" 2> "$name.error" || code=$?
cat "$name.error" >&2
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
rm "$name.error"
node "$campaign/commit-message.mjs" "$name.json" > "$name.commit"
exit "$code"
