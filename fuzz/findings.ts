import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { optionPaths } from './dictionary.ts';
import type { Flags } from './fixtures.ts';
import type { FuzzFinding } from './oracle-run.ts';
import { type Entry, outside, readTree, writeTree } from './trees.ts';

/** What is written down of a finding, beside its files. */
interface Record {
  /** Runs the case again before it was made smaller: `npm run fuzz -- --case <this>`. */
  readonly case?: string;
  readonly oracle?: string;
  readonly message?: string;
  readonly flags: Flags;
  readonly hostile?: boolean;
  /** What a folder in version control does not keep: modes, empty folders, links out of it. */
  readonly modes?: { readonly [path: string]: string };
  readonly links?: { readonly [path: string]: string };
  readonly pipes?: readonly string[];
}

const options = new Set(optionPaths);

/** What makes two findings one: the rule that is broken, and how, without names and numbers. */
export function signatureOf({ oracle, message }: FuzzFinding): string {
  const plain = message
    .replace(/`([^`\n]*)`/g, (_, name: string) => (options.has(name) ? name : 'NAME'))
    .replace(/\S*\/\S*|\S+\.\w+:\S*/g, 'PATH')
    .replace(/\d+/g, 'N');
  const kinds = new Set(plain.split('\n').map((line) => line.trim()));
  return [oracle, ...[...kinds].toSorted()].join(' | ');
}

/** A short name for a folder. */
export function nameOf(finding: FuzzFinding): string {
  const hash = createHash('sha256').update(signatureOf(finding)).digest('hex').slice(0, 8);
  return `${finding.oracle.toLowerCase().replace(/[^a-z]+/g, '-')}-${hash}`;
}

/** Writes a finding down, so that it can be looked at and kept. */
export function writeFinding(folder: string, one: Case, finding: FuzzFinding, id: string): string {
  const home = join(folder, nameOf(finding));
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'input'), { recursive: true });
  const isOut = (entry: Entry) => entry.kind === 'link' && entry.target.includes(outside);
  const kept = [...one.tree].filter(([, entry]) => !isOut(entry) && entry.kind !== 'pipe');
  writeTree(join(home, 'input'), new Map(kept), outside);
  const links = [...one.tree].flatMap(([path, entry]) =>
    entry.kind === 'link' && isOut(entry) ? [[path, entry.target]] : [],
  );
  const modes = [...one.tree].flatMap(([path, entry]) =>
    entry.kind === 'folder' || (entry.kind === 'file' && entry.mode !== undefined)
      ? [[path, `${entry.kind} ${(entry.mode ?? 0o755).toString(8)}`]]
      : [],
  );
  const pipes = [...one.tree].flatMap(([path, { kind }]) => (kind === 'pipe' ? [path] : []));
  const record: Record = {
    ...{ case: id, ...finding, flags: one.flags },
    ...(one.hostile ? { hostile: true } : {}),
    ...(modes.length > 0 ? { modes: Object.fromEntries(modes) } : {}),
    ...(links.length > 0 ? { links: Object.fromEntries(links) } : {}),
    ...(pipes.length > 0 ? { pipes } : {}),
  };
  writeFileSync(join(home, 'finding.json'), `${JSON.stringify(record, null, 2)}\n`);
  return home;
}

/** The case of a finding that was written down. */
export function readFinding(home: string): Case {
  const {
    flags,
    hostile = false,
    modes = {},
    links = {},
    pipes = [],
  }: Record = JSON.parse(readFileSync(join(home, 'finding.json'), 'utf8'));
  const tree = readTree(join(home, 'input'));
  for (const [path, target] of Object.entries(links)) tree.set(path, { kind: 'link', target });
  for (const path of pipes) tree.set(path, { kind: 'pipe' });
  for (const [path, text] of Object.entries(modes)) {
    const [kind, octal = ''] = text.split(' ');
    const mode = Number.parseInt(octal, 8);
    const entry = tree.get(path);
    if (kind === 'folder') tree.set(path, { kind, mode });
    else if (entry?.kind === 'file') tree.set(path, { ...entry, mode });
  }
  return hostile ? { tree, flags, hostile } : { tree, flags };
}
