import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from './support/blocks.ts';
import { openStage, type Ran, root } from './support/stage.ts';

const stage = openStage();
afterAll(stage.remove);

const campaigns = join(root, 'docs/campaigns');
const page = readFileSync(join(root, 'docs/campaigns.md'), 'utf8');

function readYaml<T>(name: string): T {
  return parse(readFileSync(join(campaigns, name), 'utf8')) as T;
}

/** A repository with three projects. */
function monorepo(name: string): string {
  const folder = join(stage.folder, name);
  for (const app of ['admin', 'blog', 'shop'])
    cpSync(join(root, 'examples/shop'), join(folder, 'apps', app), { recursive: true });
  return folder;
}

/** The report of a machine that does all. It names no place outside, so it is the same for every such repository. */
const whole = stage
  .run(monorepo('whole'), 'fw-migrate v4 --dry-run --format json')
  .then(({ stdout }) => stdout);

const git = 'git -c user.name=Test -c user.email=test@example.com -c init.defaultBranch=main';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: { readonly [name: string]: string };
  readonly with?: { readonly [name: string]: string };
  readonly 'working-directory'?: string;
}

interface Workflow {
  readonly env: { readonly [name: string]: string };
  readonly jobs: {
    readonly [name: string]: {
      readonly steps: readonly Step[];
      readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
    };
  };
}

describe.concurrent('the workflow for a monorepo', () => {
  const workflow = readYaml<Workflow>('github-monorepo.yml');
  const shards = workflow.jobs.shard?.strategy?.matrix.shard ?? [];

  /** Runs the commands of a job as a runner does, with its expressions replaced; artefacts are a folder. */
  async function runJob(
    name: string,
    checkout: string,
    values: { readonly [expression: string]: string },
  ) {
    const temp = values['runner.temp'] ?? '';
    const filled = (text: string) =>
      text.replaceAll(/\$\{\{ *(.*?) *\}\}/g, (_, expression: string) => values[expression] ?? '');
    const ran: Ran[] = [];
    for (const step of workflow.jobs[name]?.steps ?? []) {
      const { path = '', name: artefact = '' } = step.with ?? {};
      if (step.uses?.startsWith('actions/upload-artifact')) {
        const target = join(checkout, '../artefacts', filled(artefact));
        expect(existsSync(filled(path))).toBe(true);
        const isFile = statSync(filled(path)).isFile();
        cpSync(filled(path), isFile ? join(target, 'shard.json') : target, { recursive: true });
      }
      if (step.uses?.startsWith('actions/download-artifact'))
        cpSync(join(checkout, '../artefacts'), filled(path), { recursive: true });
      if (step.run === undefined) continue;
      // No expression stands in a command, where its value could be taken for one.
      expect(step.run).not.toContain('${{');
      const env = Object.entries(step.env ?? {}).map(([key, value]) => [key, filled(value)]);
      ran.push(
        await stage.run(filled(step['working-directory'] ?? checkout), step.run, {
          ...workflow.env,
          ...{ GITHUB_WORKSPACE: checkout, GITHUB_STEP_SUMMARY: join(temp, 'summary') },
          ...Object.fromEntries(env),
        }),
      );
    }
    return ran;
  }

  it('makes the report that one machine would make, and posts it', async () => {
    const checkout = monorepo('github/checkout');
    const posted = join(stage.folder, 'github/posted');
    stage.stand('gh', `#!/bin/sh\necho "$@" > "${posted}"\ntest -z "$FW_REFUSED"\n`);
    const temp = (name: string) => {
      const folder = join(stage.folder, 'github', name);
      mkdirSync(folder, { recursive: true });
      return folder;
    };
    expect(shards).toEqual([1, 2, 3]);
    for (const shard of shards) {
      const ran = await runJob('shard', checkout, {
        'matrix.shard': String(shard),
        'strategy.job-total': String(shards.length),
        'runner.temp': temp(`shard-${shard}`),
      });
      expect(ran.map(({ status, stderr }) => [status, stderr])).toEqual([[0, expect.any(String)]]);
    }
    const last = temp('report');
    const ran = await runJob('report', checkout, {
      'runner.temp': last,
      'github.repository': 'acme/apps',
      'github.event.pull_request.number': '12',
    });
    expect(ran.map(({ status }) => status)).toEqual([0, 0]);
    expect(readFileSync(join(last, 'reports/report.json'), 'utf8')).toBe(await whole);
    expect(readFileSync(join(last, 'summary'), 'utf8')).toBe(
      readFileSync(join(last, 'reports/report.md'), 'utf8'),
    );
    expect(readFileSync(posted, 'utf8')).toBe(
      'pr comment 12 --repo acme/apps --edit-last --create-if-none --body-file reports/report.md\n',
    );
  });
});

