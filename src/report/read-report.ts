/** Reads reports that were saved as JSON, and merges the parts of one run. */

import { EditionProblem, editionShape } from '../catalogue/index.ts';
import { defined, isObject, Mismatch, mismatch, Problem, text } from '../catalogue/shape.ts';
import { comparePlaces, joinRepeated } from '../plan/follow-up.ts';
import { checkArgument } from '../plan/shapes.ts';
import { isDiffOf, isNewFile } from './patch.ts';
import { plainLine } from './printing.ts';
import {
  type FollowUpReport,
  type PlaceReport,
  type ProofReport,
  type Report,
  type ReportPart,
  reportShape,
  schemaVersion,
} from './report.ts';
import { enumerated } from './sentences.ts';
import { allFiles, allFollowUps, catalogueOf, sum, withFollowUps } from './summary.ts';

/** The error for a report that cannot be read, merged, compared or changed as requested, with what to do. */
export class ReportProblem extends Problem {
  override readonly name = 'ReportProblem';
}

function unreadable(file: string, problem: string): ReportProblem {
  return new ReportProblem(
    `${file}: ${problem}.\nCreate it again with \`fw-migrate v4 --format json\`. If a newer version created it, update fw-migrate.`,
  );
}

/** Reads a report that was saved as JSON. Throws a `ReportProblem` with the name of the file on failure. */
export function readReport(content: string, name = 'The report'): Report {
  checkArgument('readReport', 'text', content, text);
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
    if (!isObject(value) || !Object.hasOwn(value, 'schemaVersion'))
      throw unreadable(name, 'This is JSON, but not a report of fw-migrate');
    if (value.schemaVersion !== schemaVersion)
      throw unreadable(name, `The schemaVersion is not ${schemaVersion}`);
    reportShape(value, '');
    const report = value as unknown as Report;
    if (report.edition) editionShape(report.edition.overlay, 'edition.overlay');
    // The catalogue is needed for texts, so the edition must be consistent.
    catalogueOf(report);
    checkDiffs(report);
    return report;
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(name, 'This is not JSON');
    if (!(error instanceof Mismatch || error instanceof EditionProblem)) throw error;
    throw unreadable(name, `This is not a report of fw-migrate: ${error.message}`);
  }
}

function checkDiffs(report: Report): void {
  for (const { path: to, from = to, diff, patch = '' } of allFiles(report)) {
    if (!isDiffOf(diff, from, to, report.base))
      throw mismatch('diff', `the diff of ${JSON.stringify(to)}`, diff);
    if (!isNewFile(patch, to, report.base))
      throw mismatch('patch', `${JSON.stringify(to)} as a new file`, patch);
  }
}

/** Merges reports: the shards of a run, or runs on different projects of the same repository. */
export function mergeReports([first, ...others]: readonly [Report, ...Report[]]): Report {
  const all = [first, ...others];
  refuseIncomplete(all);
  refuseDifferent('reports', all, sharedFacts);
  const projects = all.flatMap((report) => report.projects);
  const seen = new Set<string>();
  const twice = projects.find(({ root }) => seen.size === seen.add(root).size);
  if (twice)
    throw new ReportProblem(
      `The project ${twice.root || '.'} is in two of the reports. Each project must be in only one of them.`,
    );
  const parts = {
    projects: projects.toSorted((a, b) => (a.root < b.root ? -1 : 1)),
    elsewhere: mergeElsewhere(all.map(({ elsewhere }) => elsewhere)),
  };
  const ownPlace = ({
    file,
    line,
    column,
    text: lineText,
    textColumn,
    after,
  }: FollowUpReport): PlaceReport =>
    defined({ file, line, column, text: lineText, textColumn, after });
  // Follow-ups that are reported once per run are reported once for all of its shards.
  const content = withFollowUps(parts, joinRepeated(allFollowUps(parts), ownPlace));
  // Facts that differ between the reports are left out; dates may differ, as shards may run around midnight.
  const differing = (['run', 'settings'] as const).filter((key) =>
    others.some((report) => undated(report[key]) !== undated(first[key])),
  );
  const facts = { ...first };
  if (others.length > 0) for (const key of ['shard', ...differing] as const) delete facts[key];
  const proof = mergeProofs(all.map((report) => report.proof));
  return { ...facts, ...content, proof };
}

