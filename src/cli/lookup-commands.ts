/** The commands that only look something up: `effective`, `list`, `explain`, and the start without a command. */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { transforms } from '../../transforms/index.ts';
import { refuseInterruptedNear } from '../apply/lock.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { nearest, Problem } from '../catalogue/shape.ts';
import { type EffectiveProject, resolvedProjects } from '../effective/option-rows.ts';
import type { Variant } from '../paths/bases.ts';
import { openFoundProjects, variantOf } from '../plan/open-projects.ts';
import {
  effectivePairsText,
  effectiveProjectsText,
  withoutSame,
} from '../report/effective-text.ts';
import { explainText, listText, namesMeant } from '../report/explain-text.ts';
import { jsonText, plainLine } from '../report/printing.ts';
import { counted, enumerated } from '../report/sentences.ts';
import { isFolder, readSnapshot } from '../tree/disk.ts';
import { openRepository } from '../tree/repository.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { folderNamed, pathsFrom } from './named-files.ts';
import { printExactly } from './outputs.ts';
import { catalogueInForce } from './settings.ts';
import { targetOf } from './target.ts';

/** `fw-migrate effective`: the resolved value of each option and where it comes from. */
export async function effectiveCommand(
  first: string,
  second: string | undefined,
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  // `effective dir.pages` names an option of the current folder.
  const isFirstFolder = second !== undefined || isFolder(resolve(io.cwd, first));
  const here = folderNamed(isFirstFolder ? first : '.', io);
  const catalogue = await catalogueInForce(here, flags, io);
  const isOption = !isFirstFolder && catalogue.findOption(first);
  const [dir, option] = isOption ? ['.', first] : [first, second];
  const { folder, within } = targetOf([dir], {}, io);
  const snapshot = readSnapshot(folder, catalogue.names.buildDir);
  refuseInterruptedNear(folder, snapshot);
  const resolved = (requested: Variant | undefined) => {
    const { projects, problems } = resolvedProjects(snapshot, catalogue, requested, { within });
    return {
      projects: option === undefined ? projects : chosen(projects, option, catalogue),
      problems,
    };
  };
  const { projects, problems } = resolved(flags.changed ? 'b' : flags.variant);
  for (const { message } of problems) io.err(`${message}\n`);
  const inA = flags.changed ? resolved('a').projects : [];
  const pairs = projects.flatMap((b) => {
    const a = inA.find(({ config }) => config === b.config);
    return a ? withoutSame({ a, b }) : [];
  });
  const look = { ...io.outLook, shown: pathsFrom(io.cwd, folder) };
  if (flags.json) {
    const shown = flags.changed ? pairs.flatMap(({ a, b }) => [b, a]) : projects;
    printExactly(jsonText({ schemaVersion: 2, projects: shown }), 'json', io);
  } else if (flags.changed) io.out(effectivePairsText(pairs, catalogue.names, look));
  else io.out(effectiveProjectsText(projects, catalogue.names, look));
}

/** The rows of an option and of the options inside it, for the projects that have any. */
function chosen(
  projects: readonly EffectiveProject[],
  option: string,
  { nearestOption, path }: Catalogue,
) {
  // Fields of list items (`plugins[].src`) are shown with their list.
  const requested = option.replace(/\[\].*/, '');
  // Keys such as `~` need no quotes in a request.
  const isRequested = (name: string) =>
    [name, name.replace(/\['(.*?)'\]/g, '.$1')].includes(requested) ||
    [`${requested}.`, `${requested}[`].some((start) => name.startsWith(start));
  const shown = projects.flatMap((project) => {
    const options = project.options.filter((row) => isRequested(row.option));
    return options.length > 0 ? [{ ...project, options }] : [];
  });
  if (shown.length > 0) return shown;
  const written = projects.flatMap(({ options }) => options.map((row) => row.option));
  const near = nearestOption(option)?.path ?? nearest(option, written);
  const example = `Use the full path of an option, such as \`${path['dir.pages']}\`.`;
  const hint = near ? `Did you mean \`${near}\`?` : example;
  throw new UsageError(
    `\`${option}\` is not an option of the framework, and no config sets it. ${hint}`,
  );
}

/** `fw-migrate list`: the transforms, with the options they handle. */
export async function listCommand(flags: CommandFlags, io: Io): Promise<void> {
  io.out(listText(transforms, await catalogueInForce(io.cwd, flags, io), io.outLook));
}

/** `fw-migrate explain`: explains an option, a follow-up or a transform. */
export async function explainCommand(name: string, flags: CommandFlags, io: Io): Promise<void> {
  const catalogue = await catalogueInForce(io.cwd, flags, io);
  const text = explainText(name, transforms, catalogue, io.outLook.colors);
  if (text !== undefined) return io.out(text);
  const meant = namesMeant(name, transforms, catalogue).map((suggestion) => `\`${suggestion}\``);
  const example = `Use the full path of an option, such as \`${catalogue.path['generate.routes']}\``;
  const hint =
    meant.length > 0
      ? `Did you mean ${meant.join(' or ')}?`
      : `${example}; \`fw-migrate list\` has the transforms.`;
  throw new UsageError(`\`${name}\` is not an option, a follow-up code or a transform. ${hint}`);
}

/** `fw-migrate` without a command: lists what to do about projects of the older variant; without any, help. */
export async function startCommand(program: Command, io: Io): Promise<number> {
  const sentence = await findOldProjects(io);
  if (sentence === undefined) program.outputHelp({ error: true });
  else io.out(`${sentence}\n${offers.join('\n')}\n`);
  return 2;
}

const offers = [
  '  fw-migrate v4 --dry-run      Show what would change, write nothing',
  '  fw-migrate v4 --interactive  Migrate, and choose what to change',
  '  fw-migrate help v4           Read more about it',
];

/** A sentence about the projects of the older variant in this folder; undefined if none is found. */
async function findOldProjects(io: Io): Promise<string | undefined> {
  try {
    const catalogue = await catalogueInForce(io.cwd, {}, io);
    const { buildDir, variants } = catalogue.names;
    const { opened } = openFoundProjects(
      openRepository(readSnapshot(io.cwd, buildDir), catalogue),
      {},
    );
    const old = opened
      .filter((project) => variantOf(project) === 'b')
      .map(({ found }) => found.config);
    const names = enumerated(old.map(plainLine), 3);
    const projects = `${counted(old.length, 'project')} to migrate from ${variants.b} to ${variants.a}`;
    return old.length === 0 ? undefined : `Found ${projects}: ${names}`;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
