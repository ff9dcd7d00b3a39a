import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import { applyEdits, type ChangedText, changedPart, isSameEdit, type MadeEdit } from '../config/edits.ts';
import { groupedBy } from '../config/grouped.ts';
import { ConfigProblem, type Position, positionOf, startOf } from '../config/problem.ts';
import type { Span } from '../config/source.ts';
import type { FoundProject } from '../project/discover.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type CheckFailure, type Defect, defectAdvice, PlanProblem } from './checks/defect.ts';
import { extendedBy, layersByFolder } from './effective/sources.ts';
import { type FollowUp, followUpFrom, listedTexts } from './follow-up.ts';
import type { OpenedProjects } from './found-projects.ts';
import { TransformFailure } from './migrate.ts';
import { locatedBefore, type OpenProject } from './open-project.ts';

/** Why one project cannot be migrated as it is: it is left alone, and the others go on. */
export interface Refusal {
  readonly code: FollowUpCode;
  readonly at: Position;
  /** What is wrong, as a sentence without its full stop if items follow. */
  readonly summary: string;
  readonly items?: readonly RefusedItem[];
  readonly advice: string;
  /** The error that it comes from: thrown as it is if no other project is left. */
  readonly cause?: Error;
}

/** One of several things that a refusal is about. */
export interface RefusedItem {
  /** The place to look at; undefined if that is outside the migrated folder. */
  readonly at: Position | undefined;
  /** Further lines are details. */
  readonly text: string;
}

/** A project, and why it cannot be migrated. */
export interface ProjectRefusal {
  readonly project: TreePath;
  readonly refusal: Refusal;
}

/** The refusal of a project for something that concerns the whole of it. */
export function refusedProject(
  { found, config }: OpenProject,
  refusal: Omit<Refusal, 'code' | 'at'>,
): ProjectRefusal {
  return { project: found.folder, refusal: { code: 'project-refused', at: config.at, ...refusal } };
}

/** The refusals of each project, by its folder. */
export type Refusals = ReadonlyMap<TreePath, readonly Refusal[]>;

/** Problems of single projects: to be planned again without these. */
export class ProjectProblems extends Error {
  override readonly name = 'ProjectProblems';
  readonly refusals: Refusals;

  constructor(list: readonly ProjectRefusal[]) {
    super(list.map(({ refusal }) => refusalText(refusal)).join('\n\n'));
    const groups = groupedBy(list, ({ project }) => project);
    this.refusals = new Map([...groups].map(([folder, own]) => [folder, own.map(({ refusal }) => refusal)]));
  }
}

/** Throws `ProjectProblems` if there are refusals. */
export function refuseProjects(list: readonly ProjectRefusal[]): void {
  if (list.length > 0) throw new ProjectProblems(list);
}

/** Does something for every project. Throws `ProjectProblems` with all errors if there were any. */
export function eachProject<
  Project extends { readonly found: Pick<FoundProject, 'folder' | 'config'> },
  Result,
>(projects: readonly Project[], act: (project: Project) => Result): Result[] {
  const refused: ProjectRefusal[] = [];
  const results = projects.flatMap((project) => {
    try {
      return [act(project)];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { folder, config } = project.found;
      refused.push({ project: folder, refusal: refusalFrom(error, config) });
      return [];
    }
  });
  refuseProjects(refused);
  return results;
}

/** The refusal that an error in the work on one project makes. */
export function refusalFrom(error: Error, config: TreePath): Refusal {
  if (error instanceof ConfigProblem) {
    const { at, summary, advice } = error;
    return { code: 'config-unreadable', at, summary, advice, cause: error };
  }
  const isOurs = !(error instanceof PlanProblem || error instanceof TransformFailure);
  const message = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const summary = isOurs ? `This is a bug in fw-migrate: ${message}` : message;
  const advice = isOurs ? 'Please report it.' : 'Fix this and run again.';
  return { code: 'project-refused', at: startOf(config), summary, advice, cause: error };
}