interface GitlabJob {
  readonly script?: readonly string[];
  readonly before_script?: readonly string[];
  readonly parallel?: number;
}

describe.concurrent('the pipeline for GitLab', () => {
  it('makes the report that one machine would make', async () => {
    const pipeline = readYaml<{ readonly [name: string]: GitlabJob }>('gitlab-ci.yml');
    const {
      '.fw-migrate': shared,
      'fw-migrate-plan': plan,
      'fw-migrate-report': report,
    } = pipeline;
    const checkout = monorepo('gitlab/checkout');
    const run = (job: GitlabJob | undefined, index: number, total: number) =>
      stage.run(checkout, [...(shared?.before_script ?? []), ...(job?.script ?? [])].join('\n'), {
        ...{ FW_PACKAGE: 'fw-migrate@^1.0.0', FW_REPORTS: join(checkout, 'fw-migrate-reports') },
        ...{ CI_PROJECT_DIR: checkout, CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(total) },
      });
    const total = plan?.parallel ?? 0;
    for (let index = 1; index <= total; index += 1)
      expect(await run(plan, index, total)).toMatchObject({ status: 0 });
    const { status, stdout } = await run(report, 1, 1);
    expect(status).toBe(0);
    expect(stdout).toContain('3 projects, ');
    expect(readFileSync(join(checkout, 'fw-migrate-reports/report.json'), 'utf8')).toBe(
      await whole,
    );
  });
});

describe.concurrent('the batch spec', () => {
  it('migrates the checkout, and prints the description of the pull request', async () => {
    const spec = readYaml<{ steps: { run: string; container: string }[] }>('batch.yaml');
    expect(spec.steps.map(({ container }) => container)).toEqual(['node:22']);
    const checkout = stage.shop('batch');
    const { status, stdout } = await stage.run(checkout, spec.steps[0]?.run ?? '');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<!-- fw-migrate -->\n/);
    expect(existsSync(join(checkout, 'app/app.vue'))).toBe(true);
  });
});

/** Stands for Docker: the command runs here, with the folders that it would see under their names in the container. */
const fakeDocker = `#!/usr/bin/env node
const { spawnSync } = require('node:child_process')
const [, ...args] = process.argv.slice(2)
const env = { ...process.env }
const volumes = []
let cwd = ''
while (args[0].startsWith('--')) {
  const flag = args.shift()
  if (flag === '--rm') continue
  const value = args.shift()
  const [name, rest] = [value.slice(0, value.search(/[=:]/)), value.slice(value.search(/[=:]/) + 1)]
  if (flag === '--env') env[name] = rest
  if (flag === '--volume') volumes.push([rest.replace(/:ro$/, ''), name])
  if (flag === '--workdir') cwd = value
}
const outside = (text) => {
  const [inside, place] = volumes.find(([inside]) => text === inside || text.startsWith(inside + '/')) ?? ['', '']
  return place + text.slice(inside.length)
}
const [image, command, ...rest] = args
if (image !== 'node:22') process.exit(125)
env.FW_REPORTS = outside(env.FW_REPORTS)
const { status } = spawnSync(command, rest.map(outside), { cwd: outside(cwd), env, stdio: 'inherit' })
process.exit(status ?? 125)
`;

