import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../fuzz/cases.ts';
import { type Planned, runOracles, type Subject, tool } from '../../fuzz/oracle-run.ts';
import { textEntry } from '../../fuzz/trees.ts';
import { PlanProblem } from '../../src/plan/defect.ts';
import { newFolder } from './support/folder.ts';

/** A project in which folders move and texts change. */
const project: Case = {
  tree: new Map([
    ['fw.config.ts', textEntry("export default { dir: { static: 'static' } };\n")],
    ['package.json', textEntry('{ "devDependencies": { "fw": "^3.0.0" } }\n')],
    ['pages/index.vue', textEntry("<script setup>\nimport a from '../server/a';\n</script>\n")],
    ['pages/run.sh', { kind: 'file', bytes: Buffer.from('echo\n'), mode: 0o755 }],
    ['pages/link', { kind: 'link', target: '../server/a.ts' }],
    ['server/a.ts', textEntry('export default 1;\n')],
    ['static/robots.txt', textEntry('')],
    ['empty', { kind: 'folder', mode: 0o700 }],
    ['.env', textEntry('SECRET=1\n')],
  ]),
  flags: {},
};

const found = (oracle: string) => ({
  outcome: 'found',
  finding: { oracle, message: expect.any(String) },
});

function withTexts(plan: Planned, change: (after: string, from: string) => string): Planned {
  const files = plan.files.map((file) =>
    file.text
      ? { ...file, text: { ...file.text, after: change(file.text.after, file.from) } }
      : file,
  );
  return { ...plan, files };
}

