import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';

const option = 'experimental.defaults.useAsyncData.deep';
const page =
  '<script setup>const { data } = useFetch("/x", options)</script><template><input v-model="data.a"></template>\n';
const project = { 'fw.config.ts': 'export default defineFwConfig({})\n', 'pages/index.vue': page };
const kept =
  'export default defineFwConfig({\n  experimental: { defaults: { useAsyncData: { deep: true } } },\n})\n';

function configIn(folder: string): string {
  return readFileSync(join(folder, 'fw.config.ts'), 'utf8');
}

describe('keeping the old default of one option', () => {
  it('is offered by a run, and done by the command that it offers', () => {
    const folder = folderWith(project);
    const { stdout } = fwMigrate(folder, ['v4', '--dry-run', '--format', 'markdown']);
    expect(stdout).toContain(`--keep-default ${option}`);
    const { status } = fwMigrate(folder, ['v4', '--keep-default', option]);
    expect(status).toBe(0);
    expect(configIn(folder)).toBe(kept);
    expect(fwMigrate(folder, ['v4', '--dry-run', '--format', 'json']).stdout).not.toContain(
      'shallow-data',
    );
  });

  it('can be set in the settings', () => {
    const settings = JSON.stringify({ keepDefaults: [option] });
    const folder = folderWith({ ...project, 'fw-migrate.config.json': settings });
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    expect(configIn(folder)).toBe(kept);
  });

  it('can be done later, by the transform alone', () => {
    const folder = folderWith(project);
    fwMigrate(folder, ['v4']);
    expect(configIn(folder)).toBe(project['fw.config.ts']);
    const later = fwMigrate(folder, ['transform', 'changed-defaults', '--keep-default', option]);
    expect(later.status).toBe(0);
    expect(configIn(folder)).toBe(kept);
  });

  it.each([
    ['as a flag', {}, ['--keep-default', 'experimental.defaults.useAsyncData.depp']],
    [
      'in the settings',
      {
        'fw-migrate.config.json': '{ "keepDefaults": ["experimental.defaults.useAsyncData.depp"] }',
      },
      [],
    ],
  ])('refuses an option whose default did not change, %s', (_, files, flags) => {
    const folder = folderWith({ ...project, ...files });
    const { status, stderr } = fwMigrate(folder, ['v4', ...flags]);
    expect(status).toBe(2);
    expect(stderr).toContain(
      '`experimental.defaults.useAsyncData.depp` is not an option whose default changed.',
    );
    expect(stderr).toContain(`Did you mean \`${option}\`?`);
    expect(configIn(folder)).toBe(project['fw.config.ts']);
  });
});

describe('keeping the old defaults that code relies on', () => {
  it('writes only those', () => {
    const folder = folderWith(project);
    expect(fwMigrate(folder, ['v4', '--keep-defaults', 'used']).status).toBe(0);
    expect(configIn(folder)).toBe(kept);
    expect(fwMigrate(folder, ['next', '--all']).stdout).not.toContain('shallow-data');
  });

  it('writes none where nothing does', () => {
    const folder = folderWith({ ...project, 'pages/index.vue': '<template><p /></template>\n' });
    expect(fwMigrate(folder, ['v4', '--keep-defaults', 'used']).status).toBe(0);
    expect(configIn(folder)).toBe(project['fw.config.ts']);
  });

  it('decides each project by its own code, and by that of shared packages', () => {
    const quiet = '<template><p /></template>\n';
    const folder = folderWith({
      'apps/loud/fw.config.ts': project['fw.config.ts'],
      'apps/loud/pages/index.vue': page,
      'apps/quiet/fw.config.ts': project['fw.config.ts'],
      'apps/quiet/pages/index.vue': quiet,
      'fw-migrate.config.json': '{ "keepDefaults": "used" }',
    });
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    expect(configIn(join(folder, 'apps/loud'))).toBe(kept);
    expect(configIn(join(folder, 'apps/quiet'))).toBe(project['fw.config.ts']);
  });

  it('is refused where only a config is read', () => {
    const args = ['transform', 'changed-defaults', '--keep-defaults', 'used'];
    const { status, stderr } = fwMigrate(folderWith(project), args);
    expect(status).toBe(2);
    expect(stderr).toContain('use it with `fw-migrate v4`');
  });

  it('takes no other word', () => {
    const { status, stderr } = fwMigrate(folderWith(project), ['v4', '--keep-defaults=some']);
    expect(status).toBe(2);
    expect(stderr).toContain('used');
  });

  it('leaves a word behind it to be the folder', () => {
    const files = Object.entries(project).map(([path, text]) => [`web/${path}`, text]);
    const folder = folderWith(Object.fromEntries(files));
    const { status } = fwMigrate(folder, ['v4', '--keep-defaults', 'web']);
    expect(status).toBe(0);
    expect(configIn(join(folder, 'web'))).toContain('resetAsyncDataToUndefined: true');
  });
});

describe('dropping old defaults', () => {
  it('removes what an earlier run wrote, and lists the code to look at', () => {
    const folder = folderWith(project);
    fwMigrate(folder, ['v4', '--keep-defaults', 'used']);
    const { status, stdout } = fwMigrate(folder, ['v4', '--drop-defaults']);
    expect(status).toBe(0);
    expect(configIn(folder)).toBe(project['fw.config.ts']);
    expect(stdout).toContain('app/pages/index.vue:1');
    expect(fwMigrate(folder, ['next', '--all']).stdout).toContain('shallow-data');
  });

  it('leaves other values, and has nothing to do the second time', () => {
    const own =
      'export default defineFwConfig({ headManager: { renderSSRHeadOptions: { omitLineBreaks: true } } })\n';
    const folder = folderWith({ ...project, 'fw.config.ts': own });
    fwMigrate(folder, ['v4']);
    expect(fwMigrate(folder, ['v4', '--drop-defaults']).status).toBe(0);
    expect(configIn(folder)).toBe(own);
  });

  it('does not go together with keeping some', () => {
    const { status } = fwMigrate(folderWith(project), ['v4', '--drop-defaults', '--keep-defaults']);
    expect(status).toBe(2);
  });
});
