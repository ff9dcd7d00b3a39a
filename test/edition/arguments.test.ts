import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const row = { kind: 'verify', what: 'It changed', todo: 'Look.', calls: ['useHead'] } as const;
const edition: Edition = {
  behaviours: { head: { ...row, arguments: ['hid', 'body: true', "position: it's"] } },
};

async function linesFor(code: string): Promise<number[]> {
  const files = {
    'fw.config.ts': config('{}'),
    'pages/a.vue': `<script setup>\n${code}\n</script>\n`,
  };
  const { plan } = await migrated(files, edition);
  const found = plan.projects[0]?.followUps.filter(({ code: of }) => of === 'edition-head') ?? [];
  return found.map(({ line }) => line);
}

describe('a behaviour that looks at arguments', () => {
  it.each([
    "useHead({ meta: [{ hid: 'a', name: 'b' }] })",
    "useHead(() => ({ meta: [{ 'hid': 'a' }] }))",
    'useHead({ script: [{ body: true }] })',
    'useHead({ script: [{ position: "it\'s" }] })',
    'useHead(computed(() => { return { link: [{ hid }] } }))',
  ])('is found: %s', async (code) => {
    expect(await linesFor(code)).toEqual([2]);
  });

  it.each([
    "useHead({ title: 'hid' })",
    'useHead({ script: [{ body: false }] })',
    'useHead({ script: [{ body: isLast }] })',
    "useOther({ meta: [{ hid: 'a' }] })",
    'useHead()',
  ])('is not found: %s', async (code) => {
    expect(await linesFor(code)).toEqual([]);
  });

  it('needs calls', async () => {
    const behaviour = { ...row, calls: [], tags: ['X'], arguments: ['a'] };
    const planned = migrated({}, { behaviours: { one: behaviour } });
    await expect(planned).rejects.toThrow('`arguments` needs `calls`');
  });
});