/** Each breaks one rule, and must be noticed. */
const faults: readonly (readonly [oracle: string, what: string, fault: Partial<Subject>])[] = [
  [
    'the run is not the plan',
    'a byte that is lost',
    afterRun((folder) => write(folder, 'app/pages/run.sh', 'ech\n')),
  ],
  [
    'the run is not the plan',
    'a file that is lost',
    afterRun((folder) => rmSync(join(folder, 'server/a.ts'))),
  ],
  [
    'the run is not the plan',
    'a file too many',
    afterRun((folder) => write(folder, 'app/new.ts', '')),
  ],
  [
    'the run is not the plan',
    'a mode that is lost',
    afterRun((folder) => chmodSync(join(folder, 'app/pages/run.sh'), 0o644)),
  ],
  [
    'a private file is touched',
    'a private file that the run writes',
    afterRun((folder) => appendFileSync(join(folder, '.env'), '\n')),
  ],
  [
    'a private file is touched',
    'a private file that the run moves',
    afterRun((folder) => renameSync(join(folder, '.env'), join(folder, 'app/.env'))),
  ],
  [
    'writes outside',
    'a write outside',
    afterRun((folder) => appendFileSync(join(folder, '../outside/file.ts'), '\n')),
  ],
  [
    'undo leaves a difference',
    'a file that is not taken back',
    afterUndo((folder) => appendFileSync(join(folder, 'fw.config.ts'), '\n')),
  ],
  [
    'undo leaves a difference',
    'a mode that is not taken back',
    afterUndo((folder) => chmodSync(join(folder, 'pages/run.sh'), 0o644)),
  ],
  [
    'undo leaves a difference',
    'a mode of a folder',
    afterUndo((folder) => chmodSync(join(folder, 'empty'), 0o755)),
  ],
  [
    'undo leaves a difference',
    'a folder that is left',
    afterUndo((folder) => mkdirSync(join(folder, 'app'))),
  ],
  [
    'undo leaves a difference',
    'a record that is left',
    afterUndo((folder) => write(folder, '.fw-migrate/last-run.json', '{}')),
  ],
  ['taking back throws PlanProblem', 'a run that cannot be taken back', { undo: refuse }],
  [
    'writing throws Error',
    'an error of the file system',
    {
      run: () => {
        throw new Error('EIO');
      },
    },
  ],
  [
    'planning throws TypeError',
    'a mistake in the code',
    {
      plan: () => {
        throw new TypeError('x is undefined');
      },
    },
  ],
  [
    'reporting throws Error',
    'a report that fails',
    {
      formats: () => {
        throw new Error('x');
      },
    },
  ],
  [
    'the report breaks its schema',
    'a field that nobody knows',
    { formats: async () => new Map([['json', '{}']]) },
  ],
  [
    'reading the report again throws Error',
    'a report that is not taken back',
    {
      readReport: () => {
        throw new Error('x');
      },
    },
  ],
  [
    'a dry run writes',
    'a plan that writes',
    {
      async plan(folder, flags) {
        const plan = await tool.plan(folder, flags);
        write(folder, 'trace', '');
        return plan;
      },
    },
  ],
  [
    'a refusal leaves a trace',
    'a refusal after a write',
    {
      plan(folder) {
        write(folder, 'trace', '');
        return refuse();
      },
    },
  ],
  [
    'a second run changes something',
    'a run that never ends',
    {
      async plan(folder, flags) {
        const plan = await tool.plan(folder, flags);
        return plan.files.length > 0
          ? plan
          : { ...plan, files: [{ from: 'a', to: 'b', kind: 'file', by: [] }] };
      },
    },
  ],
  [
    'planning again throws PlanProblem',
    'a second run that is refused',
    {
      plan: async (folder, flags) => {
        const plan = await tool.plan(folder, flags);
        return plan.files.length > 0 ? plan : refuse();
      },
    },
  ],
  ...['fw.config.ts', 'package.json', 'pages/index.vue'].map((path): (typeof faults)[number] => [
    'a text is broken',
    `a syntax error in ${path}`,
    {
      plan: async (folder, flags) =>
        withTexts(await tool.plan(folder, flags), (after, from) =>
          from === path ? after.replace(/['"]/, '{') : after,
        ),
    },
  ]),
];

/** The same project with files that an attacker put there. */
const hostile: Case = {
  tree: new Map([
    ...project.tree,
    ['.git/HEAD', textEntry('ref: refs/heads/main\n')],
    ['.git/config', textEntry('[core]\n\tfsmonitor = {outside}/canary\n')],
    ['.fw-migrate/notes.md', textEntry('Not a file of the tool.\n')],
    ['server/pipe', { kind: 'pipe' }],
  ]),
  flags: {},
  hostile: true,
};

function command(run: (folder: string) => unknown): Partial<Subject> {
  return { commands: [{ name: 'undoing', run }] };
}

const hostileFaults: readonly (readonly [oracle: string, what: string, fault: Partial<Subject>])[] =
  [
    [
      'undoing touches what is not ours',
      'a private file that a command moves',
      command((folder) => renameSync(join(folder, '.env'), join(folder, '.fw-migrate/0.old'))),
    ],
    [
      'undoing touches what is not ours',
      'a setting of git that a command writes',
      command((folder) => appendFileSync(join(folder, '.git/config'), '\n')),
    ],
    [
      'undoing touches what is not ours',
      'a refusal after a write',
      command((folder) => {
        write(folder, 'trace', '');
        return refuse();
      }),
    ],
    [
      'undoing touches what is not ours',
      'a pipe that is replaced',
      command((folder) => {
        rmSync(join(folder, 'server/pipe'));
        write(folder, 'server/pipe', '');
      }),
    ],
    [
      'undoing changes state that we did not leave',
      'a file in our folder that a command removes',
      command((folder) => rmSync(join(folder, '.fw-migrate/notes.md'))),
    ],
    [
      'undoing changes state that we did not leave',
      'a lock that a command leaves',
      command((folder) => write(folder, '.fw-migrate/lock', '1')),
    ],
    [
      'undoing throws TypeError',
      'a command that crashes',
      command(() => {
        throw new TypeError('x is undefined');
      }),
    ],
    [
      'writes outside',
      'a program of the repository that is run',
      command((folder) => execFileSync(join(folder, '../outside/canary'), { input: '' })),
    ],
    [
      'writes outside',
      'a file beside the project that a command removes',
      command((folder) => rmSync(join(folder, '../outside/.env'))),
    ],
  ];

/** State that names one file of the project by its digest, as the document of a run does. */
const named = createHash('sha256').update('export default 1;\n').digest('base64');
const withState: Case = {
  ...hostile,
  tree: new Map([
    ...hostile.tree,
    ['.fw-migrate/journal.json', textEntry(JSON.stringify({ before: named }))],
  ]),
};

function vouchedFor(run: (folder: string) => unknown): Partial<Subject> {
  return { commands: [{ name: 'undoing', isVouchedFor: true, run }] };
}

const vouchedFaults: readonly (readonly [oracle: string, what: string, fault: Partial<Subject>])[] =
  [
    [
      'undoing loses a file',
      'a file that is deleted',
      vouchedFor((folder) => rmSync(join(folder, '.env'))),
    ],
    [
      'undoing loses a file',
      'a file that is overwritten before a refusal',
      vouchedFor((folder) => {
        renameSync(join(folder, 'static/robots.txt'), join(folder, 'package.json'));
        return refuse();
      }),
    ],
    [
      'undoing loses a file',
      'a link that is deleted',
      vouchedFor((folder) => rmSync(join(folder, 'pages/link'))),
    ],
    [
      'undoing touches a repository of git',
      'a setting of git that is written',
      vouchedFor((folder) => appendFileSync(join(folder, '.git/config'), '\n')),
    ],
    [
      'undoing touches a repository of git',
      'a hook that is put into a repository further down',
      vouchedFor((folder) => write(folder, 'pages/.git/hooks/post-checkout', '')),
    ],
    [
      'undoing gives rights',
      'a program that runs as its owner',
      vouchedFor((folder) => chmodSync(join(folder, 'pages/run.sh'), 0o4755)),
    ],
    [
      'undoing gives rights',
      'a new file that runs as its group',
      vouchedFor((folder) => {
        write(folder, 'new', '');
        chmodSync(join(folder, 'new'), 0o2755);
      }),
    ],
    [
      'undoing gives rights',
      'a folder that has the bit of its owner',
      vouchedFor((folder) => chmodSync(join(folder, 'empty'), 0o4700)),
    ],
    [
      'writes outside',
      'a file beside the project that is removed',
      vouchedFor((folder) => rmSync(join(folder, '../outside/.env'))),
    ],
    [
      'undoing throws TypeError',
      'a crash',
      vouchedFor(() => {
        throw new TypeError('x is undefined');
      }),
    ],
  ];

/** What the user allows by vouching for the state. */
const vouchedDeeds: readonly (readonly [what: string, run: (folder: string) => unknown])[] = [
  ['a file that moves', (folder) => renameSync(join(folder, '.env'), join(folder, 'pages/.env'))],
  [
    'a file that is kept',
    (folder) => renameSync(join(folder, '.env'), join(folder, '.fw-migrate/0.old')),
  ],
  [
    'a file that is deleted and that the state names',
    (folder) => rmSync(join(folder, 'server/a.ts')),
  ],
  ['state that is removed', (folder) => rmSync(join(folder, '.fw-migrate'), { recursive: true })],
  ['a folder that passes its group on', (folder) => chmodSync(join(folder, 'empty'), 0o2700)],
];

function refuse(): never {
  throw new PlanProblem('no');
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function afterRun(act: (folder: string) => void): Partial<Subject> {
  return {
    run(plan, folder) {
      tool.run(plan, folder);
      act(folder);
    },
  };
}

function afterUndo(act: (folder: string) => void): Partial<Subject> {
  return {
    undo(folder) {
      tool.undo(folder);
      act(folder);
    },
  };
}

describe('the oracles', () => {
  it('have nothing to say about a run as it should be', async () => {
    expect(await runOracles(project, newFolder())).toEqual({ outcome: 'migrated' });
  });

  it.each(faults)('say “%s” to %s', async (oracle, _, fault) => {
    expect(await runOracles(project, newFolder(), { ...tool, ...fault })).toEqual(found(oracle));
  });

  it('have nothing to say about a hostile project that is left alone', async () => {
    const commands: Subject['commands'] = [{ name: 'undoing', run: refuse }];
    expect(await runOracles(hostile, newFolder(), { ...tool, commands })).not.toHaveProperty(
      'finding',
    );
  });

  it.each(hostileFaults)('say “%s” to %s', async (oracle, _, fault) => {
    const subject = { ...tool, commands: [], ...fault };
    expect(await runOracles(hostile, newFolder(), subject)).toEqual(found(oracle));
  });

  it.each(vouchedFaults)(
    'say “%s” to %s if the user vouches for the state',
    async (oracle, _, fault) => {
      expect(await runOracles(withState, newFolder(), { ...tool, ...fault })).toEqual(
        found(oracle),
      );
    },
  );

  it.each(vouchedDeeds)('allow %s if the user vouches for the state', async (_, run) => {
    const folder = newFolder();
    expect(await runOracles(withState, folder, { ...tool, ...vouchedFor(run) })).not.toHaveProperty(
      'finding',
    );
    expect(await runOracles(withState, folder, { ...tool, ...command(run) })).toHaveProperty(
      'finding',
    );
  });

  it('let a run be refused where the project is no longer what the plan was made from', async () => {
    const run: Subject['run'] = (plan, folder) => {
      write(folder, 'server/b.ts', '');
      try {
        tool.run(plan, folder);
      } finally {
        rmSync(join(folder, 'server/b.ts'));
      }
    };
    expect(await runOracles(project, newFolder(), { ...tool, run })).toEqual({
      outcome: 'refused',
    });
  });

  it('let a problem of the input pass', async () => {
    expect(await runOracles(project, newFolder(), { ...tool, plan: refuse })).toEqual({
      outcome: 'refused',
    });
  });
});
