/**
 * Lets the root tsconfig of a project refer to the tsconfigs that the newer framework generates, and moves its own
 * compiler options to the config.
 */

import type { Edit } from '../base/edits.ts';
import { placeAt } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import { isMadeByTools } from '../catalogue/file-kinds.ts';
import type { Catalogue, Json } from '../catalogue/index.ts';
import { type Change, pathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { basesOf, compatibilityOf } from '../paths/bases.ts';
import { relativeText } from '../paths/follow.ts';
import { configSide, valuePlace } from '../paths/option-paths.ts';
import type { DiskView } from '../tree/evidence.ts';
import {
  type JsonMember,
  type JsonNode,
  memberOf,
  membersAt,
  parseJson,
  plainValueOf,
} from '../tree/json.ts';
import type { MoveMap } from '../tree/moves.ts';
import type { Repository } from '../tree/repository.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
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

export function typingFiles({
  found: { folder },
  config,
  decision,
  evidence,
}: OpenProject): TypingFiles {
  const root = placeAt(folder, decision.kind === 'layout' ? decision.layout.root : '');
  const build =
    buildFolder(config, evidence, folder) ?? placeAt(root, config.catalogue.names.buildDir);
  return { tsConfig: placeAt(root, 'tsconfig.json'), generated: placeAt(build, olderTsConfig) };
}

/** The folder that `buildDir` names; undefined if it is unset or unknown. */
function buildFolder(
  config: ConfigDocument,
  disk: DiskView,
  folder: TreePath,
): TreePath | undefined {
  const { path, ruleFor } = config.catalogue;
  const lookup = config.lookup(path.buildDir);
  const rule = ruleFor(path.buildDir);
  if (lookup.kind !== 'static' || !rule) return undefined;
  const bases = basesOf(config, 'b', compatibilityOf(config));
  const place = valuePlace(lookup.value, rule, configSide(config, bases, disk));
  return place === undefined ? undefined : placeAt(folder, place);
}

/** The compiler options of the root tsconfig that can move to the config; undefined if there are none. */
export function ownTypings(
  project: OpenProject,
  { catalogue, readText }: Repository,
): OwnTypings | undefined {
  if (
    project.decision.kind === 'unknown' ||
    catalogue.facts.generatedTsConfigs.includes(olderTsConfig)
  )
    return undefined;
  const { tsConfig: file, generated } = typingFiles(project);
  const text = readText(file) ?? '';
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (!parent || !listed(parent.value).some(generatedTest(file, generated))) return undefined;
  // With references of its own, the tsconfig has an order that somebody chose.
  const options = memberOf(root, 'references') ? undefined : movableOptions(root, text);
  return options && { file, options };
}

/** Compiler options that depend on the folder of their file, or set output paths. */
const bound = new Set(
  [
    ...['paths', 'baseUrl', 'rootDir', 'rootDirs', 'typeRoots', 'composite', 'incremental'],
    ...['outDir', 'outFile', 'declarationDir', 'tsBuildInfoFile', 'mapRoot', 'sourceRoot'],
  ].map((name) => name.toLowerCase()),
);

/** The compiler options, if each of them has the same effect in any file, and nobody wrote a comment about one. */
function movableOptions(
  root: JsonNode | undefined,
  text: string,
): OwnTypings['options'] | undefined {
  const group = memberOf(root, 'compilerOptions')?.value;
  const value = group?.kind === 'object' ? plainValueOf(text, group) : undefined;
  const options = Object.entries(value ?? {});
  const isBound = ([key, option]: [string, Json]) =>
    bound.has(key.toLowerCase()) || /"(?:\.{1,2}\/|\/)/.test(JSON.stringify(option));
  return options.length === 0 || options.some(isBound) ? undefined : new Map(options);
}

/**
 * The changes that write compiler options into the config; undefined if one cannot be written there, or is set
 * to another value.
 */
export function typingChanges(
  config: ConfigDocument,
  { options }: OwnTypings,
): Change[] | undefined {
  const [scope] = config.scopes;
  const group = pathParts(`${config.catalogue.path['typescript.tsConfig']}.compilerOptions`);
  const lookups = [...options].map(([key, value]) => ({
    key,
    value,
    lookup: scope.lookup([...group, key]),
  }));
  const missing = lookups.filter(({ lookup }) => lookup.kind === 'absent');
  const isSettled = lookups.every(
    ({ value, lookup }) =>
      lookup.kind === 'absent' ||
      (lookup.kind === 'static' && JSON.stringify(lookup.value) === JSON.stringify(value)),
  );
  if (!isSettled) return undefined;
  const changes =
    scope.lookup(group).kind === 'absent'
      ? [scope.set(group, Object.fromEntries(options))]
      : missing.map(({ key, value }) => scope.set([...group, key], value));
  return changes.some((change) => config.obstacle(change)) ? undefined : changes;
}

/** References Variant A's generated files in the root tsconfig; undefined if it does not extend Variant B's. */
export function referToGenerated(
  text: string,
  { tsConfig: path, generated, areMoved }: TypingFiles & { readonly areMoved: boolean },
  catalogue: Catalogue,
  moves: MoveMap,
): FileChange | undefined {
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (!root || !parent) return undefined;
  const isGenerated = generatedTest(path, generated);
  const [extended] = listed(parent.value).filter(isGenerated);
  if (extended?.kind !== 'string') return undefined;
  // Options and exclusions that no longer affect the generated files.
  const undecided = [
    ...(areMoved
      ? []
      : membersAt(root, 'compilerOptions').map(({ key }) => `compilerOptions.${key}`)),
    ...(isNarrowing(memberOf(root, 'exclude')) ? ['exclude'] : []),
  ];
  // The lists of files that are checked without the generated options.
  const lists = ['include', 'files'].flatMap((key) => memberOf(root, key) ?? []);
  const [names, adds, it] = [
    undecided.map((key) => `\`${key}\``).join(', '),
    ...(undecided.length === 1 ? ['applies', 'it'] : ['apply', 'them']),
  ];
  const message = `${catalogue.names.variants.a} generates several tsconfig files, which are referenced instead of extended: ${names} no longer ${adds} to them: move ${it} to \`${catalogue.path['typescript.tsConfig']}\` if still needed, and run the type check.`;
  const at = positionOf(path, text, parent.start);
  // Keeps the author's spelling of the folder, with or without `./` in front.
  const written = extended.text.slice(0, extended.text.lastIndexOf('/') + 1);
  const [build, target] = [parentOf(generated), moves.after(parentOf(generated))];
  const folder =
    build === target ? written : relativeText(parentOf(moves.after(path)), target, written);
  const others = listed(parent.value).filter((item) => !isGenerated(item));
  const references = catalogue.facts.generatedTsConfigs.map((file) => `${folder}${file}`);
  const code = 'tsconfig-own-options';
  return {
    edits: [
      ...referenceEdits({ text, root }, { parent, others }, references),
      ...(areMoved ? removal(text, root, 'compilerOptions') : []),
    ].toSorted((a, b) => a.start - b.start),
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
      : [
          `"references": [${inner}${items.join(inner === '' ? ', ' : `,${inner}`)}${line}${indent}]`,
        ]),
  ];
  const [comma = ''] = /^\s*,\s*/.exec(text.slice(parent.end)) ?? [];
  const replaced =
    parts.length > 0
      ? {
          start: parent.start,
          end: parent.end,
          text: parts.join(line === '' ? ', ' : `,${line}${indent}`),
        }
      : { start: parent.start, end: parent.end + comma.length, text: '' };
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

/** Whether no tsconfig includes a path: it is in dependencies, output, or a folder that starts with a dot. */
function isNeverIncluded(path: string): boolean {
  return isMadeByTools(/^(?:\.\/)?(?:\*\*\/)?(\.?[\w-]+)(?:\/.*)?$/.exec(path)?.[1] ?? '');
}

/** Whether `exclude` excludes files that would be checked otherwise. */
function isNarrowing(member: JsonMember | undefined): boolean {
  const items = member?.value.kind === 'array' ? member.value.items : [];
  return items.some((item) => item.kind !== 'string' || !isNeverIncluded(item.text));
}

/** The edits that remove a member of an object, which has others, with a comma. Comments around it stay. */
function removal(text: string, root: JsonNode, key: string): Edit[] {
  const members = membersAt(root);
  const index = members.findIndex((member) => member.key === key);
  const [previous, removed] = [members[index - 1], members[index]];
  if (!removed) return [];
  const lengthAt = (offset: number, pattern: RegExp) =>
    pattern.exec(text.slice(offset))?.[0].length ?? 0;
  const gone = (start: number, end: number) => ({ start, end, text: '' });
  const isLast = previous && index === members.length - 1;
  if (!isLast) return [gone(removed.start, removed.end + lengthAt(removed.end, /^\s*,\s*/))];
  const comma = lengthAt(removed.end, /^\s*,/);
  const before = text.slice(previous.end, removed.start);
  // A line comment ends with its line, so the line break stays.
  const space = /\/\/[^\n]*\s*$/.test(before) ? 0 : before.length - before.trimEnd().length;
  return [
    ...(comma === 0 ? [gone(previous.end, previous.end + lengthAt(previous.end, /^\s*,/))] : []),
    gone(removed.start - space, removed.end + comma),
  ];
}
