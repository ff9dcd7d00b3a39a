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
