import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlannedFile } from '../../../src/plan/plan.ts';

/** A text for a file, `-> target` for a link, nothing for an empty folder. */
export type Files = { readonly [path: string]: string | undefined };

export function fill(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const full = join(folder, path);
    mkdirSync(content === undefined ? full : dirname(full), { recursive: true });
    if (content?.startsWith('-> ')) symlinkSync(content.slice(3), full);
    else if (content !== undefined) writeFileSync(full, content);
  }
}

export function move(from: string, to: string, kind: PlannedFile['kind'] = 'file'): PlannedFile {
  return { from, to, kind, by: [] };
}

export function change(from: string, to: string, before: string, after: string): PlannedFile {
  const link = before.startsWith('-> ');
  const text = link ? { before: before.slice(3), after: after.slice(3) } : { before, after };
  return { from, to, kind: link ? 'link' : 'file', text, by: ['references'] };
}

/** A project with everything that can happen to a file, and the plan for it. */
export const projectFiles: Files = {
  'fw.config.ts': 'export default {}\n',
  'pages/index.vue': 'INDEX',
  'pages/deep/er/[id].vue': 'ID',
  'pages/deep/.ignored': 'stays',
  'layouts/only/one.vue': 'ONE',
  'chain/a': 'A',
  'chain/b': 'B',
  'chain/c': 'C',
  'swap/x': 'X',
  'swap/y': 'Y',
  'link/moved': '-> ../pages',
  'link/both': '-> ../nowhere',
  'link/changed': '-> ../pages/index.vue',
  'script.sh': 'echo 1\n',
  empty: undefined,
};
export const plan: readonly PlannedFile[] = [
  change('fw.config.ts', 'fw.config.ts', 'export default {}\n', 'export default { a: 1 }\n'),
  move('pages/index.vue', 'app/pages/index.vue'),
  change('pages/deep/er/[id].vue', 'app/pages/deep/er/[id].vue', 'ID', 'ID2'),
  move('layouts/only/one.vue', 'app/layouts/only/one.vue'),
  move('chain/a', 'chain/b'),
  change('chain/b', 'chain/c', 'B', 'B2'),
  move('chain/c', 'chain/d'),
  move('swap/x', 'swap/y'),
  change('swap/y', 'swap/x', 'Y', 'Y2'),
  move('link/moved', 'app/link/moved', 'link'),
  change('link/both', 'app/link/both', '-> ../nowhere', '-> ../../nowhere'),
  change('link/changed', 'link/changed', '-> ../pages/index.vue', '-> ../app/pages/index.vue'),
  change('script.sh', 'bin/script.sh', 'echo 1\n', 'echo 2\n'),
];
export const outcome: Files = {
  'fw.config.ts': 'export default { a: 1 }\n',
  'app/pages/index.vue': 'INDEX',
  'app/pages/deep/er/[id].vue': 'ID2',
  'pages/deep/.ignored': 'stays',
  'app/layouts/only/one.vue': 'ONE',
  'chain/b': 'A',
  'chain/c': 'B2',
  'chain/d': 'C',
  'swap/y': 'X',
  'swap/x': 'Y2',
  'app/link/moved': '-> ../pages',
  'app/link/both': '-> ../../nowhere',
  'link/changed': '-> ../app/pages/index.vue',
  'bin/script.sh': 'echo 2\n',
};

/** Modes that are not what a new file or folder would have. */
export function giveModes(folder: string): void {
  chmodSync(join(folder, 'script.sh'), 0o755);
  chmodSync(join(folder, 'layouts/only'), 0o750);
  chmodSync(join(folder, 'pages/deep/er'), 0o700);
  chmodSync(join(folder, 'pages'), 0o711);
}
