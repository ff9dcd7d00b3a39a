import { neverSources } from '../catalogue/folder-kinds.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { ConfigDocument } from '../config/document.ts';
import { groupedBy } from '../config/grouped.ts';
import { isInside, type PlacePath, pathFrom, placeAt } from '../config/paths.ts';
import { type Position, positionOf } from '../config/problem.ts';
import type { Layout } from '../project/bases.ts';
import { scopeBefore } from '../project/config-paths.ts';
import { isConfigFile } from '../project/discover.ts';
import { asWord } from '../project/layout.ts';
import { folderPlaceIn } from '../project/layout-moves.ts';
import { lazy } from '../project/memo.ts';
import type { MoveMap } from '../project/moves.ts';
import type { PathTexts } from '../project/references/path-texts.ts';
import type { Offsets } from '../project/references/reference.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { holdsCode } from '../project/syntax/file-kind.ts';
import type { SourceText } from '../project/syntax/source-text.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import type { ReferenceRewriter } from './rewrite-files.ts';
import { choiceFor, type ProjectChoices, type RunChoice, type RunChoices } from './selection.ts';
import { createOwnerFinder, type OwnerFinder } from './shard.ts';

/** A folder that stays although moved sources use it, with figures for deciding whether to move it. */
export interface StayingFolder {
  readonly folder: TreePath;
  /** The name to pass to `--move`. */
  readonly name: string;
  readonly files: number;
  /** References between the folder and moved files, in either direction. */
  readonly references: number;
  /** How many rewrites of references moving the folder saves; negative if it needs more of them. */
  readonly saves: number;
}

/** A staying folder, and whether `--move auto` moves it. */
export interface JudgedFolder extends StayingFolder {
  /** Where moved sources use its exports without an import, so that auto-import must find them. */
  readonly unimported: readonly Position[];
  /** Whether moving the folder is clearly right. */
  readonly isClear: boolean;
}

/** The figures that one file contributes, by the path of the staying folder. */
export type FileFigures = ReadonlyMap<TreePath, Figures>;

interface Figures {
  readonly references: number;
  readonly saves: number;
  readonly isUsed: boolean;
  readonly unimported: readonly Position[];
  /** Whether a file that stays uses the folder. */
  readonly isNeeded: boolean;
}

/** Counts file by file how many rewrites it saves to move folders that stay. */
export interface StayingSearch {
  look(source: SourceText): FileFigures | undefined;
  /** The folders that moved sources use, by project; those that save most come first. */
  results(all: readonly FileFigures[]): ReadonlyMap<TreePath, readonly JudgedFolder[]>;
}

/** Finds nothing: for runs that move nothing. */
export const noStaying: StayingSearch = { look: () => undefined, results: () => new Map() };

/** A folder among the sources that stays. */
interface Candidate {
  readonly root: TreePath;
  readonly folder: TreePath;
  readonly name: string;
  readonly files: readonly TreePath[];
  /** Where the folder would move. */
  readonly target: TreePath;
  /** The exported composables, which may be used without an import. */
  readonly exported: ReadonlySet<string>;
}

interface MovingRun {
  readonly projects: readonly OpenProject[];
  readonly repository: Repository;
  readonly moves: MoveMap;
  readonly options: RunChoices;
  readonly follower: ReferenceRewriter;
}

/**
 * `followerWith` makes a follower for choices with more folders to move. The figures are exact: the references
 * of each affected file are rewritten again as if the folder moved, without searching the file again.
 */
