import { posix } from 'node:path';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { escaped } from '../catalogue/spelling.ts';
import type { Edit } from '../config/edits.ts';
import { isInside, placeAt } from '../config/paths.ts';
import { positionOf } from '../config/problem.ts';
import type { Span } from '../config/source.ts';
import { memberOf, membersAt, parseJson } from '../project/json.ts';
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
import { packagesAbove } from './open-project.ts';
import { type FileChange, type FrameworkChanges, noFrameworkChanges } from './rewrite-files.ts';

/** The first version of TypeScript that supports `--noEmit` together with `--build`. */
const buildsWithoutEmit = '5.6.0';

/**
 * Updates type checks in scripts and files of tools for tsconfigs that now only list references (`emptied`):
 * the compiler checks nothing there without `-b`.
 */
export function createTypeCheckSearch(
  emptied: ReadonlySet<TreePath>,
  syntaxOf: SyntaxFinder,
  repository: Repository,
): FrameworkChanges {
  if (emptied.size === 0) return noFrameworkChanges;
  const concerns = (path: TreePath) => isOfTool(syntaxOf(path));
  return {
    concerns,
    look(path, text) {
      if (!text.includes('tsc') || !concerns(path)) return undefined;
      const hasScripts = posix.basename(path) === 'package.json';
      const scripts = hasScripts ? scriptChanges(path, text, emptied, repository) : undefined;
      const outsideScripts = elsewhere(path, text, emptied, scripts?.spans ?? []);
      const followUps = [...(scripts?.followUps ?? []), ...outsideScripts];
      const edits = scripts?.edits ?? [];
      return edits.length + followUps.length > 0 ? { edits, followUps } : undefined;
    },
  };
}

function isOfTool(syntax: ReturnType<SyntaxFinder>): boolean {
  return syntax !== undefined && !syntax.isProse;
}

/** The changes of the scripts in a package.json, and the spans of their type checks. */
function scriptChanges(
  path: TreePath,
  text: string,
  emptied: ReadonlySet<TreePath>,
  { tree, packages, catalogue }: Repository,
): FileChange & { readonly spans: readonly Span[] } {
  const members = membersAt(parseJson(text), 'scripts');
  const range = typescriptFor(parentOf(path), packages);
  const checks = members.flatMap(({ key: name, value }) => {
    // The text between the quotes, with its escapes: a word with an escape is not plain.
    const start = value.start + 1;
    const inScript = value.kind === 'string' ? typeChecksIn(text.slice(start, value.end - 1)) : [];
    return inScript.map((check) => ({ name, start, check }));
  });
  const empty = checks.filter(({ check }) =>
    check.packages
      ? [...emptied].some((config) => isChosen(check.packages ?? [], parentOf(config), packages))
      : emptied.has(configOf(check, parentOf(path), tree) ?? ''),
  );
  const ownFlags = catalogue.path['typescript.tsConfig'];
  const isBuilt = ({ build }: TypeCheck) => build !== undefined && range.allows !== 'none';
  const built = empty.filter(({ check }) => isBuilt(check));
  return {
    edits: built.flatMap(({ start, check: { build = [] } }) =>
      build.map((edit): Edit => ({ ...edit, start: start + edit.start, end: start + edit.end })),
    ),
    followUps: empty.flatMap(({ name, start, check }) => {
      const note = isBuilt(check)
        ? builtNote(name, check, range)
        : uncheckedNote(name, check, range, ownFlags);
      return note ? [followUpFrom(note, '', positionOf(path, text, start + check.start))] : [];
    }),
    spans: checks.map(({ start, check }) => {
      return { start: start + check.start, end: start + check.start + check.text.length };
    }),
  };
}

/** Words that run a command in every package, or in all that match a pattern. */
const manyPackages = /^(?:-r|--recursive|--workspaces|-ws|workspaces|foreach)$|[*{}!^[\]]|\.{3}/;

