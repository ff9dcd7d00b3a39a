import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from '../cli/support/run.ts';

/** A project in which everything that could be run leaves a mark; the path of the mark beside it. */
function mined(): { readonly folder: string; readonly mark: string } {
  const top = folderWith({ 'run/pages/index.vue': '<template />\n' });
  const folder = join(top, 'run');
  const mark = join(top, 'mark');
  const script = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, __filename)\n`;
  const module = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, import.meta.url)\n`;
  const shell = `#!/bin/sh\ntouch '${mark}'\n`;
  const files: { readonly [path: string]: string } = {
    'fw.config.ts': `${module}export default { modules: ['./modules/bomb'], generate: { routes: ['/a'] } }\n`,
    'modules/bomb.ts': `${module}export default {}\n`,
    'transforms/acme.ts': module,
    'fw-migrate.config.js': script,
    'jiti.config.js': script,
    'babel.config.js': script,
    'postcss.config.js': script,
    'jest.config.js': script,
    'node_modules/fw/index.js': script,
    'node_modules/fw/package.json': '{ "name": "fw", "main": "index.js" }\n',
    'node_modules/typescript-plugin-bomb/index.js': script,
    'node_modules/.bin/git': shell,
    'tsconfig.json':
      '{ "compilerOptions": { "plugins": [{ "name": "typescript-plugin-bomb" }] } }\n',
    'package.json': `{ "scripts": { "preinstall": "touch '${mark}'", "postinstall": "touch '${mark}'" }, "dependencies": { "fw": "^3.0.0" } }\n`,
    '.npmrc': `node-options=--require=./babel.config.js\n`,
    '.gitignore': 'node_modules\n.fw-migrate\n',
    '.gitattributes': '*.vue filter=bomb\n*.ts filter=a=b\n',
    git: shell,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const program of ['git', 'node_modules/.bin/git']) chmodSync(join(folder, program), 0o755);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(
    folder,
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@example.org',
    'commit',
    '--quiet',
    '--message=a',
  );
  git(folder, 'config', 'core.fsmonitor', `touch '${mark}'`);
  for (const driver of ['bomb', 'a=b'])
    for (const when of ['clean', 'smudge', 'process'])
      git(folder, 'config', `filter.${driver}.${when}`, `touch '${mark}'; cat`);
  git(folder, 'config', 'filter.bomb.required', 'true');
  // Git looks into a file again that was written to since.
  utimesSync(join(folder, 'pages/index.vue'), 1, 1);
  utimesSync(join(folder, 'fw.config.ts'), 1, 1);
  git(folder, 'config', 'diff.external', `touch '${mark}'`);
  git(folder, 'config', 'core.pager', `touch '${mark}'`);
  for (const hook of ['post-index-change', 'pre-commit', 'post-checkout']) {
    writeFileSync(join(folder, '.git/hooks', hook), shell);
    chmodSync(join(folder, '.git/hooks', hook), 0o755);
  }
  return { folder, mark };
}

function git(folder: string, ...args: readonly string[]): void {
  expect(spawnSync('git', args, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
}

function run(folder: string, args: readonly string[]): number | null {
  const env = {
    ...process.env,
    PATH: ['.', process.env.PATH, 'node_modules/.bin'].join(delimiter),
  };
  return spawnSync(process.execPath, [cli, ...args], { cwd: folder, env, encoding: 'utf8' }).status;
}

describe('a project full of code that must not run', () => {
  it('leaves no mark, whatever is asked for', () => {
    const { folder, mark } = mined();
    // Settings in code are refused, and those who do not want them can say so.
    expect([run(folder, ['v4']), existsSync(mark)]).toEqual([2, false]);
    const outcomes = [
      ['effective', '--no-config'],
      ['v4', '--no-config', '--dry-run', '--format', 'json', '--output', '../report.json'],
      ['report', '../report.json', '--format', 'markdown'],
      ['transform', 'all', '--no-config', '--dry-run'],
      ['v4', '--no-config'],
      ['undo'],
    ].map((args) => [args[0], run(folder, args), existsSync(mark)]);
    expect(outcomes).toEqual([
      ['effective', 0, false],
      ['v4', 0, false],
      ['report', 0, false],
      ['transform', 0, false],
      ['v4', 0, false],
      ['undo', 0, false],
    ]);
  });

  it('runs a transform that is named', () => {
    const { folder, mark } = mined();
    run(folder, ['transform', './transforms/acme.ts', '--no-config', '--dry-run']);
    expect(existsSync(mark)).toBe(true);
  });
});