/** The refusal of a project whose plan does not pass the checks. */
export function defectRefusal(defects: readonly Defect[], cause: CheckFailure): Refusal {
  const items = defects.map(({ file, line = 1, message }) => ({
    at: { file, line, column: 1 },
    text: `${file}:${line}: ${message.replace(/\.$/, '')}`,
  }));
  const at = items[0]?.at ?? startOf('');
  const summary = 'The migration would change the behaviour of this project, which is a bug in fw-migrate';
  return { code: 'project-refused', at, summary, items, advice: defectAdvice, cause };
}

/** A refusal in full, for a run that ends with it. */
export function refusalText({ summary, items = [], advice, cause }: Refusal): string {
  if (cause instanceof ConfigProblem) return cause.message;
  if (items.length === 0) return `${summary} ${advice}`;
  return [`${summary}:`, ...items.map(({ text }) => `  ${text}`), advice].join('\n');
}

// The others are listed with the places.
const mostItems = 3;

/** A refusal as a follow-up, for a run that goes on without the project. */
export function refusalFollowUp({ code, at, summary, items = [], advice }: Refusal): FollowUp {
  const shown = items.slice(0, mostItems).map(({ text }) => text.replace(/\n\s*/g, ', '));
  const rest = items.length > mostItems ? [`and ${items.length - mostItems} more`] : [];
  const what = items.length === 0 ? summary : `${summary}: ${[...shown, ...rest].join('; ')}.`;
  const message = `${what} ${advice} The project was not changed.`.replace(/\s*\n\s*/g, ' ');
  const evidence = items.flatMap((item) => item.at ?? []);
  return followUpFrom({ code, message, evidence }, '', evidence[0] ?? at);
}

/** A project that cannot be migrated as it is. */
export interface RefusedProject {
  readonly found: FoundProject;
  readonly refusals: readonly Refusal[];
  /** The files that its config is read from, as far as they are known. */
  readonly sources: readonly TreePath[];
  /** What can be read of it, as one that is left alone. */
  readonly project: OpenProject | undefined;
}

/**
 * The projects that are left if those go that cannot be read, those that are refused, and with them their layers and
 * what extends them. Throws if none is left.
 */
export function remainingProjects(
  { opened, failed }: OpenedProjects,
  refused: Refusals,
): { readonly opened: readonly OpenProject[]; readonly failed: readonly RefusedProject[] } {
  const unreadable = failed.map(({ found, problem }) => {
    return [found.folder, [refusalFrom(problem, found.config)]] as const;
  });
  const own: Refusals = new Map([...unreadable, ...refused]);
  if (own.size === 0) return { opened, failed: [] };
  const found = [...opened, ...failed].map((project) => project.found);
  const all = withDependants(own, found, layersBetween(found, opened));
  const left = opened.filter((project) => !all.has(project.found.folder));
  const projects = new Map(opened.map((project) => [project.found, project]));
  const without = found.flatMap((one): RefusedProject[] => {
    const refusals = all.get(one.folder);
    if (!refusals) return [];
    const project = projects.get(one);
    const sources = project?.config.files() ?? [one.config];
    const left = { decision: { kind: 'unknown', notes: [] }, ownMoves: [] } as const;
    return [{ found: one, refusals, sources, project: project && { ...project, ...left } }];
  });
  if (left.length === 0) throw nothingLeft(without);
  return { opened: left, failed: without };
}

/** What a run ends with in which no project can be migrated. */
function nothingLeft(failed: readonly RefusedProject[]): Error {
  const refusals = failed.flatMap((one) => one.refusals);
  const causes = new Set(refusals.map(({ cause }) => cause));
  const [cause] = causes;
  if (causes.size === 1 && cause && !(cause instanceof ConfigProblem)) return cause;
  // Several projects may be refused for one reason.
  return new PlanProblem([...new Set(refusals.map(refusalText))].join('\n\n'));
}

