import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const modules = ['src', 'transforms'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/** The comment at the very start of a module, as one line; empty if the first comment belongs to what follows it. */
function firstComment(text: string): string {
  const [, comment = ''] = /^(?:#!.*\n)?\/\*\*(.*?)\*\/\n(?=\n|import )/s.exec(text) ?? [];
  return comment.replace(/\s+\*?\s*/g, ' ').trim();
}

describe('every module says first what it is for', () => {
  it.each(modules)('%s', (file) => {
    expect(firstComment(readFileSync(join(root, file), 'utf8'))).toMatch(/^(?:[A-Z]|`).* .*\.$/);
  });

  it('in other words than any other module', () => {
    const comments = modules.map((file) => firstComment(readFileSync(join(root, file), 'utf8')));
    expect(comments.filter((text, index) => comments.indexOf(text) !== index)).toEqual([]);
  });
});

describe('a comment is only that of its module', () => {
  it.each([
    ['/** Reads x. */\n\nimport a from "a";\n', 'Reads x.'],
    ['/** Reads x. */\nimport a from "a";\n', 'Reads x.'],
    ['#!/usr/bin/env node\n/**\n * Reads x\n * and y.\n */\n\nread();\n', 'Reads x and y.'],
    ['/** The first x. */\nexport const x = 1;\n', ''],
    ['import a from "a";\n\n/** Reads x. */\n\nread();\n', ''],
    ['// Reads x.\n\nread();\n', ''],
  ])('in %j', (text, comment) => {
    expect(firstComment(text)).toBe(comment);
  });
});
