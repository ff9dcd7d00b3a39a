import type { Command } from 'commander';
import { transforms } from '../../transforms/index.ts';
import { followUps } from '../catalogue/follow-ups.ts';
import { options } from '../catalogue/index.ts';
import { layoutModes } from '../project/layout.ts';
import { formatNames } from '../report/formats.ts';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import type { CompletedCommand, Values } from './completion/words.ts';
import { zshScript } from './completion/zsh.ts';
import { type Io, UsageError } from './io.ts';

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** What can stand where the help has a placeholder. */
const placeholders: { readonly [name: string]: Values } = {
  dir: 'folders',
  names: 'folders',
  file: 'files',
  files: 'files',
  filename: 'files',
  mode: layoutModes,
  format: formatNames,
  'a|b': ['a', 'b'],
  ids: transforms.map(({ id }) => id),
  id: ['all', ...transforms.map(({ id }) => id)],
  option: [...options.keys()],
  name: [...options.keys(), ...Object.keys(followUps)],
  shell: Object.keys(shells),
};

/** `fw-migrate completion`: prints the script that makes a shell complete what is typed. */
export function completionCommand(shell: string, program: Command, io: Io): void {
  const script = Object.entries(shells).find(([name]) => name === shell)?.[1];
  if (!script)
    throw new UsageError(
      `There is no completion for \`${shell}\`. Choose one of ${Object.keys(shells).join(', ')}.`,
    );
  io.out(script(program.commands.map(completed)));
}

function completed(command: Command): CompletedCommand {
  return {
    name: command.name(),
    about: command.description(),
    flags: command.options.map(({ long, short, description, flags }) => {
      const placeholder = placeholderIn(flags);
      return {
        long: long ?? '',
        ...(short === undefined ? {} : { short }),
        about: description,
        values: placeholders[placeholder ?? ''],
        takesValue: placeholder !== undefined,
      };
    }),
    values: command.registeredArguments.map((argument) => placeholders[argument.name()] ?? 'files'),
  };
}

function placeholderIn(flags: string): string | undefined {
  return /[<[](.+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1];
}
