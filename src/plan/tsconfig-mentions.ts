import { posix } from 'node:path';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { escaped } from '../catalogue/spelling.ts';
import { isInside, placeAt } from '../config/paths.ts';
import { positionOf } from '../config/problem.ts';
import { memberOf, membersAt, parseJson } from '../project/json.ts';
import { foldersAbove } from '../project/moves.ts';
import { isOwnReport } from '../project/own-files.ts';
import { allowsVersion } from '../project/package-json.ts';
import type { SyntaxFinder } from '../project/path-mentions/syntaxes.ts';
import { isTsConfig } from '../project/references/json-files.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { SourceText } from '../project/syntax/source-text.ts';
import type { Tree } from '../project/tree.ts';
import { type TypeCheck, typeChecksIn } from '../project/type-checks.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import { packagesFor } from './open-project.ts';
import { type FrameworkChanges, noFrameworkChanges } from './rewrite-files.ts';

/** The first version of TypeScript that supports `--noEmit` together with `--build`. */
const buildsWithoutEmit = '5.6.0';

/**
 * Updates type checks in scripts of package.json for tsconfigs that now only list references (`emptied`), because
 * the compiler checks nothing there without `-b`; others are reported.
 */
export function createTypeCheckSearch(
  emptied: ReadonlySet<TreePath>,
  syntaxOf: SyntaxFinder,
  repository: Repository,
): FrameworkChanges {
  const { tree, catalogue } = repository;
  if (emptied.size === 0) return noFrameworkChanges;
  const concerns = (path: TreePath) => isOfTool(syntaxOf(path));
  const flagsOption = catalogue.path['typescript.tsConfig'];
  return {
    concerns,
    look(path, text) {
      if (!text.includes('tsc') || !concerns(path)) return undefined;
      const folder = parentOf(path);
      const hasScripts = posix.basename(path) === 'package.json';
      const scripts = hasScripts ? membersAt(parseJson(text), 'scripts').map(({ value }) => value) : [];
      const range = typescriptFor(folder, repository);
      const checks = typeChecksIn(text).map((check) => {
        const script = scripts.find(({ start, end }) => start < check.start && check.start < end);
        const isHere = script !== undefined && !leavesFolder.test(text.slice(script.start, check.start));
        return { ...check, index: check.start, isScript: script !== undefined, isHere };
      });
      const broken = checks.filter((check) => {
        if (check.isHere) return emptied.has(configOf(check, folder, tree) ?? '');
        if (check.isScript) return [...emptied].some((config) => isInside(config, folder));
        return check.text.includes('--noEmit') && mayRead(check, path, text, emptied);
      });
      const isBuilt = ({ isHere, build }: (typeof broken)[number]) =>
        isHere && build !== undefined && range.allows !== 'none';
      const built = broken.filter(isBuilt);
      const open = broken.filter((check) => !isBuilt(check));
      if (broken.length === 0) return undefined;
      return {
        edits: built.map(({ start, text: old, build = '' }) => ({
          start,
          end: start + old.length,
          text: build,
        })),
        followUps: [
          ...reportedOnce(
            { path, text },
            range.allows === 'all' ? [] : built,
            'type-check-build',
            (check) => {
              const version = range.text === undefined ? 'is not set here' : `is \`${range.text}\``;
              return `\`${check.text}\` gets \`-b\`, because it would check nothing: this needs TypeScript 5.6 or newer, and the range ${version}. Run it once.`;
            },
          ),
          ...reportedOnce({ path, text }, open, 'type-check-empty', (check) => {
            return `\`${check.text}\` no longer checks anything, because the root tsconfig only references others: use \`-b\` (TypeScript 5.6 or newer), and move flags that it does not allow to \`${flagsOption}\`.`;
          }),
        ],
      };
    },
  };
}

function isOfTool(syntax: ReturnType<SyntaxFinder>): boolean {
  return syntax !== undefined && !syntax.isProse;
}

/** Words of a script after which commands run in another folder, or in packages of a workspace. */
const leavesFolder =
  /(?<![\w-])(?:cd|-r|--recursive|-ws|--workspaces?|workspaces?|foreach|-F|--filter)(?![\w-])/;

