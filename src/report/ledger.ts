/**
 * Compares a report with an earlier one and with the files of today: which follow-ups are new, open or done, and which
 * a person closed.
 */

import { firstIndex, groupedBy } from '../base/grouped.ts';
import { lazy, memo } from '../base/memo.ts';
import { columnInPart, partOfLine, positionText } from '../base/position.ts';
import { type Condition, conditionOf } from '../catalogue/follow-ups.ts';
import { nearest } from '../catalogue/shape.ts';
import type { LinePlace } from '../plan/located.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import { plainLine } from './printing.ts';
import { ReportProblem } from './read-report.ts';
import type { FollowUpReport, ProjectReport, Report, ReportPart } from './report.ts';
import { counted, enumerated } from './sentences.ts';
import { allFollowUps, isOpen, placeNow, placesOf, withFollowUps } from './summary.ts';

/** The current files, as far as follow-ups depend on them. */
export interface TreeNow {
  lines(path: string): readonly string[] | undefined;
  exists(path: string): boolean;
  isIgnored(path: string): boolean;
}

/**
 * Compares a report with the report of an earlier run. An earlier follow-up is done when it is no longer found
 * and the condition of its code no longer holds; otherwise it is open. Follow-ups that the files cannot show as
 * done, such as a changed default to check, stay open until they are closed in the earlier report. `isOfAll` says that
 * the run was about every project of the repository.
 */
export function withBaseline(
  report: Report,
  earlier: Report,
  tree: TreeNow,
  isOfAll = false,
): Report {
  refusePart('baseline', earlier);
  refusePart('report', report);
  if (earlier.base !== report.base)
    throw new ReportProblem(
      `The baseline is of a different folder (\`${earlier.base || '.'}\`, not \`${report.base || '.'}\`). Use a report of an earlier run on this folder.`,
    );
  const findIn = createLineFinder(tree);
  const matches = matchFollowUps(allFollowUps(earlier), allFollowUps(report), findIn);
  const matched = new Set(matches.values());
  const seen = lazy(
    () =>
      new Set(allFollowUps(earlier).flatMap((item) => remainingPlaces(item, findIn).map(lineOf))),
  );
  const isSeen = (place: LinePlace) => seen().has(lineOf(place));
  const before = followUpsByOwner(earlier, report);
  const isWhole = !report.settings?.chosen.some(({ key }) => key === 'only' || key === 'skip');
  return withFollowUps(report, (followUps, project) => {
    const gone = (before.get(project?.root) ?? []).filter((followUp) => !matched.has(followUp));
    const isJudged = isWhole && (isOfAll || project !== undefined);
    const situation = { tree, project, isJudged };
    return [
      ...followUps.map((current) => compared(current, matches.get(current), isSeen)),
      ...gone.map((followUp) => lookedUp(followUp, findIn, situation)),
    ];
  });
}

/** The report of a run with the current state of its follow-ups; of an undone run, only closed ones remain. */
export function withStanding(run: Report, current: Report, tree: TreeNow): Report {
  const standing = withBaseline(current, run, tree, run.left === undefined);
  if (run.dryRun) return standing;
  const earlier = new Map(allFollowUps(run).map((followUp) => [followUp.id, followUp]));
  const partsNow = partsByRoot(standing, run);
  return withFollowUps(run, (_, project) =>
    (partsNow.get(project?.root) ?? []).flatMap(({ followUps, files }) =>
      followUps
        // New follow-ups of a project with planned changes are about a run that was not made.
        .filter(({ status }) => status !== 'new' || files.length === 0)
        .map((followUp) => unlessSame(followUp, earlier.get(followUp.id), run)),
    ),
  );
}

/** A report with the follow-ups of another one that it does not have. */
export function withAlso(report: Report, other: Report): Report {
  const added = new Map(allFollowUps(other).map((followUp) => [followUp.id, followUp]));
  // The other report may know more places of the same follow-up.
  const isKept = (followUp: FollowUpReport) => {
    const same = added.get(followUp.id);
    return !same || placesOf(same).length <= placesOf(followUp).length;
  };
  const ids = new Set(allFollowUps(report).flatMap((item) => (isKept(item) ? item.id : [])));
  const parts = partsByRoot(other, report);
  return withFollowUps(report, (list, project) => [
    ...list.filter(isKept),
    ...(parts.get(project?.root) ?? []).flatMap(({ followUps }) =>
      followUps.filter(({ id }) => !ids.has(id)),
    ),
  ]);
}

