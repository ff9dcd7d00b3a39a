import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import picocolors from 'picocolors';
import { runPlan, undoLastRun } from '../src/apply/run.ts';
import type { Plan } from '../src/plan/plan.ts';
import { planRepository } from '../src/plan/repository.ts';
import { followsMoves, selectTransforms } from '../src/plan/select.ts';
import { readSnapshot } from '../src/project/disk.ts';
import type { DiskSnapshot } from '../src/project/snapshot.ts';
import { formatNames, render } from '../src/report/formats.ts';
import { readReport } from '../src/report/read-report.ts';
import { reportOf } from '../src/report/report-of.ts';
import { transforms } from '../transforms/index.ts';
import type { Case } from './cases.ts';
import type { Flags } from './fixtures.ts';
import { asPlanned, asTheSchemaSays, sameTree, stillParsed } from './oracles.ts';
import { foldersAbove, type Photograph, photograph, writeTree } from './trees.ts';

/** Something that must not happen: which rule it breaks, and how. */
export interface Finding {
  readonly oracle: string;
  readonly message: string;
}

/** What became of a case. */
export interface Verdict {
  readonly outcome: 'migrated' | 'nothing to do' | 'refused' | 'found';
  readonly finding?: Finding;
}

/** A plan, and what it was made from. */
export interface Planned extends Plan {
  readonly seen: DiskSnapshot;
}

/** The functions that are put to the test; an argument, so that faults can be put in. */
export interface Subject {
  plan(folder: string, flags: Flags): Promise<Planned>;
  run(plan: Planned, folder: string): unknown;
  undo(folder: string): unknown;
  formats(plan: Plan, dryRun: boolean): Promise<ReadonlyMap<string, string>>;
  readReport(text: string): unknown;
}

/** The tool as it is, called as its command line does. */
export const tool: Subject = {
  async plan(folder, { only, skip, ...flags }) {
    const selected = selectTransforms(transforms, { only, skip });
    const configsOnly = !followsMoves(transforms, selected);
    const steps = [{ kind: 'transforms', transforms: selected } as const];
    const seen = readSnapshot(folder);
    return { ...(await planRepository(seen, { steps, ...flags, configsOnly })), seen };
  },
  run: ({ files, seen }, folder) => runPlan(files, folder, { seen }),
  undo: (folder) => undoLastRun(folder),
  async formats(plan, dryRun) {
    const report = reportOf(plan, { dryRun, base: '' });
    const look = { colors: picocolors.createColors(false), width: 80, prefix: '' };
    const texts = new Map<string, string>();
    for (const format of formatNames)
      texts.set(format, await render(format, report, { look, version: '0.0.0' }));
    return texts;
  },
  readReport: (text) => readReport(text, 'report.json'),
};

/** Problems of the input, which are told and leave everything as it is. A plan that is not proven is none of them. */
const refusals = ['ApplyProblem', 'ConfigProblem', 'IncompleteSelection', 'PlanProblem', 'UnknownTransform'];

class Found extends Error {
  readonly oracle: string;

  constructor(oracle: string, message: string) {
    super(message);
    this.oracle = oracle;
  }
}

class Refused extends Error {}

async function step<Result>(name: string, act: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Error)) throw new Found(`${name} throws`, String(error));
    // Only a run that begins may be refused.
    if (refusals.includes(error.name) && ['planning', 'writing'].includes(name))
      throw new Refused(error.message);
    const isTold = /^(?:ProofFailure|RenderFailure|TransformFailure)$/.test(error.name);
    const place = isTold ? '' : ` ${/at .*?\/src\/.*/.exec(error.stack ?? '')?.[0] ?? ''}`;
    throw new Found(`${name} throws ${error.name}`, `${error.message}${place}`);
  }
}

function demand(oracle: string, fault: string | undefined): void {
  if (fault !== undefined) throw new Found(oracle, fault);
}

/** The names of the two folders of a case: the project, and what it must not touch. */
export const rooms = { project: 'project', outside: 'outside' };

