import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderWith, spawnFwMigrate } from './support/run.ts';
import { hasPseudoTerminal, keys, talk } from './support/terminal.ts';

const path = process.env.PATH ?? '';
const ci = process.env.CI;
let tools = '';

/** Programs in place of the real ones, which note how they were called. */
function tool(name: string, script: string): void {
  const file = join(tools, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "${tools}/calls"\n${script}\n`);
  chmodSync(file, 0o755);
}

const calls = () =>
  existsSync(join(tools, 'calls'))
    ? readFileSync(join(tools, 'calls'), 'utf8').trim().split('\n')
    : [];

beforeEach(() => {
  tools = folderWith({});
  for (const name of ['pnpm', 'npm', 'npx']) tool(name, `echo "${name} ran"`);
  process.env.PATH = tools + delimiter + path;
  delete process.env.CI;
});

afterEach(() => {
  process.env.PATH = path;
  if (ci !== undefined) process.env.CI = ci;
});

const project = {
  'package.json':
    '{\n  "scripts": { "typecheck": "x" },\n  "dependencies": { "fw": "^3.0.0" }\n}\n',
  'pnpm-lock.yaml': '',
  'fw.config.ts': 'export default defineFwConfig({})\n',
  'pages/a.vue': '<template />\n',
};

describe('--install', () => {
  it('runs the steps one after the other, and shows each of them', () => {
    const folder = folderWith(project);
    const { status, stdout, stderr } = spawnFwMigrate(folder, ['v4', '--install']);
    expect(calls()).toEqual(['pnpm install', 'pnpm exec fw prepare', 'pnpm run typecheck']);
    expect(stderr).toMatch(
      /\$ pnpm install\npnpm ran\n\n\$ pnpm exec fw prepare\npnpm ran\n\n\$ pnpm run typecheck\npnpm ran\n\nInstalled and verified\.\n$/,
    );
    expect(stdout).not.toContain('pnpm ran');
    expect(status).toBe(0);
  });

  it('compares the lists of the framework, if it was prepared before', () => {
    const lists = (root: string) => ({
      'types/components.d.ts': `export const Card: typeof import("${root}/components/Card.vue")['default']\n`,
    });
    const folder = folderWith({
      'package.json': '{ "dependencies": { "nuxt": "^3.0.0" } }\n',
      'nuxt.config.ts': 'export default defineNuxtConfig({})\n',
      'components/Card.vue': '<template />\n',
    });
    const [[file, text]] = Object.entries(lists('../..')) as [[string, string]];
    mkdirSync(join(folder, '.nuxt/types'), { recursive: true });
    writeFileSync(join(folder, '.nuxt/components.d.ts'), text);
    writeFileSync(join(folder, '.nuxt', file), text);
    tool(
      'npx',
      'sleep 0.1; for f in $(find .nuxt -name "*.ts"); do sed -i "s#components/Card#app/components/Card#" $f; done',
    );
    const { stderr } = spawnFwMigrate(folder, ['v4', '--install']);
    expect(calls()).toEqual(['npm install', 'npx nuxt prepare']);
    expect(stderr).toContain('$ fw-migrate verify');
  });

  it('stops at the first failure, with what is left to do', () => {
    const folder = folderWith(project);
    tool('pnpm', 'case "$*" in "exec fw prepare") exit 7;; esac');
    const { status, stderr } = spawnFwMigrate(folder, ['v4', '--install']);
    expect(calls()).toEqual(['pnpm install', 'pnpm exec fw prepare']);
    expect(stderr).toContain(
      '`pnpm exec fw prepare` failed (exit code 7). The migration itself is complete. Fix what it reports, then run:\n  pnpm exec fw prepare\n  pnpm run typecheck\n',
    );
    expect(status).toBe(1);
    expect(existsSync(join(folder, 'app/pages/a.vue'))).toBe(true);
  });

  it('says how to go on when it is stopped', () => {
    const folder = folderWith(project);
    tool('pnpm', 'kill -INT $PPID; kill -INT $$; sleep 5');
    const { status, stderr } = spawnFwMigrate(folder, ['v4', '--install']);
    expect(stderr).toContain(
      '`pnpm install` was stopped. The migration itself is complete. To continue, run:\n  pnpm install\n',
    );
    expect(status).toBe(130);
    expect(existsSync(join(folder, 'app/pages/a.vue'))).toBe(true);
  });

  it('runs nothing in a dry run, unasked, or if nothing changes', () => {
    const folder = folderWith(project);
    for (const flag of ['--dry-run', '--check', '--patch'])
      expect(spawnFwMigrate(folder, ['v4', flag, '--install']).status).toBe(2);
    expect(spawnFwMigrate(folder, ['v4']).status).toBe(0);
    expect(spawnFwMigrate(folder, ['v4', '--install']).status).toBe(0);
    expect(calls()).toEqual([]);
  });
});

describe.skipIf(!hasPseudoTerminal)('after a run in a terminal', () => {
  it('y installs and verifies', async () => {
    const { status, screen } = await talk(
      folderWith(project),
      ['v4'],
      [{ says: 'Install and verify now? (y/N)', types: 'y' }],
    );
    expect(screen).toContain('$ pnpm install');
    expect(calls()).toHaveLength(3);
    expect(status).toBe(0);
  });

  it('Enter runs nothing', async () => {
    const { status } = await talk(
      folderWith(project),
      ['v4'],
      [{ says: 'Install and verify now? (y/N)', types: keys.enter }],
    );
    expect([status, calls()]).toEqual([0, []]);
  });

  it('nothing is asked in CI', async () => {
    process.env.CI = '1';
    const { status, screen } = await talk(folderWith(project), ['v4'], []);
    expect(screen).not.toContain('Install and verify now?');
    expect([status, calls()]).toEqual([0, []]);
  });
});
