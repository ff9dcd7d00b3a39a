import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { undoLastRun } from '../apply/undo.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { frameworkTasks } from '../catalogue/package-managers.ts';
import { plainLine } from '../report/plain.ts';
import type { ProjectReport, Report } from '../report/report.ts';
import { counted } from '../report/sentences.ts';
import { catalogueOf } from '../report/summary.ts';
import { ownLastReport } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import {
  bare,
  type FoundInProjects,
  type FoundItem,
  type FoundLists,
  foundIn,
  keyOf,
  listMover,
} from './generated-lists.ts';
import { interruptible } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import { folderNamed, repositoryFolders } from './named-files.ts';
import { managerOf, scriptWith, textInPackage } from './next-steps.ts';
import { leftOutBefore, makeScratch } from './scratch.ts';
import { failure, inCopy } from './verify.ts';

/** `fw-migrate verify`: compares the framework's lists before and after the last run. Returns the exit code. */
export async function verifyCommand(dir: string, { prepare }: CommandFlags, io: Io): Promise<number> {
  const folder = folderNamed(dir, io);
  const run = ownLastReport(folder);
  const catalogue = catalogueOf(run);
  if (catalogue.facts.generatedLists.length === 0)
    throw new UsageError('The edition does not say where the framework lists what it found.');
  refuseOlderVersion(run, folder, catalogue);
  const [before, after] = prepare
    ? await interruptible((signal) => prepareBoth(run, folder, io, signal))
    : [keptIn(run), foundNow(run, folder, catalogue)];
  const moved = listMover(run);
  let exitCode = 0;
  for (const [root, was] of before) {
    const is = after.get(root);
    if (!is) throw new UsageError(`${root || 'The project'} was prepared, but there are no lists.`);
    const compared = compareFound(moved(was.lists), is.lists);
    const exists = (file: string) => existsSync(join(folder, file));
    io.out(comparisonText(root, compared, exists, catalogue));
    if (compared.differences.length > 0) exitCode = 1;
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
async function prepareBoth(run: Report, folder: string, io: Io, signal: AbortSignal) {
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
    const copying = makeScratch(folder, signal, state === 'before' ? leftOutBefore : undefined);
    return inCopy(copying, { what, io, signal }, async (copy, start) => {
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
      const options = generatedLists.flatMap(({ needs }) => (needs === undefined ? [] : [`${needs}=true`]));
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

/** An item that is only in one of two states, or is another file. */
interface FoundDifference {
  readonly list: string;
  readonly before?: FoundItem | undefined;
  readonly after?: FoundItem | undefined;
}

/**
 * Compares the lists before and after a run; both must have the current paths of files. Counts the equal items
 * in each list that both states have.
 */
function compareFound(before: FoundLists, after: FoundLists) {
  const shared = Object.keys(before).filter((list) => Object.hasOwn(after, list));
  const same = new Map<string, number>();
  const differences = shared.flatMap((list) => {
    const old = new Map((before[list] ?? []).map((item) => [keyOf(item), item]));
    const current = new Map((after[list] ?? []).map((item) => [keyOf(item), item]));
    const changed = [...new Set([...old.keys(), ...current.keys()])].flatMap((key): FoundDifference[] => {
      const [was, is] = [old.get(key), current.get(key)];
      const files = new Set([was?.file, is?.file].flatMap((file) => (file === undefined ? [] : bare(file))));
      return was && is && files.size < 2 ? [] : [{ list, before: was, after: is }];
    });
    same.set(list, old.size - changed.filter(({ before: was }) => was).length);
    return changed;
  });
  return { same, differences };
}

function comparisonText(
  root: string,
  { same, differences }: ReturnType<typeof compareFound>,
  exists: (file: string) => boolean,
  { facts, names }: Catalogue,
): string {
  const unread = facts.generatedLists.flatMap(({ list, needs }) => {
    if (same.has(list)) return [];
    return [needs === undefined ? list : `${list} (${names.framework} lists them if \`${needs}\` is set)`];
  });
  const counts = [...same].flatMap(([list, count]) =>
    count > 0 ? counted(count, list.replace(/(?<=s)es$|s$/, ''), list) : [],
  );
  const sentences = [
    ...differences.map((difference) => differenceText(difference, differences, exists, names.variants.a)),
    `${counts.join(', ') || 'Nothing'}: the same${differences.length > 0 ? ', except for these' : ''}.`,
    ...(unread.length > 0 ? [`Not compared, because not both states list them: ${unread.join(', ')}.`] : []),
  ];
  const prefix = root === '' ? '' : `${root}: `;
  return sentences.map((sentence) => `${plainLine(prefix + sentence)}\n`).join('');
}

/** A sentence about an item that is gone, new or another file, with the likely cause. */
function differenceText(
  { list, before, after }: FoundDifference,
  all: readonly FoundDifference[],
  exists: (file: string) => boolean,
  variant: string,
): string {
  const shown = ({ name, file }: NonNullable<typeof before>) =>
    name === undefined ? `${file}` : `\`${name}\`${file === undefined ? '' : ` (${file})`}`;
  if (before && after) return `${list}: ${shown(before)} is now ${after.file}: two files have this name.`;
  if (after) return `${list}: ${shown(after)} is new.`;
  if (!before) return '';
  const gone = `${list}: ${shown(before)} is gone`;
  if (before.file === undefined) return `${gone}.`;
  const renamed = all.find((item) => !item.before && item.list === list && item.after?.file === before.file);
  if (renamed?.after?.name !== undefined) return `${gone}: its name is now \`${renamed.after.name}\`.`;
  const stays = ['', '.ts', '.js', '.mjs', '.tsx', '.jsx', '.vue'].some((end) => exists(before.file + end));
  return stays
    ? `${gone}: the file is there, but ${variant} does not look for ${list} in its folder. Move it, or name the folder in the config.`
    : `${gone}: the file no longer exists.`;
}
