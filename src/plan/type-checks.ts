/**
 * Adds `-b` to type checks in scripts where the root tsconfig no longer has files of its own: `vue-tsc --noEmit` would
 * always pass.
 */

import { posix } from 'node:path';
import type { Edit } from '../base/edits.ts';
import { isInside, placeAt } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import { isChecked, isTsConfig } from '../catalogue/file-kinds.ts';
import { escaped } from '../catalogue/spelling.ts';
import { memberOf, membersAt, parseJson, valueAt } from '../tree/json.ts';
import { foldersAbove } from '../tree/moves.ts';
import { isOwnReport } from '../tree/own-files.ts';
import { allowsVersion, rangeIn } from '../tree/package-json.ts';
import type { Repository } from '../tree/repository.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { isInComment } from '../tree/syntax/comments.ts';
import type { Tree } from '../tree/tree.ts';
import { followUpAbout } from './follow-up.ts';
import { packagesFor } from './open-projects.ts';
import { type FrameworkChanges, noChange, noFrameworkChanges } from './rewrite-files.ts';

/** A call of `tsc` or `vue-tsc` that reads a tsconfig without its references. */
export type TypeCheck = ReturnType<typeof typeChecksIn>[number];

// Limits backtracking on very long lines; real commands are shorter.
const command =
  /(?<![\w@/.-])(?:[\w.-]{1,100}\/){0,20}(?:vue-)?tsc(?![\w.:@/-])[^\n;&|"'`()\\]{0,400}/g;
/** Compiler flags that are also allowed with `--build`. */
const buildFlags = new Set(
  '--noEmit --pretty --watch -w --preserveWatchOutput --incremental --diagnostics --extendedDiagnostics'.split(
    ' ',
  ),
);
/** Words with which nothing is checked, or referenced projects already are, or files without a tsconfig. */
const otherTasks = /^(?:-[bhv]|--(?:build|help|all|version|init|showConfig))$|\.[cm]?[jt]sx?$/;

/** The type checks in a command line, or in a file with command lines. */
export function typeChecksIn(line: string) {
  return [...line.matchAll(command)].flatMap(({ 0: matched, index: start }) => {
    const text = matched.trimEnd();
    const [tool = '', ...words] = text.split(/\s+/);
    if (words.some((word) => otherTasks.test(word))) return [];
    // The given tsconfig or its folder; without one, it is searched for from the folder upwards.
    const at = words.findIndex((word) => word === '-p' || word === '--project');
    const project = at === -1 ? undefined : words[at + 1];
    const flags = at === -1 ? words : words.toSpliced(at, 2);
    const isPlain = flags.includes('--noEmit') && flags.every((flag) => buildFlags.has(flag));
    // The command that also checks referenced projects, if its flags allow that.
    const build = [tool, '-b', ...(project === undefined ? [] : [project]), ...flags].join(' ');
    return { text, start, project, build: isPlain ? build : undefined };
  });
}

/** The edit of a command that lets it check referenced projects too, if its flags allow that. */
export function buildEdit({ start, text, build = text }: TypeCheck): Edit {
  return { start, end: start + text.length, text: build };
}

/** Whether a tsconfig has no own files, and only references. */
export function isReferenceList(text: string): boolean {
  const root = parseJson(text);
  const files = valueAt(root, 'files');
  const references = valueAt(root, 'references');
  const isEmpty =
    files?.kind === 'array' && files.items.length === 0 && valueAt(root, 'include') === undefined;
  return isEmpty && references?.kind === 'array' && references.items.length > 0;
}

/** The first version of TypeScript that supports `--noEmit` together with `--build`. */
const buildsWithoutEmit = '5.6.0';

/**
 * Updates type checks in scripts of package.json for tsconfigs that now only list references (`emptied`), because
 * the compiler checks nothing there without `-b`; others are reported.
 */
export function createTypeCheckSearch(
  emptied: ReadonlySet<TreePath>,
  repository: Repository,
): FrameworkChanges {
  const { tree, catalogue, fileKind } = repository;
  if (emptied.size === 0) return noFrameworkChanges;
  const flagsOption = catalogue.path['typescript.tsConfig'];
  return (path, text) => {
    if (!text.includes('tsc') || !isChecked(fileKind(path))) return noChange;
    const folder = parentOf(path);
    const hasScripts = fileKind(path) === 'package';
    const scripts = hasScripts
      ? membersAt(parseJson(text), 'scripts').map(({ value }) => value)
      : [];
    const range = typescriptFor(folder, repository);
    const broken = typeChecksIn(text).flatMap((check) => {
      const script = scripts.find(({ start, end }) => start < check.start && check.start < end);
      const isKnown =
        script !== undefined && !leavesFolder.test(text.slice(script.start, check.start));
      const isCheck = script !== undefined || check.text.includes('--noEmit');
      const isBroken = isKnown
        ? emptied.has(configOf(check, folder, tree) ?? '')
        : isCheck && [...emptied].some((config) => mayRead(check, config));
      const isBuilt = isKnown && check.build !== undefined && range.allows !== 'none';
      return isBroken ? [{ ...check, isBuilt }] : [];
    });
    const built = broken.filter(({ isBuilt }) => isBuilt);
    const open = broken.filter(({ isBuilt }) => !isBuilt);
    if (broken.length === 0) return noChange;
    const placesOf = (checks: typeof broken) =>
      checks.map(({ start }) => positionOf(path, text, start));
    const version = range.text === undefined ? 'is not set here' : `is \`${range.text}\``;
    const raised = `\`${built[0]?.text}\` gets \`-b\`, because it would check nothing: this needs TypeScript 5.6 or newer, and the range ${version}. Run it once.`;
    const unchanged = `\`${open[0]?.text}\` no longer checks anything, because the root tsconfig only references others: use \`-b\` (TypeScript 5.6 or newer), and move flags that it does not allow to \`${flagsOption}\`.`;
    const unsure = range.allows === 'all' ? [] : built;
    return {
      edits: built.map(buildEdit),
      followUps: [
        ...followUpAbout(placesOf(unsure), { code: 'type-check-build', message: raised }),
        ...followUpAbout(placesOf(open), { code: 'type-check-empty', message: unchanged }),
      ],
    };
  };
}

/** Signs in a script that following commands run in an unknown folder, or in packages of a workspace. */
const leavesFolder =
  /[()]|(?<![\w-])(?:cd|-r|--recursive|-ws|--workspaces?|workspaces?|foreach|-F|--filter)(?![\w-])/;

/** The tsconfig that a check in a folder reads; undefined if there is none. */
function configOf({ project }: TypeCheck, folder: TreePath, tree: Tree): TreePath | undefined {
  if (project !== undefined) {
    const named = tree.spelled(placeAt(folder, project));
    return tree.kindOf(named) === 'folder' ? placeAt(named, 'tsconfig.json') : named;
  }
  const configs = [folder, ...foldersAbove(folder)].map((above) => placeAt(above, 'tsconfig.json'));
  return configs.find((config) => tree.kindOf(config) !== undefined);
}

/** Whether a check in an unknown folder may read a tsconfig. */
function mayRead({ project }: TypeCheck, config: TreePath): boolean {
  const named = project?.replace(/^(?:\.{0,2}\/)+|^\.{1,2}$|\/$/g, '') ?? '';
  return [named, placeAt(named, 'tsconfig.json')].some((end) => isEndOf(end, config));
}

/** Whether a text is the end of a path. */
function isEndOf(text: string, place: TreePath): boolean {
  const path = text.replace(/^(?:\.{0,2}\/)+/, '');
  return place === path || place.endsWith(`/${path}`);
}

/** The range of TypeScript in a folder, and whether it allows the needed version. */
function typescriptFor(folder: TreePath, repository: Repository) {
  const text = rangeIn(packagesFor(folder, repository), 'typescript');
  return {
    text,
    allows: text === undefined ? 'some' : allowsVersion(text, `>=${buildsWithoutEmit}`),
  };
}

/**
 * Reports tsconfigs in files of tools that only Variant B generates: which of the new ones are needed is
 * unknown. `unchanged` are projects that keep theirs.
 */
export function createGeneratedSearch(
  generated: readonly TreePath[],
  unchanged: readonly TreePath[],
  { catalogue: { names, facts }, fileKind }: Repository,
): FrameworkChanges {
  if (generated.length === 0) return noFrameworkChanges;
  const ends = [...new Set(generated.map((path) => path.split('/').slice(-2).join('/')))];
  const mention = new RegExp(
    `(?:[\\w@.-]{1,100}/){0,20}(?<![\\w@.-])(?:${ends.map(escaped).join('|')})(?![\\w.-])`,
    'g',
  );
  const concerns = (path: TreePath) =>
    isChecked(fileKind(path)) && !unchanged.some((folder) => isInside(path, folder));
  return (path, text) => {
    if (!ends.some((end) => text.includes(end)) || !concerns(path) || isOwnReport(text))
      return noChange;
    // The `extends` of a tsconfig has its own follow-up.
    const parent = isTsConfig(path) ? memberOf(parseJson(text), 'extends') : undefined;
    const mentions = [...text.matchAll(mention)].filter(
      ({ 0: written, index }) =>
        !(parent && index > parent.start && index < parent.end) &&
        !isInComment(text, index) &&
        generated.some((path) => isEndOf(written, path)),
    );
    const [[mentioned = ''] = []] = mentions;
    const folder = parentOf(mentioned);
    const files = facts.generatedTsConfigs
      .map((file) => `\`${posix.join(folder, file)}\``)
      .join(' or ');
    const message = `Only ${names.variants.b} generates \`${mentioned}\`: use ${files} instead, depending on which files are meant.`;
    const places = mentions.map(({ index }) => positionOf(path, text, index));
    return { edits: [], followUps: followUpAbout(places, { code: 'tsconfig-gone', message }) };
  };
}
