import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fwMigrate, paste } from '../cli/support/run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const commandLine = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { [name: string]: string };
  }
).scripts;

function blocks(language: string, page: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
}

const commands = blocks('sh', readme).flatMap((block) => block.trimEnd().split('\n'));

describe('the two set-up commands', () => {
  it('install and run what the package has', () => {
    const setUp = commands.filter((command) => command.startsWith('npm ci'));
    expect(setUp).toEqual(['npm ci && npm run example', 'npm ci && npm test']);
    expect(scripts).toHaveProperty('example');
    expect(scripts).toHaveProperty('test');
  });

  it('are what continuous integration runs', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^\(npm ci && npm test\)$/m);
  });
});

describe('every command works as pasted', () => {
  /** The bundled example, with the transform of the docs beside it. */
  function project(): string {
    const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-readme-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(root, 'examples/shop'), folder, { recursive: true });
    const own = blocks('ts', commandLine).find((block) => block.startsWith('// my-transform.ts'));
    writeFileSync(join(folder, 'my-transform.ts'), own ?? '');
    return folder;
  }

  /** The package and jscodeshift, as `npm install` puts them there. */
  function install(folder: string): void {
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, '.bin'), { recursive: true });
    symlinkSync(root, join(modules, 'fw-migrate'));
    symlinkSync(join(root, 'node_modules/jscodeshift'), join(modules, 'jscodeshift'));
    symlinkSync('../jscodeshift/bin/jscodeshift.js', join(modules, '.bin/jscodeshift'));
  }

  // A block is pasted as a whole: a later command may need what an earlier one wrote.
  const pasted = [readme, commandLine].flatMap((page) => blocks('sh', page));
  it.each(pasted.filter((block) => !block.startsWith('npm ci')))('%s', (block) => {
    const folder = project();
    install(folder);
    for (const command of block.trimEnd().split('\n')) {
      const { status, stderr } = paste(folder, command);
      // A check exits with 1 while something is open.
      const wanted = / # exits with 1\b/.test(command) ? 1 : 0;
      expect(status, `${command}\n${stderr}`).toBe(wanted);
    }
  });
});

describe('the start of the README', () => {
  it('shows what the migration of the example does', () => {
    const folder = fileURLToPath(new URL('../../examples/nuxt', import.meta.url));
    const { stdout } = fwMigrate(folder, ['v4', '-n', '--here', '--format', 'patch']);
    const [diff = ''] = blocks('diff', readme);
    expect(diff.split('\n').length).toBeGreaterThan(5);
    expect(stdout).toContain(`\n${diff}`);
    for (const name of ['app.vue', 'assets', 'components', 'views'])
      expect(stdout).toMatch(new RegExp(`rename to examples/nuxt/app/${name}`));
    for (const name of ['brand', 'files', 'server'])
      expect(stdout).not.toMatch(new RegExp(`rename from examples/nuxt/${name}`));
  });

  it('is short', () => {
    expect(readme.split(/\s+/).length).toBeLessThanOrEqual(900);
  });
});