describe.concurrent('the loop over repositories', () => {
  it('pushes what changed with the message of the report, and names what failed', async () => {
    stage.stand('docker', fakeDocker);
    const folder = join(stage.folder, 'many');
    const texts: { readonly [name: string]: { readonly [path: string]: string } } = {
      done: {
        'fw.config.ts': 'export default {}\n',
        'package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
      },
      none: { 'README.md': 'No project.\n' },
      part: {
        'a/fw.config.ts': 'export default {}\n',
        'a/pages/index.vue': '<template>a</template>\n',
        'b/fw.config.ts': 'export default make()\n',
      },
      shop: {},
    };
    for (const [name, files] of Object.entries(texts)) {
      const work = join(folder, 'work', name);
      mkdirSync(work, { recursive: true });
      if (name === 'shop') cpSync(join(root, 'examples/shop'), work, { recursive: true });
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), text);
      }
      const made = await stage.run(
        work,
        `${git} init --quiet && ${git} add --all && ${git} commit --quiet -m First && ${git} clone --quiet --bare . ../../${name}.git`,
      );
      expect(made).toMatchObject({ status: 0 });
    }
    const list = Object.keys(texts).map((name) => `file://${join(folder, `${name}.git`)}\n`);
    writeFileSync(join(folder, 'repositories.txt'), `${list.join('\n')}\n`);
    const author = { GIT_AUTHOR_NAME: 'Test', GIT_AUTHOR_EMAIL: 'test@example.com' };
    const committer = { GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' };
    const run = () =>
      stage.run(folder, `"${join(campaigns, 'all-repositories.sh')}" repositories.txt`, {
        ...author,
        ...committer,
      });

    const first = await run();
    expect(first).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        /^.*done: nothing to do\n.*none: not migrated, exit code 2\n.*part: pushed, some projects were not migrated\n.*shop: pushed\n$/s,
      ),
    });
    const bare = join(folder, 'shop.git');
    const log = await stage.run(
      bare,
      'git log --format=%B -1 fw-migrate/v4 && git ls-tree -r --name-only fw-migrate/v4',
    );
    expect(log.stdout).toMatch(
      /^Migrate to Variant A with fw-migrate\n\n1 projects, 5 files moved, /,
    );
    expect(log.stdout).toContain(
      '\nTo decide:\n- modules/search.ts:3 Variant A has no `templateUtils`',
    );
    expect(log.stdout).toContain('\napp/app.vue\n');
    expect(log.stdout).not.toContain('.fw-migrate');

    const reports = join(folder, 'campaign/reports');
    const ofRuns = ['done', 'part', 'shop'].flatMap((name) => [
      `${name}.commit`,
      `${name}.json`,
      `${name}.md`,
    ]);
    expect(readdirSync(reports).toSorted()).toEqual([...ofRuns, 'none.error'].toSorted());
    writeFileSync(join(folder, 'repositories.txt'), `file://${bare}\n`);
    const second = await run();
    expect(second).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^shop: has its branch already\n/),
    });
  });
});

describe.concurrent('the commands of the page', () => {
  const commandsUnder = (heading: string) =>
    blocksOf(page)
      .filter((block) => block.heading === heading && block.language === 'sh')
      .flatMap(({ text }) => text.trimEnd().split('\n'));

  it('share a dry run, and apply it', async () => {
    const shop = stage.shop('apply');
    for (const command of commandsUnder('One monorepo, several machines'))
      expect(await stage.run(shop, command), command).toMatchObject({ status: 0 });
    expect(existsSync(join(shop, 'app/app.vue'))).toBe(true);
  });

  it('keep a ledger, in which what is closed stays so', async () => {
    const shop = stage.shop('ledger');
    const [migrate = '', show = '', check = '', close = '', next = '', keep = ''] =
      commandsUnder('Over months');
    const ledger = join(shop, 'fw-migrate.json');
    expect(await stage.run(shop, migrate)).toMatchObject({ status: 0 });
    expect((await stage.run(shop, show)).stderr).toContain('1 to decide, 3 to verify, 0 done.');
    expect(await stage.run(shop, check)).toMatchObject({ status: 1 });
    expect(await stage.run(shop, close)).toMatchObject({ status: 0 });
    expect(await stage.run(shop, `${next}\n${keep}`)).toMatchObject({ status: 0 });
    expect(await stage.run(shop, check)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('0 to decide, 3 to verify, 1 done.'),
    });
    const report = JSON.parse(readFileSync(ledger, 'utf8')) as {
      projects: { followUps: { id: string; closed?: true }[] }[];
    };
    const left = report.projects.flatMap(({ followUps }) =>
      followUps.filter(({ closed }) => !closed),
    );
    const ids = left.map(({ id }) => id).join(' ');
    await stage.run(shop, `fw-migrate close ${ids} --baseline fw-migrate.json`);
    expect(await stage.run(shop, check)).toMatchObject({ status: 0 });
  });
});

describe('the files', () => {
  it('are all told of on the page, and scripts can be run', () => {
    for (const name of readdirSync(campaigns)) {
      expect(page).toContain(`(campaigns/${name})`);
      const isScript = name.endsWith('.sh');
      expect(Boolean(statSync(join(campaigns, name)).mode & 0o100), name).toBe(isScript);
    }
  });

  it('name the version that they belong to', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    for (const name of readdirSync(campaigns)) {
      const text = readFileSync(join(campaigns, name), 'utf8');
      for (const [, named] of text.matchAll(/fw-migrate@\^?([\d.]+)/g))
        expect(named, name).toBe(version);
    }
  });
});