/** Whether words select the package in a folder; a pattern may select any package. */
function isChosen(words: readonly string[], folder: TreePath, packages: Repository['packages']): boolean {
  const names = [packages.get(folder)?.name, folder, posix.basename(folder)];
  return words.some(
    (word) =>
      manyPackages.test(word) ||
      names.includes(word.replace(/["']/g, '').replace(/^(?:--\w+=)?(?:\.\/)?/, '')),
  );
}

/** The tsconfig that a check reads; undefined if there is none. */
function configOf({ folder, project }: TypeCheck, home: TreePath, tree: Tree): TreePath | undefined {
  const start = placeAt(home, folder);
  if (project !== undefined) {
    const named = placeAt(start, project);
    return tree.kindOf(named) === 'folder' ? placeAt(named, 'tsconfig.json') : named;
  }
  for (let at = start; ; at = parentOf(at)) {
    const config = placeAt(at, 'tsconfig.json');
    if (tree.kindOf(config) !== undefined) return config;
    if (at === '') return undefined;
  }
}

/** The range of TypeScript in a folder, and whether it allows the needed version. */
interface TypeScriptRange {
  readonly text: string | undefined;
  readonly allows: 'all' | 'some' | 'none';
}

function typescriptFor(folder: TreePath, packages: Repository['packages']): TypeScriptRange {
  const [text] = packagesAbove(folder, packages).flatMap(({ typescript }) => typescript ?? []);
  return { text, allows: text === undefined ? 'some' : allowsVersion(text, `>=${buildsWithoutEmit}`) };
}

function builtNote(name: string, { text }: TypeCheck, { text: range, allows }: TypeScriptRange) {
  if (allows === 'all') return undefined;
  const versionText = range === undefined ? 'the version is not set here' : `the range is \`${range}\``;
  const message = `The script \`${name}\` gets \`-b\`, because \`${text}\` would check nothing: this needs TypeScript 5.6 or newer, and ${versionText}. Run it once.`;
  return { code: 'type-check-build', message } as const;
}

function uncheckedNote(name: string, check: TypeCheck, range: TypeScriptRange, ownFlags: string) {
  const { text, build } = check;
  const why =
    build === undefined
      ? `Use \`${/^\S*/.exec(text)?.[0]} -b\`, and move other flags to \`${ownFlags}\``
      : `\`-b --noEmit\` needs TypeScript 5.6, but the range is \`${range.text}\`: update it, and add \`-b\``;
  const message = `The script \`${name}\` runs \`${text}\`, which no longer checks anything, because the root tsconfig only references others. ${why}.`;
  return { code: 'type-check-empty', message } as const;
}

// Limits backtracking on very long lines; real commands are shorter.
const elsewhereCheck = /(?<![\w-])(?:vue-)?tsc[ \t][^\n;&|"'`]{0,200}--noEmit[^\n;&|"'`\\]{0,200}/g;

/** Reports type checks in files that are not edited. */
function elsewhere(
  path: TreePath,
  text: string,
  emptied: ReadonlySet<TreePath>,
  scripts: readonly Span[],
): FollowUp[] {
  const commands = [...text.matchAll(elsewhereCheck)].filter(
    ({ index }) => !scripts.some(({ start, end }) => index >= start && index < end),
  );
  if (commands.length === 0) return [];
  const homes = [...emptied]
    .map(parentOf)
    .filter((folder) => isInside(path, folder) || text.includes(folder));
  const broken = commands.filter(([command]) =>
    typeChecksIn(command).some(({ project = '.' }) =>
      [...homes, ''].some((home) => {
        const place = placeAt(home, project);
        return emptied.has(place) || emptied.has(placeAt(place, 'tsconfig.json'));
      }),
    ),
  );
  return reportedOnce({ path, text }, broken, 'type-check-empty', ([command]) => {
    return `\`${command.trim()}\` no longer checks anything, because the root tsconfig only references others: use \`-b\` (TypeScript 5.6 or newer).`;
  });
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
function reportedOnce(
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  matches: readonly RegExpExecArray[],
  code: FollowUpCode,
  message: (first: RegExpExecArray) => string,
): FollowUp[] {
  const [first] = matches;
  const evidence = matches.map(({ index }) => positionOf(path, text, index));
  const [at] = evidence;
  return first && at ? [followUpFrom({ code, message: message(first), evidence }, '', at)] : [];
}
