/** The command `verify` and the flag `--verify-command`: let the framework or the project judge the result. */

import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { migratedFolderAt } from '../apply/migrated-folder.ts';
import { runPlan } from '../apply/transaction.ts';
import { undoLastRun } from '../apply/undo.ts';
import { applyEdits } from '../base/edits.ts';
import { placeAt } from '../base/paths.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { frameworkTasks } from '../catalogue/package-managers.ts';
import type { Plan } from '../check/checked-plan.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { buildEdit, isReferenceList, type TypeCheck, typeChecksIn } from '../plan/type-checks.ts';
import { plainLine } from '../report/printing.ts';
import type { ProjectReport, Report } from '../report/report.ts';
import { catalogueOf } from '../report/summary.ts';
import { parseJson, textAt } from '../tree/json.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { ownReport } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { compareFound, type FoundInProjects, foundIn, listMover } from './generated-lists.ts';
import { type Io, UsageError } from './io.ts';
import { folderNamed, repositoryFolders } from './named-files.ts';
import { managerOf, scriptWith, textInPackage } from './next-steps.ts';
import { type Ended, inCopy, leftOutBefore } from './scratch.ts';
import { folderOfRun } from './target.ts';

interface Verification {
  readonly command: string;
  readonly folder: string;
  readonly plan: Plan;
  textAfter(path: TreePath): string | undefined;
  readonly io: Pick<Io, 'progress' | 'err'>;
}

/** Runs a command of the user in copies of the folder, before and after the migration; throws if it fails. */
export async function verifyPlan(verification: Verification): Promise<void> {
  const { command, plan, folder, io } = verification;
  if (plan.files.length === 0) return;
  const later = commandAfter(verification);
  // Every trial has a fresh copy, since a command may leave files behind.
  const trial = (line: string, files: readonly PlannedFile[], what: string) =>
    inCopy(folder, { what, io }, async (copy, run) => {
      runPlan(files, copy);
      return run(line);
    });
  const before = await trial(command, [], 'before the migration');
  if (!before.passed)
    throw failure(
      `\`${command}\` already fails before the migration (${before.how}), so it cannot be used as a check. Nothing was written.`,
      before,
      'It runs in a copy of the folder, without .git and build output. Use a command that passes there, or remove --verify-command.',
    );
  const after = await trial(later, plan.files, 'after the migration');
  if (!after.passed)
    throw failure(
      `\`${command}\` passes before the migration and fails after it (${after.how}). Nothing was written.`,
      after,
      'To continue, fix what the command reports and run again. To migrate in smaller steps, use `--layout keep`, `--stay` or `--skip`.',
    );
}

const runsScript = /^(?:npm|pnpm|yarn|bun)(?:\s+(?:run|run-script))?\s+([\w:.-]+)/;

/** The command for the migrated state: a type check of a tsconfig.json that only has references always passes. */
function commandAfter({ command, textAfter, io }: Verification): string {
  const isEmpty = ({ project = '.' }: TypeCheck) => {
    const place = placeAt('', project);
    return [place, placeAt(place, 'tsconfig.json')].some((path) =>
      isReferenceList(textAfter(path) ?? ''),
    );
  };
  const checks = typeChecksIn(command).filter(isEmpty);
  const script = runsScript.exec(command.trim())?.[1];
  const line = script && textAt(parseJson(textAfter('package.json') ?? ''), 'scripts', script);
  const inScript = typeChecksIn(line ?? '').filter(isEmpty);
  const [empty] = [...checks.filter(({ build }) => !build), ...inScript];
  if (empty)
    throw new UsageError(
      `\`${empty.text}\` would check nothing: after the migration, tsconfig.json only references others, which are not checked without \`-b\`. Use \`tsc -b --noEmit\` (TypeScript 5.6 or newer). Nothing was written.`,
    );
  if (checks.length === 0) return command;
  const later = applyEdits(command, checks.map(buildEdit));
  io.err(
    `After the migration, \`${command}\` would check nothing: running \`${later}\` instead.\n`,
  );
  return later;
}

function failure(summary: string, { lastLines }: Ended, ...advice: readonly string[]): UsageError {
  const output = lastLines.every((line) => line === '')
    ? ['It printed nothing.']
    : ['The end of its output:', ...lastLines.map((line) => (line === '' ? '' : `  ${line}`))];
  return new UsageError([summary, ...output, ...advice].join('\n'));
}

