import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf as everythingIn } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from './support/run.ts';

const project = {
  'fw.config.ts': 'export default {\n  css: [main()],\n  experimental: { templateUtils: true },\n}\n',
  'package.json': '{ "dependencies": { "fw": "^3.1.0" } }\n',
  'pages/index.vue':
    '<script setup>\nconst { data } = await useFetch("/a"); send(data)\n</script>\n<template>\n  <p @click="send(useFetch(`/b`))" />\n</template>\n',
  'composables/a.ts': 'export const a = () => send(useFetch("/c"))\r\n',
  CODEOWNERS: '/pages @team\n',
};

/** The files of the project, without ours and git's. */
function contentsOf(folder: string) {
  const own = Object.entries(everythingIn(folder)).filter(([path]) => !/^\.(?:git|fw-migrate)\//.test(path));
  return Object.fromEntries(own);
}

const pattern = /^.*TODO\(fw-migrate ([\w-]+)\): .*\(fw-migrate close ([\da-f]{12})\).*\r?\n/gm;

function todosIn(folder: string): string[] {
  return Object.entries(contentsOf(folder))
    .flatMap(([path, text]) => [...text.matchAll(pattern)].map(([, code]) => `${path} ${code}`))
    .toSorted();
}

const all = [
  'app/composables/a.ts changed-default',
  'app/pages/index.vue changed-default',
  'app/pages/index.vue changed-default',
  'fw.config.ts dynamic-path',
  'fw.config.ts removed-experimental',
];

describe('--todos', () => {
  it('leaves those above one line in their order', () => {
    const folder = folderWith({
      ...{ 'package.json': project['package.json'], 'components/x.ts': 'export const x = 1\n' },
      'fw.config.ts': `export default defineFwConfig({
  imports: { imports: [{ name: 'x', from: './components/x' }], presets: [] },
})\n`,
    });
    fwMigrate(folder, ['v4', '--todos']);
    expect(todosIn(folder)).toHaveLength(3);
    const written = contentsOf(folder);
    fwMigrate(folder, ['v4', '--todos', '--allow-dirty']);
    expect(contentsOf(folder)).toEqual(written);
  });

  it('writes each open follow-up at its places, once, and nothing else differs', () => {
    const folder = folderWith(project);
    const plain = folderWith(project);
    fwMigrate(plain, ['v4']);
    expect(fwMigrate(folder, ['v4', '--todos']).status).toBe(0);
    expect(todosIn(folder)).toEqual(all);
    const stripped = Object.entries(contentsOf(folder)).map(([path, text]) => [
      path,
      text.replace(pattern, ''),
    ]);
    expect(Object.fromEntries(stripped)).toEqual(contentsOf(plain));

    const written = contentsOf(folder);
    for (const args of [['--todos'], [], ['--todos', '--allow-dirty']]) {
      expect(fwMigrate(folder, ['v4', '--quiet', ...args]).stdout).toContain('nothing to change');
      expect(contentsOf(folder)).toEqual(written);
    }
  });

  it('is shown by a dry run as it is written, and the report names the lines as they are then', () => {
    const folder = folderWith(project);
    execFileSync('git', ['init', '-q'], { cwd: folder });
    const { stdout: patch } = fwMigrate(folder, ['v4', '--dry-run', '--todos']);
    const patched = folderWith(project);
    execFileSync('git', ['apply'], { cwd: patched, input: patch });
    fwMigrate(folder, ['v4', '--todos', '--allow-dirty', '--output', 'run.json']);
    const { 'run.json': saved = '', ...contents } = contentsOf(folder);
    expect(contents).toEqual(contentsOf(patched));
    const report = JSON.parse(saved);
    for (const followUp of report.projects[0].followUps)
      for (const { file, line, text, after = { file, line, text } } of [followUp, ...followUp.evidence])
        if (after.text !== '')
          expect(readFileSync(join(folder, after.file), 'utf8').split(/\r?\n/)[after.line - 1]).toBe(
            after.text,
          );
    expect(fwMigrate(folder, ['report']).stdout).toContain('app/pages/index.vue:3:24 · ');
  });

  it('comments go with a later run when what they are about is settled, or when they are not wanted', () => {
    const folder = folderWith(project);
    fwMigrate(folder, ['v4', '--todos']);
    const config = join(folder, 'fw.config.ts');
    writeFileSync(config, readFileSync(config, 'utf8').replace('[main()]', "['~/main.css']"));
    writeFileSync(join(folder, 'app/main.css'), '');
    expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain('1 file changed');
    expect(todosIn(folder)).toEqual(all.filter((one) => !one.endsWith('dynamic-path')));
    fwMigrate(folder, ['v4', '--no-todos']);
    expect(todosIn(folder)).toEqual([]);
  });

  it('comments that no report knows stay', () => {
    const own =
      '// TODO(fw-migrate other-code): From elsewhere. (fw-migrate close 0123456789ab)\nexport {}\n';
    const folder = folderWith({ ...project, 'utils/a.ts': own });
    fwMigrate(folder, ['v4']);
    expect(readFileSync(join(folder, 'app/utils/a.ts'), 'utf8')).toBe(own);
  });

  it('can be a setting', () => {
    const folder = folderWith({ ...project, 'fw-migrate.config.json': '{ "todos": true }\n' });
    fwMigrate(folder, ['v4']);
    expect(todosIn(folder)).toEqual(all);
  });
});
