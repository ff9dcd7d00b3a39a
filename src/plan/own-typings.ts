import type { Json } from '../catalogue/index.ts';
import { type Change, pathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Edit } from '../config/edits.ts';
import type { Span } from '../config/source.ts';
import { type JsonMember, type JsonNode, memberOf, parseJson, valueAt } from '../project/json.ts';
import type { TreePath } from '../project/snapshot.ts';
import { commentSpans } from '../project/syntax/file-kind.ts';

/** The compiler options in the root tsconfig, which no longer apply once it only references generated files. */
export interface OwnTypings {
  readonly file: TreePath;
  /** Compiler options that have the same effect in any file. */
  readonly movable: ReadonlyMap<string, Json>;
}

/** Compiler options that depend on the folder of their file, or set output paths. */
const bound = new Set(
  [
    ...['paths', 'baseUrl', 'rootDir', 'rootDirs', 'typeRoots', 'composite', 'incremental'],
    ...['outDir', 'outFile', 'declarationDir', 'tsBuildInfoFile', 'mapRoot', 'sourceRoot'],
  ].map((name) => name.toLowerCase()),
);

/** Reads the options that can move; undefined if there are none, or if there are comments between them. */
export function readOwnTypings(file: TreePath, text: string): OwnTypings | undefined {
  const options = valueAt(parseJson(text), 'compilerOptions');
  if (options?.kind !== 'object' || hasComment(options, text)) return undefined;
  const movable = movableMembers(options, text).map(({ key, value }) => [key, jsonAt(value, text)] as const);
  return movable.length > 0 ? { file, movable: new Map(movable) } : undefined;
}

function movableMembers(options: Extract<JsonNode, { kind: 'object' }>, text: string): JsonMember[] {
  return options.members.filter(({ key, value }) => {
    const hasPath = () => /"(?:\.{1,2}\/|\/)/.test(JSON.stringify(jsonAt(value, text)));
    return !bound.has(key.toLowerCase()) && !hasPath();
  });
}

function hasComment({ start, end }: Span, text: string): boolean {
  return commentSpans(text.slice(start, end), 'json').length > 0;
}

function jsonAt({ start, end }: JsonNode, text: string): Json {
  // Matches strings as well, to leave the commas in them alone.
  const trailingCommas = /("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g;
  return JSON.parse(text.slice(start, end).replace(trailingCommas, '$1')) as Json;
}

/**
 * The changes that move compiler options into the config; undefined if one cannot be written there, or is set
 * to another value.
 */
export function typingChanges(config: ConfigDocument, { movable }: OwnTypings): Change[] | undefined {
  const [scope] = config.scopes;
  const group = pathParts(`${config.catalogue.path['typescript.tsConfig']}.compilerOptions`);
  const options = [...movable].map(([key, value]) => ({ key, value, lookup: scope.lookup([...group, key]) }));
  const isKnown = options.every(
    ({ value, lookup }) =>
      lookup.kind === 'absent' ||
      (lookup.kind === 'static' && JSON.stringify(lookup.value) === JSON.stringify(value)),
  );
  if (!isKnown) return undefined;
  const missing = options.filter(({ lookup }) => lookup.kind === 'absent');
  const isNew = scope.lookup(group).kind === 'absent';
  const changes = isNew
    ? [scope.set(group, Object.fromEntries(missing.map(({ key, value }) => [key, value])))]
    : missing.map(({ key, value }) => scope.set([...group, key], value));
  return changes.some((change) => config.obstacle(change)) ? undefined : changes;
}

/** Finds which members of a tsconfig are removed, because they move, and which need a decision. */
export function leftTypings(text: string, root: JsonNode, areMoved: boolean) {
  const options = memberOf(root, 'compilerOptions');
  const members = options?.value.kind === 'object' ? options.value.members : [];
  const moved = areMoved && options?.value.kind === 'object' ? movableMembers(options.value, text) : [];
  const kept = members.filter((member) => !moved.includes(member));
  const isWhole = options !== undefined && members.length > 0 && kept.length === 0;
  const all = root.kind === 'object' ? root.members : [];
  return {
    edits: isWhole ? removals(text, all, [options]) : removals(text, members, moved),
    /** The names of members that no longer affect the generated files. */
    open: [
      ...kept.map(({ key }) => `compilerOptions.${key}`),
      ...(isNarrowing(memberOf(root, 'exclude')) ? ['exclude'] : []),
    ],
    /** The lists of files that are checked without the generated options. */
    lists: ['include', 'files'].flatMap((key) => memberOf(root, key) ?? []),
  };
}

/** Paths that no tsconfig includes: dependencies, output, and names that start with a dot. */
const neverIncluded = /^(?:\.\/)?(?:\*\*\/)?(?:node_modules|dist|coverage|\.[\w-]+)(?:\/.*)?$/;

/** Whether `exclude` excludes files that would be checked otherwise. */
function isNarrowing(member: JsonMember | undefined): boolean {
  const items = member?.value.kind === 'array' ? member.value.items : [];
  return items.some((item) => item.kind !== 'string' || !neverIncluded.test(item.text));
}

/** The edits that remove members of an object with their commas. Comments around them stay. */
function removals(text: string, all: readonly JsonMember[], gone: readonly JsonMember[]): Edit[] {
  const kept = all.findLast((member) => !gone.includes(member));
  const isTail = (member: JsonMember) => kept !== undefined && member.start > kept.start;
  const comma = kept && gone.some(isTail) ? lengthOf(/^\s*,/, text.slice(kept.end)) : 0;
  return [
    ...(kept && comma > 0 ? [{ start: kept.end, end: kept.end + comma, text: '' }] : []),
    ...gone.map((member) => {
      const before = isTail(member) ? text.slice((kept?.end ?? 0) + comma, member.start) : '';
      // A line comment ends with its line, so the line break stays.
      const space = /\/\/[^\n]*\s*$/.test(before) ? 0 : lengthOf(/\s*$/, before);
      const commaAfter = lengthOf(isTail(member) ? /^\s*,/ : /^\s*,\s*/, text.slice(member.end));
      return { start: member.start - space, end: member.end + commaAfter, text: '' };
    }),
  ].toSorted((a, b) => a.start - b.start);
}

/** The length of a pattern's match, such as the comma after a removed property. */
export function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
