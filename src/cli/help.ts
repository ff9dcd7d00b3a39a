import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { transforms } from '../../transforms/index.ts';
import { fwCatalogue, nearest } from '../catalogue/index.ts';
import { Problem } from '../catalogue/shape.ts';
import { openFoundProjects } from '../plan/found-projects.ts';
import { variantOf } from '../plan/open-project.ts';
import { isFolder, readSnapshot } from '../project/disk.ts';
import { openRepository } from '../project/repository.ts';
import { explainText, listText, namesMeant } from '../report/explain-text.ts';
import { plainLine } from '../report/plain.ts';
import { counted, enumerated } from '../report/sentences.ts';
import type { CommandFlags } from './flags.ts';
import { questionsOn, Stopped, wrapped } from './interactive.ts';
import { type Io, UsageError } from './io.ts';
import { catalogueInForce } from './settings.ts';

/** Names of our commands in other tools. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ...['migrate', 'upgrade', 'update', 'run', 'apply', 'v3', 'v5'].map((name) => [name, 'v4'] as const),
  ...['dry-run', 'preview', 'plan', 'diff'].map((name) => [name, 'v4 --dry-run'] as const),
  ['check', 'v4 --check'],
  ...['revert', 'rollback', 'restore'].map((name) => [name, 'undo'] as const),
  ...['ls', 'transforms', 'codemods'].map((name) => [name, 'list'] as const),
  ...['options', 'config', 'resolve'].map((name) => [name, 'effective'] as const),
  ...['why', 'describe'].map((name) => [name, 'explain'] as const),
  ['version', '--version'],
]);

/** `fw-migrate help`: the help of a command or a subcommand. */
export function helpCommand(names: readonly string[], program: Command, io: Io): void {
  let command = program;
  for (const name of names) {
    // Words after a command are not commands: `help v4 apps/web`.
    if (command.commands.length === 0) break;
    const inner = visibleCommands(command).find((subcommand) => subcommand.name() === name);
    if (!inner) throw unknownCommand(name, command, io);
    command = inner;
  }
  command.outputHelp();
}

function visibleCommands(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The error for a word that is not a command, with a suggestion. */
export function unknownCommand(word: string, parent: Command, io: Io): UsageError {
  const prefix = parent.parent ? `${parent.parent.name()} ${parent.name()}` : parent.name();
  const commandNames = visibleCommands(parent).map((command) => command.name());
  const meant = parent.parent ? nearest(word, commandNames) : commandMeant(word, commandNames, io);
  const hint = meant === undefined ? '' : ` Did you mean \`${prefix} ${meant}\`?`;
  const problem = `There is no command \`${parent.parent ? `${parent.name()} ${word}` : word}\`.`;
  return new UsageError(`${problem}${hint}\nRun \`${prefix} --help\` for a list of commands.`);
}

function commandMeant(word: string, commandNames: readonly string[], io: Io): string | undefined {
  const alias = otherNames.get(word);
  if (alias !== undefined) return alias;
  if (isFolder(resolve(io.cwd, word))) return `v4 ${word}`;
  if (explainText(word, transforms, fwCatalogue, io.errLook.colors) !== undefined) return `explain ${word}`;
  const near = nearest(word, [...commandNames, ...otherNames.keys()]);
  return near === undefined ? undefined : (otherNames.get(near) ?? near);
}

/** The error for an option without a command, with a suggestion. */
function unknownOption(option: string, program: Command): UsageError {
  const [name = ''] = option.split('=');
  const flagsOf = ({ options }: Command) => options.flatMap(({ short, long }) => [short, long]);
  const command = visibleCommands(program).find((candidate) => flagsOf(candidate).includes(name));
  const near = nearest(name, ['--help', ...flagsOf(program).filter((flag) => flag !== undefined)]);
  const meant = command ? `${command.name()} ${option}` : near;
  const hint = meant === undefined ? '' : ` Did you mean \`fw-migrate ${meant}\`?`;
  const usage = 'Run `fw-migrate --help` for usage.';
  return new UsageError(`There is no option \`${option}\` here.${hint}\n${usage}`);
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

/** The choices for projects of the older variant. */
const offers = [
  { value: 'dryRun', label: 'Show what would change, write nothing', hint: 'fw-migrate v4 --dry-run' },
  { value: 'interactive', label: 'Migrate, and choose what to change', hint: 'fw-migrate v4 --interactive' },
  { value: 'help', label: 'Read more about it', hint: 'fw-migrate help v4' },
] as const;

/** `fw-migrate` without a command, or with an unknown one. Returns the exit code. */
export async function startCommand(words: readonly string[], program: Command, io: Io): Promise<number> {
  const [word] = words;
  if (word?.startsWith('-')) throw unknownOption(word, program);
  if (word !== undefined) throw unknownCommand(word, program, io);
  const sentence = await findOldProjects(io);
  if (sentence === undefined) {
    program.outputHelp({ error: true });
    return 2;
  }
  if (io.terminal && io.outKind === 'terminal') return choose(sentence, program, io);
  const width = Math.max(...offers.map(({ hint }) => hint.length));
  const lines = offers.map(({ label, hint }) => `  ${hint.padEnd(width)}  ${label}`);
  io.out(`${[sentence, ...lines].join('\n')}\n`);
  return 2;
}

async function choose(sentence: string, program: Command, io: Io): Promise<number> {
  const questions = await questionsOn(io);
  questions.show(wrapped(sentence, io.errLook));
  try {
    const answer = await questions.choose('What would you like to do?', offers, 'Nothing for now');
    if (answer !== 'help') return await (await import('./v4.ts')).v4Command('.', { [answer]: true }, io);
    helpCommand(['v4'], program, io);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return 0;
}

// Enough names to recognise a repository.
const mostNames = 3;

/** A sentence about the projects of the older variant in this folder; undefined if none is found. */
async function findOldProjects(io: Io): Promise<string | undefined> {
  try {
    const catalogue = await catalogueInForce(io.cwd, {}, io);
    const { buildDir, variants } = catalogue.names;
    const { opened } = openFoundProjects(openRepository(readSnapshot(io.cwd, buildDir), catalogue), {});
    const old = opened.filter((project) => variantOf(project) === 'b').map(({ found }) => found.config);
    const names = enumerated(old.map(plainLine), mostNames);
    const projects = `${counted(old.length, 'project')} to migrate from ${variants.b} to ${variants.a}`;
    return old.length === 0 ? undefined : `Found ${projects}: ${names}`;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The page in the package, relative to the folder that the command is built into. */
const page = new URL('../../docs/playground/index.html', import.meta.url);

/** The programs that open a page in the default browser. */
const openers: { readonly [platform: string]: readonly [string, ...string[]] } = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** `fw-migrate playground`: prints the address of the page and, on a terminal, opens it. */
export async function playgroundCommand(io: Io, platform: string): Promise<void> {
  const path = fileURLToPath(page);
  if (!existsSync(path))
    throw new UsageError('The playground is not built. In a checkout, run `npm run playground` first.');
  const address = pathToFileURL(path).href;
  io.out(`${address}\n`);
  if (io.outKind !== 'terminal') return;
  const [program, ...args] = openers[platform] ?? ['xdg-open'];
  const opened = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => resolve(true));
    child.unref();
  });
  if (!opened) io.err('Could not open a browser. Open the URL above manually.\n');
}
