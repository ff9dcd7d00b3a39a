import { type Condition, conditionOf } from '../catalogue/follow-ups.ts';
import { firstIndex, groupedBy } from '../config/grouped.ts';
import { positionText } from '../config/problem.ts';
import type { LinePlace } from '../plan/located.ts';
import { remembered } from '../project/remembered.ts';
import { ReportUseProblem } from './read-report.ts';
import type { FollowUpReport, PlaceReport, ProjectReport, Report, ReportPart } from './report.ts';
import { allFollowUps, evidenceOf, isOpen, placeNow, placesOf, summaryOf, withFollowUps } from './summary.ts';

/** The files as they are now, as far as follow-ups depend on them. */
export interface TreeNow {
  /** The lines of a file; undefined if there is none. */
  lines(path: string): readonly string[] | undefined;
  exists(path: string): boolean;
  isIgnored(path: string): boolean;
}

/**
 * Compares a report with that of an earlier run. An earlier follow-up is done when it is no longer found and what the
 * catalogue says about its code no longer holds, and open again when it does. What nothing in the files tells, such as
 * whether someone has checked a changed default, stays open: someone closes it in the earlier report.
 */
export function withBaseline(report: Report, earlier: Report, tree: TreeNow): Report {
  refusePart('baseline', earlier);
  refusePart('report', report);
  if (earlier.base !== report.base)
    throw new ReportUseProblem(
      `The baseline is of a different folder (\`${earlier.base || '.'}\`, not \`${report.base || '.'}\`). Use a report of an earlier run on this folder.`,
    );
  const left = new Set(allFollowUps(earlier));
  const match = createMatcher(left);
  const matched = new Map(allFollowUps(report).map((now) => [now, match(now)]));
  const joined = takeJoined(left, [...matched.keys()]);
  const findIn = createLineFinder(tree);
  const partsBefore = partsByRoot(earlier, report);
  const projects = new Map<ReportPart, ProjectReport>(report.projects.map((one) => [one, one]));
  const after = withFollowUps(report, (followUps, part) => {
    const project = projects.get(part);
    return [
      ...followUps.map((now) => compared(now, matched.get(now), joined.get(now))),
      ...(partsBefore.get(project?.root) ?? []).flatMap((before) =>
        before.followUps
          .filter((one) => left.has(one))
          .map((one) => lookedUp(one, findIn, { tree, project, isWhole: isWhole(report) })),
      ),
    ];
  });
  return { ...after, summary: summaryOf(after) };
}

/**
 * A report of a run with its follow-ups as they stand now, by a plan for the files as they are. Of a run that was undone
 * nothing is left but what someone closed.
 */
export function withStanding(run: Report, now: Report, tree: TreeNow): Report {
  const standing = withBaseline(now, run, tree);
  if (run.dryRun) return standing;
  const earlier = new Map(allFollowUps(run).map((one) => [one.id, one]));
  const partsNow = partsByRoot(standing, run);
  const projects = new Map<ReportPart, ProjectReport>(run.projects.map((one) => [one, one]));
  const after = withFollowUps(run, (_, part) =>
    (partsNow.get(projects.get(part)?.root) ?? []).flatMap(({ followUps, files }) =>
      followUps
        // What a run would report that has not been made is not about the files as they are.
        .filter(({ status }) => status !== 'new' || files.length === 0)
        .map((one) => unlessSame(one, earlier.get(one.id), run)),
    ),
  );
  return { ...after, summary: summaryOf(after) };
}

/** The parts of a report by the roots of their projects; under undefined if another report does not have the project. */
function partsByRoot({ elsewhere, projects }: Report, other: Report) {
  const roots = new Set(other.projects.map(({ root }) => root));
  return groupedBy([elsewhere, ...projects], (part: ProjectReport | ReportPart) =>
    'root' in part && roots.has(part.root) ? part.root : undefined,
  );
}

/** The earlier follow-up if nothing has become of it, else the one of today. */
function unlessSame(now: FollowUpReport, before: FollowUpReport | undefined, run: Report): FollowUpReport {
  if (!before || isOpen(now) !== isOpen(before)) return now;
  const placesIn = (one: FollowUpReport) => placesOf(one).map((place) => positionText(placeNow(place, run)));
  const isSame = !isOpen(now) || placesIn(now).join() === placesIn(before).join();
  const { status: _, ...rest } = now;
  return isSame ? before : { ...rest, ...(before.status && { status: before.status }) };
}