export function createStayingSearch(
  { projects, repository, moves, options, follower }: MovingRun,
  followerWith: (choices: ProjectChoices) => ReferenceRewriter,
): StayingSearch {
  const { catalogue, snapshot, tree, readText } = repository;
  const ownerOf = createOwnerFinder(projects.map(({ found }) => found.folder));
  const paths = snapshot.files.map(({ path }) => path);
  const candidates = withExports(
    candidatesIn(projects, paths, ownerOf, moves),
    paths.filter((path) => moves.after(path) !== path),
    readText,
  );
  if (candidates.length === 0) return noStaying;
  const isExporting = candidates.some(({ exported }) => exported.size > 0);
  const ways = [...groupedBy(candidates, ({ name }) => name)].map(([name, list]) => {
    const choices = new Map(options.choices);
    for (const { root } of list) choices.set(root, withMove(root, [name], options));
    return { ...folderIndex(list), isNamed: namePattern(name), follower: lazy(() => followerWith(choices)) };
  });
  return {
    look(source) {
      const { path } = source;
      const free = !isExporting || moves.after(path) === path ? [] : freeCalls(source);
      const wanted = follower.candidatesIn(source);
      const paths = follower.pathsIn(source);
      // If nothing in the file changes without the folder, only paths with its name change with it.
      const named = ways.filter(
        ({ isNamed, holding, exported }) =>
          isIn(wanted.length > 0 ? 'anywhere' : paths, source, isNamed) ||
          holding(path).length > 0 ||
          free.some(({ name }) => exported.has(name)),
      );
      if (named.length === 0) return undefined;
      const others = named.map((way) => way.follower().candidatesIn(source, paths));
      const at = allOffsets([wanted, ...others]);
      // All followers share one reading.
      const references = follower.referencesAt(source, at);
      const targets = follower.targetsOf(references, path);
      const rewrites = follower.countRewrites(references, path);
      const file = { path, owner: ownerOf(path), targets, free, moves };
      const figures = named.flatMap(({ of, holding, follower: moving }) => {
        const savesHere = lazy(() => rewrites - moving().countRewrites(references, path));
        const concerned = new Set([...of(file.owner), ...[path, ...targets].flatMap(holding)]);
        return [...concerned].flatMap((candidate): [TreePath, Figures][] => {
          const figures = figuresIn(file, candidate, savesHere);
          return figures ? [[candidate.folder, figures]] : [];
        });
      });
      return figures.length > 0 ? new Map(figures) : undefined;
    },
    results(all) {
      const found = all.flatMap((file) => [...file]);
      const byFolder = groupedBy(found, ([folder]) => folder);
      const used = candidates.flatMap((candidate) => {
        const figures = (byFolder.get(candidate.folder) ?? []).map(([, figure]) => figure);
        if (!figures.some(({ isUsed }) => isUsed)) return [];
        const { root, folder, name, files, target } = candidate;
        const sum = (count: (figure: Figures) => number) =>
          figures.reduce((total, figure) => total + count(figure), 0);
        const saves = sum((figure) => figure.saves);
        const isFree = tree.kindOf(target) === undefined;
        const isClear =
          saves > 0 && isFree && !figures.some(({ isNeeded }) => isNeeded) && !hasTool(candidate, catalogue);
        const references = sum((figure) => figure.references);
        const unimported = figures.flatMap((figure) => figure.unimported);
        const judged = { folder, name, files: files.length, references, saves, unimported, isClear };
        return [{ root, judged }];
      });
      const sorted = used.toSorted(
        (a, b) => b.judged.saves - a.judged.saves || (a.judged.folder < b.judged.folder ? -1 : 1),
      );
      const byRoot = groupedBy(sorted, ({ root }) => root);
      return new Map([...byRoot].map(([root, list]) => [root, list.map(({ judged }) => judged)]));
    },
  };
}

/** Indexes the folders of one name in many projects, for fast lookup. */
function folderIndex(list: readonly Candidate[]) {
  const byRoot = groupedBy(list, ({ root }) => root);
  const byFolder = new Map(list.map((candidate) => [candidate.folder, candidate]));
  const folderOf = createOwnerFinder([...byFolder.keys()]);
  const holding = (path: TreePath): readonly Candidate[] => {
    const candidate = byFolder.get(folderOf(path) ?? '');
    return candidate ? [candidate, ...holding(parentOf(candidate.folder))] : [];
  };
  return {
    /** The folders that contain a file: two if a project is inside another. */
    holding,
    /** The folders of a project. */
    of: (root: TreePath | undefined) => (root === undefined ? [] : (byRoot.get(root) ?? [])),
    exported: new Set(list.flatMap(({ exported }) => [...exported])),
  };
}

/** A file, and the targets of its references. */
interface ReferringPath {
  readonly path: TreePath;
  readonly owner: TreePath | undefined;
  readonly targets: readonly TreePath[];
  readonly free: readonly FreeCall[];
  readonly moves: MoveMap;
}

