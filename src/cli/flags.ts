/** The flags of all commands as typed values, and the command line that repeats a run. */

import { isAbsolute, relative, resolve } from 'node:path';
import { shellWord } from '../base/shell.ts';
import type { LayoutMode } from '../layout/layout.ts';
import type { Variant } from '../paths/bases.ts';
import type { Shard, ToolingMode } from '../plan/selection.ts';
import { pathArgument } from '../report/sentences.ts';
import { slashed } from '../tree/git-ignore.ts';
import { isFileName } from './edition-command.ts';

/** Flags that are set or not. */
type Switch =
  | 'all'
  | 'allowDirty'
  | 'allowIgnored'
  | 'changed'
  | 'check'
  | 'commit'
  | 'confirm'
  | 'do'
  | 'dropDefaults'
  | 'dryRun'
  | 'force'
  | 'here'
  | 'install'
  | 'interactive'
  | 'json'
  | 'patch'
  | 'prepare'
  | 'quiet'
  | 'recover'
  | 'trustConfig'
  | 'verbose';

/** Flags with a text, such as the name of a file. */
type TextFlag =
  | 'baseline'
  | 'edition'
  | 'messageEdits'
  | 'messageMoves'
  | 'note'
  | 'stdinFilename'
  | 'ticks'
  | 'verifyCommand';

/** Flags with several texts. */
type ListFlag =
  | 'format'
  | 'keepDefault'
  | 'move'
  | 'only'
  | 'output'
  | 'skip'
  | 'stay'
  | 'transform';

type Flags<Name extends string, Value> = { readonly [name in Name]?: Value };

/** The flags of all commands, as the command-line parser names them. A command gets the flags it defines. */
export interface CommandFlags
  extends Flags<Switch, boolean>,
    Flags<TextFlag, string>,
    Flags<ListFlag, readonly string[]>,
    Flags<'keepRuns', number> {
  readonly keepDefaults?: boolean | 'used';
  readonly layout?: LayoutMode;
  readonly tooling?: ToolingMode;
  readonly shard?: Shard;
  readonly variant?: Variant;
  /** The name of a settings file, or false for `--no-config`. */
  readonly config?: string | false;
}

/** The flags that define a run, in the order of the recorded command. Flags for the output are left out. */
const recorded = [
  'here',
  'layout',
  'move',
  'stay',
  'keepDefaults',
  'keepDefault',
  'dropDefaults',
  'tooling',
  'only',
  'skip',
  'transform',
  'edition',
  'config',
  'trustConfig',
  'interactive',
  'allowIgnored',
  'verifyCommand',
  'commit',
  'messageMoves',
  'messageEdits',
] as const satisfies readonly (keyof CommandFlags)[];

/** The command that repeats a run on some folders, relative to one. The run was started in `cwd`. */
export function commandLineIn(
  home: string,
  flags: CommandFlags,
  { folders, cwd }: { readonly folders: readonly string[]; readonly cwd: string },
): string {
  const file = (name: string) =>
    isAbsolute(name) && relative(home, name).startsWith('..')
      ? name
      : slashed(relative(home, resolve(cwd, name))) || '.';
  // A name without an extension would be read as a package.
  const fileName = (path: string) => (isFileName(path) ? path : `./${path}`);
  const { transform = [], edition, config } = flags;
  const fromHome: CommandFlags = {
    ...flags,
    transform: transform.map(file),
    ...(edition !== undefined && isFileName(edition) && { edition: fileName(file(edition)) }),
    ...(config && { config: file(config) }),
  };
  const dirs = folders.map(file);
  const words = [
    ...(dirs.join() === '.' ? [] : dirs.map(pathArgument)),
    ...recorded.flatMap((key) => wordsFor(key, fromHome[key])),
  ];
  return ['fw-migrate v4', ...words.map(shellWord)].join(' ');
}

function wordsFor(
  key: (typeof recorded)[number],
  value: CommandFlags[typeof key],
): readonly string[] {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === undefined) return [];
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  if (typeof value === 'string') return [`--${name}`, value];
  // As a list, this option would include the folder after it.
  if (key === 'transform') return value.flatMap((file) => [`--${name}`, file]);
  return value.length === 0 ? [] : [`--${name}`, ...value];
}
