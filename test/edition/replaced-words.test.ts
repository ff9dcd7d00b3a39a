import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const edition: Edition = {
  behaviours: {
    'head-keys': {
      kind: 'verify',
      what: '`hid` and `body` of head tags are no longer read',
      todo: 'Use the newer keys.',
      calls: ['useHead'],
      arguments: ['hid', 'children', 'body: true'],
      writes: { hid: 'key', 'body: true': "tagPosition: 'bodyClose'" },
    },
  },
};

async function written(script: string) {
  const around = (text: string) =>
    `<script setup>\nimport { useHead } from '#imports'\n${text}\n</script>\n`;
  const { files, followUps } = await migrated(
    { 'fw.config.ts': config('{}'), 'pages/index.vue': around(script) },
    edition,
  );
  const after = files['app/pages/index.vue'] ?? '';
  return { after: after.split('\n').slice(2, -2).join('\n'), followUps: followUps.length };
}

describe('a word that the newer variant no longer knows', () => {
  it.each([
    ["useHead({ meta: [{ hid: 'a', 'hid': 1 }] })", "useHead({ meta: [{ key: 'a', key: 1 }] })"],
    [
      'useHead({ script: [{ src, body: true }] })',
      "useHead({ script: [{ src, tagPosition: 'bodyClose' }] })",
    ],
  ])('is replaced: %s', async (before, after) => {
    expect(await written(before)).toEqual({ after, followUps: 0 });
  });

  it.each([
    "useHead({ meta: [{ hid: 'a', key: 'b' }] })",
    'useHead({ meta: [{ hid }] })',
    "useHead({ script: [{ children: 'a()' }] })",
  ])('is reported where the text is not clear: %s', async (script) => {
    expect(await written(script)).toEqual({ after: script, followUps: 1 });
  });
});