/** `fw-migrate verify`: compares the framework's lists before and after the last run. Returns the exit code. */
export async function verifyCommand(
  dir: string,
  { prepare }: CommandFlags,
  io: Io,
): Promise<number> {
  const folder = folderOfRun(folderNamed(dir, io));
  const run = ownReport(migratedFolderAt(folder)).read();
  const catalogue = catalogueOf(run);
  if (catalogue.facts.generatedLists.length === 0)
    throw new UsageError('The edition does not say where the framework lists what it found.');
  refuseOlderVersion(run, folder, catalogue);
  const [before, after] = prepare
    ? await prepareBoth(run, folder, io)
    : [keptIn(run), foundNow(run, folder, catalogue)];
  const moved = listMover(run);
  let exitCode = 0;
  for (const [root, was] of before) {
    const is = after.get(root);
    if (!is) throw new UsageError(`${root || 'The project'} was prepared, but there are no lists.`);
    const exists = (file: string) => existsSync(join(folder, file));
    const { differences, others } = compareFound(moved(was.lists), is.lists, exists, catalogue);
    for (const sentence of [...differences, ...others])
      io.out(`${plainLine(root === '' ? sentence : `${root}: ${sentence}`)}\n`);
    if (differences.length > 0) exitCode = 1;
  }
  return exitCode;
}

function keptIn(run: Report): FoundInProjects {
  const kept = run.projects.flatMap(({ root, found }) => (found ? [[root, found] as const] : []));
  if (kept.length === 0)
    throw new UsageError(
      'There is nothing to compare with: when the last run started, the framework had not been prepared in this folder. `fw-migrate verify --prepare` prepares both states in copies.',
    );
  return new Map(kept);
}

/** The lists of the framework after the run. Throws if a project has not been prepared again. */
function foundNow(run: Report, folder: string, catalogue: Catalogue): FoundInProjects {
  const current = foundIn(run.projects, 'after', folder, catalogue);
  const isOld = ({ root, found }: ProjectReport) =>
    found && !((current.get(root)?.prepared ?? '') > found.prepared);
  const old = run.projects.find(isOld);
  if (!old) return current;
  const advice = prepareFirst(join(folder, old.root), catalogue);
  throw new UsageError(
    `${plainLine(old.root || 'The project')} has not been prepared since the run. ${advice}`,
  );
}

function prepareFirst(home: string, { names }: Catalogue): string {
  const { install, exec } = managerOf(home);
  return `Run \`${install}\` and \`${exec} ${names.package} ${frameworkTasks.prepare}\` there first.`;
}

/** Throws if the older version is still installed, which would find other files in the migrated project. */
function refuseOlderVersion(run: Report, folder: string, catalogue: Catalogue): void {
  const { names } = catalogue;
  for (const { root } of run.projects) {
    const versions = repositoryFolders(join(folder, root)).map((at) =>
      textInPackage(join(at, 'node_modules', names.package), 'version'),
    );
    const version = versions.find((text) => text !== undefined);
    if (version !== undefined && Number.parseInt(version, 10) < names.generations.a)
      throw new UsageError(
        `${names.package} ${plainLine(version)} is still installed. ${prepareFirst(join(folder, root), catalogue)}`,
      );
  }
}

/** Prepares the states before and after the run, each in a copy. */
async function prepareBoth(run: Report, folder: string, io: Io) {
  // Layers without a package are prepared with the project that extends them.
  const projects = run.projects.filter(
    ({ root, variant }) => variant === 'b' && existsSync(join(folder, root, 'package.json')),
  );
  if (projects.length === 0 || run.dryRun)
    throw new UsageError(
      'There is nothing to compare with: the last run in this folder migrated no project.',
    );
  const prepare = async (state: 'before' | 'after') => {
    const what = `${state} the migration`;
    const never = state === 'before' ? leftOutBefore : undefined;
    return inCopy(folder, { what, io, never }, async (copy, start) => {
      const pass = async (command: string, root = '') => {
        const ended = await start(command, root);
        if (!ended.passed) throw failure(`\`${command}\` fails ${what} (${ended.how}).`, ended);
      };
      if (state === 'before') {
        undoLastRun(copy, { force: true, acceptForeign: true });
        await pass(managerOf(copy).install);
      }
      const catalogue = catalogueOf(run);
      const { generatedLists } = catalogue.facts;
      const options = generatedLists.flatMap(({ needs }) =>
        needs === undefined ? [] : [`${needs}=true`],
      );
      for (const { root } of projects) {
        // Sets the options without which some lists are not written, for the copy only.
        appendFileSync(join(copy, root, catalogue.facts.settingsFile), `\n${options.join('\n')}\n`);
        await pass(prepareCommand(join(copy, root), catalogue), root);
      }
      return foundIn(projects, state, copy, catalogue);
    });
  };
  return [await prepare('before'), await prepare('after')] as const;
}

/** The command that prepares a project: its own script, if it has one. */
function prepareCommand(home: string, { names }: Catalogue): string {
  const { run, exec } = managerOf(home);
  const task = `${names.package} ${frameworkTasks.prepare}`;
  const script = scriptWith(home, task);
  return script === undefined ? `${exec} ${task}` : `${run} ${script}`;
}
