import type * as t from '@babel/types';
import { splitGlob } from '../../base/paths.ts';
import { memberName, unwrapTypes } from '../../config/syntax.ts';
import { isSigned } from '../aliases.ts';
import { isOwnFolder, type JoiningCall, joiningCall } from '../paths/places.ts';
import type { FileNames } from '../syntax/bindings.ts';
import { isMeta, isNamed, propertyOf } from '../syntax/code.ts';
import { type CodeString, choicesOf, stringOf } from './code-strings.ts';
import type { Reference } from './reference.ts';

/** The state of a search in a piece of code. */
export interface CodeScan {
  readonly code: string;
  readonly names: FileNames;
  readonly references: Reference[];
}

/** A URL without a scheme or leading slash is relative. A dot alone is the base of other paths. */
const noRelativeUrl = /^(?:\.?\/?$|\/|[a-z][a-z\d+.-]+:)/i;

/** Adds the modules that an expression may refer to. */
export function addModule(scan: CodeScan, node: t.Node | null | undefined): void {
  for (const text of node ? stringsOf(node) : []) scan.references.push({ kind: 'module', ...text });
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

/** Adds the references in a call of a function that takes a file. */
export function addCall(scan: CodeScan, call: t.CallExpression | t.NewExpression): void {
  const callee = unwrapTypes(call.callee);
  const { names } = scan;
  const joining = call.type === 'CallExpression' ? joiningCall(call, names) : undefined;
  const [first, ...others] = call.arguments;
  if (!first) return;
  if (call.type === 'NewExpression') {
    const isUrl = others[0] && isMeta(others[0], 'url') && isNamed(callee, 'URL');
    const texts = isUrl ? stringsOf(first).filter(({ specifier }) => !noRelativeUrl.test(specifier)) : [];
    for (const text of texts) scan.references.push({ kind: 'path', ...text });
  } else if (callee.type === 'Import' || isRequire(callee, scan)) addModule(scan, first);
  else if (joining && isOwnFolder(joining.base)) addJoined(scan, joining);
  else if (callee.type === 'MemberExpression') addMethod(scan, callee, first, others);
}

/** Whether a node is `require`, unless the file defines that name: then it may start in another folder. */
function isRequire(node: t.Node, { names }: CodeScan): boolean {
  return isNamed(node, 'require') && !names.has('require');
}

function addMethod(scan: CodeScan, callee: t.MemberExpression, first: t.Node, rest: readonly t.Node[]): void {
  const method = memberName(callee) ?? '';
  const object = unwrapTypes(callee.object);
  const isOfMeta = object.type === 'MetaProperty';
  const isMock = object.type === 'Identifier' && mockMethods.get(object.name)?.includes(method);
  // With the option `paths` of `require.resolve`, the base is another folder.
  const isResolved = method === 'resolve' && (isOfMeta || (rest.length === 0 && isRequire(object, scan)));
  if (isOfMeta && method === 'glob') addGlobs(scan, first, rest[0]);
  else if (isMock || isResolved) addModule(scan, first);
}

/** Adds the patterns of `import.meta.glob`. */
function addGlobs(scan: CodeScan, patterns: t.Node, options: t.Node | undefined): void {
  const base = options && propertyOf(unwrapTypes(options), 'base');
  const list = unwrapTypes(patterns);
  const items = list.type === 'ArrayExpression' ? list.elements : [list];
  // A leading slash of the base means the project root, as in a pattern.
  for (const text of base ? stringsOf(base) : [])
    scan.references.push({ ...text, kind: text.specifier.startsWith('/') ? 'glob' : 'path' });
  for (const text of items.flatMap((item) => (item ? stringsOf(item) : []))) {
    // The `!` of a negated pattern is not part of the path.
    const sign = text.specifier.startsWith('!') && scan.code[text.start] === '!' ? 1 : 0;
    const specifier = text.specifier.slice(sign);
    // With a base, relative patterns are resolved from the base and not from this file.
    if (specifier !== '' && !(base && specifier.startsWith('.')))
      scan.references.push({ ...text, kind: 'glob', specifier, start: text.start + sign });
  }
}

/** The strings that an expression may evaluate to. */
function stringsOf(node: t.Node): CodeString[] {
  return choicesOf(node).flatMap((choice) => stringOf(choice) ?? []);
}

/** Adds paths after the file's own folder. All arguments of `join` are relative, even with a leading slash. */
function addJoined(scan: CodeScan, { by, parts }: JoiningCall): void {
  const text = joinedString(scan, parts);
  // `resolve` ignores everything before an absolute path.
  const leaves = (part: t.Node) => /^(?:\/|[a-z]:[\\/])/i.test(stringOf(part)?.specifier ?? '');
  if (!text || (by !== 'join' && parts.some(leaves))) return;
  const specifier = text.specifier.replace(/^\/+/, '');
  const isPattern = !text.open && splitGlob(specifier).pattern !== '';
  if (isPattern && specifier.startsWith('.')) scan.references.push({ ...text, kind: 'glob', specifier });
  // The framework's resolver also resolves aliases.
  else if (by === 'resolver')
    scan.references.push({ ...text, kind: specifier.startsWith('.') ? 'path' : 'module' });
  else if (specifier)
    scan.references.push({
      ...text,
      kind: isPattern ? 'pattern' : 'path',
      specifier: belowFolder(specifier),
    });
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
