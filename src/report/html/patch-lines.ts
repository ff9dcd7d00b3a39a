/** A line of a hunk, without its sign. */
export interface PatchLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Counted from one; absent on the side that does not have the line. */
  readonly old?: number;
  readonly new?: number;
}

export interface Hunk {
  readonly header: string;
  readonly lines: readonly PatchLine[];
}

/** The hunks of one file's patch, as git writes it. */
export function hunksOf(diff: string): Hunk[] {
  const [, ...parts] = diff.split(/^(?=@@ )/m);
  return parts.map(hunkOf);
}

function hunkOf(part: string): Hunk {
  const [header = '', ...rest] = part.replace(/\n$/, '').split('\n');
  const [, oldStart, newStart] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(header) ?? [];
  let oldLine = Number(oldStart);
  let newLine = Number(newStart);
  const lines = rest.flatMap((raw): PatchLine[] => {
    // The line feed shows by itself, and whoever keeps carriage returns before it keeps them everywhere.
    const text = raw.slice(1).replace(/\r$/, '');
    if (raw.startsWith('-')) return [{ kind: 'removed', text, old: oldLine++ }];
    if (raw.startsWith('+')) return [{ kind: 'added', text, new: newLine++ }];
    if (raw.startsWith('\\')) return [];
    return [{ kind: 'same', text, old: oldLine++, new: newLine++ }];
  });
  return { header, lines };
}
