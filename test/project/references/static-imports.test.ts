import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { codeReferences, staticReferences } from '../../../src/project/references/modules.ts';
import type { Reference } from '../../../src/project/references/reference.ts';
import { type Language, languageOf } from '../../../src/project/syntax/code.ts';
import { openSource } from '../../../src/project/syntax/source.ts';

/** What two parsers must agree on, by the place of each. */
function shown(references: readonly Reference[]): string[] {
  return references.map(({ start, end, specifier, kind, open, encode }) =>
    JSON.stringify([start, end, specifier, kind, open, encode(`it's "x"`)]),
  );
}

function thorough(code: string, language: Language): Reference[] {
  return codeReferences(openSource('x', code), { code, start: 0, language });
}

const sources: readonly (readonly [name: string, language: Language, code: string])[] = [
  [
    'imports of every form',
    'ts',
    `import a, { b as c, type D } from '~/a'\nimport * as e from "./e"\nimport './f'\n`,
  ],
  [
    'type imports',
    'ts',
    `import type { A } from '../a'\nexport type { B } from '../b'\nexport type * from '../c'\n`,
  ],
  ['exports', 'ts', `export * from './a'\nexport * as b from './b'\nexport { c, d as default } from "./c"\n`],
  ['several names from one place', 'ts', `export { a, b, c } from './x'\n`],
  ['attributes', 'js', `import a from './a.json' with { type: 'json' }\n`],
  ['escapes', 'js', `${String.raw`import '\x7e/a'; import "./b\u0041"`}\n`],
  ['letters outside of ASCII', 'ts', `/* é 😀 */ import '~/ä/😀'\nconst s = '😀'\nexport * from './ß'\n`],
  ['a byte order mark and Windows lines', 'ts', `\uFEFFimport '~/a'\r\nexport * from './b'\r\n`],
  ['comments in between', 'ts', `import /* x */ a /* y */ from /* z */ '~/a' // '~/b'\n`],
  ['a first line for the shell', 'js', `#!/usr/bin/env node\nimport './a'\n`],
  [
    'decorators and generics',
    'ts',
    `import A from '~/a'\n@A() class B<T> { @A() c!: T }\nconst d = <T,>(x: T) => x\n`,
  ],
  ['JSX', 'tsx', `import A from '~/a'\nexport default () => <A b="~/c">text</A>\n`],
  ['declarations', 'dts', `import type { A } from './a'\nexport declare const b: A\n`],
];

describe('the quick way finds what the thorough one finds', () => {
  it.each(sources)('%s', (_, language, code) => {
    const quick = staticReferences(code, language, []);
    expect(quick).toBeDefined();
    expect(quick?.length).toBeGreaterThan(0);
    expect(shown(quick ?? [])).toEqual(shown(thorough(code, language)));
  });

  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const own = ['src', 'test', 'transforms'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );

  it.each(own)('%s', (path) => {
    const code = readFileSync(join(root, path), 'utf8');
    const all = new Set(shown(thorough(code, languageOf(path))));
    const quick = shown(staticReferences(code, languageOf(path), []) ?? []);
    expect(quick.filter((one) => !all.has(one))).toEqual([]);
  });
});

describe('the thorough way has the word', () => {
  it.each([
    ['where something else is sought', `import './a'\nconst b = import('./b')\n`, './b'],
    ['where the code has a mistake', `import './a'\nconst = 1\n`, './a'],
  ])('%s', (_, code, sought) => {
    expect(staticReferences(code, 'ts', [code.indexOf(sought)])).toBeUndefined();
  });
});
