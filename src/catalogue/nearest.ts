/** The candidate that `word` is most likely a typo of, if any is close enough to be worth suggesting. */
export function nearest<Candidate extends string>(
  word: string,
  candidates: Iterable<Candidate>,
): Candidate | undefined {
  const wanted = word.toLowerCase();
  let closest: Candidate | undefined;
  // Short words are within two edits of too many others, so at most a third of the letters may differ.
  let limit = Math.min(2, Math.floor(word.length / 3));
  for (const candidate of candidates) {
    // The lengths alone rule most candidates out, and an equal distance does not replace an earlier candidate.
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits > limit) continue;
    closest = candidate;
    limit = edits - 1;
  }
  return closest;
}

/** Damerau-Levenshtein distance: inserted, dropped, replaced and swapped letters count one each. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const edits = Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(isSwap ? Math.min(edits, at(beforeLast, column - 2) + 1) : edits);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}

function at(cells: readonly number[], column: number): number {
  return cells[column] ?? Number.POSITIVE_INFINITY;
}
