import { type PlacePath, placeAt, splitGlob } from '../../config/places.ts';
import { isSigned, readText } from '../aliases.ts';
import type { AliasScope, Origin, World } from './follow.ts';

/** What kind of text is tested: markup and styles write paths without quotes as well. */
export type TextKind = 'script' | 'markup' | 'style';

/** Words that make a path of pieces which say nothing on their own. */
const assembled = /\b__dirname\b|\bimport\.meta\.(?:url|dirname|filename|glob|resolve)|<reference\s+path/;
/** Several paths in one attribute. */
const several = /\bsrcset\b/;
/** `url(x)`, and imports of the indented syntax. */
const unquotedStyle = /url\(\s*([^\s'"`()]+)|^\s*@import\s+([^'"\s][^\n]*)/gm;
const unquotedAttribute = /=([.~@#][^\s>"']*)/g;

/**
 * A test whether a text may hold a reference that changes, far cheaper than parsing it. It may say yes too often,
 * and never says no to one that does.
 */
export function createCandidateTest(world: World): (text: string, origin: Origin, kind: TextKind) => boolean {
  const inFolders = new Map<string, Map<string, boolean>>();
  const inScopes = new Map<AliasScope, Map<string, boolean>>();
  const starts = new Map<AliasScope, RegExp>();
  return (text, origin, kind) => {
    if (assembled.test(text) || (kind === 'markup' && several.test(text))) return true;
    // Files of one folder may go to different ones.
    const inFolder = remembered(
      inFolders,
      `${origin.before}\0${origin.after}`,
      () => new Map<string, boolean>(),
    );
    const inScope = remembered(inScopes, origin.aliases, () => new Map<string, boolean>());
    const mayChange = (candidate: string): boolean =>
      remembered(candidate.startsWith('.') ? inFolder : inScope, candidate, () =>
        changes(candidate, origin, world),
      );
    if (kind !== 'script' && mayChangeUnquoted(text, origin, world, mayChange)) return true;
    return someQuoted(
      text,
      remembered(starts, origin.aliases, () => startOf(origin.aliases)),
      mayChange,
    );
  };
}

function remembered<K, V>(memory: Map<K, V>, key: K, compute: () => V): V {
  let known = memory.get(key);
  if (known === undefined) {
    known = compute();
    memory.set(key, known);
  }
  return known;
}

/** A quote with something behind it that can start a path: a dot, a sign, or an alias that has none. */
function startOf({ before }: AliasScope): RegExp {
  const plain = [...before.keys()].filter((name) => !isSigned(name));
  const names = plain.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
  return new RegExp(`["'\`](?=\\.{1,2}(?:[/\\\\]|["'\`])|[~@#]${names && `|(?:${names})[/"'\`]`})`, 'g');
}

/** Looks at every text behind a quote. Where quotes pair up wrongly, in prose, the next one starts anew. */
function someQuoted(text: string, start: RegExp, test: (candidate: string) => boolean): boolean {
  start.lastIndex = 0;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const from = match.index + 1;
    const end = text.indexOf(text[match.index] ?? '', from);
    const line = text.indexOf('\n', from);
    const to = Math.min(end === -1 ? text.length : end, line === -1 ? text.length : line);
    if (test(text.slice(from, to))) return true;
  }
  return false;
}

function mayChangeUnquoted(
  text: string,
  { before }: Origin,
  { moves }: World,
  test: (candidate: string) => boolean,
): boolean {
  const isApart = moves.partsOf(before).length > 0;
  for (const [, url, list] of text.matchAll(unquotedStyle)) {
    // A name without a sign is beside the file, and moves with it unless the folder comes apart.
    if (isApart || list !== undefined || test(url ?? '')) return true;
  }
  for (const [, value = ''] of text.matchAll(unquotedAttribute)) if (test(value)) return true;
  return isApart && /@(?:import|use|forward)\b|url\(/.test(text);
}

function changes(candidate: string, { before, after, aliases }: Origin, { moves }: World): boolean {
  const [text = ''] = candidate.replaceAll('\\', '/').split(/\$\{|\?|(?<=.)#/, 1);
  const { folder, pattern } = splitGlob(text);
  const path = pattern === '' ? text : folder;
  const places = /^\.{1,2}(?:\/|$)/.test(path)
    ? { read: placeAt(before, path), readAfter: placeAt(after, path) }
    : readBoth(path, aliases);
  if (!places) return false;
  const { read, readAfter } = places;
  const isFolder = pattern !== '' || text !== candidate || path.endsWith('/');
  return (
    moves.after(read) !== readAfter || moves.startsAt(read) || (isFolder && moves.partsOf(read).length > 0)
  );
}

function readBoth(
  path: string,
  { before, after }: AliasScope,
): { read: PlacePath; readAfter: PlacePath } | undefined {
  for (const text of path.startsWith('~') ? [path, path.slice(1)] : [path]) {
    const read = readText(before, text);
    if (read) return { read: read.place, readAfter: readText(after, text)?.place ?? '' };
  }
  return undefined;
}
