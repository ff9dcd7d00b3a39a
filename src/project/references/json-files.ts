import { posix } from 'node:path';
import { positionOf } from '../../config/problem.ts';
import { type JsonValue, memberOf, parseJson } from '../json.ts';
import type { TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source.ts';
import { type Reference, type ReferenceKind, Unparsed } from './reference.ts';

/** The members of a file of a known kind that name other files; a star stands for every key or item. */
type Rows = readonly (readonly [path: string, kind: ReferenceKind])[];

const tsConfigRows: Rows = [
  // What is neither relative nor absolute is a package here.
  ['extends', 'module'],
  ['extends.*', 'module'],
  ['files.*', 'path'],
  ['include.*', 'pattern'],
  ['exclude.*', 'pattern'],
  ['references.*.path', 'path'],
  ['compilerOptions.baseUrl', 'path'],
  ['compilerOptions.rootDir', 'path'],
  ['compilerOptions.rootDirs.*', 'path'],
  ['compilerOptions.typeRoots.*', 'path'],
  ['compilerOptions.types.*', 'module'],
  ['compilerOptions.outDir', 'path'],
  ['compilerOptions.declarationDir', 'path'],
];

const packageRows: Rows = [
  ['main', 'path'],
  ['module', 'path'],
  ['types', 'path'],
  ['typings', 'path'],
  ['style', 'path'],
  ['sass', 'path'],
  ['bin', 'path'],
  ['bin.*', 'path'],
  ['files.*', 'pattern'],
  ['workspaces.*', 'pattern'],
];

/** Subtrees of package.json in which every text that starts with a dot names a file. */
const packageMaps = ['exports', 'imports', 'browser'];

/** Whether a file is JSON that names other files in a way we know. */
export function isKnownJson(path: TreePath): boolean {
  return isTsConfig(path) || posix.basename(path) === 'package.json';
}

export function isTsConfig(path: TreePath): boolean {
  return /^(?:ts|js)config(?:\.[\w.-]+)?\.json$/.test(posix.basename(path));
}

/** The references in a package.json. Throws `Unparsed` if it is not JSON. */
export function packageReferences(source: SourceText): Reference[] {
  const root = rootOf(source);
  return [...inRows(root, packageRows), ...inPackageMaps(root)];
}

/** The references in a tsconfig, whatever its name. Throws `Unparsed` if it is not JSON. */
export function tsConfigReferences(source: SourceText): Reference[] {
  const root = rootOf(source);
  return [...inRows(root, tsConfigRows), ...inPaths(root)];
}

function rootOf(source: SourceText): JsonValue {
  const { path, text } = source;
  // An empty file says nothing, and is no mistake of ours to report.
  const root = text.trim() === '' ? parseJson('{}') : source.json();
  if (!root) throw new Unparsed('the file is not JSON', positionOf(path, text, 0));
  return root;
}

function inRows(root: JsonValue, rows: Rows): Reference[] {
  return rows.flatMap(([path, kind]) => {
    const inList = path.endsWith('.*') && kind === 'pattern';
    return valuesAt(root, path.split('.')).flatMap((value) => referenceTo(value, kind, inList));
  });
}

function valuesAt(value: JsonValue, [key, ...rest]: readonly string[]): JsonValue[] {
  if (key === undefined) return [value];
  if (key !== '*') {
    const member = memberOf(value, key);
    return member ? valuesAt(member.value, rest) : [];
  }
  return childrenOf(value).flatMap((child) => valuesAt(child, rest));
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (value.kind === 'array') return value.items;
  return value.kind === 'object' ? value.members.map((member) => member.value) : [];
}

function referenceTo(value: JsonValue, kind: ReferenceKind, inList: boolean): Reference[] {
  if (value.kind !== 'string') return [];
  const { text: specifier, start, end } = value;
  const base: Reference = {
    kind,
    specifier,
    start: start + 1,
    end: end - 1,
    open: false,
    encode: escapeJson,
  };
  return [inList ? { ...base, encodeAll: escapeAll } : base];
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function escapeAll(texts: readonly string[]): string {
  return texts.map(escapeJson).join('", "');
}

function inPackageMaps(root: JsonValue): Reference[] {
  const visit = (value: JsonValue): Reference[] =>
    value.kind === 'string'
      ? value.text.startsWith('.')
        ? referenceTo(value, 'pattern', false)
        : []
      : childrenOf(value).flatMap(visit);
  return packageMaps.flatMap((key) => {
    const member = memberOf(root, key);
    return member ? visit(member.value) : [];
  });
}

/** An alias of `paths`: the place is what stands in front of the star. */
function inPaths(root: JsonValue): Reference[] {
  const options = memberOf(root, 'compilerOptions')?.value;
  const paths = memberOf(options, 'paths')?.value;
  if (paths?.kind !== 'object') return [];
  const baseUrl = memberOf(options, 'baseUrl')?.value;
  const base = baseUrl?.kind === 'string' ? { base: baseUrl.text } : {};
  return paths.members.flatMap(({ key, value }) =>
    childrenOf(value).flatMap((target) =>
      referenceTo(target, 'path', false).map((reference): Reference => {
        const stars = reference.specifier.endsWith('*') ? 1 : 0;
        const specifier = reference.specifier.slice(0, reference.specifier.length - stars);
        return { ...reference, specifier, end: reference.end - stars, defines: aliasName(key), ...base };
      }),
    ),
  );
}

function aliasName(key: string): string {
  return key.replace(/\/?\*$/, '');
}

/** The aliases that a tsconfig defines, each with the path from its folder; and the files it extends. */
export interface TsConfigAliases {
  readonly aliases: readonly { readonly name: string; readonly path: string }[];
  readonly extends: readonly string[];
}

export function readTsConfig(text: string): TsConfigAliases | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const options = memberOf(root, 'compilerOptions')?.value;
  const base = memberOf(options, 'baseUrl')?.value;
  const prefix = base?.kind === 'string' ? base.text : '.';
  const paths = memberOf(options, 'paths')?.value;
  const aliases = (paths?.kind === 'object' ? paths.members : []).flatMap(({ key, value }) => {
    const [first] = childrenOf(value);
    // A star inside a name (`@ui-*`) makes no alias as the framework has them.
    if (first?.kind !== 'string' || !/^[^*]+?(?:\/\*)?$/.test(key)) return [];
    return [{ name: aliasName(key), path: posix.join(prefix, first.text.replace(/\*$/, '')) }];
  });
  const parent = memberOf(root, 'extends')?.value;
  const parents = parent?.kind === 'string' ? [parent] : parent ? childrenOf(parent) : [];
  return { aliases, extends: parents.flatMap((one) => (one.kind === 'string' ? [one.text] : [])) };
}
