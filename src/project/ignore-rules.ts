import { compilePattern, type IgnorePattern, type KnownClasses } from './ignore-patterns.ts';
import { remembered } from './remembered.ts';

/** The rules of a file in the format of gitignore(5). */
export interface IgnoreRules {
  /**
   * The last rule that matches a path; undefined if none does. The path is seen from the folder that the rules are for.
   * Whether a folder above it is ignored is for the caller to know.
   */
  lastMatch(path: string, isFolder: boolean): IgnoreRule | undefined;
}

/** One rule, as far as someone wants to know it. */
export interface IgnoreRule {
  readonly line: number;
  /** The bytes of the line, one character for each. */
  readonly source: string;
  /** Whether it says that git sees what it matches. */
  readonly isNegated: boolean;
}

/** Reads rules as git does, by bytes: a question mark stands for one of them, also in a name that is not ASCII. */
export function parseIgnoreRules(content: Uint8Array): IgnoreRules {
  const names = createIndex();
  const paths = createIndex();
  const seen = new Set<string>();
  const classes: KnownClasses = new Map();
  const rules = linesIn(content).flatMap((line, index) => readRule(line, index + 1) ?? []);
  // The last one counts, so of rules that differ in nothing but a negation only that one is needed.
  for (const [order, rule] of [...rules.entries()].reverse()) {
    const key = `${rule.ofName} ${rule.foldersOnly} ${rule.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const pattern = compilePattern(rule.text, classes);
    if (pattern) (rule.ofName ? names : paths).add({ pattern, order, foldersOnly: rule.foldersOnly });
  }
  return {
    lastMatch(path, isFolder) {
      const bytes = bytesOf(path);
      const inPath = paths.lastMatch(bytes, isFolder, -1);
      return rules[names.lastMatch(bytes.slice(bytes.lastIndexOf('/') + 1), isFolder, inPath)];
    },
  };
}

const notAscii = /[^\0-\x7f]/;

/** A text as bytes, each a character of its own. */
export function bytesOf(text: string): string {
  return notAscii.test(text) ? Buffer.from(text).toString('latin1') : text;
}

function linesIn(content: Uint8Array): string[] {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n');
}

interface Rule extends IgnoreRule {
  /** The pattern, without the marks around it. */
  readonly text: string;
  readonly foldersOnly: boolean;
  /** The pattern is for the last name of a path, wherever that is. */
  readonly ofName: boolean;
}

/** Undefined for a comment, and for what matches nothing. */
function readRule(source: string, line: number): Rule | undefined {
  if (source.startsWith('#')) return undefined;
  // Git reads a line up to a NUL.
  const trimmed = withoutTrailingSpaces(source.replace(/\r$/, '').split('\0', 1).join());
  const isNegated = trimmed.startsWith('!');
  const foldersOnly = trimmed.endsWith('/');
  const whole = trimmed.slice(isNegated ? 1 : 0, foldersOnly ? -1 : undefined);
  const anchored = whole.startsWith('/') ? whole.slice(1) : whole;
  // A name in any folder is found faster as a name.
  const name = anchored.replace(/^(?:\*{2,}\/)+/, '');
  const ofName = (whole === anchored || name !== anchored) && !name.includes('/');
  const text = ofName ? name : anchored;
  return text === '' ? undefined : { text, isNegated, foldersOnly, ofName, line, source: trimmed };
}

/** Spaces at the end do not count, unless a backslash stands in front. */
function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end -= 1;
  let start = end;
  while (text[start - 1] === '\\') start -= 1;
  const isEscaped = (end - start) % 2 === 1;
  return text.slice(0, isEscaped ? end + 1 : end);
}

interface Entry {
  readonly pattern: IgnorePattern;
  /** The number of the rule. */
  readonly order: number;
  readonly foldersOnly: boolean;
}

/** Patterns, found by what texts start with, end with or contain: most are never compared with a text. */
interface Index {
  /** Patterns are added from the last rule to the first. */
  add(entry: Entry): void;
  /** The number of the last rule that matches, if it comes behind the given one; else the given one. */
  lastMatch(text: string, isFolder: boolean, behind: number): number;
}

// Each length that occurs is looked up for every text, so there must not be too many.
const longestKey = 64;

const partLength = 3;

function createIndex(): Index {
  const literals = new Map<string, Entry[]>();
  const starts = new Map<string, Entry[]>();
  const ends = new Map<string, Entry[]>();
  const parts = new Map<string, Entry[]>();
  const others: Entry[] = [];
  const startLengths = new Set<number>();
  const endLengths = new Set<number>();
  const listFor = ({ prefix, suffix, infix, isLiteral }: IgnorePattern): Entry[] => {
    if (isLiteral) return remembered(literals, prefix, () => []);
    if (prefix !== '') {
      const start = prefix.slice(0, longestKey);
      startLengths.add(start.length);
      return remembered(starts, start, () => []);
    }
    if (suffix !== '') {
      const end = suffix.slice(-longestKey);
      endLengths.add(end.length);
      return remembered(ends, end, () => []);
    }
    return infix.length < partLength ? others : remembered(parts, rarestPart(infix, parts), () => []);
  };
  return {
    add: (entry) => void listFor(entry.pattern).push(entry),
    lastMatch(text, isFolder, behind) {
      let last = behind;
      const look = (entries: readonly Entry[] = []) => {
        for (const { pattern, order, foldersOnly } of entries) {
          if (order <= last) return;
          if ((isFolder || !foldersOnly) && pattern.matches(text)) last = order;
        }
      };
      look(literals.get(text));
      for (const length of startLengths) look(starts.get(text.slice(0, length)));
      for (const length of endLengths) look(ends.get(text.slice(-length)));
      if (parts.size > 0) for (const part of partsOf(text)) look(parts.get(part));
      look(others);
      return last;
    },
  };
}

/** All texts of three bytes in a longer one. */
function partsOf(text: string): ReadonlySet<string> {
  const parts = new Set<string>();
  for (let at = 0; at + partLength <= text.length; at += 1) parts.add(text.slice(at, at + partLength));
  return parts;
}

/** The part of a text that fewest rules are listed at so far. */
function rarestPart(text: string, lists: ReadonlyMap<string, readonly Entry[]>): string {
  const listedAt = (part: string) => lists.get(part)?.length ?? 0;
  return [...partsOf(text)].reduce((rarest, part) => (listedAt(part) < listedAt(rarest) ? part : rarest));
}
