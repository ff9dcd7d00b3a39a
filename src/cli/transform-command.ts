/** The command `transform`: runs transforms on single configs, or on standard input. */

import { lstatSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { transforms } from '../../transforms/index.ts';
import { isModule } from '../catalogue/extensions.ts';
import type { Names } from '../catalogue/names.ts';
import type { RenderedFile } from '../config/render.ts';
import type { TransformStep } from '../plan/definition.ts';
import type { Migration } from '../plan/migrate.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { choiceFor, selectTransforms, stepsFor, stepsOfRun } from '../plan/selection.ts';
import { migrateInSteps } from '../plan/steps.ts';
import { diffText } from '../report/patch.ts';
import { countsText, followUpLines, listedFollowUps, migrationText } from '../report/pretty.ts';
import { plainLine } from '../report/printing.ts';
import { undoCommandIn } from '../report/sentences.ts';
import { configNames } from '../tree/discover.ts';
import { slashed } from '../tree/git-ignore.ts';
import { isBelow } from '../tree/open-file.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { decodeConfig, importReader, readNamedFile, repositoryFolders } from './named-files.ts';
import { printExactly } from './outputs.ts';
import {
  editionInForce,
  type InForce,
  ownTransforms,
  settingsInForce,
  settingsOfProject,
} from './settings.ts';
import { recoverIn, writeFiles } from './undo-command.ts';
import { loadTransforms } from './user-files.ts';

/** `fw-migrate transform`: runs transforms on configs, or on standard input. Returns the exit code. */
export async function transformCommand(
  id: string,
  files: readonly string[],
  flags: CommandFlags,
  io: Io,
) {
  const chosen = await settingsInForce(
    { folder: io.cwd },
    flags,
    isAll(id) ? settingsOfAll : settingsOfOne,
    io,
  );
  if (flags.keepDefaults === 'used')
    throw new UsageError('`--keep-defaults used` reads all sources: use it with `fw-migrate v4`.');
  const [first = '.'] = files;
  const near = resolve(io.cwd, first === '-' ? (flags.stdinFilename ?? '.') : first);
  const { catalogue } = await editionInForce(chosen, io, near);
  const { names } = catalogue;
  const { dryRun = false, stdinFilename = `${names.configFile}.ts` } = flags;
  const steps = await stepsOf(id, chosen, io.cwd);
  const migrate: Migrate = (text, filename) => {
    const read = importReader(filename, io.cwd);
    const ofProject = settingsOfProject(chosen, dirname(resolve(io.cwd, filename)));
    const choices = new Map([['', ofProject]]);
    const { layout, keepDefaults, skip } = choiceFor('', { ...chosen.values, choices });
    const ownSteps = isAll(id) ? stepsFor(steps, { skip }) : steps;
    return migrateInSteps(ownSteps, text, { filename, read, layout, keepDefaults, catalogue });
  };
  if (chosen.file) io.err(`Settings: ${plainLine(chosen.file.name)}\n`);
  if (!files.includes('-'))
    return onFiles(files.length > 0 ? files : [configHere(io.cwd, names)], migrate, flags, io);
  if (files.length > 1)
    throw new UsageError('`-` reads standard input and cannot be combined with files.');
  const text = decodeConfig(await io.readStdin(), stdinFilename);
  printMigrated(migrate(text, stdinFilename), dryRun, io);
  return 0;
}

type Migrate = (text: string, filename: string) => Migration;

// The transforms that a settings file selects are only for `all`, not for named transforms.
const settingsOfOne = ['edition', 'layout', 'keepDefaults'] as const;
const settingsOfAll = [...settingsOfOne, 'only', 'skip', 'transforms'] as const;

async function stepsOf(id: string, chosen: InForce, cwd: string): Promise<TransformStep[]> {
  const ownSteps = await ownTransforms(chosen, cwd);
  if (isAll(id)) return stepsOfRun(selectTransforms(transforms, chosen.values), ownSteps);
  if (/[\\/]/.test(id) || isModule(id)) return [...(await loadTransforms([id], cwd)), ...ownSteps];
  const only = id.split(',').map((name) => name.trim());
  return stepsOfRun(selectTransforms(transforms, { only }), ownSteps);
}

function isAll(id: string): boolean {
  return id.split(',').includes('all');
}

function printMigrated(migration: Migration, dryRun: boolean, io: Io): void {
  const elsewhere = migration.files.find(({ path }) => path !== migration.path);
  // Standard output can take only one file, and half of a change is worse than none.
  if (elsewhere)
    throw new UsageError(
      `This also changes ${elsewhere.path}, which cannot be written to standard output. Pass the file instead of \`-\`.`,
    );
  if (dryRun) printExactly(migration.files.map(diffText).join(''), 'patch', io);
  else printExactly(migration.code, 'code', io);
  const { followUps } = migration;
  if (followUps.length > 0)
    io.err(`${followUpLines(listedFollowUps(followUps), io.errLook).join('\n')}\n`);
}

async function onFiles(named: readonly string[], migrate: Migrate, flags: CommandFlags, io: Io) {
  const { dryRun = false, keepRuns } = flags;
  const distinct = new Map(named.map((name) => [resolve(io.cwd, name), name]));
  // All configs are migrated before any is written: if one cannot be read, none is changed.
  const advice = 'Pass a config file, or run in its folder.';
  const read = (name: string) => decodeConfig(readNamedFile(name, io.cwd, advice), name);
  const migrations = [...distinct.values()].map((name) => migrate(read(name), name));
  const changed = changedFiles(migrations, io.cwd);
  const diffOf = (file: RenderedFile) =>
    diffText({ ...file, path: relative(io.cwd, resolve(io.cwd, file.path)) });
  if (dryRun) printExactly(changed.map(diffOf).join(''), 'patch', io);
  const written =
    dryRun || changed.length === 0 ? undefined : await writeConfigs(changed, keepRuns, io);
  const write = dryRun ? io.err : io.out;
  const look = dryRun ? io.errLook : io.outLook;
  for (const migration of migrations) write(migrationText(migration, !dryRun, look));
  write(countsText(migrations, !dryRun));
  if (written) write(`To undo: ${undoCommandIn(relative(io.cwd, written.folder))}\n`);
  return written?.exitCode ?? 0;
}

/** The files to write. Two configs may share a file if both change it in the same way. */
function changedFiles(migrations: readonly Migration[], cwd: string): RenderedFile[] {
  const files = new Map<string, RenderedFile>();
  for (const file of migrations.flatMap((migration) => migration.files)) {
    const path = resolve(cwd, file.path);
    const earlier = files.get(path);
    if (earlier && earlier.after !== file.after)
      throw new UsageError(
        `${file.path}: Two configs need different changes. Migrate them one at a time.`,
      );
    files.set(path, file);
  }
  return [...files.values()];
}

/** The config in a folder, by the names the framework looks for; a link counts too, and is refused later. */
function configHere(cwd: string, names: Names): string {
  const config = configNames(names).find((name) =>
    lstatSync(join(cwd, name), { throwIfNoEntry: false }),
  );
  if (config) return config;
  const wanted = `${names.configFile}.{${names.configExtensions.join(',')}}`;
  throw new UsageError(`There is no ${wanted} in this folder. Pass the config file.`);
}

/** Writes configs as `v4` does: all or nothing, with undo. Returns the folder for `undo` and the exit code. */
async function writeConfigs(files: readonly RenderedFile[], keepRuns: number | undefined, io: Io) {
  const paths = files.map(({ path }) => resolve(io.cwd, path));
  const folder = folderFor(io.cwd, paths);
  const planned = files.map(({ path, before, after }): PlannedFile => {
    const place = slashed(relative(folder, resolve(io.cwd, path)));
    return { from: place, to: place, kind: 'file', text: { before, after }, by: [] };
  });
  recoverIn(folder, io);
  return { folder, exitCode: await writeFiles(planned, folder, { keepRuns }, io) };
}

/** The current folder if it contains all files, else the nearest folder of their repository that does. */
function folderFor(cwd: string, paths: readonly string[]): string {
  const holdsAll = (folder: string) => paths.every((path) => isBelow(path, folder));
  if (holdsAll(cwd)) return cwd;
  const [first = cwd] = paths.map((path) => dirname(path));
  const folder = repositoryFolders(first).find(holdsAll);
  if (folder !== undefined) return folder;
  throw new UsageError(
    'These files are not in the same repository. Run one command for each, in its folder.',
  );
}
