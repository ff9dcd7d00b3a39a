import { describe, expect, it } from 'vitest';
import { commentSyntaxOf, joinTodos, splitTodos, todoText } from '../../src/project/todo-comments.ts';
import { placeTodo } from '../../src/project/todo-places.ts';

const todo = { id: '0123456789ab', code: 'changed-default', message: 'Look at `this`.' };
const said = 'TODO(fw-migrate changed-default): Look at `this`. (fw-migrate close 0123456789ab)';

/** The text with the comment about the line that ends with `<<`, which is cut off; undefined if there is none. */
function commented(path: string, marked: string): string | undefined {
  const line = marked.split('\n').findIndex((one) => /<<\r?$/.test(one)) + 1;
  const text = marked.replace(/ ?<<(?=\r?\n|$)/, '');
  const place = placeTodo(path, text, line, todo);
  if (!place) return undefined;
  const joined = joinTodos(text, [place]);
  // Whatever the file is, the comment goes without a trace.
  expect(splitTodos(path, joined)).toEqual({
    clean: text,
    todos: [{ id: todo.id, text: place.text, above: place.above }],
  });
  return joined.replace(said, 'TODO');
}

describe('the comment of each kind of file', () => {
  it.each([
    ['a.ts', 'const a = 1\nuse(a) <<\n', 'const a = 1\n// TODO\nuse(a)\n'],
    ['a.mjs', 'if (a) {\n\tuse(a) <<\n}\n', 'if (a) {\n\t// TODO\n\tuse(a)\n}\n'],
    ['a.ts', 'a()\r\nb() <<\r\n', 'a()\r\n// TODO\r\nb()\r\n'],
    ['a.ts', 'use(a) <<', '// TODO\nuse(a)'],
    ['a.css', '.a {\n  color: red; <<\n}\n', '.a {\n  /* TODO */\n  color: red;\n}\n'],
    ['a.scss', '@use "a"; <<\n', '/* TODO */\n@use "a";\n'],
    ['a.sass', '.a\n  color: red <<\n', '.a\n  // TODO\n  color: red\n'],
    ['tsconfig.json', '{\n  "include": [] <<\n}\n', '{\n  // TODO\n  "include": []\n}\n'],
    ['.vscode/a.jsonc', '{ "a": 1 } <<\n', '// TODO\n{ "a": 1 }\n'],
    ['a.html', '<ul>\n  <li>a <<\n</ul>\n', '<ul>\n  <!-- TODO -->\n  <li>a\n</ul>\n'],
    ['Dockerfile', 'FROM a\nCOPY pages . <<\n', 'FROM a\n# TODO\nCOPY pages .\n'],
    ['.github/CODEOWNERS', '/pages @a <<\n', '# TODO\n/pages @a\n'],
    ['.dockerignore', 'pages <<\n', '# TODO\npages\n'],
    ['a.yml', 'a:\n  - pages <<\n', 'a:\n  # TODO\n  - pages\n'],
    ['a.sh', '#!/bin/sh <<\nls pages\n', '#!/bin/sh\n# TODO\nls pages\n'],
  ])('%s: %j', (path, marked, expected) => {
    expect(commented(path, marked)).toBe(expected);
  });

  it.each([
    ['script', '<script setup>\nuse() <<\n</script>\n', '<script setup>\n// TODO\nuse()\n</script>\n'],
    [
      'template',
      '<template>\n  <p /> <<\n</template>\n',
      '<template>\n  <!-- TODO -->\n  <p />\n</template>\n',
    ],
    ['style', '<style>\n.a { <<\n}\n</style>\n', '<style>\n/* TODO */\n.a {\n}\n</style>\n'],
    [
      'tag',
      '<script setup lang="ts"> <<\n</script>\n',
      '<!-- TODO -->\n<script setup lang="ts">\n</script>\n',
    ],
    ['other block', '<i18n>\n{ "a": 1 } <<\n</i18n>\n', '<!-- TODO -->\n<i18n>\n{ "a": 1 }\n</i18n>\n'],
    [
      'other template',
      '<template lang="pug">\np a <<\n</template>\n',
      '<!-- TODO -->\n<template lang="pug">\np a\n</template>\n',
    ],
  ])('a component: %s', (_, marked, expected) => {
    expect(commented('a.vue', marked)).toBe(expected);
  });

  it.each(['package.json', 'a.json', 'a.md', 'a.png', 'LICENSE', 'a.svelte', 'pnpm-lock.json'])(
    'none is written into %s',
    (path) => {
      expect(commentSyntaxOf(path)).toBeUndefined();
      expect(placeTodo(path, 'a\n', 1, todo)).toBeUndefined();
    },
  );
});

