import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { type Entry, outside, textEntry } from '../trees.ts';

/** A repository whose settings name programs to run: the canary leaves a mark where one of them does. */

const canary = `${outside}/canary`;

const settings: readonly string[] = [
  `[filter "x"]\n\tclean = ${canary}\n\tsmudge = ${canary}\n\trequired = true\n`,
  `[filter "x"]\n\tprocess = ${canary}\n\trequired = true\n`,
  `[filter "a.b c"]\n\tclean = ${canary}\n[filter ""]\n\tclean = ${canary}\n`,
  `[filter "\xff\xfe"]\n\tclean = ${canary}\n`,
  `[core]\n\tfsmonitor = ${canary}\n`,
  `[core]\n\thooksPath = ${outside}/hooks\n\tfsmonitor = true\n`,
  `[core]\n\tpager = ${canary}\n\teditor = ${canary}\n\tsshCommand = ${canary}\n\tgitProxy = ${canary}\n`,
  `[core]\n\tworktree = ${outside}\n`,
  '[core]\n\tbare = true\n',
  `[include]\n\tpath = ${outside}/gitconfig\n`,
  `[includeIf "gitdir:**"]\n\tpath = ../../outside/gitconfig\n`,
  `[alias]\n\tstatus = !${canary}\n\tconfig = !${canary}\n`,
  `[extensions]\n\tpartialClone = x\n[remote "x"]\n\turl = ext::${canary}\n\tpromisor = true\n`,
  `[diff "x"]\n\ttextconv = ${canary}\n\tcommand = ${canary}\n[credential]\n\thelper = !${canary}\n`,
  '[broken\n',
  `${'[a]\n\tb = c\n'.repeat(20_000)}[filter "x"]\n\tclean = ${canary}\n`,
];

const attributes = [
  '* filter=x\n',
  '* filter=x diff=x\n',
  '* filter="a.b c"\n',
  '* filter=\xff\xfe\n',
  '** -text\n',
];

/** An index in which every file looks changed, so that git reads them through their filters. */
function indexOf(paths: readonly string[]): Buffer {
  const entries = paths.toSorted().map((path) => {
    const name = Buffer.from(path);
    const entry = Buffer.alloc((62 + name.length + 8) & ~7);
    entry.writeUInt32BE(0o100644, 24);
    entry.fill(0x11, 40, 60);
    entry.writeUInt16BE(Math.min(name.length, 0xfff), 60);
    name.copy(entry, 62);
    return entry;
  });
  const head = Buffer.from('DIRC\0\0\0\x02\0\0\0\0', 'latin1');
  head.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([head, ...entries]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function latin1(text: string): Entry {
  return { kind: 'file', bytes: Buffer.from(text, 'latin1') };
}

/** Makes the project a repository with hostile settings, or changes those that it has. */
export function mutateGit(tree: Map<string, Entry>, random: Random): void {
  if (random.chance(0.1)) {
    for (const path of [...tree.keys()]) if (path.startsWith('.git/')) tree.delete(path);
    const target = random.pick([outside, '../outside', '.', '.git', 'nowhere', '/dev/zero', '']);
    tree.set('.git', textEntry(`gitdir: ${target}\n`));
    return;
  }
  // State that git tracks is never trusted, which leaves little to try.
  const isUntracked = random.chance(0.7) ? /^\.(?:git|fw-migrate)\// : /^\.git\//;
  const files = [...tree].flatMap(([path, { kind }]) =>
    kind === 'file' && !isUntracked.test(path) ? [path] : [],
  );
  const config = tree.get('.git/config');
  const text = config?.kind === 'file' ? Buffer.from(config.bytes).toString('latin1') : '';
  tree.delete('.git');
  tree.set('.git/HEAD', textEntry('ref: refs/heads/main\n'));
  tree.set('.git/objects', { kind: 'folder' });
  tree.set('.git/refs', { kind: 'folder' });
  tree.set('.git/config', latin1(text + random.pick(settings)));
  tree.set('.git/index', { kind: 'file', bytes: indexOf(files) });
  tree.set('.gitattributes', latin1(random.pick(attributes)));
  const hook = { kind: 'link', target: canary } as const;
  if (random.chance(0.5))
    tree.set(`.git/hooks/${random.pick(['post-index-change', 'fsmonitor-watchman'])}`, hook);
}
