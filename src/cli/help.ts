import { resolve } from 'node:path';
import type { Command } from 'commander';
import { transforms } from '../../transforms/index.ts';
import { fwCatalogue, nearest } from '../catalogue/index.ts';
import { isFolder } from '../project/disk.ts';
import { explainText, listText, namesMeant } from '../report/explain-text.ts';
import type { CommandFlags } from './flags.ts';
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
export function unknownOption(option: string, program: Command): UsageError {
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