/** The tsconfig that a check in a folder reads; undefined if there is none. */
function configOf({ project }: TypeCheck, folder: TreePath, tree: Tree): TreePath | undefined {
  if (project !== undefined) {
    const named = placeAt(folder, project);
    return tree.kindOf(named) === 'folder' ? placeAt(named, 'tsconfig.json') : named;
  }
  const configs = [folder, ...foldersAbove(folder)].map((above) => placeAt(above, 'tsconfig.json'));
  return configs.find((config) => tree.kindOf(config) !== undefined);
}

/** Whether a check in the file of a tool may read one of some tsconfigs. */
function mayRead(
  { project = '.' }: TypeCheck,
  path: TreePath,
  text: string,
  configs: ReadonlySet<TreePath>,
): boolean {
  const homes = [...configs]
    .map(parentOf)
    .filter((folder) => isInside(path, folder) || text.includes(folder));
  return [...homes, ''].some((home) => {
    const place = placeAt(home, project);
    return configs.has(place) || configs.has(placeAt(place, 'tsconfig.json'));
  });
}

/** The range of TypeScript in a folder, and whether it allows the needed version. */
function typescriptFor(folder: TreePath, repository: Repository) {
  const [text] = packagesFor(folder, repository).flatMap(({ typescript }) => typescript ?? []);
  return { text, allows: text === undefined ? 'some' : allowsVersion(text, `>=${buildsWithoutEmit}`) };
}

/**
 * Reports tsconfigs in files of tools that only Variant B generates: which of the new ones are needed is
 * unknown. `unchanged` are projects that keep theirs.
 */
export function createGeneratedSearch(
  generated: readonly TreePath[],
  unchanged: readonly TreePath[],
  syntaxOf: SyntaxFinder,
  { names, facts }: Catalogue,
): FrameworkChanges {
  if (generated.length === 0) return noFrameworkChanges;
  const ends = [...new Set(generated.map((path) => path.split('/').slice(-2).join('/')))];
  const mention = new RegExp(
    `(?:[\\w@.-]{1,100}/){0,20}(?<![\\w@.-])(?:${ends.map(escaped).join('|')})(?![\\w.-])`,
    'g',
  );
  const concerns = (path: TreePath) => {
    const isRead = isTsConfig(path) || isOfTool(syntaxOf(path));
    return isRead && !unchanged.some((folder) => isInside(path, folder));
  };
  return {
    concerns,
    look(path, text) {
      if (!ends.some((end) => text.includes(end)) || !concerns(path) || isOwnReport(text)) return undefined;
      // The `extends` of a tsconfig has its own follow-up.
      const parent = isTsConfig(path) ? memberOf(parseJson(text), 'extends') : undefined;
      const mentions = [...text.matchAll(mention)].filter(
        ({ 0: written, index }) =>
          !(parent && index > parent.start && index < parent.end) &&
          !isComment(text, index) &&
          generated.some((path) => isEndOf(written, path)),
      );
      const followUps = reportedOnce({ path, text }, mentions, 'tsconfig-gone', ([mentioned]) => {
        const folder = parentOf(mentioned);
        const files = facts.generatedTsConfigs.map((file) => `\`${posix.join(folder, file)}\``).join(' or ');
        return `Only ${names.variants.b} generates \`${mentioned}\`: use ${files} instead, depending on which files are meant.`;
      });
      return followUps.length > 0 ? { edits: [], followUps } : undefined;
    },
  };
}

/** Whether a text is the end of a path. */
function isEndOf(text: string, place: TreePath): boolean {
  const path = text.replace(/^(?:\.{0,2}\/)+/, '');
  return place === path || place.endsWith(`/${path}`);
}

function isComment(text: string, offset: number): boolean {
  return /^\s*(?:\/\/|#|\*|\/\*)/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
}

/** One follow-up for all matches in a file. */
function reportedOnce<Match extends { readonly index: number }>(
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  matches: readonly Match[],
  code: FollowUpCode,
  message: (first: Match) => string,
): FollowUp[] {
  const [first] = matches;
  const evidence = matches.map(({ index }) => positionOf(path, text, index));
  const [at] = evidence;
  return first && at ? [followUpFrom({ code, message: message(first), evidence }, '', at)] : [];
}