/** What is missing in one shard may be in another, and would wrongly count as done or as new. */
function refusePart(what: string, { shard }: Report): void {
  if (shard)
    throw new ReportUseProblem(
      `The ${what} is shard ${shard.index} of ${shard.count}, which is only part of the projects. Merge all shards first: \`fw-migrate report <shards…> --format json\`.`,
    );
}

function compared(
  now: FollowUpReport,
  before: FollowUpReport | undefined,
  joined: readonly FollowUpReport[] = [],
): FollowUpReport {
  const known = [...(before ? [before] : []), ...joined];
  if (known.length > 0 && known.every(({ closed }) => closed)) {
    const notes = [...new Set(known.flatMap(({ note }) => note ?? []))];
    const note = notes.length > 0 && { note: notes.join('; ') };
    return { ...now, ...{ status: 'done', closed: true }, ...note };
  }
  return { ...now, status: known.length > 0 ? 'open' : 'new' };
}

/** Removes from those left what another follow-up reports now: one for several lines, or for a whole line. */
function takeJoined(
  left: Set<FollowUpReport>,
  all: readonly FollowUpReport[],
): ReadonlyMap<FollowUpReport | undefined, readonly FollowUpReport[]> {
  const reported = new Map<string, FollowUpReport[]>();
  for (const now of all)
    for (const key of placesOf(now).flatMap((place) => keysOf(now, place)))
      remembered(reported, key, () => []).push(now);
  const reportedIn = (one: FollowUpReport) =>
    keysOf(one, one)
      .flatMap((key) => reported.get(key) ?? [])
      .find((now) => covers(now.option, one.option));
  const joined = groupedBy(
    [...left].filter((one) => one.evidence.length === 0 && reportedIn(one)),
    reportedIn,
  );
  for (const one of [...joined.values()].flat()) left.delete(one);
  return joined;
}

/** Whether what is said about an option, or about none, also tells about another: one line may set several. */
function covers(option: string | undefined, other: string | undefined): boolean {
  if (option === undefined || other === undefined || option === other) return true;
  return other.startsWith(`${option}.`) || other.startsWith(`${option}[`);
}

/** The keys of a place, before the run and afterwards. */
function keysOf({ code }: FollowUpReport, { file, text, after }: PlaceReport): string[] {
  return [{ file, text }, ...(after ? [after] : [])].map((one) =>
    [code, one.file, one.text.trim()].join('\0'),
  );
}

/** Finds an earlier follow-up and takes it from those left: by its id or, if its line was edited, by its subject. */
function createMatcher(left: Set<FollowUpReport>): (now: FollowUpReport) => FollowUpReport | undefined {
  const byId = new Map([...left].map((one) => [one.id, one]));
  const byAbout = groupedBy([...left].toReversed(), aboutOf);
  return (now) => {
    const same = byId.get(now.id);
    // The list is reversed: the first one is at the end.
    const alike = byAbout.get(aboutOf(now)) ?? [];
    for (let last = alike.at(-1); last && !left.has(last); last = alike.at(-1)) alike.pop();
    const found = same && left.has(same) ? same : alike.at(-1);
    if (found) left.delete(found);
    return found;
  };
}

function aboutOf({ code, option = '', file, after }: FollowUpReport): string {
  return [code, option, after?.file ?? file].join('\0');
}

/** Whether all transforms took part, so that what is not reported is not there. */
function isWhole({ settings }: Report): boolean {
  return !settings?.chosen.some(({ key }) => key === 'only' || key === 'skip');
}

/** What tells whether the cause of a follow-up is still there. */
interface Situation {
  readonly tree: TreeNow;
  /** The project that it belongs to, as it is now; undefined if that is gone, or there was none. */
  readonly project: ProjectReport | undefined;
  readonly isWhole: boolean;
}

/** An earlier follow-up that was not found again: at its place of today, and done if its condition no longer holds. */
function lookedUp(followUp: FollowUpReport, findIn: FindLine, situation: Situation): FollowUpReport {
  const { evidence } = followUp;
  // Each is in the file as the run left it, or as it was where nothing was written.
  const still = evidenceOf(followUp).flatMap(
    ({ after, ...before }) => (after && findIn(after)) ?? findIn(before) ?? [],
  );
  if (followUp.closed || isOver[conditionOf(followUp.code)](followUp, still.length === 0, situation))
    return { ...followUp, status: 'done' };
  const [first] = still;
  if (!first) return { ...followUp, status: 'open' };
  const { after: _, ...rest } = followUp;
  return { ...rest, ...first, evidence: evidence.length > 0 ? still : [], status: 'open' };
}

