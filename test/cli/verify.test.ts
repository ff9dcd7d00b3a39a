import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { planRepository } from '../../src/check/checked-plan.ts';
import { UsageError } from '../../src/cli/io.ts';
import { verifyPlan } from '../../src/cli/verify.ts';
import type { TransformStep } from '../../src/plan/definition.ts';
import { createTextsAfter } from '../../src/plan/plan.ts';
import type { PlanOptions } from '../../src/plan/plan-repository.ts';
import { readSnapshot } from '../../src/tree/disk.ts';
import { transforms } from '../../transforms/index.ts';
import { treeOf } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

const config = [
  'export default defineFwConfig({',
  "  generate: { routes: ['/a'] },",
  '  experimental: { templateUtils: false },',
  '})',
  '',
].join('\n');

const project = {
  'fw.config.ts': config,
  'package.json': '{ "name": "shop", "dependencies": { "fw": "^3.0.0" } }\n',
  'pages/index.vue': "<script>import '../utils/a'</script>\n",
  'layouts/default.vue': '<template />\n',
  'utils/a.ts': 'export {}\n',
};

/** A script that ends with 1 where an expression about `text(file)` and `is(file)` holds. */
function failIf(expression: string): string {
  return [
    "import { existsSync as is, readFileSync } from 'node:fs'",
    "const text = (file) => is(file) ? readFileSync(file, 'utf8') : ''",
    `if (${expression}) { console.log('checked', process.cwd() + '/x.ts'); console.error('\\u001B[31mNO\\u001B[0m'); process.exit(1) }`,
    '',
  ].join('\n');
}

let temporary: string;

beforeEach(() => {
  temporary = folderWith({});
  vi.stubEnv('TMPDIR', temporary);
  return () => vi.unstubAllEnvs();
});

/** What is left of the copies. */
function copies(): string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('fw-migrate-verify-'));
}

const own: TransformStep = { kind: 'transforms', transforms };

interface Verified {
  readonly options?: Partial<PlanOptions>;
  readonly command?: string;
  /** What is said beside the result. */
  readonly announced?: string;
}

/** What verifying says; nothing where all is well. Neither the folder nor temporary files are touched. */
async function verified(folder: string, { options, command, announced = '' }: Verified = {}) {
  const before = treeOf(folder);
  const snapshot = readSnapshot(folder);
  const all = { steps: [own], ...options };
  let problem: unknown;
  try {
    const plan = await planRepository(snapshot, all);
    await verifyPlan({
      ...{ folder, command: command ?? 'node check.mjs', plan },
      textAfter: createTextsAfter(plan, snapshot),
      io: { progress: () => {}, err: (text) => expect(text).toBe(announced) },
    });
  } catch (error) {
    problem = error;
  }
  expect(treeOf(folder)).toEqual(before);
  expect(copies()).toEqual([]);
  if (problem === undefined) return undefined;
  if (!(problem instanceof UsageError)) throw problem;
  return problem.message;
}

function said(expression: string, options?: Verified) {
  return verified(folderWith({ ...project, 'check.mjs': failIf(expression) }), options);
}

