import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { runPlan } from '../src/apply/transaction.ts';
import { undoLastRun } from '../src/apply/undo.ts';
import type { Plan } from '../src/check/checked-plan.ts';
import { planRepository } from '../src/check/checked-plan.ts';
import { selectRun } from '../src/plan/selection.ts';
import { createColors } from '../src/report/colors.ts';
import { formatNames, render } from '../src/report/formats.ts';
import { readReport } from '../src/report/read-report.ts';
import { reportOf } from '../src/report/report-of.ts';
import { readSnapshot } from '../src/tree/disk.ts';
import type { DiskSnapshot } from '../src/tree/snapshot.ts';
import { transforms } from '../transforms/index.ts';
import type { Case } from './cases.ts';
import type { Flags } from './fixtures.ts';
import { layOutCanaries } from './hostile/canaries.ts';
import { type Command, commands, doesGitAnswer } from './hostile/commands.ts';
import { privateFile } from './hostile/mutate.ts';
import {
  asPlanned,
  asTheSchemaSays,
  noNewRights,
  nothingLost,
  sameAt,
  sameRepositories,
  sameTree,
  stillParsed,
} from './oracles.ts';
import { foldersAbove, type Photograph, photograph, writeTree } from './trees.ts';

/** Something that must not happen: which rule it breaks, and how. */
export interface FuzzFinding {
  readonly oracle: string;
  readonly message: string;
}

/** What became of a case. */
export interface CaseResult {
  readonly outcome: 'migrated' | 'nothing to do' | 'refused' | 'found';
  readonly finding?: FuzzFinding;
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
  /** What may be called in a repository with files of an attacker. */
  readonly commands: readonly Command[];
}

/** The tool as it is, called as its command line does. */
export const tool: Subject = {
  async plan(folder, { only, skip, ...flags }) {
    const seen = readSnapshot(folder);
    const run = selectRun(transforms, { only, skip });
    return { ...(await planRepository(seen, { ...run, ...flags })), seen };
  },
  run: ({ files, seen }, folder) => runPlan(files, folder, { seen }),
  undo: (folder) => undoLastRun(folder),
  async formats(plan, dryRun) {
    const report = reportOf(plan, { dryRun, base: '' });
    const look = { colors: createColors(false), width: 80, prefix: '' };
    const texts = new Map<string, string>();
    for (const format of formatNames)
      texts.set(format, await render(format, report, { look, version: '0.0.0' }));
    return texts;
  },
  readReport: (text) => readReport(text, 'report.json'),
  commands,
};

/** Problems of the input, which are reported and leave everything as it is. A plan that fails its checks is none of them. */
const refusals = [
  'ApplyProblem',
  'ConfigProblem',
  'GitProblem',
  'IncompleteSelection',
  'PlanProblem',
  'UnknownTransform',
  'UsageError',
];

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
    if (refusals.includes(error.name) && mayBeRefused(name)) throw new Refused(error.message);
    const isReported = /^(?:CheckFailure|RenderFailure|TransformFailure)$/.test(error.name);
    const place = isReported ? '' : ` ${/at .*?\/src\/.*/.exec(error.stack ?? '')?.[0] ?? ''}`;
    throw new Found(`${name} throws ${error.name}`, `${error.message}${place}`);
  }
}

function mayBeRefused(name: string): boolean {
  return (
    ['planning', 'writing'].includes(name) || commands.some((command) => command.name === name)
  );
}

function demand(oracle: string, fault: string | undefined): void {
  if (fault !== undefined) throw new Found(oracle, fault);
}