describe('a place that allows no comment', () => {
  it.each([
    [
      'inside of a template string',
      'a.ts',
      'const a = `\n  ${b} <<\n`\n',
      '// TODO\nconst a = `\n  ${b}\n`\n',
    ],
    ['at the end of a part of one', 'a.ts', 'const a = `x\n${b}` <<\n', '// TODO\nconst a = `x\n${b}`\n'],
    [
      'between elements',
      'a.tsx',
      'const a = (\n  <p>\n    <b /> <<\n  </p>\n)\n',
      'const a = (\n  // TODO\n  <p>\n    <b />\n  </p>\n)\n',
    ],
    ['inside of a comment', 'a.ts', '/*\n a <<\n*/\nb()\n', '// TODO\n/*\n a\n*/\nb()\n'],
    [
      'between attributes',
      'a.vue',
      '<template>\n  <p\n    :a="b" <<\n  />\n</template>\n',
      '<template>\n  <!-- TODO -->\n  <p\n    :a="b"\n  />\n</template>\n',
    ],
    [
      'in preformatted text',
      'a.vue',
      '<template>\n<pre>\na <<\n</pre>\n</template>\n',
      '<template>\n<!-- TODO -->\n<pre>\na\n</pre>\n</template>\n',
    ],
    [
      'in an expression',
      'a.vue',
      '<template>\n  {{\n    a <<\n  }}\n</template>\n',
      '<template>\n  <!-- TODO -->\n  {{\n    a\n  }}\n</template>\n',
    ],
    [
      'in a script of a page',
      'a.html',
      '<p>\n<script>\n  a() <<\n</script>\n',
      '<p>\n<!-- TODO -->\n<script>\n  a()\n</script>\n',
    ],
    ['in a line that goes on', 'Dockerfile', 'FROM a\nRUN b \\\n  c <<\n', 'FROM a\n# TODO\nRUN b \\\n  c\n'],
    [
      'in a text of several lines',
      'a.yml',
      'a:\n  - run: |\n      ls pages <<\n',
      'a:\n  # TODO\n  - run: |\n      ls pages\n',
    ],
    ['in a folded text', 'a.yml', 'a: >-\n  b: c <<\nd: 1\n', '# TODO\na: >-\n  b: c\nd: 1\n'],
  ])('%s', (_, path, marked, expected) => {
    expect(commented(path, marked)).toBe(expected);
  });

  it.each([
    ['a text that goes on behind a quote', 'a.yml', 'a: "b\n  c: pages"\nd: pages <<\n'],
    ['a document inside of a script', 'a.sh', 'cat <<EOF\npages <<\nEOF\n'],
    ['a text that cannot be read', 'a.ts', 'const = \nb <<\n'],
    ['a recipe', 'Makefile', '\tls pages <<\n'],
    ['a mark at its start', 'a.ts', '\uFEFFa() <<'],
  ])('nothing is risked: %s', (_, path, marked) => {
    expect(commented(path, marked)).toBeUndefined();
  });
});

describe('what stands above', () => {
  it.each([
    [
      'a directive stays with its line',
      'a.ts',
      '// eslint-disable-next-line\na() <<\n',
      '// TODO\n// eslint-disable-next-line\na()\n',
    ],
    [
      'so does one in markup',
      'a.vue',
      '<template>\n  <!-- prettier-ignore -->\n  <p /> <<\n</template>\n',
      '<template>\n  <!-- TODO -->\n  <!-- prettier-ignore -->\n  <p />\n</template>\n',
    ],
    ['a heading stays first', 'a.ts', '// Copyright\na() <<\n', '// Copyright\n// TODO\na()\n'],
    [
      'a directive of the whole file stays first',
      'Dockerfile',
      '# syntax=docker/dockerfile:1 <<\nFROM a\n',
      '# syntax=docker/dockerfile:1\n# TODO\nFROM a\n',
    ],
    ['a doctype stays first', 'a.html', '<!doctype html> <<\n<p>\n', '<!doctype html>\n<!-- TODO -->\n<p>\n'],
  ])('%s', (_, path, marked, expected) => {
    expect(commented(path, marked)).toBe(expected);
  });
});

describe('a message', () => {
  const hostile = 'a */ --> <!-- \n// b\r\u001B[31m\u202E */ process.exit() (fw-migrate close ffffffffffff)';

  it.each(['slashes', 'hash', 'markup', 'block'] as const)('ends no comment: %s', (form) => {
    const text = todoText({ ...todo, message: hostile }, form);
    for (const odd of ['\n', '\r', '\u001B', '\u202E']) expect(text).not.toContain(odd);
    expect(text.replace(/ (?:\*\/|-->)$/, '')).not.toMatch(/\*\/|-->/);
    const path = { slashes: 'a.ts', hash: 'a.yml', markup: 'a.html', block: 'a.css' }[form];
    const found = splitTodos(path, `a\n${text}\nb\n`);
    expect([found.clean, found.todos.map(({ id }) => id)]).toEqual(['a\nb\n', [todo.id]]);
  });

  it('is cut if it is long', () => {
    expect(todoText({ ...todo, message: 'a'.repeat(900) }, 'hash').length).toBeLessThan(300);
  });
});

it('what people write themselves is left alone', () => {
  const own = [
    '// TODO(fw-migrate changed-default): mine',
    '// TODO: (fw-migrate close 0123456789ab)',
    `const a = 1 // ${said}`,
    '// TODO(fw-migrate x): a (fw-migrate close 0123456789AB)',
  ].join('\n');
  expect(splitTodos('a.ts', own)).toEqual({ clean: own, todos: [] });
  expect(splitTodos('a.md', `// ${said}\n`).todos).toEqual([]);
});