function mergeProofs(proofs: readonly ProofReport[]): ProofReport {
  const references = proofs.map((proof) => proof.references);
  const sumOf = (key: 'checked' | 'same' | 'followed' | 'brokenBefore') =>
    sum(references.map((counts) => counts[key]));
  const ledNowhere = references
    .flatMap((counts) => counts.ledNowhere ?? [])
    .toSorted(comparePlaces);
  const notCheckable = references
    .flatMap((counts) => counts.notCheckable ?? [])
    .toSorted(comparePlaces);
  return {
    references: {
      checked: sumOf('checked'),
      same: sumOf('same'),
      followed: sumOf('followed'),
      brokenBefore: sumOf('brokenBefore'),
      ...(ledNowhere.length > 0 && { ledNowhere }),
      ...(notCheckable.length > 0 && { notCheckable }),
    },
    texts: sum(proofs.map(({ texts }) => texts)),
    unrecorded: proofs.flatMap(({ unrecorded }) => unrecorded).toSorted(),
  };
}

/** A fact about a run without its date, to compare it. */
function undated(fact: Report['run' | 'settings']): string {
  return JSON.stringify({ ...fact, date: undefined });
}

/** A single shard may be shown alone, but several must be complete: a missing one would go unnoticed. */
function refuseIncomplete(all: readonly Report[]): void {
  const shards = all.flatMap(({ shard }) => shard ?? []);
  const [first] = shards;
  if (!first || all.length === 1) return;
  if (shards.length < all.length)
    throw new ReportProblem(
      'Some of the reports are shards, others are whole. Merge the shards first.',
    );
  const { count } = first;
  refuseDifferent('shards', all, factsOfRun);
  const passed = new Set(shards.map(({ index }) => index));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter(
    (number) => !passed.has(number),
  );
  const [what, is] = missing.length === 1 ? ['Shard', 'is'] : ['Shards', 'are'];
  const names = enumerated(missing.map(String), 10);
  if (missing.length > 0)
    throw new ReportProblem(
      `${what} ${names} of ${count} ${is} missing. Pass each shard of the run once.`,
    );
}

type Fact = readonly [what: string, read: (report: Report) => string | undefined];

const sharedFacts: readonly Fact[] = [
  ['folders', ({ base }) => base || '.'],
  ['editions', ({ edition }) => JSON.stringify(edition)],
  ['kinds of run', ({ dryRun }) => (dryRun ? 'a dry run' : 'a real run')],
];

/** In different runs, one shard may have moved files that another one kept in place. */
const factsOfRun: readonly Fact[] = [
  ['numbers of shards', ({ shard }) => String(shard?.count)],
  ['versions of fw-migrate', ({ run }) => run?.version],
  ['commits', ({ run }) => run?.commit],
  ['options', ({ run }) => run?.command],
  ['settings', ({ settings }) => JSON.stringify(settings)],
];

function refuseDifferent(
  name: 'reports' | 'shards',
  all: readonly Report[],
  facts: readonly Fact[],
): void {
  for (const [what, read] of facts) {
    const values = [...new Set(all.map((report) => read(report) ?? 'unknown'))];
    if (values.length === 1) continue;
    // Data is too long to be compared by people.
    const isData = values.some((value) => value.startsWith('{'));
    const shown = isData ? '. ' : `:${values.map((value) => `\n  ${plainLine(value)}`).join('')}\n`;
    throw new ReportProblem(
      `The ${name} were made with different ${what}${shown}Merge only ${name} with the same ${what}.`,
    );
  }
}

function mergeElsewhere(list: readonly ReportPart[]): ReportPart {
  const [first, ...others] = list.filter(
    ({ files, followUps }) => files.length > 0 || followUps.length > 0,
  );
  if (first && others.length > 0)
    throw new ReportProblem(
      'More than one report contains changes outside the projects, so they are not shards of one run.',
    );
  return first ?? { files: [], followUps: [] };
}
