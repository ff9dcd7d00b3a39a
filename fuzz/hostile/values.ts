import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { outside } from '../trees.ts';

/** The folder of the tool itself. */
export const own = '.fw-migrate';

/** Paths that no state may make us touch, and some of the project. */
export const targets = [
  ...[
    '.env',
    '.git/config',
    '.git/hooks/post-checkout',
    'package.json',
    'fw.config.ts',
    '.gitignore',
    '',
  ],
  ...['../outside/file.ts', '../outside/.env', '..', `${outside}/file.ts`, `${outside}/new.ts`],
  ...['a/../../outside/file.ts', './.env', './/.env', '.ENV', 'gone.ts', `${own}/lock`],
  ...[
    'link/file.ts',
    '..\\outside\\file.ts',
    '.env\0',
    'node_modules/x/index.js',
    `${own}/journal.json`,
  ],
  ...[
    '.GIT/config',
    'pages/.git/config',
    '.git./config',
    'git~1/config',
    `${own.toUpperCase()}/lock`,
  ],
];

/** Modes of folders and files, some of which run programs as their owner or are none. */
export const modes = [
  0, 0o644, 0o700, 0o777, 0o1777, 0o2755, 0o4755, 0o7777, -1, 0o100644, 1e21, 1.5,
];

/** The digest of a content, as documents of runs have it. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}

/** Up to four of something. */
export function several<T>(random: Random, make: () => T): T[] {
  return Array.from({ length: random.below(5) }, make);
}
