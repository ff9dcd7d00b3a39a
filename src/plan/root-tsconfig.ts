import type { Edit, Span } from '../base/edits.ts';
import { placeAt } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import type { Catalogue, Json } from '../catalogue/index.ts';
import { type Change, pathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { knownAliases } from '../project/aliases.ts';
import { basesOf, compatibilityOf } from '../project/bases.ts';
import { placeOf } from '../project/config-paths.ts';
import type { DiskView } from '../project/evidence.ts';
import { type JsonMember, type JsonNode, memberOf, parseJson, valueAt } from '../project/json.ts';
import type { MoveMap } from '../project/moves.ts';
import { relativeText } from '../project/references/rewrite.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { commentSpans } from '../project/syntax/file-kind.ts';
import type { OwnTypings } from './definition.ts';
import { followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import type { FileChange } from './rewrite-files.ts';

/** The tsconfig that Variant B generates in its build folder. */
export const olderTsConfig = 'tsconfig.json';

/** The root tsconfig of a project, and the one that Variant B generates for it. */
interface TypingFiles {
  readonly tsConfig: TreePath;
  readonly generated: TreePath;
}

export function typingFiles({ found: { folder }, config, decision, evidence }: OpenProject): TypingFiles {
  const root = placeAt(folder, decision.kind === 'layout' ? decision.layout.root : '');
  const build = buildFolder(config, evidence, folder) ?? placeAt(root, config.catalogue.names.buildDir);
  return { tsConfig: placeAt(root, 'tsconfig.json'), generated: placeAt(build, olderTsConfig) };
}

/** The folder that `buildDir` names; undefined if it is unset or unknown. */
function buildFolder(config: ConfigDocument, disk: DiskView, folder: TreePath): TreePath | undefined {
  const { path, ruleFor } = config.catalogue;
  const lookup = config.lookup(path.buildDir);
  const rule = ruleFor(path.buildDir);
  if (lookup.kind !== 'static' || !rule) return undefined;
  const bases = basesOf(config, 'b', compatibilityOf(config));
  const place = placeOf(lookup.value, rule, { bases, aliases: knownAliases(config, bases, disk), disk });
  return place === undefined ? undefined : placeAt(folder, place);
}

/** The compiler options of a tsconfig that no longer apply, because it references the generated files. */
export function ownTypings(
  project: OpenProject,
  { catalogue, readText }: Repository,
): OwnTypings | undefined {
  if (project.decision.kind === 'unknown' || catalogue.facts.generatedTsConfigs.includes(olderTsConfig))
    return undefined;
  const { tsConfig, generated } = typingFiles(project);
  const text = readText(tsConfig) ?? '';
  const parent = memberOf(parseJson(text), 'extends');
  const isExtended = parent && listed(parent.value).some(generatedTest(tsConfig, generated));
  return isExtended ? readOwnTypings(tsConfig, text) : undefined;
}

/** References Variant A's generated files in the root tsconfig; undefined if it does not extend Variant B's. */
export function referToGenerated(
  text: string,
  typing: TypingFiles & { readonly areMoved: boolean },
  catalogue: Catalogue,
  moves: MoveMap,
): FileChange | undefined {
  const { tsConfig: path, generated, areMoved } = typing;
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (!root || !parent) return undefined;
  const isGenerated = generatedTest(path, generated);
  const [extended] = listed(parent.value).filter(isGenerated);
  if (extended?.kind !== 'string') return undefined;
  const { edits, open: undecided, lists } = leftTypings(text, root, areMoved);
  const [names, adds, it] = [
    undecided.map((key) => `\`${key}\``).join(', '),
    ...(undecided.length === 1 ? ['applies', 'it'] : ['apply', 'them']),
  ];
  const message = `${catalogue.names.variants.a} generates several tsconfig files, which are referenced instead of extended: ${names} no longer ${adds} to them: move ${it} to \`${catalogue.path['typescript.tsConfig']}\` if still needed, and run the type check.`;
  const at = positionOf(path, text, parent.start);
  // Keeps the author's spelling of the folder, with or without `./` in front.
  const written = extended.text.slice(0, extended.text.lastIndexOf('/') + 1);
  const [build, target] = [parentOf(generated), moves.after(parentOf(generated))];
  const folder = build === target ? written : relativeText(parentOf(moves.after(path)), target, written);
  const others = listed(parent.value).filter((item) => !isGenerated(item));
  const references = catalogue.facts.generatedTsConfigs.map((file) => `${folder}${file}`);
  const code = 'tsconfig-own-options';
  return {
    edits: [...referenceEdits({ text, root }, { parent, others }, references), ...edits],
    followUps: [
      ...(undecided.length > 0 ? [followUpFrom({ code, message }, '', at)] : []),
      ...lists.map(({ key, start }) => {
        const message = `The files in \`${key}\` are now checked without the generated options and aliases: remove those that the generated files include, and give the others a tsconfig that extends \`${references[0]}\`.`;
        return followUpFrom({ code, message }, '', positionOf(path, text, start));
      }),
    ],
  };
}

/** The value of `extends`: one file, or a list of them. */
function listed(value: JsonNode): readonly JsonNode[] {
  return value.kind === 'array' ? value.items : [value];
}

/** Tests whether a value is the path of the tsconfig that Variant B generates. */
function generatedTest(path: TreePath, generated: TreePath): (value: JsonNode) => boolean {
  return (value) =>
    value.kind === 'string' &&
    [value.text, `${value.text}.json`].some((text) => placeAt(parentOf(path), text) === generated);
}

/** Replaces only the `extends` property. `others` are the extended files that are not generated. */
function referenceEdits(
  { text, root }: { readonly text: string; readonly root: JsonNode },
  { parent, others }: { readonly parent: JsonMember; readonly others: readonly JsonNode[] },
  references: readonly string[],
): Edit[] {
  const items = references.map((path) => `{ "path": "${path}" }`);
  const { line, indent, unit } = styleAt(text, parent.start);
  const inner = line === '' ? '' : `${line}${indent}${unit}`;
  const current = memberOf(root, 'references')?.value;
  const existing = current?.kind === 'array' ? current : undefined;
  const parts = [
    ...(others.length > 0
      ? [`"extends": [${others.map(({ start, end }) => text.slice(start, end)).join(', ')}]`]
      : []),
    ...(['files', 'include'].some((key) => memberOf(root, key)) ? [] : ['"files": []']),
    ...(existing
      ? []
      : [`"references": [${inner}${items.join(inner === '' ? ', ' : `,${inner}`)}${line}${indent}]`]),
  ];
  const replaced =
    parts.length > 0
      ? { start: parent.start, end: parent.end, text: parts.join(line === '' ? ', ' : `,${line}${indent}`) }
      : { start: parent.start, end: parent.end + lengthOf(/^\s*,\s*/, text.slice(parent.end)), text: '' };
  if (!existing) return [replaced];
  const last = existing.items.at(-1);
  const at = last ? last.end : existing.start + 1;
  return [{ start: at, end: at, text: `${last ? ', ' : ''}${items.join(', ')}` }, replaced];
}

/** The line break and indentation at an offset; empty if there is no line break before it. */
function styleAt(text: string, offset: number): { line: string; indent: string; unit: string } {
  const match = /(\r?\n)([ \t]*)$/.exec(text.slice(0, offset));
  if (!match) return { line: '', indent: '', unit: '' };
  const [, line = '\n', indent = ''] = match;
  return { line, indent, unit: indent === '' ? '  ' : indent };
}

/** Compiler options that depend on the folder of their file, or set output paths. */
const bound = new Set(
  [
    ...['paths', 'baseUrl', 'rootDir', 'rootDirs', 'typeRoots', 'composite', 'incremental'],
    ...['outDir', 'outFile', 'declarationDir', 'tsBuildInfoFile', 'mapRoot', 'sourceRoot'],
  ].map((name) => name.toLowerCase()),
);

/** Reads the options that can move; undefined if there are none, or if there are comments between them. */
function readOwnTypings(file: TreePath, text: string): OwnTypings | undefined {
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
  return commentSpans(text.slice(start, end)).length > 0;
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
function leftTypings(text: string, root: JsonNode, areMoved: boolean) {
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
function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
