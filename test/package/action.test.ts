import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Draft04 from 'ajv-draft-04';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: { readonly [name: string]: string };
  readonly with?: { readonly [name: string]: string };
}

interface Action {
  readonly inputs: {
    readonly [name: string]: { readonly description: string; readonly default: string };
  };
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as Action;

const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-action-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
let tarball = '';

beforeAll(() => {
  // Stands for our package, whose dependencies take npx many seconds; how that is installed is tested elsewhere.
  const own = { name: 'fw-migrate', version, bin: { 'fw-migrate': 'cli.mjs' } };
  stand('own/package.json', JSON.stringify(own));
  stand(
    'own/cli.mjs',
    `#!/usr/bin/env node\nimport ${JSON.stringify(join(root, 'dist/cli.js'))}\n`,
  );
  const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(folder, 'own'),
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  tarball = join(folder, filename);
  // Stands for GitHub's own command line: comments are files in a folder.
  stand('bin/gh', fakeGh);
  // Stands for npx, which takes seconds to unpack the package; it is asked for that and nothing else.
  stand(
    'quick/npx',
    `#!/bin/sh
if [ "$1 $2 $3 $4" != "--yes --package ${tarball} fw-migrate" ]; then exit 125; fi
shift 4
exec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"
`,
  );
});

function stand(path: string, script: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), script);
  chmodSync(join(folder, path), 0o755);
}

const fakeGh = `#!/usr/bin/env node
const { readFileSync, writeFileSync, existsSync, appendFileSync } = require('node:fs')
const state = process.env.FAKE_GH
const args = process.argv.slice(2)
appendFileSync(state + '.log', JSON.stringify(args) + '\\n')
if (process.env.FAKE_GH_REFUSES) process.exit(1)
const comments = existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : []
const body = args.find((one) => one.startsWith('body=@'))
const text = body && readFileSync(body.slice(6), 'utf8')
if (args.includes('POST'))
  comments.push({ id: 70 + comments.length, user: { login: 'github-actions[bot]' }, body: text })
else if (args.includes('PATCH')) {
  const path = args.find((one) => one.startsWith('repos/'))
  comments.find(({ id }) => path.endsWith('/issues/comments/' + id)).body = text
} else if (args.includes('.body')) {
  console.log(comments.find(({ id }) => args.some((one) => one.endsWith('/issues/comments/' + id))).body)
} else {
  const { FW_MARK, FW_AUTHOR } = process.env
  for (const { id, user, body } of comments)
    if (user.login === FW_AUTHOR && body.startsWith(FW_MARK)) console.log(id)
}
writeFileSync(state, JSON.stringify(comments))
`;

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A job: runs the steps of the action as a runner does, with its expressions replaced. */
function job(name: string, inputs: { readonly [name: string]: string }, event = 'pull_request') {
  const work = join(folder, name);
  mkdirSync(join(work, 'temp'), { recursive: true });
  for (const file of ['output', 'summary']) writeFileSync(join(work, file), '');
  cpSync(join(root, 'examples/shop'), join(work, 'checkout'), { recursive: true });
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([key, input]) => [
      key,
      inputs[key] ?? String(input.default),
    ]),
  );
  const outputs = () =>
    Object.fromEntries(
      readFileSync(join(work, 'output'), 'utf8')
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
  const valueFor = (expression: string): string => {
    const [, input] = /^inputs\.(\w+)$/.exec(expression) ?? [];
    if (input) return given[input] ?? '';
    const [, output] = /^steps\.plan\.outputs\.(\w+)$/.exec(expression) ?? [];
    if (output) return outputs()[output] ?? '';
    const known: { readonly [name: string]: string } = {
      'github.event_name': event,
      'github.repository': 'acme/shop',
      'github.event.pull_request.number': '12',
    };
    return known[expression] ?? '';
  };
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ *(.*?) *\}\}/g, (_, expression: string) => valueFor(expression));
  const holds = (condition: string) =>
    condition.split(' && ').every((part) => {
      const [, left = '', right = ''] = /^([\w.]+) == '(.*)'$/.exec(part) ?? [];
      return valueFor(left) === right;
    });
  return {
    work,
    outputs,
    comments: () =>
      existsSync(join(work, 'comments'))
        ? (JSON.parse(readFileSync(join(work, 'comments'), 'utf8')) as {
            id: number;
            body: string;
          }[])
        : [],
    /** Runs every step that has a command, until one fails; with a stand-in for npx, unless it is wanted itself. */
    run(
      environment: { readonly [name: string]: string } = {},
      npx: 'quick' | 'real' = 'quick',
    ): Ran[] {
      const programs = npx === 'real' ? [] : [join(folder, 'quick')];
      const ran: Ran[] = [];
      for (const { run, env = {}, if: condition } of action.runs.steps) {
        if (run === undefined || (condition !== undefined && !holds(condition))) continue;
        // No expression stands in a command, where its value could be taken for one.
        expect(run).not.toContain('${{');
        const script = join(work, 'step.sh');
        writeFileSync(script, run);
        const result = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
          cwd: join(work, 'checkout'),
          encoding: 'utf8',
          env: {
            ...process.env,
            // What the tests themselves were installed from is at hand.
            npm_config_prefer_offline: 'true',
            npm_config_audit: 'false',
            PATH: [...programs, join(folder, 'bin'), process.env.PATH].join(':'),
            GITHUB_OUTPUT: join(work, 'output'),
            GITHUB_STEP_SUMMARY: join(work, 'summary'),
            GITHUB_WORKSPACE: join(work, 'checkout'),
            RUNNER_TEMP: join(work, 'temp'),
            FAKE_GH: join(work, 'comments'),
            ...environment,
            ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)])),
          },
        });
        ran.push(result);
        if (result.status !== 0) break;
      }
      return ran;
    },
  };
}

