import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FollowUpReport, Report } from '../../src/report/report.ts';
import { folderWith, fwMigrate } from './support/run.ts';

const packageJson = (more = '', range = '^3.0.0') =>
  `{\n  "name": "shop",\n  "dependencies": {${more}\n    "fw": "${range}"\n  }\n}\n`;
const page = { 'pages/index.vue': '<template><p /></template>\n' };

function migrated(files: { readonly [path: string]: string }): string {
  const folder = folderWith({ 'package.json': packageJson(), ...page, ...files });
  expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
  return folder;
}

function reportIn(folder: string): Report {
  return JSON.parse(fwMigrate(folder, ['report', '--format', 'json']).stdout) as Report;
}

function followUpsIn(folder: string): FollowUpReport[] {
  const { projects, elsewhere } = reportIn(folder);
  return [...projects.flatMap(({ followUps }) => followUps), ...elsewhere.followUps];
}

function followUp(folder: string, code: string): FollowUpReport {
  const found = followUpsIn(folder).find((one) => one.code === code);
  if (!found) throw new Error(`${code} is not in the report.`);
  return found;
}

/** What is open and done, as each command that shows the list counts it. */
function counts(folder: string): { readonly [command: string]: number } {
  const { summary } = reportIn(folder);
  const [id = ''] = followUpsIn(folder).map((one) => one.id);
  const check = JSON.parse(
    fwMigrate(folder, ['v4', '--check', '--format', 'json']).stdout,
  ) as Report;
  const reopened = fwMigrate(folder, ['reopen', id]).stdout;
  return {
    report: summary.decide + summary.verify,
    check: check.summary.decide + check.summary.verify,
    reopen: Number(/^(\d+) follow-ups? (?:is|are) open/m.exec(reopened)?.[1] ?? 0),
  };
}

describe('a follow-up is open as long as its cause is there', () => {
  it('a package that is missing', () => {
    const folder = migrated({
      'fw.config.ts': "export default defineFwConfig({\n  builder: 'bundler2',\n})\n",
    });
    expect(followUp(folder, 'builder-package').status).toBeUndefined();
    expect(counts(folder)).toEqual({ report: 2, check: 2, reopen: 2 });
    const before = readFileSync(join(folder, 'package.json'), 'utf8');
    writeFileSync(
      join(folder, 'package.json'),
      packageJson('\n    "@fw/bundler2-builder": "^4.0.0",', '^4.0.0'),
    );
    expect(followUp(folder, 'builder-package').status).toBe('done');
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
    writeFileSync(join(folder, 'package.json'), before);
    expect(counts(folder)).toEqual({ report: 2, check: 2, reopen: 2 });
  });

  it('a folder that a module scans', () => {
    const folder = migrated({
      'fw.config.ts': "export default defineFwConfig({\n  modules: ['@pinia/fw'],\n})\n",
      'stores/cart.ts': 'export const cart = 1\n',
    });
    expect(counts(folder)).toEqual({ report: 2, check: 2, reopen: 2 });
    renameSync(join(folder, 'stores'), join(folder, 'app/stores'));
    expect(followUp(folder, 'scanned-folder-stays').status).toBe('done');
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
    renameSync(join(folder, 'app/stores'), join(folder, 'stores'));
    expect(counts(folder)).toEqual({ report: 2, check: 2, reopen: 2 });
    const moved = fwMigrate(folder, ['v4', '--move', 'stores', '--quiet']);
    expect(moved).toMatchObject({ status: 0, stdout: expect.stringContaining('1 file moved') });
    expect(moved.stdout).toContain('0 to decide, 1 to verify, 1 done.');
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(counts(folder)).toEqual({ report: 2, check: 2, reopen: 2 });
  });

  it('a version that is too old', () => {
    const config = 'export default defineFwConfig({})\n';
    const folder = folderWith({
      'apps/old/package.json': packageJson('', '^2.0.0'),
      'apps/old/fw.config.ts': config,
      'apps/new/package.json': packageJson('', '^4.0.0'),
      'apps/new/fw.config.ts': config,
      'apps/new/app/pages/index.vue': page['pages/index.vue'],
    });
    fwMigrate(folder, ['v4', '--quiet']);
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
    writeFileSync(join(folder, 'apps/old/package.json'), packageJson());
    expect(followUp(folder, 'older-generation').status).toBe('done');
    expect(fwMigrate(folder, ['v4']).stdout).not.toMatch(/^ +decide/m);
    expect(fwMigrate(folder, ['report']).stdout).not.toMatch(/decide .*upgrade/);
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
  });

  it('what a person has to do is not done by an edit beside it', () => {
    const folder = migrated({
      'package.json': '{"name":"shop","dependencies":{"fw":"^3.0.0"}}\n',
      'fw.config.ts': 'export default defineFwConfig({})\n',
    });
    const file = join(folder, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"shop"', '"store"'));
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
    writeFileSync(file, '{}\n');
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
    const { id } = followUp(folder, 'install-framework');
    expect(fwMigrate(folder, ['close', id.slice(0, 2)]).stdout).toContain(
      'No follow-ups are open.',
    );
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(0);
  });

  it('places that are fixed by hand, one after the other', () => {
    const docker = ['FROM node', 'COPY pages /srv/a', 'COPY $X/pages /b', 'ADD "pages" /srv/c', ''];
    const folder = migrated({
      'fw.config.ts': 'export default defineFwConfig({})\n',
      Dockerfile: docker.join('\n'),
      'deploy.sh': 'rsync -a ./$ROOT/pages host:\n',
    });
    const { report } = counts(folder);
    expect(counts(folder)).toEqual({ report, check: report, reopen: report });
    const file = join(folder, 'Dockerfile');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(?<!app\/)pages/g, 'app/pages'));
    rmSync(join(folder, 'deploy.sh'));
    expect(counts(folder)).toEqual({ report: 1, check: 1, reopen: 1 });
  });
});

describe('the report of a run', () => {
  it('is that of the run before after runs that were undone', () => {
    const folder = migrated({
      'fw.config.ts': "export default defineFwConfig({\n  builder: 'bundler2',\n})\n",
    });
    const { id } = followUp(folder, 'builder-package');
    fwMigrate(folder, ['close', id, '--note', 'later']);
    fwMigrate(folder, ['reopen', id]);
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages/more.vue'), '<template><p /></template>\n');
    writeFileSync(
      join(folder, 'fw.config.ts'),
      "export default defineFwConfig({\n  builder: 'bundler2',\n  generate: { routes: ['/'] },\n})\n",
    );
    expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain('1 file changed');
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(reportIn(folder)).toMatchObject({ dryRun: false, summary: { moved: 1, changed: 1 } });
    expect(fwMigrate(folder, ['undo', '--force']).status).toBe(0);
    expect(fwMigrate(folder, ['report'])).toMatchObject({ status: 2, stdout: '' });
  });
});
