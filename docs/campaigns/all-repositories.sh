#!/usr/bin/env bash
# Migrates every repository of a list, each in its own container, and pushes a branch for each that changed. The reports are
# in campaign/reports; open-items.mjs among the examples shows what is open in them.
#   all-repositories.sh repositories.txt      one URL per line
set -euo pipefail

list="$(realpath "$1")"
campaign="$(cd "$(dirname "$0")" && pwd)"
work="${FW_WORK:-$PWD/campaign}"
mkdir -p "$work/reports"

failed=0
while IFS= read -r address; do
  if [ -z "$address" ]; then continue; fi
  name="$(basename "$address" .git)"
  # Someone may be working on the branch of an earlier run.
  if git ls-remote --exit-code "$address" refs/heads/fw-migrate/v4 > /dev/null; then
    echo "$name: has its branch already"
    continue
  fi
  checkout="$work/$name"
  rm -rf "$checkout"
  git clone --quiet --depth 1 "$address" "$checkout"

  code=0
  docker run --rm \
    --user "$(id -u):$(id -g)" \
    --env HOME=/tmp \
    --env FW_REPORTS=/reports \
    --env REPOSITORY="$name" \
    --volume "$checkout:/repository" \
    --volume "$work/reports:/reports" \
    --volume "$campaign:/campaign:ro" \
    --workdir /repository \
    "${FW_IMAGE:-node:22}" bash /campaign/migrate-repository.sh < /dev/null || code=$?
  # 3: some of its projects were migrated; the report explains why the others were not.
  if [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; then
    echo "$name: not migrated, exit code $code"
    failed=$((failed + 1))
    continue
  fi

  if [ -z "$(git -C "$checkout" status --porcelain)" ]; then
    echo "$name: nothing to do"
    continue
  fi
  git -C "$checkout" switch --quiet --create fw-migrate/v4
  git -C "$checkout" add --all
  git -C "$checkout" commit --quiet --file "$work/reports/$name.commit"
  git -C "$checkout" push --quiet origin fw-migrate/v4
  if [ "$code" -eq 3 ]; then
    echo "$name: pushed, some projects were not migrated"
    failed=$((failed + 1))
  else
    echo "$name: pushed"
  fi
done < "$list"

[ "$failed" -eq 0 ]