/** Whether the cause of a follow-up that was not found again is gone. */
const isOver: {
  readonly [C in Condition]: (one: FollowUpReport, isTextGone: boolean, situation: Situation) => boolean;
} = {
  run: ({ code }, isTextGone, { project, isWhole: saysAll }) =>
    project && saysAll ? !project.isRefused || code === 'project-refused' : isTextGone,
  text: (_, isTextGone) => isTextGone,
  path: ({ subject, file }, _, { tree }) => !tree.exists(subject ?? file),
  option: ({ option }, isTextGone, { project }) =>
    isTextGone ||
    project?.options.some(
      (one) => one.option === option && one.after.kind === 'value' && one.after.from !== 'default',
    ) === true,
  ignored: (one, _, { tree }) => filesOf(one).every((file) => !tree.isIgnored(file)),
  unignored: (one, _, { tree }) => filesOf(one).every(tree.isIgnored),
  person: () => false,
};

function filesOf(followUp: FollowUpReport): string[] {
  return evidenceOf(followUp).map(({ file, after }) => after?.file ?? file);
}

/** Finds the text of a place as near as possible to where it was; undefined if its file no longer has it. */
type FindLine = (place: LinePlace) => LinePlace | undefined;

interface LinesNow {
  readonly lines: readonly string[];
  /** Where each text stands, without what a formatter may change, from the first line to the last. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/** Each file is read once, however many places are in it. */
function createLineFinder(tree: TreeNow): FindLine {
  const files = new Map<string, LinesNow | undefined>();
  const fileAt = (path: string): LinesNow | undefined => {
    if (!files.has(path)) {
      const lines = tree.lines(path);
      const numbers = groupedBy([...(lines ?? []).keys()], (index) => unformatted(lines?.[index] ?? ''));
      files.set(path, lines && { lines, numbers });
    }
    return files.get(path);
  };
  return (place) => {
    const { file, line, column, text } = place;
    const now = fileAt(file);
    if (!now) return undefined;
    // Of what the run removed nothing can be seen: it stays open.
    if (text.trim() === '') return place;
    const same = now.numbers.get(unformatted(text));
    const index = nearestTo(line - 1, same ?? linesWith(place, now.numbers));
    return index === undefined
      ? undefined
      : { file, line: index + 1, column, text: now.lines[index] ?? text };
  };
}

const key = /(?:(["'`])[^"'`]*\1\]?|[\w$-]+)\s*[:=]\s*$/;
const quoted = /^(["'`])(?:\\.|(?!\1).)*\1/;

/** The lines that still have what a place points to: a text in quotes with its key, or all to the end of the line. */
function linesWith({ text, column }: LinePlace, numbers: LinesNow['numbers']): readonly number[] {
  const [before, rest] = [text.slice(0, column - 1), text.slice(column - 1)];
  const [value] = quoted.exec(rest) ?? [];
  // Where the whole line was meant, it is gone.
  if (value === undefined && before.trim() === '') return [];
  const [name = ''] = key.exec(before) ?? [];
  const word = before.slice(before.search(/\s?\S*$/));
  // A name in front of a call may change; a key in quotes tells one entry from another.
  const isEntry = value !== undefined || /["'`]/.test(name);
  const wanted = isEntry ? unformatted(name + (value ?? rest)).trimStart() : unformatted(word + rest);
  const has = (line: string) => (value === undefined ? line.endsWith(wanted) : line.includes(wanted));
  const found = [...numbers].flatMap(([line, lines]) => (has(line) ? lines : []));
  return found.sort((one, other) => one - other);
}

/** A line without what a formatter may change. */
function unformatted(line: string): string {
  return ` ${line}`
    .replace(/\s+/g, ' ')
    .replace(/ ?([:=]) ?/g, '$1 ')
    .replace(/["'`]/g, "'")
    .replace(/[ ,;]+$/, '');
}

/** The number that is nearest to another, of two the smaller; the numbers are sorted. */
function nearestTo(wanted: number, numbers: readonly number[]): number | undefined {
  const index = firstIndex(numbers, (one) => one < wanted);
  const [below, above] = [numbers[index - 1], numbers[index]];
  if (below === undefined || above === undefined) return below ?? above;
  return wanted - below <= above - wanted ? below : above;
}