/** The figures of a file for a folder; undefined if there are none. Only files of its project are counted. */
function figuresIn(
  { path, owner, targets, free, moves }: ReferringPath,
  { root, folder, exported }: Candidate,
  saves: () => number,
): Figures | undefined {
  if (isInside(path, folder)) {
    const references = targets.filter((place) => moves.after(place) !== place).length;
    return { references, saves: saves(), isUsed: false, isNeeded: false, unimported: [] };
  }
  const named = targets.filter((place) => isInside(place, folder)).length;
  const isSameProject = owner === root;
  if (!isSameProject && named === 0) return undefined;
  const unimported = isSameProject ? free.filter(({ name }) => exported.has(name)).map(({ at }) => at) : [];
  const isUsed = isSameProject && (named > 0 || unimported.length > 0) && moves.after(path) !== path;
  const isNeeded = named > 0 && !isUsed && !isTest(path);
  return { references: isUsed ? named : 0, saves: isSameProject ? saves() : 0, isUsed, isNeeded, unimported };
}

/** A call of a function that a file neither declares nor imports. */
interface FreeCall {
  readonly name: string;
  readonly at: Position;
}

/** Auto-imported functions have such names; any other name may be something else. */
const composable = /(?<![\w$.])use[A-Z]\w*(?=\s*(?:<[^()]*>)?\()/g;

/** The first call of each composable that a text does not seem to declare or import. */
function freeCalls({ path, text }: SourceText): FreeCall[] {
  if (!holdsCode(path)) return [];
  const calls = new Map([...text.matchAll(composable)].toReversed().map((call) => [call[0], call.index]));
  return [...calls].flatMap(([name, index]) => {
    const isDeclared = new RegExp(
      `(?:\\b(?:const|let|var|function|class)\\s+|[{,]\\s*|\\bas\\s+|\\bimport\\s+)${name}\\b(?!\\s*\\()|\\bfunction\\s+${name}\\b`,
    );
    return isDeclared.test(text) ? [] : [{ name, at: positionOf(path, text, index) }];
  });
}

const exports = /\bexport\s+(?:const|let|(?:async\s+)?function)\s+(use[A-Z]\w*)/g;

// Folders with more files are something else than shared code.
const mostFiles = 500;

/** Adds the exports of each folder, except those that a moved file exports too, which would be found first. */
function withExports(
  candidates: readonly Candidate[],
  moving: readonly TreePath[],
  read: Repository['readText'],
): Candidate[] {
  const exporting = candidates.map((folder) => ({ ...folder, exported: exportedBy(folder.files, read) }));
  if (exporting.every(({ exported }) => exported.size === 0)) return exporting;
  const others = exportedBy(moving, read, Number.POSITIVE_INFINITY);
  return exporting.map((candidate) => ({
    ...candidate,
    exported: new Set([...candidate.exported].filter((name) => !others.has(name))),
  }));
}

function exportedBy(files: readonly TreePath[], read: Repository['readText'], most = mostFiles): Set<string> {
  const scripts = files.filter((path) => /(?<!\.d)\.[cm]?[jt]s$/.test(path));
  const texts = scripts.length > most ? [] : scripts.map((path) => read(path) ?? '');
  return new Set(texts.flatMap((text) => [...text.matchAll(exports)].flatMap(([, name]) => name ?? [])));
}

function allOffsets(all: readonly Offsets[]): Offsets {
  const offsets = new Set<number>();
  for (const list of all) {
    if (list === 'anywhere') return list;
    for (const offset of list) offsets.add(offset);
  }
  return [...offsets].sort((a, b) => a - b);
}

/** The value of `--move` that lets fw-migrate choose; a folder of that name is written `./auto`. */
export const autoMove = 'auto';

/** Whether any project has `auto` among its folders to move. */
export function asksForAuto(options: RunChoices): boolean {
  const lists = [options.move, ...[...(options.choices?.values() ?? [])].map(({ move }) => move)];
  return lists.some((list) => list?.includes(autoMove));
}

/** The options of a plan without `auto`. */
export function withoutAuto<T extends RunChoices>(options: T): T {
  const cleaned = <C extends RunChoice>(choice: C): C =>
    choice.move ? { ...choice, move: choice.move.filter((name) => name !== autoMove) } : choice;
  const choices = options.choices && new Map([...options.choices].map(([root, own]) => [root, cleaned(own)]));
  return { ...cleaned(options), choices };
}

/** The choice for a project that moves more folders. */
export function withMove(root: TreePath, names: readonly string[], options: RunChoices) {
  const { move = [], stay, ...choice } = choiceFor(root, options);
  return { ...choice, stay, move: [...new Set([...move, ...names])] };
}

/** The folders beside the sources of projects that leave the root, except those that the framework knows. */
function candidatesIn(
  projects: readonly OpenProject[],
  paths: readonly TreePath[],
  ownerOf: OwnerFinder,
  moves: MoveMap,
): Candidate[] {
  const leaving = projects.flatMap(({ found, config, decision, choice: { leave, stay = [] } }) => {
    const layout = decision.kind === 'layout' && !leave ? decision.layout : undefined;
    return layout && leavesRoot(layout) ? [{ root: found.folder, config, layout, stay }] : [];
  });
  const filesOf = groupedBy(leaving.length > 0 ? paths : [], ownerOf);
  return leaving.flatMap(({ root, config, layout, stay }) => {
    const { folders } = config.catalogue;
    const named = rootFolders(config, layout.before);
    const [source, after] = [placeAt(root, layout.before), placeAt(root, layout.after)];
    const byName = groupedBy(
      (filesOf.get(root) ?? []).filter((path) => isInside(path, source) && moves.after(path) === path),
      (path) => pathFrom(source, path).split('/').slice(0, -1)[0] ?? '',
    );
    return [...byName].flatMap(([name, files]): Candidate[] => {
      const folder = placeAt(source, name);
      const isOfFramework =
        folders.inRoot.some((kind) => kind.name === name) ||
        named.some((place) => isInside(placeAt(root, place), folder));
      const isBound = name === '' || neverSources.test(name) || isOfFramework;
      // Folders that are kept in place on purpose, or of which a part moves, are not suggested.
      const isChosen = stay.includes(name) || isInside(folder, after) || moves.partsOf(folder).length > 0;
      if (isBound || isChosen) return [];
      return [{ root, folder, name, files, target: placeAt(after, name), exported: new Set() }];
    });
  });
}

/** The folders that options name and that stay in the root. */
function rootFolders(config: ConfigDocument, source: PlacePath): PlacePath[] {
  const paths = scopeBefore(config, source, source);
  return config.scopes.flatMap((scope) =>
    config.catalogue.folders.inRoot.map((kind) => folderPlaceIn(config, scope, kind, source, paths)),
  );
}

function leavesRoot({ root, before, after, moves }: Layout): boolean {
  return before === root && after !== before && moves.moves.length > 0;
}

/** Every reference to a folder has its name after a slash, a quote or the character of an alias. */
function namePattern(name: string): RegExp {
  return new RegExp(`(?:^|[/'"\`#~@(])${name.replace(/[^\w]/g, '\\$&')}(?![\\w-])`);
}

function isIn(paths: PathTexts | 'anywhere', source: SourceText, name: RegExp): boolean {
  if (paths === 'anywhere') return name.test(source.text);
  const isNamed = (text: string) => name.test(text);
  return paths.quoted.some(({ text }) => isNamed(text)) || [...paths.urls, ...paths.attributes].some(isNamed);
}

/** A test follows the code it tests, so it does not keep a folder in place. */
function isTest(path: TreePath): boolean {
  return (
    path.split('/').some((part) => /^(?:tests?|__tests__|specs?|e2e|cypress)$/.test(part)) ||
    /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path)
  );
}

