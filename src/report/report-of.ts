import { createHash } from 'node:crypto';
import { isInside } from '../config/places.ts';
import { sortFollowUps } from '../plan/follow-up.ts';
import type { LocatedFollowUp, LocatedPlace } from '../plan/located.ts';
import type { Plan, PlannedFile } from '../plan/plan.ts';
import { patchText } from './patch-text.ts';
import { type FileReport, type FollowUpReport, type PlaceReport, type Report, summaryOf } from './report.ts';

export interface RunFacts {
  readonly dryRun: boolean;
  readonly base: string;
}

/** The report of a plan. Files and follow-ups belong to the innermost project that holds them. */
export function reportOf({ projects, files, followUps }: Plan, { dryRun, base }: RunFacts): Report {
  const roots = projects.map(({ root }) => root).toSorted((a, b) => b.length - a.length);
  const ownerOf = (path: string) => roots.find((root) => isInside(path, root));
  const name = createNamer();
  const findingsOf = (root: string | undefined, own: readonly LocatedFollowUp[]) => ({
    files: files.filter(({ from }) => ownerOf(from) === root).map((file) => fileReport(file, base)),
    followUps: sortFollowUps([...own, ...followUps.filter(({ file }) => ownerOf(file) === root)]).map(
      (followUp) => followUpReport(followUp, name),
    ),
  });
  const content = {
    projects: projects.map(({ followUps: own, ...project }) => ({
      ...project,
      ...findingsOf(project.root, own),
      options: [],
    })),
    elsewhere: findingsOf(undefined, []),
  };
  return { schemaVersion: 1, target: 'v4', dryRun, base, ...content, summary: summaryOf(content) };
}

function fileReport(file: PlannedFile, base: string): FileReport {
  const { from, to, by } = file;
  return { path: to, ...(from === to ? {} : { from }), by, diff: patchText(file, base) };
}

function followUpReport(followUp: LocatedFollowUp, name: Namer): FollowUpReport {
  const { code, kind, option, message, docs, evidence } = followUp;
  return {
    id: name(followUp),
    code,
    kind,
    ...(option === '' ? {} : { option }),
    ...placeReport(followUp),
    message,
    ...(docs === '' ? {} : { docs }),
    evidence: evidence.map(placeReport),
  };
}

function placeReport({ file, line, column, text, after }: LocatedPlace): PlaceReport {
  const isSame = after.file === file && after.line === line && after.column === column && after.text === text;
  return { file, line, column, text, ...(isSame ? {} : { after }) };
}

type Namer = (followUp: LocatedFollowUp) => string;

/** Names follow-ups by what they are about and not by their line, which other edits change. */
function createNamer(): Namer {
  const seen = new Map<string, number>();
  return ({ code, option, after: { file, text } }) => {
    const what = [code, option, file, text.trim()].join('\0');
    const count = seen.get(what) ?? 0;
    seen.set(what, count + 1);
    return createHash('sha256').update(`${what}\0${count}`).digest('hex').slice(0, 12);
  };
}