/** A project that a mistake of ours stopped, while the others went on. */
function mistakeIn({ projects }: Plan): string | undefined {
  const messages = projects.flatMap(({ isRefused, followUps }) => (isRefused ? followUps : []));
  return messages.find(({ message }) => /bug in fw-migrate|^The transform `/.test(message))
    ?.message;
}

const ownFolder = '.fw-migrate';

function withoutOwn(seen: Photograph): Photograph {
  const isOwn = (path: string) => path === ownFolder || path.startsWith(`${ownFolder}/`);
  return new Map([...seen].filter(([path]) => !isOwn(path)));
}

/**
 * The same tree, but for the file that keeps our folder out of git, where somebody else made the folder; and but for a
 * folder that holds nothing else, which a run leaves that was killed at its first call.
 */
function sameState(before: Photograph, after: Photograph): string | undefined {
  const ignore = `${ownFolder}/.gitignore`;
  const names = [...before.keys()].filter((path) => path.startsWith(`${ownFolder}/`));
  if (!after.has(ownFolder) && names.every((path) => path === ignore))
    return sameTree(withoutOwn(before), after);
  const isAdded = before.has(ownFolder) && !before.has(ignore);
  return sameTree(
    before,
    isAdded ? new Map([...after].filter(([path]) => path !== ignore)) : after,
  );
}

/** The names of the two folders of a case: the project, and what it must not touch. */
export const caseFolders = { project: 'project', outside: 'outside' };

function layOut({ tree, hostile }: Case, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const neighbour = join(folder, caseFolders.outside);
  mkdirSync(join(folder, caseFolders.project), { recursive: true });
  mkdirSync(join(neighbour, 'pages'), { recursive: true });
  writeFileSync(join(neighbour, 'file.ts'), "import x from '../project/utils/a';\n");
  writeFileSync(join(neighbour, 'fw.config.ts'), 'export default {};\n');
  writeFileSync(join(neighbour, 'pages/index.vue'), '<template><p /></template>\n');
  if (hostile) layOutCanaries(neighbour);
  writeTree(join(folder, caseFolders.project), tree, neighbour);
}

/** Migrates a case in a folder of its own and undoes that, with every oracle asked. */
export async function runOracles(
  one: Case,
  folder: string,
  subject: Subject = tool,
): Promise<CaseResult> {
  layOut(one, folder);
  const project = join(folder, caseFolders.project);
  const neighbour = photograph(join(folder, caseFolders.outside));
  const before = photograph(project);
  try {
    if (one.hostile && !doesGitAnswer(project)) {
      await dryRun(one.flags, project, before, subject);
      return { outcome: 'refused' };
    }
    if (one.hostile) await tryCommands(one, folder, subject);
    return { outcome: await migrate(one.flags, project, before, subject) };
  } catch (error) {
    if (error instanceof Found)
      return { outcome: 'found', finding: { oracle: error.oracle, message: error.message } };
    if (!(error instanceof Refused)) throw error;
    return refused(sameState(before, photograph(project)));
  } finally {
    const fault = sameTree(neighbour, photograph(join(folder, caseFolders.outside)));
    if (fault !== undefined)
      // biome-ignore lint/correctness/noUnsafeFinally: nothing weighs more than a write outside.
      return { outcome: 'found', finding: { oracle: 'writes outside', message: fault } };
  }
}

/** Each command may refuse to work here. What it may change otherwise depends on whether the user vouches for the state. */
async function tryCommands(one: Case, folder: string, subject: Subject): Promise<void> {
  const project = join(folder, caseFolders.project);
  const neighbour = photograph(join(folder, caseFolders.outside));
  const before = photograph(project);
  for (const { name, isVouchedFor, run } of subject.commands) {
    await mayRefuse(() => step(name, () => run(project)));
    demand('writes outside', sameTree(neighbour, photograph(join(folder, caseFolders.outside))));
    const now = photograph(project);
    if (isVouchedFor) {
      demandCare(name, before, now);
      layOut(one, folder);
    } else {
      demand(`${name} touches what is not ours`, sameTree(withoutOwn(before), withoutOwn(now)));
      demand(`${name} changes state that we did not leave`, sameState(before, now));
    }
  }
}

async function mayRefuse(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** What holds even if the user vouches for state that says anything. */
function demandCare(name: string, before: Photograph, now: Photograph): void {
  demand(`${name} touches a repository of git`, sameRepositories(before, now));
  demand(`${name} gives rights`, noNewRights(before, now));
  demand(`${name} loses a file`, nothingLost(before, now, ownFolder));
}

function refused(fault: string | undefined): CaseResult {
  if (fault === undefined) return { outcome: 'refused' };
  return { outcome: 'found', finding: { oracle: 'a refusal leaves a trace', message: fault } };
}

async function dryRun(
  flags: Flags,
  project: string,
  before: Photograph,
  subject: Subject,
): Promise<Planned> {
  const plan = await step('planning', () => subject.plan(project, flags));
  demand('planning a project', mistakeIn(plan));
  const texts = await step('reporting', () => subject.formats(plan, true));
  demand('the report breaks its schema', asTheSchemaSays(texts.get('json') ?? ''));
  await step('reading the report again', () => subject.readReport(texts.get('json') ?? ''));
  demand('a dry run writes', sameState(before, photograph(project)));
  return plan;
}

async function migrate(
  flags: Flags,
  project: string,
  before: Photograph,
  subject: Subject,
): Promise<'migrated' | 'nothing to do'> {
  const plan = await dryRun(flags, project, before, subject);
  if (plan.files.length === 0) return 'nothing to do';
  await step('writing', () => subject.run(plan, project));
  const after = photograph(project, ownFolder);
  const theirs = withoutOwn(before);
  // A link that another mutation has put there follows what moves.
  if (!theirs.get(privateFile)?.startsWith('link '))
    demand('a private file is touched', sameAt(privateFile, theirs, after));
  demand('the run is not the plan', asPlanned(theirs, after, plan.files));
  demand('a text is broken', stillParsed(theirs, after, plan.files));
  if (isRepeatable(plan, after)) {
    const again = await step('planning again', () => subject.plan(project, flags));
    demand('a second run changes something', leftover(again));
  }
  await step('taking back', () => subject.undo(project));
  demand('undo leaves a difference', sameState(before, photograph(project)));
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
  const isReported = projects.some(({ followUps }) =>
    followUps.some(({ code }) => code === 'app-folder-foreign'),
  );
  if (!first || isReported) return undefined;
  const { from, to, text, by } = first;
  const moved = from === to ? '' : ` moves to \`${to}\``;
  return `\`${from}\`${moved}${text ? ` changes by ${by.join(', ')}` : ''}`;
}
