import type * as t from '@babel/types';
import { isSigned, splitGlob } from '../../base/paths.ts';
import { memberName, unwrapTypes } from '../../config/syntax.ts';
import type { FileNames } from '../../tree/syntax/bindings.ts';
import { isMeta, isNamed, propertyOf } from '../../tree/syntax/code.ts';
import { isOwnFolder, type JoiningCall, joiningCall } from '../places.ts';
import { type CodeString, choicesOf, stringOf } from './code-strings.ts';
import type { Reference } from './reference.ts';

/** A piece of code that is searched, and the names that it declares. */
export interface CodeScan {
  readonly code: string;
  readonly names: FileNames;
}

/** A URL without a scheme or leading slash is relative. A dot alone is the base of other paths. */
const noRelativeUrl = /^(?:\.?\/?$|\/|[a-z][a-z\d+.-]+:)/i;

/** The references of the strings that an expression may evaluate to. */
export function referencesTo(kind: Reference['kind'], node: t.Node): Reference[] {
  return choicesOf(node).flatMap((choice) => {
    const text = stringOf(choice);
    return text ? { kind, ...text } : [];
  });
}

const mockMethods: ReadonlyMap<string, readonly string[]> = new Map([
  ['vi', ['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock']],
  [
    'jest',
    [
      ...['mock', 'doMock', 'unmock', 'dontMock', 'setMock', 'requireActual', 'requireMock'],
      ...['createMockFromModule', 'unstable_mockModule'],
    ],
  ],
]);

/** The references in a call of a function that takes a file. */
export function callReferences(
  scan: CodeScan,
  call: t.CallExpression | t.NewExpression,
): Reference[] {
  const callee = unwrapTypes(call.callee);
  const [first, second] = call.arguments;
  if (!first) return [];
  if (call.type === 'NewExpression') {
    const isUrl = second && isMeta(second, 'url') && isNamed(callee, 'URL');
    const paths = isUrl ? referencesTo('path', first) : [];
    return paths.filter(({ specifier }) => !noRelativeUrl.test(specifier));
  }
  if (callee.type === 'Import' || isRequire(callee, scan)) return referencesTo('module', first);
  const joining = joiningCall(call, scan.names);
  if (joining && isOwnFolder(joining.base)) return inJoined(scan, joining);
  return callee.type === 'MemberExpression' ? inMethod(scan, callee, first, second) : [];
}

/** Whether a node is `require`, unless the file defines that name: then it may start in another folder. */
function isRequire(node: t.Node, { names }: CodeScan): boolean {
  return isNamed(node, 'require') && !names.has('require');
}

function inMethod(
  scan: CodeScan,
  callee: t.MemberExpression,
  first: t.Node,
  second?: t.Node,
): Reference[] {
  const method = memberName(callee) ?? '';
  const object = unwrapTypes(callee.object);
  const isOfMeta = object.type === 'MetaProperty';
  const isMock = object.type === 'Identifier' && mockMethods.get(object.name)?.includes(method);
  // With the option `paths` of `require.resolve`, the base is another folder.
  const isResolved = method === 'resolve' && (isOfMeta || (!second && isRequire(object, scan)));
  if (isOfMeta && method === 'glob') return inGlob(scan, first, second);
  return isMock || isResolved ? referencesTo('module', first) : [];
}

/** The patterns of `import.meta.glob`. */
function inGlob({ code }: CodeScan, patterns: t.Node, options: t.Node | undefined): Reference[] {
  const base = options && propertyOf(unwrapTypes(options), 'base');
  const list = unwrapTypes(patterns);
  const items = list.type === 'ArrayExpression' ? list.elements : [list];
  // A leading slash of the base means the project root, as in a pattern.
  const bases = (base ? referencesTo('path', base) : []).map(
    (found): Reference => (found.specifier.startsWith('/') ? { ...found, kind: 'glob' } : found),
  );
  const written = items.flatMap((item) => (item ? referencesTo('glob', item) : []));
  const globs = written.map((found): Reference => {
    // The `!` of a negated pattern is not part of the path.
    const sign = found.specifier.startsWith('!') && code[found.start] === '!' ? 1 : 0;
    return { ...found, specifier: found.specifier.slice(sign), start: found.start + sign };
  });
  // With a base, relative patterns are resolved from the base and not from this file.
  const isWanted = ({ specifier }: Reference) =>
    specifier !== '' && !(base && specifier.startsWith('.'));
  return [...bases, ...globs.filter(isWanted)];
}

/** The paths after the file's own folder. All arguments of `join` are relative, even with a leading slash. */
function inJoined(scan: CodeScan, { by, parts }: JoiningCall): Reference[] {
  const text = joinedString(scan, parts);
  // `resolve` ignores everything before an absolute path.
  const leaves = (part: t.Node) => /^(?:\/|[a-z]:[\\/])/i.test(stringOf(part)?.specifier ?? '');
  if (!text || (by !== 'join' && parts.some(leaves))) return [];
  const specifier = text.specifier.replace(/^\/+/, '');
  const isPattern = !text.open && splitGlob(specifier).pattern !== '';
  if (isPattern && specifier.startsWith('.')) return [{ ...text, kind: 'glob', specifier }];
  // The framework's resolver also resolves aliases.
  if (by === 'resolver') return [{ ...text, kind: specifier.startsWith('.') ? 'path' : 'module' }];
  if (specifier === '') return [];
  return [{ ...text, kind: isPattern ? 'pattern' : 'path', specifier: belowFolder(specifier) }];
}

/** Marks a path that is joined to a folder as relative, even if it starts like an alias. */
export function belowFolder(specifier: string): string {
  return isSigned(specifier) ? `./${specifier}` : specifier;
}

/**
 * Reads `'a', 'b'` as `a/b`. The span runs from the first string to the last, so that one string replaces all.
 * If other arguments follow, the text is open and ends with a slash, because only whole folders are certain.
 */
function joinedString(scan: CodeScan, parts: readonly t.Node[]): CodeString | undefined {
  const leading = leadingStrings(scan, parts);
  const [first, last] = [leading[0], leading.at(-1)];
  if (!first || !last) return parts[0] && stringOf(parts[0]);
  const open = leading.length < parts.length;
  const texts = leading.map(({ specifier }) => specifier).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  if (leading.length === 1 && !open) return first;
  const specifier = (open ? [...texts, ''] : texts).join('/').replace(/\/{2,}/g, '/');
  return { specifier, start: first.start, end: last.end, open, isPlain: true };
}

/** The leading plain strings with the same quotes, because one string replaces them. */
function leadingStrings({ code }: CodeScan, parts: readonly t.Node[]): CodeString[] {
  const leading: CodeString[] = [];
  for (const part of parts) {
    const text = stringOf(part, true);
    if (!text || text.open || !text.isPlain) break;
    if (code[text.start - 1] !== code[(leading[0] ?? text).start - 1]) break;
    leading.push(text);
  }
  return leading;
}