/** The parts of a report by project root; undefined is the key of parts that the other report does not have. */
function partsByRoot({ elsewhere, projects }: Report, otherReport: Report) {
  const roots = new Set(otherReport.projects.map(({ root }) => root));
  return groupedBy([elsewhere, ...projects], (part: ProjectReport | ReportPart) =>
    'root' in part && roots.has(part.root) ? part.root : undefined,
  );
}

/** The follow-ups of an earlier report by the current project that they belong to; it may be of an earlier run. */
function followUpsByOwner(earlier: Report, { projects }: Report) {
  const roots = projects.map(({ root }) => root);
  const ownerOf = createOwnerFinder(roots);
  return groupedBy(
    allFollowUps(earlier),
    ({ file, after }) => ownerOf(file) ?? (after && ownerOf(after.file)),
  );
}

/** The earlier follow-up if its state and places are the same, else the current one. */
function unlessSame(
  now: FollowUpReport,
  before: FollowUpReport | undefined,
  run: Report,
): FollowUpReport {
  if (!before || isOpen(now) !== isOpen(before)) return now;
  const places = (item: FollowUpReport) =>
    placesOf(item).map((place) => positionText(placeNow(place, run)));
  const isSame = !isOpen(now) || places(now).join() === places(before).join();
  const { status: _, ...withoutStatus } = now;
  return isSame ? before : { ...withoutStatus, ...(before.status && { status: before.status }) };
}

/** Refuses a shard: follow-ups in other shards would wrongly count as done or new. */
function refusePart(what: string, { shard }: Report): void {
  if (shard)
    throw new ReportProblem(
      `The ${what} is shard ${shard.index} of ${shard.count}, which is only part of the projects. Merge all shards first: \`fw-migrate report <shards…> --format json\`.`,
    );
}

function compared(
  current: FollowUpReport,
  before: FollowUpReport | undefined,
  isSeen: (place: LinePlace) => boolean,
): FollowUpReport {
  const isGrown = before && placesOf(current).length > placesOf(before).length;
  // Nobody has decided about a place that was added.
  if (!before || (isGrown && !placesOf(current).every(isSeen)))
    return { ...current, status: 'new' };
  if (!before.closed) return { ...current, status: 'open' };
  const { note } = before;
  return { ...current, status: 'done', closed: true, ...(note !== undefined && { note }) };
}

/** The earlier follow-up of each current one: with the same id or, if its line was edited, about the same. */
function matchFollowUps(
  earlier: readonly FollowUpReport[],
  current: readonly FollowUpReport[],
  findIn: FindLine,
) {
  const byId = new Map(earlier.map((followUp) => [followUp.id, followUp]));
  const ids = new Set(current.map(({ id }) => id));
  const gone = earlier.filter(({ id }) => !ids.has(id));
  const candidates = new Map<string, FollowUpReport[]>(groupedBy(gone, aboutOf));
  const alike = (followUp: FollowUpReport) => {
    const list = candidates.get(aboutOf(followUp)) ?? [];
    const lines = placesOf(followUp).map(lineOf);
    // A line that is still there, elsewhere, is another one.
    const index = list.findIndex((item) =>
      remainingPlaces(item, findIn).every((place) => lines.includes(lineOf(place))),
    );
    return index === -1 ? undefined : list.splice(index, 1)[0];
  };
  return new Map(current.map((followUp) => [followUp, byId.get(followUp.id) ?? alike(followUp)]));
}

function lineOf({ file, line }: LinePlace): string {
  return `${file}:${line}`;
}

/** Where the places of an earlier follow-up are now: in the file after its run or, if nothing was written, before it. */
function remainingPlaces(followUp: FollowUpReport, findIn: FindLine): LinePlace[] {
  return placesOf(followUp).flatMap(
    ({ after, ...before }) => (after && findIn(after)) ?? findIn(before) ?? [],
  );
}

