import { neverSources } from '../catalogue/folder-kinds.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { ConfigDocument } from '../config/document.ts';
import { groupedBy } from '../config/grouped.ts';
import { isInside, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import { type Position, positionOf } from '../config/problem.ts';
import type { Layout } from '../project/bases.ts';
import { scopeBefore } from '../project/config-paths.ts';
import { isConfigFile } from '../project/discover.ts';
import { asWord } from '../project/layout.ts';
import { folderPlaceIn } from '../project/layout-moves.ts';
import type { MoveMap } from '../project/moves.ts';
import type { PathTexts } from '../project/references/path-texts.ts';
import type { Offsets } from '../project/references/reference.ts';
import { once } from '../project/remembered.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { holdsCode } from '../project/syntax/file-kind.ts';
import type { SourceText } from '../project/syntax/source.ts';
import type { Follower } from './follow-files.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import { choiceFor, type ProjectChoices, type RunChoice } from './selection.ts';
import { createOwnerFinder, type OwnerFinder } from './shard.ts';

/** A folder that stays although moved sources use it, with the figures that help to choose. */
export interface StayingFolder {
  readonly folder: TreePath;
  /** What `--move` calls it. */
  readonly name: string;
  readonly files: number;
  /** References between it and what moves, in either direction. */
  readonly references: number;
  /** How many rewrites of references it saves to move it along; negative if it takes more of them. */
  readonly saves: number;
}

/** The same, with whether `--move auto` takes it. */
export interface JudgedFolder extends StayingFolder {
  /** Where moved sources use what it exports without importing it, so that something else must find it there. */
  readonly unimported: readonly Position[];
  /** Whether nothing speaks against moving it: see `isClear`. */
  readonly isClear: boolean;
}

/** What one file says about folders that stay, by their paths. */
export type FileFigures = ReadonlyMap<TreePath, Figures>;

interface Figures {
  readonly references: number;
  readonly saves: number;
  readonly isUsed: boolean;
  readonly unimported: readonly Position[];
  /** Whether a file that stays itself uses the folder. */
  readonly isNeeded: boolean;
}

/** Counts what speaks for moving folders that would stay, file by file. */
export interface StayingSearch {
  look(source: SourceText): FileFigures | undefined;
  /** The folders that moved sources use, by project, what saves most first. */
  results(all: readonly FileFigures[]): ReadonlyMap<TreePath, readonly JudgedFolder[]>;
}

/** Looks for nothing: for runs that move nothing. */
export const noStaying: StayingSearch = { look: () => undefined, results: () => new Map() };

/** A folder among the sources that stays. */
interface Candidate {
  readonly root: TreePath;
  readonly folder: TreePath;
  readonly name: string;
  readonly files: readonly TreePath[];
  /** Where it would move. */
  readonly target: TreePath;
  /** The functions that it exports and that are named like those which are found without an import. */
  readonly exported: ReadonlySet<string>;
}

/** What someone chooses for all projects, and for single ones. */
type ChosenFolders = RunChoice & { readonly choices?: ProjectChoices | undefined };

interface MovingRun {
  readonly projects: readonly OpenProject[];
  readonly repository: Repository;
  readonly moves: MoveMap;
  readonly options: ChosenFolders;
  readonly follower: Follower;
}

/**
 * `followerWith` follows references as if some projects moved more folders. The figures are exact, since the references of every file that they depend on are followed once more as if the folder
 * moved, by the same code; a file is not searched again for each folder.
 */
export function createStayingSearch(
  { projects, repository, moves, options, follower }: MovingRun,
  followerWith: (choices: ProjectChoices) => Follower,
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
    return { ...folderIndex(list), isNamed: namePattern(name), follower: once(() => followerWith(choices)) };
  });
  return {
    look(source) {
      const { path } = source;
      const free = !isExporting || moves.after(path) === path ? [] : freeCalls(source);
      const wanted = follower.candidatesIn(source);
      const paths = follower.pathsIn(source);
      // If no path changes as it is, only those change with a folder that name it.
      const named = ways.filter(
        ({ isNamed, holding, exported }) =>
          isIn(wanted.length > 0 ? 'anywhere' : paths, source, isNamed) ||
          holding(path).length > 0 ||
          free.some(({ name }) => exported.has(name)),
      );
      if (named.length === 0) return undefined;
      const others = named.map((way) => way.follower().candidatesIn(source, paths));
      const at = allOffsets([wanted, ...others]);
      const { targets, rewritesBy } = follower.referencesAt(source, at);
      const rewrites = rewritesBy(follower);
      const file = { path, owner: ownerOf(path), targets, free, moves };
      const figures = named.flatMap(({ of, holding, follower: moving }) => {
        const savesHere = once(() => rewrites - rewritesBy(moving()));
        const concerned = new Set([...of(file.owner), ...[path, ...targets].flatMap(holding)]);
        return [...concerned].flatMap((one): [TreePath, Figures][] => {
          const found = figuresIn(file, one, savesHere);
          return found ? [[one.folder, found]] : [];
        });
      });
      return figures.length > 0 ? new Map(figures) : undefined;
    },
    results(all) {
      const byFolder = groupedBy(
        all.flatMap((one) => [...one]),
        ([folder]) => folder,
      );
      const used = candidates.flatMap((candidate) => {
        const figures = (byFolder.get(candidate.folder) ?? []).map(([, one]) => one);
        if (!figures.some(({ isUsed }) => isUsed)) return [];
        const { root, folder, name, files, target } = candidate;
        const sum = (count: (one: Figures) => number) =>
          figures.reduce((total, one) => total + count(one), 0);
        const saves = sum((one) => one.saves);
        const isFree = tree.kindOf(target) === undefined;
        const isClear =
          saves > 0 && isFree && !figures.some(({ isNeeded }) => isNeeded) && !holdsOwn(candidate, catalogue);
        const references = sum((one) => one.references);
        const unimported = figures.flatMap((one) => one.unimported);
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

/** Folders of one name in many projects, found without looking at each of them. */
function folderIndex(list: readonly Candidate[]) {
  const byRoot = groupedBy(list, ({ root }) => root);
  const byFolder = new Map(list.map((one) => [one.folder, one]));
  const folderOf = createOwnerFinder([...byFolder.keys()]);
  const holding = (path: TreePath): readonly Candidate[] => {
    const one = byFolder.get(folderOf(path) ?? '');
    return one ? [one, ...holding(parentOf(one.folder))] : [];
  };
  return {
    /** Those that hold a file: with a project inside another, there may be two. */
    holding,
    /** Those of a project. */
    of: (root: TreePath | undefined) => (root === undefined ? [] : (byRoot.get(root) ?? [])),
    exported: new Set(list.flatMap(({ exported }) => [...exported])),
  };
}

/** A file, with what its references name. */
interface ReferringPath {
  readonly path: TreePath;
  readonly owner: TreePath | undefined;
  readonly targets: readonly TreePath[];
  readonly free: readonly FreeCall[];
  readonly moves: MoveMap;
}

/** What a file has to say about a folder; undefined if nothing. Only files of the project count for its figures. */
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
  const isOwn = owner === root;
  if (!isOwn && named === 0) return undefined;
  const unimported = isOwn ? free.filter(({ name }) => exported.has(name)).map(({ at }) => at) : [];
  const isUsed = isOwn && (named > 0 || unimported.length > 0) && moves.after(path) !== path;
  const isNeeded = named > 0 && !isUsed && !isTest(path);
  return { references: isUsed ? named : 0, saves: isOwn ? saves() : 0, isUsed, isNeeded, unimported };
}

/** A call of a function that a file neither declares nor imports. */
interface FreeCall {
  readonly name: string;
  readonly at: Position;
}

/** Functions that modules make known everywhere have such names; any other name may be something else. */
const composable = /(?<![\w$.])use[A-Z]\w*(?=\s*(?:<[^()]*>)?\()/g;

/** The first free call of each composable in a text. A name that the text also has elsewhere may be its own. */
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

// Folders with more files hold something else than what the sources share.
const mostFiles = 500;

/** What each folder exports and nothing that moves does, which would be found first. */
function withExports(
  candidates: readonly Candidate[],
  moving: readonly TreePath[],
  read: Repository['readText'],
): Candidate[] {
  const found = candidates.map((one) => ({ ...one, exported: exportedBy(one.files, read) }));
  if (found.every(({ exported }) => exported.size === 0)) return found;
  const others = exportedBy(moving, read, Number.POSITIVE_INFINITY);
  return found.map((one) => ({
    ...one,
    exported: new Set([...one.exported].filter((name) => !others.has(name))),
  }));
}

function exportedBy(
  files: readonly TreePath[],
  read: Repository['readText'],
  most = mostFiles,
): ReadonlySet<string> {
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

/** What `--move` is given to let fw-migrate choose; a folder of that name is `./auto`. */
export const autoMove = 'auto';

/** Whether any project leaves the choice of folders to the tool. */
export function asksForAuto(options: ChosenFolders): boolean {
  const lists = [options.move, ...[...(options.choices?.values() ?? [])].map(({ move }) => move)];
  return lists.some((list) => list?.includes(autoMove));
}

/** The options of a plan without the wish that the tool chooses. */
export function withoutAuto<T extends ChosenFolders>(options: T): T {
  const left = <C extends RunChoice>(choice: C): C =>
    choice.move ? { ...choice, move: choice.move.filter((name) => name !== autoMove) } : choice;
  const choices = options.choices && new Map([...options.choices].map(([root, one]) => [root, left(one)]));
  return { ...left(options), choices };
}

/** What holds for a project if it moves more folders. */
export function withMove(root: TreePath, names: readonly string[], options: ChosenFolders) {
  const { move = [], stay, ...choice } = choiceFor(root, options);
  return { ...choice, stay, move: [...new Set([...move, ...names])] };
}

/** The folders beside the source folders of projects that leave the root: those of the framework have their place. */
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
      // What is kept in place on purpose, or leaves in part, is not offered again.
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

/** Every reference to a folder has its name behind a slash, a quote or the sign of an alias. */
function namePattern(name: string): RegExp {
  return new RegExp(`(?:^|[/'"\`#~@(])${name.replace(/[^\w]/g, '\\$&')}(?![\\w-])`);
}

/** Whether a name is in any path of a file, or anywhere. */
function isIn(paths: PathTexts | 'anywhere', source: SourceText, name: RegExp): boolean {
  if (paths === 'anywhere') return name.test(source.text);
  const isNamed = (text: string) => name.test(text);
  return paths.quoted.some(({ text }) => isNamed(text)) || [...paths.urls, ...paths.attributes].some(isNamed);
}

/** A test goes where its subject goes: it needs no say in that. */
function isTest(path: TreePath): boolean {
  return (
    path.split('/').some((part) => /^(?:tests?|__tests__|specs?|e2e|cypress)$/.test(part)) ||
    /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(path)
  );
}

/** A package or a tool of its own in a folder: whoever runs it knows it by its place. */
function holdsOwn({ files }: Candidate, { names }: Catalogue): boolean {
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

/** Folders whose files are used without an import: whatever finds them looks in the source directory. */
export function unimportedFollowUps(
  folders: readonly JudgedFolder[],
  { config }: OpenProject,
  reported: readonly FollowUp[],
): FollowUp[] {
  const { facts } = config.catalogue;
  const code = 'scanned-folder-stays';
  return folders.flatMap(({ name, unimported }) => {
    const start = `\`${name}/\` does not move`;
    const isReported = reported.some((one) => one.code === code && one.message.startsWith(start));
    if (unimported.length === 0 || isReported) return [];
    const message = `${start}, but sources that move to \`${facts.sourceDirA}/\` use its functions without importing them: run with \`--move ${asWord(name)}\`, or make sure that they are still found.`;
    return [followUpFrom({ code, message, subject: name, evidence: unimported }, '', config.at)];
  });
}
