import { relative, resolve } from 'node:path';
import { transforms } from '../../transforms/index.ts';
import { names } from '../catalogue/names.ts';
import type { RenderedFile } from '../config/document.ts';
import type { MigrateOptions, Migration } from '../plan/migrate.ts';
import { selectTransforms } from '../plan/selection.ts';
import { migrateInSteps, type Step } from '../plan/steps.ts';
import { isLayoutMode, layoutModes } from '../project/layout.ts';
import { countsText, followUpLines, listedFollowUps, migrationText } from '../report/migration-text.ts';
import { diffText } from '../report/patch-text.ts';
import { printExactly } from './exactly.ts';
import { isExpected } from './expected.ts';
import { decode, findConfig, importReader, readConfigFile } from './files.ts';
import { shellWord } from './folders.ts';
import { type Io, UsageError } from './io.ts';
import { loadTransform } from './load.ts';
import { writeConfigs } from './write-configs.ts';

export interface TransformFlags {
  readonly layout?: string;
  readonly keepDefaults?: boolean;
  readonly dryRun?: boolean;
  readonly transform?: readonly string[];
  readonly stdinFilename?: string;
}

/** `fw-migrate transform`: runs transforms on configs, or from standard input to standard output. Gives the exit code. */
export async function transformCommand(
  id: string,
  files: readonly string[],
  flags: TransformFlags,
  io: Io,
): Promise<number> {
  const { layout = 'auto', keepDefaults = false } = flags;
  if (!isLayoutMode(layout))
    throw new UsageError(`There is no layout \`${layout}\`. Choose one of ${layoutModes.join(', ')}.`);
  const steps = [...(await stepsFor(id, io.cwd)), ...(await ownSteps(flags.transform ?? [], io.cwd))];
  const options = { layout, keepDefaults };
  if (files.includes('-')) {
    if (files.length > 1) throw new UsageError('`-` reads standard input and cannot be combined with files.');
    await fromStdin(
      steps,
      flags.stdinFilename ?? `${names.configFile}.ts`,
      options,
      flags.dryRun ?? false,
      io,
    );
    return 0;
  }
  return onFiles(steps, files, options, flags.dryRun ?? false, io);
}

async function stepsFor(id: string, cwd: string): Promise<Step[]> {
  if (id.split(',').includes('all')) return [{ kind: 'transforms', transforms }];
  if (/[\\/]|\.[cm]?[jt]s$/.test(id)) return loadTransform(id, cwd);
  return [
    {
      kind: 'transforms',
      transforms: selectTransforms(transforms, { only: id.split(',').map((one) => one.trim()) }),
    },
  ];
}

async function ownSteps(paths: readonly string[], cwd: string): Promise<Step[]> {
  const steps: Step[] = [];
  for (const path of paths) steps.push(...(await loadTransform(path, cwd)));
  return steps;
}

type Options = Omit<MigrateOptions, 'filename' | 'read'>;

async function fromStdin(
  steps: readonly Step[],
  filename: string,
  options: Options,
  dryRun: boolean,
  io: Io,
): Promise<void> {
  const text = decode(await io.readStdin(), filename);
  const read = importReader(filename, io.cwd);
  const migration = migrateInSteps(steps, text, { filename, read, ...options });
  const elsewhere = migration.files.find(({ path }) => path !== migration.path);
  // Standard output has room for one file: half of a change is worse than none.
  if (elsewhere)
    throw new UsageError(
      `This also changes ${elsewhere.path}, which cannot be written to standard output. Name the file instead of \`-\`.`,
    );
  if (dryRun) printExactly(migration.files.map(diffText).join(''), 'patch', io);
  else printExactly(migration.code, 'code', io);
  const { followUps } = migration;
  if (followUps.length > 0) io.err(`${followUpLines(listedFollowUps(followUps), io.errLook).join('\n')}\n`);
}

interface Outcome {
  readonly name: string;
  readonly migration: Migration;
}

async function onFiles(
  steps: readonly Step[],
  named: readonly string[],
  options: Options,
  dryRun: boolean,
  io: Io,
): Promise<number> {
  const outcomes = migrateAll(steps, named.length > 0 ? named : [configHere(io.cwd)], options, io.cwd);
  const changed = changedFiles(outcomes);
  const diffs = changed.map((file) => diffText({ ...file, path: relative(io.cwd, file.path) }));
  if (dryRun) printExactly(diffs.join(''), 'patch', io);
  const written = dryRun || changed.length === 0 ? undefined : await writeConfigs(changed, io);
  const summaries = outcomes.map(({ name, migration: { path, files, changes, followUps } }) => {
    return { name, files: files.map((file) => (file.path === path ? name : file.path)), changes, followUps };
  });
  const write = dryRun ? io.err : io.out;
  const look = dryRun ? io.errLook : io.outLook;
  for (const summary of summaries) write(migrationText(summary, look));
  write(countsText(summaries, !dryRun));
  if (written) write(`To undo: fw-migrate undo${undoArgument(written.folder, io.cwd)}\n`);
  return written?.exitCode ?? 0;
}

function undoArgument(folder: string, cwd: string): string {
  return folder === cwd ? '' : ` ${shellWord(relative(cwd, folder))}`;
}

/** The files to write. Two configs may share one, but must agree on what becomes of it. */
function changedFiles(outcomes: readonly Outcome[]): RenderedFile[] {
  const files = new Map<string, RenderedFile>();
  for (const file of outcomes.flatMap(({ migration }) => migration.files)) {
    const other = files.get(resolve(file.path));
    if (other && other.after !== file.after)
      throw new UsageError(
        `${file.path}: Two configs ask for different changes. Migrate them one after the other.`,
      );
    files.set(resolve(file.path), file);
  }
  return [...files.values()];
}

/** All configs are migrated before any is written: where one cannot be read, none is touched. */
function migrateAll(
  steps: readonly Step[],
  files: readonly string[],
  options: Options,
  cwd: string,
): Outcome[] {
  const outcomes: Outcome[] = [];
  const problems: string[] = [];
  const distinct = new Map(files.map((name) => [resolve(name), name]));
  for (const name of distinct.values()) {
    try {
      const read = importReader(name, cwd);
      const migration = migrateInSteps(steps, readConfigFile(name, cwd), {
        filename: name,
        read,
        ...options,
      });
      outcomes.push({ name, migration });
    } catch (error) {
      if (!isExpected(error)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n\n'));
  return outcomes;
}

function configHere(cwd: string): string {
  const found = findConfig(cwd);
  if (!found)
    throw new UsageError(
      `There is no ${names.configFile}.{${names.configExtensions.join(',')}} in this folder. Name the config file.`,
    );
  return found;
}