/** Whether a folder contains a separate package or tool, which is run by its path. */
function hasTool({ files }: Candidate, { names }: Catalogue): boolean {
  return files.some((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return (
      isConfigFile(path, names) ||
      /^(?:package\.json|tsconfig\b.*\.json|Makefile|(?:.+\.)?Dockerfile|.+\.config\.[cm]?[jt]s|.+\.(?:sh|bash))$/.test(
        name,
      )
    );
  });
}

/** Reports folders whose functions are used without an import: auto-import scans the source directory. */
export function unimportedFollowUps(
  folders: readonly JudgedFolder[],
  { config }: OpenProject,
  reported: readonly FollowUp[],
): FollowUp[] {
  const { facts } = config.catalogue;
  const code = 'scanned-folder-stays';
  return folders.flatMap(({ name, unimported }) => {
    const start = `\`${name}/\` does not move`;
    const isReported = reported.some((item) => item.code === code && item.message.startsWith(start));
    if (unimported.length === 0 || isReported) return [];
    const message = `${start}, but sources that move to \`${facts.sourceDirA}/\` use its functions without importing them: run with \`--move ${asWord(name)}\`, or make sure that they are still found.`;
    return [followUpFrom({ code, message, subject: name, evidence: unimported }, '', config.at)];
  });
}
