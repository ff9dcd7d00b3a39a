import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { blocksOf } from './support/blocks.ts';
import { openStage, root } from './support/stage.ts';

const stage = openStage();
afterAll(stage.remove);

const isJqMissing = spawnSync('jq', ['--version']).status !== 0;
if (isJqMissing) console.warn('There is no jq: the commands of docs/report.md are not tried.');

describe.skipIf(isJqMissing)('the commands of the page about the report', () => {
  it('work one after the other, and tell what is said', async () => {
    const page = readFileSync(join(root, 'docs/report.md'), 'utf8');
    const session = blocksOf(page).filter(({ language }) => language === 'sh');
    const commands = session.flatMap(({ text }) => text.trimEnd().split('\n'));
    const shop = stage.shop('shop');
    const told: string[] = [];
    for (const command of commands) {
      const { status, stdout, stderr } = await stage.run(shop, command);
      expect(status, `${command}\n${stderr}`).toBe(0);
      told.push(command.includes(' > ') ? '' : stdout + stderr);
    }
    const tellBy = (part: string) => told[commands.findIndex((command) => command.includes(part))];
    expect(tellBy('"decide"')).toMatch(/^modules\/search\.ts:3: .*templateUtils.*\n$/);
    expect(tellBy('group_by')).toContain('1\tremoved-experimental\n');
    expect(tellBy('followUps | length')).toBe('4\tfw.config.ts\n');
    expect(tellBy('.moves[]')).toContain('assets -> app/assets\n');
    expect(tellBy('proof.changed')).toContain('ignore: Variant A has a different default.\n');
    expect(tellBy('"open"')).toMatch(/^[0-9a-f]{12} removed-experimental modules\/search\.ts:3$/m);
    expect(tellBy('close e459 038f')).toContain('2 follow-ups are open.');
  });
});
