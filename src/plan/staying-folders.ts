/** Counts which folders stay in the root although moved sources use them, so that `--move` can be recommended. */

import { groupedBy } from '../base/grouped.ts';
import { lazy } from '../base/memo.ts';
import { isInside, isRelativePath, pathFrom, placeAt } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { shellWord } from '../base/shell.ts';
import { isModule, languageOf } from '../catalogue/extensions.ts';
import type { FileKind } from '../catalogue/file-kinds.ts';
import { kindFolders } from '../layout/layout-moves.ts';
import type { NamedPath } from '../paths/references/candidates.ts';
import { createOwnerFinder, type OwnerFinder } from '../tree/discover.ts';
import type { MoveMap } from '../tree/moves.ts';
import type { Repository } from '../tree/repository.ts';
import { knownName, parentOf, type TreePath } from '../tree/snapshot.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordFilter } from '../tree/word-filter.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import type { PlanContext } from './plan-context.ts';

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

/** What one file contributes to the figures of a staying folder. */
export interface FileFigures
  extends Pick<JudgedFolder, 'folder' | 'references' | 'saves' | 'unimported'> {
  readonly isUsed: boolean;
  /** Whether a file that stays uses the folder. */
  readonly isNeeded: boolean;
}

/** Counts file by file how many rewrites it saves to move folders that stay. */
export type StayingSearch = ReturnType<typeof createStayingSearch>;

/** A folder among the sources that stays. */
interface Candidate {
  readonly root: TreePath;
  readonly folder: TreePath;
  readonly name: string;
  readonly files: readonly TreePath[];
  /** Where the folder would move. */
  readonly target: TreePath;
  /** The composables that it exports, and no moved file, which may be used without an import. */
  readonly exported: ReadonlySet<string>;
}

/** The figures count paths in texts that are not parsed, so they are close, but not exact. */
export function createStayingSearch(run: PlanContext) {
  const { projects, repository, moves, rewriter } = run;
  const ownerOf = createOwnerFinder(projects.map(({ found }) => found.folder));
  const candidates = candidatesIn(run, ownerOf);
  const exporting = candidates.filter(({ exported }) => exported.size > 0);
  const foldersAround = createFolderFinder(candidates);
  const mayName = wordFilter(candidates.map(({ name }) => name));
  /** Whether the figures of a file may matter. */
  const concerns = (path: TreePath) => candidates.length > 0 && rewriter.concerns(path);
  return {
    concerns,
    look(source: SourceText): readonly FileFigures[] {
      const { path, text } = source;
      if (!concerns(path)) return [];
      const owner = ownerOf(path);
      const isMoving = moves.after(path) !== path;
      const free: FreeCalls = isMoving && exporting.length > 0 ? freeCalls(source) : new Map();
      const named = mayName(text) || foldersAround(path).length > 0 ? rewriter.pathsIn(source) : [];
      const isCalled = ({ root, exported }: Candidate) =>
        root === owner && [...free.keys()].some((name) => exported.has(name));
      const concerned = new Set([
        ...[path, ...named.map(({ place }) => place)].flatMap(foldersAround),
        ...exporting.filter(isCalled),
      ]);
      const file = { path, owner, named, free, moves };
      return Array.from(concerned, (candidate) => figuresIn(file, candidate));
    },
    /** The folders that moved sources use, by project; those that save most come first. */
    results(all: readonly FileFigures[]): ReadonlyMap<TreePath, readonly JudgedFolder[]> {
      const byFolder = groupedBy(all, ({ folder }) => folder);
      const judged = candidates.flatMap((candidate) => {
        const figures = byFolder.get(candidate.folder) ?? [];
        const isUsed = figures.some((figure) => figure.isUsed);
        return isUsed ? { root: candidate.root, ...judge(candidate, figures, repository) } : [];
      });
      const sorted = judged.toSorted((a, b) => b.saves - a.saves || (a.folder < b.folder ? -1 : 1));
      return groupedBy(sorted, ({ root }) => root);
    },
  };
}

function judge(
  candidate: Candidate,
  figures: readonly FileFigures[],
  { tree, fileKind }: Repository,
): JudgedFolder {
  const { folder, name, files, target } = candidate;
  const sum = (key: 'references' | 'saves') =>
    figures.reduce((total, figure) => total + figure[key], 0);
  const saves = sum('saves');
  const isNeeded = figures.some((figure) => figure.isNeeded);
  const isFree = tree.kindOf(target) === undefined;
  return {
    folder,
    name,
    files: files.length,
    references: sum('references'),
    saves,
    unimported: figures.flatMap(({ unimported }) => unimported),
    isClear:
      saves > 0 && isFree && !isNeeded && !files.some((path) => ofTools.includes(fileKind(path))),
  };
}

/** Finds the candidates that contain a place: two if a project is inside another. */
function createFolderFinder(
  candidates: readonly Candidate[],
): (place: TreePath) => readonly Candidate[] {
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
  readonly free: FreeCalls;
  readonly moves: MoveMap;
}