function aboutOf({ code, option = '', file, after }: FollowUpReport): string {
  return [code, option, after?.file ?? file].join('\0');
}

/** The facts that show whether the cause of a follow-up is gone. */
interface Situation {
  readonly tree: TreeNow;
  /** The current project of the follow-up; undefined if the project is gone, or there was none. */
  readonly project: ProjectReport | undefined;
  /** Whether all transforms ran where it belongs, so that a follow-up that is not reported is gone. */
  readonly isJudged: boolean;
}

/** An unmatched earlier follow-up at its current place; done if its condition no longer holds. */
function lookedUp(
  followUp: FollowUpReport,
  findIn: FindLine,
  situation: Situation,
): FollowUpReport {
  const { evidence } = followUp;
  const remaining = remainingPlaces(followUp, findIn);
  if (
    followUp.closed ||
    isOver[conditionOf(followUp.code)](followUp, remaining.length === 0, situation)
  )
    return { ...followUp, status: 'done' };
  const [first] = remaining;
  if (!first) return { ...followUp, status: 'open' };
  const { after: _, ...withoutAfter } = followUp;
  return {
    ...withoutAfter,
    ...first,
    evidence: evidence.length > 0 ? remaining : [],
    status: 'open',
  };
}

/** Whether the cause of an unmatched follow-up is gone. */
const isOver: {
  readonly [C in Condition]: (
    followUp: FollowUpReport,
    isTextGone: boolean,
    situation: Situation,
  ) => boolean;
} = {
  run: ({ code }, isTextGone, { project, isJudged }) =>
    isJudged ? !project?.isRefused || code === 'project-refused' : isTextGone,
  text: (_, isTextGone) => isTextGone,
  path: ({ subject, file }, _, { tree }) => !tree.exists(subject ?? file),
  option: ({ option }, isTextGone, { project }) =>
    isTextGone ||
    project?.options.some(
      (row) => row.option === option && row.after.kind === 'value' && row.after.from !== 'default',
    ) === true,
  ignored: (followUp, _, { tree }) => filesOf(followUp).every((file) => !tree.isIgnored(file)),
  unignored: (followUp, _, { tree }) => filesOf(followUp).every(tree.isIgnored),
  person: () => false,
};

function filesOf(followUp: FollowUpReport): string[] {
  return placesOf(followUp).map(({ file, after }) => after?.file ?? file);
}

/** Finds the text of a place as near as possible to where it was; undefined if its file no longer has it. */
type FindLine = (place: LinePlace) => LinePlace | undefined;