describe('the command', () => {
  it('passes before and after', async () => {
    expect(await said('false')).toBeUndefined();
  });

  it('sees the migration', async () => {
    const folder = folderWith({
      ...project,
      'check.mjs': failIf("is('pages') === is('app/pages') || is('.git')"),
      '.git/HEAD': '',
    });
    expect(await verified(folder)).toBeUndefined();
  });

  it('is not fooled by a type check of what has become a list of references', async () => {
    const folder = folderWith({
      ...project,
      'tsconfig.json': '{ "extends": "./.fw/tsconfig.json" }\n',
      // Stands for the compiler: without `-b` it sees no error afterwards.
      'bin/tsc': '#!/bin/sh\ncase "$*" in *-b*) test ! -e app/pages;; *) true;; esac\n',
      'package.json':
        '{ "scripts": { "types": "bin/tsc --strict" }, "dependencies": { "fw": "^3.0.0" } }\n',
    });
    chmodSync(join(folder, 'bin/tsc'), 0o755);
    const announced =
      'After the migration, `bin/tsc --noEmit` would check nothing: running `bin/tsc -b --noEmit` instead.\n';
    expect(await verified(folder, { command: 'bin/tsc --noEmit', announced })).toContain(
      'passes before the migration and fails after it',
    );
    const empty = 'would check nothing: after the migration, tsconfig.json only references others';
    expect(await verified(folder, { command: 'bin/tsc' })).toContain(`\`bin/tsc\` ${empty}`);
    expect(await verified(folder, { command: 'npm run types' })).toContain(
      `\`bin/tsc --strict\` ${empty}`,
    );
  });

  it('fails after', async () => {
    expect(await said("is('app/pages')")).toBe(
      [
        '`node check.mjs` passes before the migration and fails after it (exit code 1). Nothing was written.',
        'The end of its output:',
        '  checked x.ts',
        '  NO',
        'To continue, fix what the command reports and run again. To migrate in smaller steps, use `--layout keep`, `--stay` or `--skip`.',
      ].join('\n'),
    );
  });

  it('fails before', async () => {
    expect(await said('true')).toBe(
      [
        '`node check.mjs` already fails before the migration (exit code 1), so it cannot be used as a check. Nothing was written.',
        'The end of its output:',
        '  checked x.ts',
        '  NO',
        'It runs in a copy of the folder, without .git and build output. Use a command that passes there, or remove --verify-command.',
      ].join('\n'),
    );
  });

  it('does not exist', async () => {
    const text = await said('false', { command: 'no-such-command-anywhere' });
    expect(text).toMatch(
      /^`no-such-command-anywhere` already fails before the migration \(exit code 127\)/,
    );
    expect(text).toContain('not found');
  });

  it('has no input, and nothing that it leaves running goes on', async () => {
    const command = 'sleep 600 & cat';
    expect(await said('false', { command })).toBeUndefined();
  });

  it.each([
    [['--verify-command', ' '], 'It is empty.'],
    [['--verify-command', 'true', '--shard', '1/2'], "'--shard <i/n>' cannot be used with option"],
  ])('is refused in %j', (args, message) => {
    const { status, stderr } = fwMigrate(folderWith(project), ['v4', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  it('does not run where nothing would be written', async () => {
    const folder = folderWith({
      'fw.config.ts': 'export default { future: { x: 1 }, ssr: true }\n',
    });
    expect(await verified(folder, { command: 'exit 1' })).toBeUndefined();
  });
});

describe('the copy', () => {
  it('is all that a command can write to', async () => {
    const folder = folderWith({
      ...project,
      'node_modules/fw/index.js': '',
      'node_modules/.cache/old': 'old',
      'check.mjs': [
        "import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'",
        "if (existsSync('new.txt') || existsSync('node_modules/.cache')) process.exit(1)",
        "writeFileSync('new.txt', 'new')",
        "appendFileSync('fw.config.ts', '// more')",
        "mkdirSync('node_modules/.cache')",
        "writeFileSync('node_modules/.cache/new', 'new')",
        "for (const path of ['node_modules', 'package.json']) rmSync(path, { recursive: true })",
        '',
      ].join('\n'),
    });
    expect(await verified(folder)).toBeUndefined();
  });

  it('has everything as it is: modes, links, hidden files, dependencies, and packages of the workspace as copies', async () => {
    const top = folderWith({
      '.git/HEAD': '',
      '.gitignore': 'node_modules\n.env\n.output\n',
      'package.json': '{ "workspaces": ["*"] }\n',
      'base.txt': 'base',
      'ui/name.txt': 'ui',
      '.output/heavy': '',
      'node_modules/dep/index.js': 'export default 1\n',
      'node_modules/@acme/dep/index.js': 'export default 2\n',
      ...Object.fromEntries(
        Object.entries(project).map(([path, content]) => [`web/${path}`, content]),
      ),
      'web/.env': 'A=1',
      'web/run.sh': '#!/bin/sh\n',
      'web/node_modules/inner/index.js': 'export default 3\n',
      'web/check.mjs': [
        "import { lstatSync, readlinkSync, realpathSync, existsSync, readFileSync } from 'node:fs'",
        "import one from 'dep/index.js'; import two from '@acme/dep/index.js'; import three from 'inner/index.js'",
        "const here = realpathSync('..')",
        'const facts = [one === 1, two === 2, three === 3,',
        "  (lstatSync('run.sh').mode & 0o777) === 0o750, readlinkSync('link') === '../base.txt',",
        "  readFileSync('.env', 'utf8') === 'A=1', readFileSync('../base.txt', 'utf8') === 'base',",
        "  realpathSync('../node_modules/@acme/ui') === here + '/ui', lstatSync('empty').isDirectory(),",
        "  !existsSync('../.output'), !existsSync('../.git')]",
        'if (facts.includes(false)) { console.log(facts.join()); process.exit(1) }',
        '',
      ].join('\n'),
    });
    const folder = join(top, 'web');
    chmodSync(join(folder, 'run.sh'), 0o750);
    symlinkSync('../base.txt', join(folder, 'link'));
    symlinkSync('../../ui', join(top, 'node_modules/@acme/ui'));
    mkdirSync(join(folder, 'empty'));
    chmodSync(join(folder, 'empty'), 0o500);
    expect(await verified(folder)).toBeUndefined();
  });

  it('may be made in the folder itself', async () => {
    const folder = folderWith({
      ...project,
      'tmp/a': 'a',
      'check.mjs': failIf("text('tmp/a') !== 'a'"),
    });
    vi.stubEnv('TMPDIR', join(folder, 'tmp'));
    expect(await verified(folder)).toBeUndefined();
  });

  it('finds dependencies in the folders above', async () => {
    const top = folderWith({
      'node_modules/dep/index.js': '',
      'web/fw.config.ts': config,
      'web/check.mjs': "import 'dep/index.js'\n",
    });
    expect(await verified(join(top, 'web'))).toBeUndefined();
  });
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the command and removes the copy',
  async (signal) => {
    const folder = folderWith({ ...project, 'wait.mjs': 'setInterval(() => {}, 1000)\n' });
    const before = treeOf(folder);
    const started = join(temporary, 'started');
    const command = `echo $$ > ${started}; exec node wait.mjs`;
    const args = [cli, 'v4', folder, '--verify-command', command];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', (_, by) => resolve(by)));
    await vi.waitFor(() => expect(readFileSync(started, 'utf8')).toMatch(/\n$/), {
      timeout: 60_000,
    });
    child.kill(signal);
    expect(await ended).toBe(signal);
    const group = -Number(readFileSync(started, 'utf8'));
    // A process whose parent has ended is gone a little later.
    await vi.waitFor(() => expect(() => process.kill(group, 0)).toThrow('ESRCH'), {
      timeout: 10_000,
    });
    expect(copies()).toEqual([]);
    expect(treeOf(folder)).toEqual(before);
  },
);
