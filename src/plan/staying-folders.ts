import { neverSources } from '../catalogue/facts.ts';
import type { ConfigDocument } from '../config/document.ts';
import { groupedBy } from '../config/grouped.ts';
import { isInside, isRelativePath, type PlacePath, pathFrom, placeAt } from '../config/paths.ts';
import type { Layout } from '../project/bases.ts';
import { scopeBefore } from '../project/config-paths.ts';
import { createOwnerFinder, type OwnerFinder } from '../project/discover.ts';
import { folderPlaceIn } from '../project/layout-moves.ts';
import type { MoveMap } from '../project/moves.ts';
import type { NamedPath } from '../project/references/candidates.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { SourceText } from '../project/syntax/source-text.ts';
import { wordFilter } from '../project/word-filter.ts';
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
  /** Whether moving the folder is clearly right. */
  readonly isClear: boolean;
}

/** The figures that one file contributes, by the path of the staying folder. */
export type FileFigures = ReadonlyMap<TreePath, Figures>;

interface Figures {
  readonly references: number;
  readonly saves: number;
  /** Whether a file that moves uses the folder. */
  readonly isUsed: boolean;
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
}

interface MovingRun {
  readonly projects: readonly OpenProject[];
  readonly repository: Repository;
  readonly moves: MoveMap;
  readonly rewriter: ReferenceRewriter;
}

/** The figures count paths in texts that are not parsed, so they are close, but not exact. */
export function createStayingSearch({ projects, repository, moves, rewriter }: MovingRun): StayingSearch {
  const { snapshot, tree } = repository;
  const ownerOf = createOwnerFinder(projects.map(({ found }) => found.folder));
  const paths = snapshot.files.map(({ path }) => path);
  const candidates = candidatesIn(projects, paths, ownerOf, moves);
  if (candidates.length === 0) return noStaying;
  const foldersAround = createFolderFinder(candidates);
  const mayName = wordFilter(candidates.map(({ name }) => name));
  return {
    look(source) {
      const { path, text } = source;
      const named = mayName(text) || foldersAround(path).length > 0 ? rewriter.pathsIn(source) : [];
      const concerned = new Set([path, ...named.map(({ place }) => place)].flatMap(foldersAround));
      const file = { path, owner: ownerOf(path), named, moves };
      return concerned.size === 0
        ? undefined
        : new Map(Array.from(concerned, (candidate) => [candidate.folder, figuresIn(file, candidate)]));
    },
    results(all) {
      const byFolder = groupedBy(
        all.flatMap((file) => [...file]),
        ([folder]) => folder,
      );
      const used = candidates.flatMap((candidate) => {
        const figures = (byFolder.get(candidate.folder) ?? []).map(([, figure]) => figure);
        if (!figures.some(({ isUsed }) => isUsed)) return [];
        const { root, folder, name, files, target } = candidate;
        const saves = figures.reduce((sum, figure) => sum + figure.saves, 0);
        const references = figures.reduce((sum, figure) => sum + figure.references, 0);
        const isFree = tree.kindOf(target) === undefined && !figures.some(({ isNeeded }) => isNeeded);
        const isClear = saves > 0 && isFree && !files.some(isOfTool);
        return [{ root, judged: { folder, name, files: files.length, references, saves, isClear } }];
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
  readonly moves: MoveMap;
}

/** The figures of a file for a folder that contains it or that it uses. */
function figuresIn(
  { path, owner, named, moves }: ReferringPath,
  { root, folder, target }: Candidate,
): Figures {
  const afterMove = (place: TreePath) =>
    isInside(place, folder) ? placeAt(target, pathFrom(folder, place)) : moves.after(place);
  const saves = countRewrites(named, path, moves.after) - countRewrites(named, path, afterMove);
  if (isInside(path, folder)) {
    const references = named.filter(({ place }) => moves.after(place) !== place).length;
    return { references, saves, isUsed: false, isNeeded: false };
  }
  const uses = named.filter(({ place }) => isInside(place, folder)).length;
  const isMoving = owner === root && moves.after(path) !== path;
  return {
    references: isMoving ? uses : 0,
    saves,
    isUsed: isMoving && uses > 0,
    isNeeded: !isMoving && uses > 0 && !isTest(path),
  };
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
      return [{ root, folder, name, files, target: placeAt(after, name) }];
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

/** Whether a file shows that its folder contains a separate package or tool, which is run by its path. */
function isOfTool(path: TreePath): boolean {
  return /(?:^|\/)(?:package\.json|tsconfig\b.*\.json|Makefile|(?:.+\.)?Dockerfile|[^/]+\.config\.[cm]?[jt]s|[^/]+\.(?:sh|bash))$/.test(
    path,
  );
}