/** The projects that are layers of each other, in either direction. */
function layersBetween(
  found: readonly FoundProject[],
  readable: readonly OpenProject[],
): ReadonlyMap<TreePath, readonly TreePath[]> {
  const neighbours = new Map<TreePath, TreePath[]>(found.map(({ folder }) => [folder, []]));
  const inLayersFolder = layersByFolder(neighbours.keys(), readable[0]?.config.catalogue.folders.layers);
  for (const project of readable) {
    const { folder } = project.found;
    const extended = extendedBy(locatedBefore(project)).map(({ place }) => place);
    for (const layer of [...extended, ...inLayersFolder(folder)]) {
      if (layer === undefined || layer === folder || !neighbours.has(layer)) continue;
      neighbours.get(folder)?.push(layer);
      neighbours.get(layer)?.push(folder);
    }
  }
  return neighbours;
}

/** A layer and what extends it only work in the same variant, so they are refused together. */
function withDependants(
  refused: Refusals,
  found: readonly FoundProject[],
  neighbours: ReadonlyMap<TreePath, readonly TreePath[]>,
): Refusals {
  const all = new Map(refused);
  const configs = new Map(found.map(({ folder, config }) => [folder, config]));
  for (const [folder, refusals] of refused) {
    const config = configs.get(folder) ?? folder;
    const pending = [...(neighbours.get(folder) ?? [])];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (all.has(next)) continue;
      const at = startOf(configs.get(next) ?? next);
      const summary = `This project and ${config} share layers, and the latter cannot be migrated yet.`;
      const advice = 'Fix the problem reported there, then run again.';
      const cause = refusals[0]?.cause;
      all.set(next, [{ code: 'project-refused', at, summary, advice, ...(cause && { cause }) }]);
      pending.push(...(neighbours.get(next) ?? []));
    }
  }
  return all;
}

/** A project whose config is read from a file, and what it needs that file to be. */
export interface FileReader {
  readonly found: FoundProject;
  readonly text: ChangedText;
}

/** Refuses projects whose configs are read from one file and need different texts of it: says what each one needs. */
export function sharedFile(path: TreePath, readers: readonly FileReader[]): Refusal {
  const configs = readers.map(({ found }) => found.config);
  const named = listedTexts(configs);
  const before = readers[0]?.text.before ?? '';
  const { start, end } = firstDifference(readers);
  const changed = before.slice(start, end);
  const at = positionOf(path, before, start + changed.length - changed.trimStart().length);
  const lines = { start: before.lastIndexOf('\n', start - 1) + 1, end: before.indexOf('\n', end) };
  return {
    code: 'project-refused',
    at,
    summary: `${named} share ${path}, but need different versions of line ${at.line}`,
    items: readers.map((reader) => ({
      at: undefined,
      text: `${reader.found.config} needs ${lineFor(reader, lines)}`,
    })),
    advice: 'Give each config its own copy, or move the difference into the configs; then run again.',
  };
}

/** The first place that one of them changes in a way of its own. */
function firstDifference(readers: readonly FileReader[]): Span {
  const all = readers.map(({ text }) => editsOf(text));
  const own = all.flatMap((edits) =>
    edits.filter((edit) => !all.every((others) => others.some((other) => isSameEdit(edit, other)))),
  );
  return own.toSorted((one, other) => one.start - other.start)[0] ?? { start: 0, end: 0 };
}

/** What some lines become for one of them. */
function lineFor({ text }: FileReader, { start, end }: Span): string {
  const to = end === -1 ? text.before.length : end;
  const before = text.before.slice(start, to);
  const after = applyEdits(text.before, editsOf(text), start, to);
  if (after === before) return `\`${shownCode(before)}\` unchanged`;
  return /\w/.test(after) ? `\`${shownCode(after)}\`` : `\`${shownCode(before)}\` removed`;
}

function editsOf({ before, after, edits }: ChangedText): readonly MadeEdit[] {
  return before === after ? [] : (edits ?? [changedPart(before, after)]);
}

const longestShown = 80;

function shownCode(code: string): string {
  const flat = code.trim().replace(/\s+/g, ' ');
  return flat.length > longestShown ? `${flat.slice(0, longestShown)}…` : flat;
}
