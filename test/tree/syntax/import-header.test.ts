import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Language, languageOf } from '../../../src/catalogue/extensions.ts';
import {
  codeReferences,
  headerReferences,
} from '../../../src/paths/references/module-references.ts';
import type { Reference } from '../../../src/paths/references/reference.ts';
import { openSource } from '../../../src/tree/syntax/source-text.ts';
import { roundsOf, sampleOf } from '../../support/sample.ts';

/** What both ways must agree on, by the place of each. */
function shown(references: readonly Reference[]): string[] {
  return references.map(({ start, end, specifier, kind, open, isPlain }) =>
    JSON.stringify([start, end, specifier, kind, open, isPlain]),
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
  [
    'exports',
    'ts',
    `export * from './a'\nexport * as b from './b'\nexport { c, d as default } from "./c"\n`,
  ],
  ['several names from one place', 'ts', `export { a, b, c } from './x'\n`],
  [
    'letters outside of ASCII',
    'ts',
    `/* é 😀 */ import '~/ä/😀'\nexport * from './ß'\nconst s = '😀'\n`,
  ],
  ['a byte order mark and Windows lines', 'ts', `\uFEFFimport '~/a'\r\nexport * from './b'\r\n`],
  ['comments in between', 'ts', `import /* x */ a /* y */ from /* z */ '~/a' // '~/b'\n`],
  ['a directive', 'js', `'use client'\n\nimport './a'\n`],
  ['no line breaks', 'js', `import'./a';import"./b";export*from'./c'`],
  [
    'names that are keywords',
    'ts',
    `import from from './a'\nimport type from './b'\nimport { type as from } from './c'\n`,
  ],
  ['a first line for the shell', 'js', `#!/usr/bin/env node\nimport './a'\n`],
  [
    'decorators and generics',
    'ts',
    `import A from '~/a'\n@A() class B<T> { @A() c!: T }\nconst d = <T,>(x: T) => x\n`,
  ],
  ['JSX', 'tsx', `import A from '~/a'\nexport default () => <A b="~/c">text</A>\n`],
  ['declarations', 'dts', `import type { A } from './a'\nexport declare const b: A\n`],
];

describe('the header has the references that the parser finds', () => {
  it.each(sources)('%s', (_, language, code) => {
    const quick = headerReferences(code, []);
    expect(quick?.length).toBeGreaterThan(0);
    expect(shown(quick ?? [])).toEqual(shown(thorough(code, language)));
  });

  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const own = ['src', 'test', 'transforms'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  );

  it('in modules of this repository', () => {
    for (const path of sampleOf(own, 4)) {
      const code = readFileSync(join(root, path), 'utf8');
      const all = new Set(shown(thorough(code, languageOf(path))));
      const quick = shown(headerReferences(code, []) ?? []);
      expect(quick.filter((one) => !all.has(one))).toEqual([]);
    }
  });

  const piece = fc.constantFrom(
    ...[
      'import ',
      'export ',
      'from ',
      'type ',
      'a ',
      '* ',
      '{ ',
      '} ',
      ', ',
      'as ',
      '= ',
      '( ',
      '. ',
      ';',
    ],
    ...[
      "'./a'",
      '"./b"',
      "'./\\x61'",
      '\n',
      '/* c */',
      '// d\n',
      'with { type: "json" }',
      '`',
      '<a>',
      '#!x',
    ],
    ...[
      "import a from './c'\n",
      "export * from './d';\n",
      "export { e } from './e'\n",
      "'use x'\n",
      '1\n',
    ],
  );

  it('in whatever can be parsed', () => {
    let parsed = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const code = pieces.join('');
        let all: Set<string>;
        try {
          all = new Set(shown(thorough(code, 'ts')));
        } catch {
          return;
        }
        parsed += 1;
        expect(shown(headerReferences(code, []) ?? []).filter((one) => !all.has(one))).toEqual([]);
      }),
      { numRuns: roundsOf(1500, 3000) },
    );
    expect(parsed).toBeGreaterThan(100);
  });
});

describe('the parser decides', () => {
  it.each([
    ['where something else is wanted', `import './a'\nconst b = import('./b')\n`, './b'],
    ['behind another statement', `import './a'\nconst b = 1\nimport './b'\n`, './b'],
    ['about attributes', `import a from './a.json' with { type: 'json' }\n`, './a.json'],
    [
      'about attributes on a line of their own',
      `import a from './a.json'\nwith { type: 'json' }\n`,
      './a.json',
    ],
    ['about escapes', `${String.raw`import './\x61'`}\n`, './'],
    ['about a name in quotes', `import { 'x y' as z } from './a'\n`, './a'],
    ['about an assignment', `import a = require('./a')\n`, './a'],
    ['about a text that goes on', `export default './a'\n`, './a'],
  ])('%s', (_, code, wanted) => {
    expect(headerReferences(code, [code.indexOf(wanted)])).toBeUndefined();
  });
});

it('finds the imports above a mistake', () => {
  expect(headerReferences(`import './a'\nconst = 1\n`, [8])).toHaveLength(1);
});
