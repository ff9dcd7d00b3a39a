import { posix } from 'node:path';
import { fileNames, folders } from '../dictionary.ts';
import type { Random } from '../random.ts';
import { type Entry, outside } from '../trees.ts';

/** Files that the tool reads or writes by their name. */
const known = [
  ...[
    'fw.config.ts',
    'package.json',
    'tsconfig.json',
    '.gitignore',
    '.gitattributes',
    'app',
    'pages',
    'src',
  ],
  ...[
    'assets',
    '.git/config',
    '.git/index',
    '.git/info/exclude',
    '.env',
    'README.md',
    'link',
    'server',
    'public',
  ],
];

/** Puts a link or a pipe where a file or a folder is expected. */
export function mutateLinks(tree: Map<string, Entry>, random: Random): void {
  const paths = [...tree.keys()];
  const some = () => (paths.length === 0 ? 'x' : random.pick(paths));
  const path = random.pick([
    random.pick(known),
    some(),
    posix.join(random.pick(folders), random.pick(fileNames)),
  ]);
  const near = posix.relative(posix.dirname(path), some()) || '.';
  const above = '../'.repeat(path.split('/').length);
  const target = random.pick([
    ...[
      near,
      `${near}/`,
      posix.basename(path),
      '.',
      '..',
      'nowhere',
      '/dev/zero',
      '/dev/stdin',
      '/proc/self/mem',
    ],
    ...[
      outside,
      `${outside}/file.ts`,
      `${outside}/pages`,
      `${outside}/.env`,
      `${above}outside/fw.config.ts`,
    ],
    ...[`${outside}/gone.ts`, `${above}project/fw.config.ts`, '.env'],
  ]);
  // What was in a folder is behind the link then.
  for (const inner of paths) if (inner.startsWith(`${path}/`)) tree.delete(inner);
  tree.set(path, random.chance(0.15) ? { kind: 'pipe' } : { kind: 'link', target });
}
