import { isAbsolute, relative, resolve } from 'node:path';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { isFileName } from './edition.ts';
import { quoted } from './named-paths.ts';
import type { ChoiceFlags } from './settings.ts';

/** The flags that decide what a run does; those of its output are not among them. */
export interface RunFlags extends ChoiceFlags {
  readonly allowIgnored?: boolean;
  readonly interactive?: boolean;
  readonly verifyCommand?: string;
  readonly commit?: boolean;
  readonly messageMoves?: string;
  readonly messageEdits?: string;
}

/** Which folder a run was given, and where it was called. */
interface CalledIn {
  readonly folder: string;
  readonly cwd: string;
}

/** The folder that the recorded command is for: the root of the repository, so that it means the same on any machine. */
export function homeOfCommand(folder: string): string {
  return gitFolderAbove(folder) ?? folder;
}

/** The command that repeats a run, as it is typed in a folder. */
export function commandLineIn(home: string, flags: RunFlags, { folder, cwd }: CalledIn): string {
  const file = (name: string) =>
    isAbsolute(name) && relative(home, name).startsWith('..')
      ? name
      : slashed(relative(home, resolve(cwd, name))) || '.';
  const dir = file(folder);
  const { layout, move, stay, keepDefaults, only, skip, transform = [], edition, config } = flags;
  const words = [
    ...(dir === '.' ? [] : [dir.startsWith('-') ? `./${dir}` : dir]),
    ...given('--layout', layout),
    ...given('--move', move),
    ...given('--stay', stay),
    ...(keepDefaults === undefined ? [] : [keepDefaults ? '--keep-defaults' : '--no-keep-defaults']),
    ...given('--tooling', flags.tooling),
    ...given('--only', only),
    ...given('--skip', skip),
    ...(flags.todos === undefined ? [] : [flags.todos ? '--todos' : '--no-todos']),
    ...transform.flatMap((name) => given('--transform', file(name))),
    ...given('--edition', edition !== undefined && isFileName(edition) ? asFileName(file(edition)) : edition),
    ...(config === false ? ['--no-config'] : given('--config', config && file(config))),
    ...(flags.trustConfig ? ['--trust-config'] : []),
    ...(flags.interactive ? ['--interactive'] : []),
    ...(flags.allowIgnored ? ['--allow-ignored'] : []),
    ...given('--verify-command', flags.verifyCommand),
    ...(flags.commit ? ['--commit'] : []),
    ...given('--message-moves', flags.messageMoves),
    ...given('--message-edits', flags.messageEdits),
  ];
  return ['fw-migrate v4', ...words.map(shellWord)].join(' ');
}

function given(flag: string, value: string | readonly string[] | undefined): string[] {
  const values = value === undefined || typeof value === 'string' ? [value ?? []].flat() : value;
  return values.length === 0 ? [] : [flag, ...values];
}

/** A name without an extension would be taken for a package. */
function asFileName(path: string): string {
  return isFileName(path) ? path : `./${path}`;
}

function shellWord(text: string): string {
  return /^[\w./@:=,+-]+$/.test(text) ? text : quoted(text);
}
