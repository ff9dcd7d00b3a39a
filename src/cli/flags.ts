import { isAbsolute, relative, resolve } from 'node:path';
import type { LayoutMode } from '../layout/layout.ts';
import type { Variant } from '../paths/bases.ts';
import type { Shard, ToolingMode } from '../plan/selection.ts';
import { pathArgument, shellWord } from '../report/sentences.ts';
import { slashed } from '../tree/git-ignore.ts';
import { isFileName } from './edition-command.ts';

/** The flags of all commands, as the command-line parser names them. A command gets the flags it defines. */
export interface CommandFlags {
  // Flags that define a run; most can also be set in a settings file.
  readonly layout?: LayoutMode;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly keepDefaults?: boolean;
  readonly keepDefault?: readonly string[];
  readonly tooling?: ToolingMode;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly transform?: readonly string[];
  readonly edition?: string;
  /** The name of a settings file, or false for `--no-config`. */
  readonly config?: string | false;
  readonly trustConfig?: boolean;
  readonly interactive?: boolean;
  readonly do?: boolean;
  readonly allowDirty?: boolean;
  readonly allowIgnored?: boolean;
  readonly verifyCommand?: string;
  readonly prepare?: boolean;
  readonly commit?: boolean;
  readonly messageMoves?: string;
  readonly messageEdits?: string;
  readonly keepRuns?: number;
  readonly recover?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly shard?: Shard;
  readonly jobs?: number;
  readonly stdinFilename?: string;
  // Flags for the output.
  readonly format?: readonly string[];
  readonly output?: readonly string[];
  readonly baseline?: string;
  readonly campaign?: boolean;
  readonly ticks?: string;
  readonly note?: string;
  readonly patch?: boolean;
  readonly variant?: Variant;
  readonly changed?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** The flags that define a run, in the order of the recorded command. Flags for the output are left out. */
const recorded = [
  ...([
    'layout',
    'move',
    'stay',
    'keepDefaults',
    'keepDefault',
    'tooling',
    'only',
    'skip',
  ] as const),
  ...(['transform', 'edition', 'config', 'trustConfig', 'interactive'] as const),
  ...(['allowIgnored', 'verifyCommand', 'commit', 'messageMoves', 'messageEdits'] as const),
] satisfies readonly (keyof CommandFlags)[];

/** The command that repeats a run, relative to a folder. The run was started in `cwd`. */
export function commandLineIn(
  home: string,
  flags: CommandFlags,
  { folder, cwd }: { readonly folder: string; readonly cwd: string },
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
  const dir = file(folder);
  const words = [
    ...(dir === '.' ? [] : [pathArgument(dir)]),
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
