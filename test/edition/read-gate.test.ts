import { describe, expect, it } from 'vitest';
import type { Edition } from '../../src/catalogue/index.ts';
import { config, migrated } from './support/migrated.ts';

const edition: Edition = {
  facts: {
    moduleVersions: { date: '2026-01-01', since: { '@acme/ui': '0.0.0' } },
  },
  behaviours: {
    'idle-pending': {
      kind: 'verify',
      what: '`pending` is `false` until a call starts',
      todo: 'Check what is shown before.',
      calls: ['useFetch'],
      arguments: ['immediate: false'],
      reads: ['pending'],
    },
  },
};

const page = (script: string) => `<script setup>\n${script}\n</script>\n`;

const codesFor = async (files: { readonly [path: string]: string }) =>
  (await migrated({ 'fw.config.ts': config('{}'), ...files }, edition)).followUps.map((text) =>
    text.split(' ')[1]?.replace(/:$/, ''),
  );

describe('a follow-up needs somebody who reads what it is about', () => {
  it.each([
    ['read', "const { pending } = useFetch('/x', { immediate: false })", ['edition-idle-pending']],
    ['not read', "const { data } = useFetch('/x', { immediate: false })", []],
  ])('a result that is %s', async (_, script, codes) => {
    const text = `import { useFetch } from '#imports'\n${script}`;
    expect(await codesFor({ 'pages/index.vue': page(text) })).toEqual(codes);
  });

  it.each([
    ['of which nothing is known', '@acme/store', ['module-unchecked', 'scanned-folder-stays']],
    ['that is known to look in no folder', '@acme/ui', []],
  ])('functions without an import, with a module %s', async (_, module, codes) => {
    const found = await codesFor({
      'fw.config.ts': config(`{ modules: ['${module}'] }`),
      'pages/index.vue': page('useCart()'),
      'stores/cart.ts': 'export const useCart = () => 1\n',
    });
    expect(found.toSorted()).toEqual(codes);
  });
});
