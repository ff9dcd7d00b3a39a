import type * as t from '@babel/types';
import { asFolder } from './encoders.ts';
import { type Literal, literalOf } from './literals.ts';
import type { Scan } from './scan.ts';

/** `join` takes every argument as relative, also with a slash in front. */
export function addJoined(scan: Scan, parts: readonly t.Node[]): void {
  const literal = joined(scan, parts);
  const specifier = literal?.specifier.replace(/^\/+/, '');
  if (literal && specifier)
    scan.references.push({ ...literal, kind: 'path', specifier: belowFolder(specifier) });
}

/** `path.resolve` behind the file's own folder. */
export function addResolvedFrom(scan: Scan, parts: readonly t.Node[]): void {
  const literal = joined(scan, parts);
  if (!literal || leavesBase(scan, parts)) return;
  scan.references.push({ ...literal, kind: 'path', specifier: belowFolder(literal.specifier) });
}

/** What is joined to a folder is below it, also where it has the name of an alias. */
export function belowFolder(specifier: string): string {
  return /^[~@#]/.test(specifier) ? `./${specifier}` : specifier;
}

/** The framework's resolver also takes aliases. */
export function addResolved(scan: Scan, parts: readonly t.Node[]): void {
  const literal = joined(scan, parts);
  if (!literal || leavesBase(scan, parts)) return;
  scan.references.push({ ...literal, kind: literal.specifier.startsWith('.') ? 'path' : 'module' });
}

/** `resolve` forgets what came before an absolute path. */
function leavesBase(scan: Scan, parts: readonly t.Node[]): boolean {
  return parts.some((part) => /^(?:\/|[a-z]:[\\/])/i.test(literalOf(scan.code, part)?.specifier ?? ''));
}

/**
 * Reads `'a', 'b'` as `a/b`. The span runs from the first literal into the last, so that one literal takes
 * the place of all. What follows the leading literals makes it open; then it ends with a slash, because whole
 * folders are known.
 */
function joined(scan: Scan, parts: readonly t.Node[]): Literal | undefined {
  const leading = leadingLiterals(scan, parts);
  const [first, last] = [leading[0], leading.at(-1)];
  if (!first || !last) return parts[0] && literalOf(scan.code, parts[0]);
  const open = leading.length < parts.length;
  const texts = leading.map(({ specifier }) => specifier).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  if (leading.length === 1 && !open) return first;
  const specifier = (open ? [...texts, ''] : texts).join('/').replace(/\/{2,}/g, '/');
  const encode = open ? (asFolder.get(first.encode) ?? first.encode) : first.encode;
  return { specifier, start: first.start, end: last.end, open, encode };
}

/** As far as they are written with the same quotes: one literal has to begin and end with the same. */
function leadingLiterals(scan: Scan, parts: readonly t.Node[]): Literal[] {
  const leading: Literal[] = [];
  for (const part of parts) {
    const literal = literalOf(scan.code, part, true);
    if (!literal || literal.open || literal.encode !== (leading[0] ?? literal).encode) break;
    leading.push(literal);
  }
  return leading;
}