interface LinesNow {
  readonly lines: readonly string[];
  /** The sorted line indexes of each text, as normalised by `unformatted`. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/** Each file is read once, however many places are in it. */
function createLineFinder(tree: TreeNow): FindLine {
  const files = new Map<string, LinesNow | undefined>();
  const fileAt = (path: string) =>
    memo(files, path, () => {
      const lines = tree.lines(path);
      const numbers = groupedBy([...(lines ?? []).keys()], (index) =>
        unformatted(lines?.[index] ?? ''),
      );
      return lines && { lines, numbers };
    });
  return (place) => {
    const { file, line, column, text } = place;
    const current = fileAt(file);
    if (!current) return undefined;
    // A line that the run removed cannot be searched, so its follow-up stays open.
    if (text.trim() === '') return place;
    const same = current.numbers.get(unformatted(text));
    const index = nearestTo(line - 1, same ?? linesWith(place, current.numbers));
    if (index === undefined) return undefined;
    return { file, line: index + 1, column, ...partOfLine(current.lines[index] ?? text, column) };
  };
}

const key = /(?:(["'`])[^"'`]*\1\]?|[\w$-]+)\s*[:=]\s*$/;
const quoted = /^(["'`])(?:\\.|(?!\1).)*\1/;

/** The lines with the target of a place: a quoted text with its key, or the text up to the end of the line. */
function linesWith(place: LinePlace, numbers: LinesNow['numbers']): readonly number[] {
  const [text, start] = [place.text, columnInPart(place) - 1];
  const [before, target] = [text.slice(0, start), text.slice(start)];
  const [value] = quoted.exec(target) ?? [];
  // The place was the whole line, which is gone.
  if (value === undefined && before.trim() === '') return [];
  const [name = ''] = key.exec(before) ?? [];
  const word = before.slice(before.search(/\s?\S*$/));
  // A quoted key identifies an entry, but a name before a call may change.
  const isEntry = value !== undefined || /["'`]/.test(name);
  const wanted = isEntry
    ? unformatted(name + (value ?? target)).trimStart()
    : unformatted(word + target);
  const has = (line: string) =>
    value === undefined && place.textColumn === undefined
      ? line.endsWith(wanted)
      : line.includes(wanted);
  const indexes = [...numbers].flatMap(([line, lines]) => (has(line) ? lines : []));
  return indexes.sort((a, b) => a - b);
}

/** Normalises everything in a line that a formatter may change. */
function unformatted(line: string): string {
  return ` ${line}`
    .replace(/\s+/g, ' ')
    .replace(/ ?([:=]) ?/g, '$1 ')
    .replace(/["'`]/g, "'")
    .replace(/[ ,;]+$/, '');
}

/** The number nearest to another one; of two, the smaller. The numbers must be sorted. */
function nearestTo(wanted: number, numbers: readonly number[]): number | undefined {
  const index = firstIndex(numbers, (number) => number < wanted);
  const [below, above] = [numbers[index - 1], numbers[index]];
  if (below === undefined || above === undefined) return below ?? above;
  return wanted - below <= above - wanted ? below : above;
}

/** A report in which follow-ups were closed or reopened. */
export interface Closed {
  readonly report: Report;
  readonly changed: readonly FollowUpReport[];
}

/** Closes follow-ups by their ids, after someone has dealt with them. */
export function closeFollowUps(report: Report, ids: readonly string[], note?: string): Closed {
  return changedIn(report, ids, (item) => {
    const isSame = item.closed === true && (note === undefined || item.note === note);
    return isSame
      ? item
      : { ...item, closed: true, status: 'done', ...(note === undefined ? {} : { note }) };
  });
}

/** Reopens follow-ups that were closed. A follow-up that is done because its lines changed stays done. */
export function reopenFollowUps(report: Report, ids: readonly string[]): Closed {
  return changedIn(report, ids, (item) => {
    const { closed, note: _, ...reopened } = item;
    return closed ? { ...reopened, status: 'open' } : item;
  });
}

function changedIn(
  report: Report,
  ids: readonly string[],
  change: (item: FollowUpReport) => FollowUpReport,
) {
  const all = allFollowUps(report);
  const results = new Map(
    ids.map((id) => followUpNamed(id, all)).map((item) => [item, change(item)]),
  );
  return {
    report: withFollowUps(report, (followUps) =>
      followUps.map((item) => results.get(item) ?? item),
    ),
    changed: [...results].flatMap(([item, result]) => (result === item ? [] : result)),
  };
}

// A shorter id is too likely a typo.
const shortestStart = 2;

/** The follow-up with this id, or the only one whose id starts with it. */
export function followUpNamed(id: string, all: readonly FollowUpReport[]): FollowUpReport {
  const alike = id.length < shortestStart ? [] : all.filter((item) => item.id.startsWith(id));
  const found = all.find((item) => item.id === id) ?? (alike.length === 1 ? alike[0] : undefined);
  if (found) return found;
  const name = `\`${plainLine(id)}\``;
  const idsOf = (followUps: readonly FollowUpReport[]) =>
    followUps.map((item) => plainLine(item.id));
  if (alike.length > 0)
    throw new ReportProblem(
      `${counted(alike.length, 'follow-up')} start with ${name}: ${enumerated(idsOf(alike), 5)}. Use more characters of the id.`,
    );
  const near = nearest(id, idsOf(all));
  const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  throw new ReportProblem(
    `The report has no follow-up ${name}. Nothing was changed.${hint} \`fw-migrate report\` lists all; if you saw it in a dry run, run \`fw-migrate v4\` first to save it.`,
  );
}
