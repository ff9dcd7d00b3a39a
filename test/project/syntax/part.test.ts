import { describe, expect, it } from 'vitest';
import { partOf } from '../../../src/project/syntax/part.ts';

/** The statements of the part around `load`, as they are written. */
function partIn(path: string, text: string): string[] | undefined {
  const part = partOf({ path, text }, (code) => code.includes('load'));
  return part?.program.body.map(({ start, end }) =>
    text.slice(part.offsetInFile(start ?? 0), part.offsetInFile(end ?? 0)),
  );
}

describe('the part of a script has', () => {
  it.each([
    [
      'what shares names, directly or through others',
      ['const a = load()', 'const b = a.x', 'use(b)'],
      ['const c = 1', 'use(c)'],
    ],
    ['functions and what they use', ['const a = load()', 'function f() { a.x = y }', 'let y'], ['let z']],
    ['the imports of its names', ["import { f } from './f'", 'f(load())'], ["import './g'"]],
    [
      'nothing only because it uses the same import',
      ["import { ref } from 'vue'", 'const a = ref(load())'],
      ['const b = ref(1)'],
    ],
    ['what uses a renamed import', ["import { load as get } from 'x'", 'const a = get()'], ['const b = 1']],
    ['what a name in a pattern has', ['const { a: [b] } = load()', 'b.push(1)'], ['c.a = 1']],
    ['all of several variables', ['const a = 1, b = load()', 'a.x = 1'], ['c()']],
    ['what `var` declares in a block', ['if (x) { var a = load() }', 'a.y = 1'], ['b()']],
    ['exports', ['const a = load()', 'export { a }'], ['export const b = 1']],
  ])('%s', (_, kept, left) => {
    const text = [...kept.slice(0, 1), ...left, ...kept.slice(1)].join('\n');
    expect(partIn('x.ts', text)).toEqual(kept);
    const component = `<template>\n  <p>don't</p>\n</template>\n\n<script setup lang="ts">\n${text}\n</script>\n`;
    expect(partIn('x.vue', component)).toEqual(kept);
  });

  it('places where the template may use its names', () => {
    const template = '<template>{{ a.b }} <i :my-name /> {{ c }}</template>';
    const script = '<script setup>\nconst { a, myName } = load()\nconst c = 1\n</script>';
    for (const text of [`${script}\n${template}`, `${template}\n${script}`]) {
      const part = partOf({ path: 'x.vue', text }, (code) => code.includes('load'));
      const found = part?.mentions?.map((offset) => /^[\w-]+/.exec(text.slice(offset))?.[0]);
      expect(found).toEqual(['a', 'my-name']);
    }
  });
});

describe('only the whole file tells', () => {
  const script = '<script setup>\nconst a = load()\n</script>\n';

  it.each([
    ['options', '<script>\nexport default { setup: () => load() }\n</script>\n'],
    ['two scripts', `<script>\nlet a = 1\n</script>\n${script}`],
    ['a script in a comment', `<template><p /></template>\n<!--\n${script}-->\n`],
    ['a script in a block that shows code', `<docs>\n${script}</docs>\n`],
    ['a script in another file', '<script setup src="./load.ts">\n</script>\n'],
    ['a template in another file', `<template src="./x.html" />\n${script}`],
    ['a language with tags', script.replace('setup', 'setup lang="tsx"')],
    ['attributes in single quotes', script.replace('setup', "setup lang='ts'")],
    ['a script without an end', script.replace('</script>', '')],
    ['a mistake in the part', script.replace('load()', 'load( =)')],
  ])('about %s', (_, text) => {
    expect(partIn('x.vue', text)).toBeUndefined();
  });
});
