import { groupedBy } from '../base/grouped.ts';
import { isInside, isRelativePath, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { neverSources } from '../catalogue/facts.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Layout } from '../project/bases.ts';
import { scopeBefore } from '../project/config-paths.ts';
import { createOwnerFinder, isConfigFile, type OwnerFinder } from '../project/discover.ts';
import { asWord } from '../project/layout.ts';
import { folderPlaceIn } from '../project/layout-moves.ts';
import type { MoveMap } from '../project/moves.ts';
import type { NamedPath } from '../project/references/candidates.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { holdsCode } from '../project/syntax/file-kind.ts';
import type { SourceText } from '../project/syntax/source-text.ts';
import { wordFilter } from '../project/word-filter.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import type { ReferenceRewriter } from './rewrite-files.ts';
import { autoMove, type RunChoices } from './selection.ts';

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
  readonly rewriter: ReferenceRewriter;
}

/** The figures count paths in texts that are not parsed, so they are close, but not exact. */
export function createStayingSearch({ projects, repository, moves, rewriter }: MovingRun): StayingSearch {
  const { catalogue, snapshot, tree, readText } = repository;
  const ownerOf = createOwnerFinder(projects.map(({ found }) => found.folder));
  const paths = snapshot.files.map(({ path }) => path);
  const candidates = withExports(
    candidatesIn(projects, paths, ownerOf, moves),
    paths.filter((path) => moves.after(path) !== path),
    readText,
  );
  if (candidates.length === 0) return noStaying;
  const exporting = candidates.filter(({ exported }) => exported.size > 0);
  const foldersAround = createFolderFinder(candidates);
  const mayName = wordFilter(candidates.map(({ name }) => name));
  return {
    look(source) {
      const { path, text } = source;
      const owner = ownerOf(path);
      const isMoving = moves.after(path) !== path;
      const free = isMoving && exporting.length > 0 ? freeCalls(source) : [];
      const named = mayName(text) || foldersAround(path).length > 0 ? rewriter.pathsIn(source) : [];
      const isCalled = ({ root, exported }: Candidate) =>
        root === owner && free.some(({ name }) => exported.has(name));
      const concerned = new Set([
        ...[path, ...named.map(({ place }) => place)].flatMap(foldersAround),
        ...exporting.filter(isCalled),
      ]);
      const file = { path, owner, named, free, moves };
      return concerned.size === 0
        ? undefined
        : new Map(Array.from(concerned, (candidate) => [candidate.folder, figuresIn(file, candidate)]));
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

/** Finds the candidates that contain a place: two if a project is inside another. */
function createFolderFinder(candidates: readonly Candidate[]): (place: TreePath) => readonly Candidate[] {
  const byFolder = new Map(candidates.map((candidate) => [candidate.folder, candidate]));
  const folderOf = createOwnerFinder([...byFolder.keys()]);
  const foldersAround = (place: TreePath): readonly Candidate[] => {
    const candidate = byFolder.get(folderOf(place) ?? '');
    return candidate ? [candidate, ...foldersAround(parentOf(candidate.folder))] : [];
  };
  return foldersAround;
}

/** A file, and the paths in it. */
interface ReferringPath {
  readonly path: TreePath;
  readonly owner: TreePath | undefined;
  readonly named: readonly NamedPath[];
  readonly free: readonly FreeCall[];
  readonly moves: MoveMap;
}

/** The figures of a file for a folder that contains it or that it uses. */
function figuresIn(
  { path, owner, named, free, moves }: ReferringPath,
  { root, folder, target, exported }: Candidate,
): Figures {
  const afterMove = (place: TreePath) =>
    isInside(place, folder) ? placeAt(target, pathFrom(folder, place)) : moves.after(place);
  const saves = countRewrites(named, path, moves.after) - countRewrites(named, path, afterMove);
  if (isInside(path, folder)) {
    const references = named.filter(({ place }) => moves.after(place) !== place).length;
    return { references, saves, isUsed: false, isNeeded: false, unimported: [] };
  }
  const uses = named.filter(({ place }) => isInside(place, folder)).length;
  const mayUse = owner === root && moves.after(path) !== path;
  const unimported = mayUse ? free.filter(({ name }) => exported.has(name)).map(({ at }) => at) : [];
  const isUsed = mayUse && (uses > 0 || unimported.length > 0);
  return { references: mayUse ? uses : 0, saves, isUsed, isNeeded: !mayUse && !isTest(path), unimported };
}

/** How many paths in a file have to change if files move so. */
function countRewrites(
  named: readonly NamedPath[],
  path: TreePath,
  after: (place: TreePath) => TreePath,
): number {
  const folder = parentOf(after(path));
  return named.filter(({ text, place, placeAfter }) => {
    const read = isRelativePath(text) ? placeAt(folder, text) : placeAfter;
    return read !== after(place);
  }).length;
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

/** Whether any project has `auto` among its folders to move. */
export function asksForAuto(options: RunChoices): boolean {
  const lists = [options.move, ...[...(options.choices?.values() ?? [])].map(({ move }) => move)];
  return lists.some((list) => list?.includes(autoMove));
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
      const isContent = config.catalogue.facts.contentFolders.includes(name);
      const isBound = name === '' || neverSources.test(name) || isOfFramework || isContent;
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
    config.catalogue.folders.inRoot.map((kind) => folderPlaceIn(config, scope, kind, paths)),
  );
}

function leavesRoot({ root, before, after, moves }: Layout): boolean {
  return before === root && after !== before && moves.moves.length > 0;
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
