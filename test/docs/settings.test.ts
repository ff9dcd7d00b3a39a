import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from '../cli/support/run.ts';
import { blocksOf } from './support/blocks.ts';
import { root } from './support/stage.ts';

const blocks = blocksOf(readFileSync(join(root, 'docs/settings.md'), 'utf8'));

function blockOf(language: string): string {
  const found = blocks.find((block) => block.language === language);
  expect(found, language).toBeDefined();
  return found?.text ?? '';
}

function monorepo(name: string, settings: string): string {
  const apps = ['admin', 'legacy-shop', 'web'].flatMap((app) => [
    [`apps/${app}/fw.config.ts`, 'export default {}\n'],
    [`apps/${app}/pages/index.vue`, '<template><p /></template>\n'],
    [`apps/${app}/stores/a.ts`, ''],
    [`apps/${app}/types/a.ts`, ''],
  ]);
  return folderWith({ ...Object.fromEntries(apps), [name]: settings });
}

describe('the page about settings', () => {
  it('has an example in JSON that works, and the line that the report has about it', () => {
    const folder = monorepo('fw-migrate.config.json', blockOf('jsonc'));
    const { status, stdout } = fwMigrate(folder, ['v4', '--dry-run', '--format', 'pretty']);
    expect([status, stdout.split('\n')[0]]).toEqual([0, blockOf('text').trimEnd()]);
    expect(stdout).toContain('apps/web/types/ → apps/web/app/types/');
    expect(stdout).not.toContain('apps/admin/app');
  });

  it('has an example in TypeScript, and commands that load it', () => {
    const folder = monorepo('fw-migrate.config.ts', blockOf('ts'));
    const commands = blockOf('sh').trimEnd().split('\n');
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const words = command.replace(/#.*/, '').trim().split(/ +/).slice(1);
      const { status, stderr } = fwMigrate(folder, words);
      expect([status, stderr]).toEqual([
        0,
        expect.stringContaining('(layout, move; apps/admin: layout)'),
      ]);
    }
    rmSync(join(folder, 'fw-migrate.config.ts'));
    writeFileSync(join(folder, 'package.json'), `{ "fw-migrate": ${blockOf('jsonc')} }`);
    expect(fwMigrate(folder, ['v4', '--dry-run']).status).toBe(0);
  });
});