/** The figures of a file for a folder that contains it or that it uses. */
function figuresIn(
  { path, owner, named, free, moves }: ReferringPath,
  { root, folder, target, exported }: Candidate,
): FileFigures {
  const afterMove = (place: TreePath) =>
    isInside(place, folder) ? placeAt(target, pathFrom(folder, place)) : moves.after(place);
  /** How many paths in the file have to change if files move so. */
  const countRewrites = (after: (place: TreePath) => TreePath) =>
    named.filter(({ text, place, placeAfter }) => {
      const read = isRelativePath(text) ? placeAt(parentOf(after(path)), text) : placeAfter;
      return read !== after(place);
    }).length;
  const saves = countRewrites(moves.after) - countRewrites(afterMove);
  if (isInside(path, folder)) {
    const references = named.filter(({ place }) => moves.after(place) !== place).length;
    return { folder, references, saves, isUsed: false, isNeeded: false, unimported: [] };
  }
  const uses = named.filter(({ place }) => isInside(place, folder)).length;
  const mayUse = owner === root && moves.after(path) !== path;
  const unimported = mayUse
    ? [...free].flatMap(([name, at]) => (exported.has(name) ? at : []))
    : [];
  const isUsed = mayUse && (uses > 0 || unimported.length > 0);
  const isNeeded = !mayUse && !isTest(path);
  return { folder, references: mayUse ? uses : 0, saves, isUsed, isNeeded, unimported };
}

/** Calls of functions that a file neither declares nor imports, by name. */
type FreeCalls = ReadonlyMap<string, Position>;

/** Auto-imported functions have such names; any other name may be something else. */
const composable = /(?<![\w$.])use[A-Z]\w*(?=\s*(?:<[^()]*>)?\()/g;

/** The first call of each composable that a text does not seem to declare or import. */
function freeCalls({ path, text }: SourceText): FreeCalls {
  if (!holdsCode(path)) return new Map();
  const calls = new Map(
    [...text.matchAll(composable)].toReversed().map((call) => [call[0], call.index]),
  );
  const declared = (name: string) =>
    new RegExp(
      `(?:\\b(?:const|let|var|function|class)\\s+|[{,]\\s*|\\bas\\s+|\\bimport\\s+)${name}\\b(?!\\s*\\()|\\bfunction\\s+${name}\\b`,
    );
  const free = [...calls].filter(([name]) => !declared(name).test(text));
  return new Map(free.map(([name, index]) => [name, positionOf(path, text, index)]));
}

const exports = /\bexport\s+(?:const|let|(?:async\s+)?function)\s+(use[A-Z]\w*)/g;

// Folders with more files are something else than shared code.
const mostFiles = 500;

function exportedBy(files: readonly TreePath[], read: Repository['readText']): Set<string> {
  const texts = files
    .filter((path) => isModule(path) && languageOf(path) !== 'dts')
    .map((path) => read(path) ?? '');
  return new Set(
    texts.flatMap((text) => [...text.matchAll(exports)].flatMap(([, name]) => name ?? [])),
  );
}

/** The folders beside the sources of projects that leave the root, except those that the framework knows. */
function candidatesIn(
  { projects, repository, moves }: PlanContext,
  ownerOf: OwnerFinder,
): Candidate[] {
  const leaving = projects.flatMap(({ found, config, decision, choice: { leave, stay = [] } }) => {
    if (decision.kind !== 'layout' || leave) return [];
    const { layout } = decision;
    const leavesRoot = layout.before === layout.root && layout.after !== layout.before;
    return leavesRoot && layout.moves.moves.length > 0
      ? [{ root: found.folder, config, layout, stay }]
      : [];
  });
  const { snapshot, readText } = repository;
  const paths = leaving.length > 0 ? snapshot.files.map(({ path }) => path) : [];
  const isMoving = (path: TreePath) => moves.after(path) !== path;
  const moving = lazy(() => exportedBy(paths.filter(isMoving), readText));
  const filesOf = groupedBy(paths, ownerOf);
  return leaving.flatMap(({ root, config, layout, stay }) => {
    const { folders } = config.catalogue;
    const named = kindFolders(config, folders.inRoot, layout.before);
    const [source, after] = [placeAt(root, layout.before), placeAt(root, layout.after)];
    const byName = groupedBy(
      (filesOf.get(root) ?? []).filter((path) => isInside(path, source) && !isMoving(path)),
      (path) => pathFrom(source, path).split('/').slice(0, -1)[0] ?? '',
    );
    return [...byName].flatMap(([name, files]): Candidate[] => {
      const folder = placeAt(source, name);
      const isOfFramework = named.some(({ place }) => isInside(placeAt(root, place), folder));
      const isContent = config.catalogue.facts.contentFolders.includes(name);
      const isBound =
        name === '' ||
        !folders.mayBeSources(knownName(name, snapshot)) ||
        isOfFramework ||
        isContent;
      // Folders that are kept in place on purpose, or of which a part moves, are not suggested.
      const isChosen =
        stay.includes(name) || isInside(folder, after) || moves.partsOf(folder).length > 0;
      if (isBound || isChosen) return [];
      const all = files.length > mostFiles ? [] : [...exportedBy(files, readText)];
      // What a moved file exports as well would be found there first.
      const exported = new Set(all.filter((shared) => !moving().has(shared)));
      return [{ root, folder, name, files, target: placeAt(after, name), exported }];
    });
  });
}

/** A test follows the code it tests, so it does not keep a folder in place. */
function isTest(path: TreePath): boolean {
  return (
    path.split('/').some((part) => /^(?:tests?|__tests__|specs?|e2e|cypress)$/.test(part)) ||
    (holdsCode(path) && /\.(?:test|spec)\.\w+$/.test(path))
  );
}

/** Files of packages and tools, which are run by their path. */
const ofTools: readonly FileKind[] = [
  'config',
  'tsconfig',
  'package',
  'script',
  'shell',
  'container',
];

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
    const isReported = reported.some(
      (item) => item.code === code && item.message.startsWith(start),
    );
    if (unimported.length === 0 || isReported) return [];
    const message = `${start}, but sources that move to \`${facts.sourceDirA}/\` use its functions without importing them: run with \`--move ${shellWord(name)}\`, or make sure that they are still found.`;
    return [followUpFrom({ code, message, subject: name, evidence: unimported }, '', config.at)];
  });
}