describe('the action', () => {
  it('is a composite action whose inputs are all described and used', () => {
    expect(action.runs.using).toBe('composite');
    const text = JSON.stringify(action.runs);
    for (const [name, { description, default: value }] of Object.entries(action.inputs)) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(typeof value).toBe('string');
      expect(text).toContain(`inputs.${name}`);
    }
  });

  it('writes the reports, the summary and one comment that it updates', () => {
    const { work, run, outputs, comments } = job('usual', { package: tarball });
    const mark = '<!-- fw-migrate: fw-migrate -->\n';
    // Somebody else cannot have the report put into a comment of theirs.
    const other = { id: 70, user: { login: 'mallory' }, body: `${mark}Looks good to me` };
    writeFileSync(join(work, 'comments'), JSON.stringify([other]));
    const first = run();
    expect(first.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(first[0]?.stdout).toMatch(/^::warning file=modules\/search\.ts,line=3,col=52,/m);
    expect(outputs()).toMatchObject({
      left: 'true',
      reports: join(work, 'temp/fw-migrate/fw-migrate'),
    });
    const report = readFileSync(join(work, 'temp/fw-migrate/fw-migrate/report.md'), 'utf8');
    expect(report).toMatch(/^<!-- fw-migrate -->\n/);
    expect(readFileSync(join(work, 'summary'), 'utf8')).toBe(report);
    for (const name of ['report.json', 'report.sarif', 'report.html', 'migration.patch'])
      expect(existsSync(join(work, 'temp/fw-migrate/fw-migrate', name)), name).toBe(true);
    expect(comments().map(({ body }) => body)).toEqual([other.body, mark + report]);

    // Somebody has ticked a task.
    const [open = ''] = /^- \[ \] .*`package\.json:5:11`.*$/m.exec(report) ?? [];
    const ticked = comments().map((one) => ({
      ...one,
      body: one.body.replace(open, open.replace('[ ]', '[x]')),
    }));
    writeFileSync(join(work, 'comments'), JSON.stringify(ticked));
    run();
    expect(comments()[1]?.body).toBe(ticked[1]?.body);
    expect(comments()[1]?.body).not.toBe(mark + report);

    writeFileSync(join(work, 'checkout/fw.config.ts'), 'export default {}\n');
    run();
    const [first70, mine, ...more] = comments();
    expect([first70, more]).toEqual([other, []]);
    const last = readFileSync(join(work, 'temp/fw-migrate/fw-migrate/report.md'), 'utf8');
    expect(mine?.body.replaceAll('- [x]', '- [ ]')).toBe(mark + last);
    expect(mine?.body).not.toBe(mark + report);
  });

  it('takes arguments, and fails as a gate while something is left', () => {
    const { run, work } = job('gate', {
      package: tarball,
      fail: 'true',
      comment: 'false',
      arguments: '--layout keep --stay $(touch taken-over)',
    });
    // A shell would have run what stands in the last argument.
    expect(run().at(-1)).toMatchObject({ status: 2 });
    expect(existsSync(join(work, 'checkout/taken-over'))).toBe(false);
    const keep = job(
      'keep',
      { package: tarball, fail: 'true', arguments: '--layout\nkeep' },
      'push',
    );
    expect(keep.run().map(({ status }) => status)).toEqual([0, 0, 1]);
    expect(keep.comments()).toEqual([]);
  });

  it('runs the version that it belongs to, takes a baseline, and no name that is a path', () => {
    expect(action.inputs.package?.default).toBe(`fw-migrate@${version}`);
    const first = job('first', { package: tarball, comment: 'false' });
    first.run();
    const again = job('again', { package: tarball, comment: 'false', baseline: 'base.json' });
    cpSync(
      join(first.work, 'temp/fw-migrate/fw-migrate/report.json'),
      join(again.work, 'checkout/base.json'),
    );
    expect(again.run()[0]?.stderr).toContain('to verify, 0 done.');
    expect(job('odd', { package: tarball, name: '../x' }).run()).toMatchObject([{ status: 2 }]);
  });

  it('runs nothing of a repository that brings its own fw-migrate, and pins what it uses', () => {
    const { run, work } = job('hostile', { package: tarball });
    bringOwn(join(work, 'checkout'));
    expect(run({}, 'real').map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(existsSync(join(work, 'checkout/ran'))).toBe(false);
    for (const { uses } of action.runs.steps) if (uses) expect(uses).toMatch(/@[\da-f]{40}$/);
  });

  it('goes on with a warning where it may not comment', () => {
    const { run } = job('fork', { package: tarball });
    const ran = run({ FAKE_GH_REFUSES: '1' });
    expect(ran.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(ran[2]?.stdout).toContain(
      '::warning title=fw-migrate::The comment could not be posted.',
    );
  });
});

/** What npx would run in a folder: its own programs, or a package from wherever its settings say. */
function bringOwn(checkout: string): void {
  const evil = `#!/bin/sh\ntouch ${join(checkout, 'ran')}\n`;
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  for (const path of ['evil.sh', 'node_modules/.bin/fw-migrate'])
    writeFileSync(join(checkout, path), evil, { mode: 0o755 });
  const own = { name: 'fw-migrate', version: '1.0.0', bin: { 'fw-migrate': './evil.sh' } };
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(own));
  const settings = `registry=http://127.0.0.1:9/\nscript-shell=${join(checkout, 'evil.sh')}\n`;
  writeFileSync(join(checkout, '.npmrc'), settings);
}

describe('the way for a repository that nobody trusts', () => {
  const [, command = ''] =
    /^```sh\n(.*?)^```/ms.exec(readFileSync(join(root, 'SECURITY.md'), 'utf8')) ?? [];

  it('runs nothing of it', () => {
    const checkout = join(folder, 'untrusted/repo');
    cpSync(join(root, 'examples/shop'), checkout, { recursive: true });
    bringOwn(checkout);
    const cwd = join(folder, 'untrusted');
    const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
    // In the folder itself, the program of the repository is run, or the test would say nothing.
    spawnSync('npx', ['--yes', 'fw-migrate', 'list'], { cwd: checkout, env });
    expect(existsSync(join(checkout, 'ran'))).toBe(true);
    rmSync(join(checkout, 'ran'));

    expect(command).toContain(`npx --yes fw-migrate@${version} v4 ../repo --dry-run\n`);
    const local = command.replace(`fw-migrate@${version}`, `--package ${tarball} fw-migrate`);
    const { status, stdout } = spawnSync('sh', ['-ec', local], { cwd, env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('diff --git')]);
    expect(existsSync(join(checkout, 'ran'))).toBe(false);
  });
});

describe('the workflow of the docs', () => {
  it('is one that uses the action as it is', () => {
    const page = readFileSync(join(root, 'docs/pull-requests.md'), 'utf8');
    const [, text = ''] = /^```yaml\n(.*?)^```/ms.exec(page) ?? [];
    const workflow = parse(text) as { jobs: { [name: string]: { steps: Step[] } } };
    const steps = Object.values(workflow.jobs).flatMap(({ steps: list }) => list);
    const [ours] = steps.filter(({ uses }) => uses?.startsWith('fw-migrate/'));
    expect(Object.keys(ours?.with ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
    expect(text).toMatch(/pull-requests: write/);
    expect(text).toMatch(/security-events: write/);
  });

  it('goes with configs that Renovate takes, and with the version that they belong to', () => {
    const page = readFileSync(join(root, 'docs/pull-requests.md'), 'utf8');
    const configs = [...page.matchAll(/^```json\n(.*?)^```/gms)].map(([, text = '']) => text);
    const path = 'schemastore/schemas/json/docs.renovatebot.com/renovate-schema.json';
    const schema = readFileSync(join(root, 'node_modules', path), 'utf8');
    const isValid = new Draft04.default({ strict: false }).compile(JSON.parse(schema) as object);
    expect(configs).toHaveLength(2);
    for (const text of configs) {
      isValid(JSON.parse(text));
      expect(isValid.errors).toBeNull();
    }
    for (const [, named] of page.matchAll(/fw-migrate@([\d.]+)/g)) expect(named).toBe(version);
  });
});

describe('our own workflows', () => {
  const folder = join(root, '.github/workflows');

  it.each(readdirSync(folder))(
    '%s pins its actions and may only read, unless a job says more',
    (name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const workflow = parse(text) as {
        permissions: unknown;
        jobs: { [name: string]: { steps: Step[] } };
      };
      expect(workflow.permissions).toEqual({ contents: 'read' });
      const used = Object.values(workflow.jobs).flatMap(({ steps }) =>
        steps.flatMap(({ uses }) => uses ?? []),
      );
      for (const uses of used) expect(uses).toMatch(/@[\da-f]{40}$/);
      // No expression stands in a command, where its value could be taken for one.
      for (const { steps } of Object.values(workflow.jobs))
        for (const { run = '' } of steps) expect(run).not.toContain('${{');
    },
  );
});
