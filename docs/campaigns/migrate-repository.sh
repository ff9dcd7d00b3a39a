#!/usr/bin/env bash
# Migrates the repository in the current folder, and saves its report and a commit message in the folder FW_REPORTS.
# Exit codes: 0 migrated or nothing to do; 3 some projects were migrated and others were not; 2 nothing was written: the
# message explains why, and is saved there too.
set -euo pipefail

repository="$PWD"
name="${REPOSITORY:-$(basename "$repository")}"
name="${name//\//--}"
campaign="$(cd "$(dirname "$0")" && pwd)"

mkdir -p "$FW_REPORTS"
# Outside the checkout, so that its npm settings cannot choose where the package comes from.
cd "$FW_REPORTS"
# Keep only one result per repository.
rm -f "$name.json" "$name.md" "$name.error"
code=0
npx --yes --package "${FW_PACKAGE:-fw-migrate@^1.0.0}" fw-migrate v4 "$repository" --quiet \
  --output "$name.json" --output "$name.md" 2> "$name.error" || code=$?
cat "$name.error" >&2
if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then exit "$code"; fi
rm "$name.error"
node "$campaign/commit-message.mjs" "$name.json" > "$name.commit"
exit "$code"