function layOut({ tree }: Case, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const neighbour = join(folder, rooms.outside);
  mkdirSync(join(folder, rooms.project), { recursive: true });
  mkdirSync(join(neighbour, 'pages'), { recursive: true });
  writeFileSync(join(neighbour, 'file.ts'), "import x from '../project/utils/a';\n");
  writeFileSync(join(neighbour, 'fw.config.ts'), 'export default {};\n');
  writeFileSync(join(neighbour, 'pages/index.vue'), '<template><p /></template>\n');
  writeTree(join(folder, rooms.project), tree, neighbour);
}

/** Migrates a case in a folder of its own and takes it back, with every oracle asked. */
export async function judge(one: Case, folder: string, subject: Subject = tool): Promise<Verdict> {
  layOut(one, folder);
  const project = join(folder, rooms.project);
  const neighbour = photograph(join(folder, rooms.outside));
  const before = photograph(project);
  try {
    return { outcome: await migrate(one.flags, project, before, subject) };
  } catch (error) {
    if (error instanceof Found)
      return { outcome: 'found', finding: { oracle: error.oracle, message: error.message } };
    if (!(error instanceof Refused)) throw error;
    return refused(sameTree(before, photograph(project)));
  } finally {
    const fault = sameTree(neighbour, photograph(join(folder, rooms.outside)));
    if (fault !== undefined)
      // biome-ignore lint/correctness/noUnsafeFinally: nothing weighs more than a write outside.
      return { outcome: 'found', finding: { oracle: 'writes outside', message: fault } };
  }
}

function refused(fault: string | undefined): Verdict {
  if (fault === undefined) return { outcome: 'refused' };
  return { outcome: 'found', finding: { oracle: 'a refusal leaves a trace', message: fault } };
}

async function migrate(
  flags: Flags,
  project: string,
  before: Photograph,
  subject: Subject,
): Promise<'migrated' | 'nothing to do'> {
  const plan = await step('planning', () => subject.plan(project, flags));
  const texts = await step('reporting', () => subject.formats(plan, true));
  demand('the report breaks its schema', asTheSchemaSays(texts.get('json') ?? ''));
  await step('reading the report again', () => subject.readReport(texts.get('json') ?? ''));
  demand('a dry run writes', sameTree(before, photograph(project)));
  if (plan.files.length === 0) return 'nothing to do';
  await step('writing', () => subject.run(plan, project));
  const after = photograph(project, '.fw-migrate');
  demand('the run is not the plan', asPlanned(before, after, plan.files));
  demand('a text is broken', stillParsed(before, after, plan.files));
  if (isRepeatable(plan, after)) {
    const again = await step('planning again', () => subject.plan(project, flags));
    demand('a second run changes something', leftover(again));
  }
  await step('taking back', () => subject.undo(project));
  demand('undo leaves a difference', sameTree(before, photograph(project)));
  return 'migrated';
}

/**
 * A second run knows that it is one by the version in package.json. Without that, and without the option that asks for
 * the rules of Variant A, a project may look like one of Variant B. What git then ignores it does not see.
 */
function isRepeatable({ files, projects, followUps }: Plan, after: Photograph): boolean {
  if (followUps.some(({ code }) => code === 'now-ignored')) return false;
  if (files.some(({ text }) => text?.before.includes('compatibilityVersion'))) return false;
  const isNew = (folder: string) =>
    /"fw":\s*"[\^~]?4/.test(after.get(posix.join(folder, 'package.json')) ?? '');
  return projects.every(({ root }) => isNew(root) || foldersAbove(root).some(isNew) || isNew(''));
}

/** What a second run would do without a word why: what was moved may look as if it belonged to somebody else. */
function leftover({ files: [first], projects }: Plan): string | undefined {
  const isTold = projects.some(({ followUps }) =>
    followUps.some(({ code }) => code === 'app-folder-foreign'),
  );
  if (!first || isTold) return undefined;
  const { from, to, text, by } = first;
  const moved = from === to ? '' : ` moves to \`${to}\``;
  return `\`${from}\`${moved}${text ? ` changes by ${by.join(', ')}` : ''}`;
}
