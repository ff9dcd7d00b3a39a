// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is tested holds template strings.
import { describe, expect, it } from 'vitest';
import { placeAt } from '../../src/base/paths.ts';
import { ConfigPath } from '../../src/config/change.ts';
import { moduleReferences } from '../../src/paths/references/module-references.ts';
import { plainEdit } from '../../src/paths/references/reference.ts';
import { openSource } from '../../src/tree/syntax/source-text.ts';
import { open } from '../config/support/open.ts';
import { writtenAnew } from '../support/written-references.ts';

// One path, written in every form of expression, from every form of the own folder, in every division into texts. A
// config and any other code must read the same place from it, and change it to the same text.

const head = [
  "import { dirname, join, normalize, resolve } from 'node:path'",
  "import * as path from 'node:path'",
  "import { fileURLToPath } from 'node:url'",
  'const here = dirname(fileURLToPath(import.meta.url))',
  'const address = import.meta.url',
  'const resolver = createResolver(import.meta.url)',
  'const { resolve: resolveHere } = createResolver(address)',
].join('\n');

const folders = [
  '__dirname',
  'import.meta.dirname',
  'here',
  'dirname(__filename)',
  'path.dirname(fileURLToPath(import.meta.url))',
  "fileURLToPath(new URL('.', import.meta.url))",
  'resolve(__dirname)',
  'normalize(here)',
  "join(__dirname, '.')",
];

/** The arguments of a function, which divide a path in every way. */
const divisions = [
  ["'old/a.css'"],
  ["'old'", "'a.css'"],
  ['"old"', '`a.css`'],
  ["'./old/'", "'a.css'"],
];

const expressions = [
  ...folders.flatMap((folder) => [
    ...divisions.flatMap((parts) => [
      `join(${folder}, ${parts.join(', ')})`,
      `path.resolve(${folder}, ${parts.join(', ')})`,
      `normalize(join(${folder}, ${parts.join(', ')}))`,
    ]),
    `join(${folder}, '/old/a.css')`,
    `join(join(${folder}, 'old'), 'a.css')`,
    `join(${folder}, 'old') + '/a.css'`,
    `resolve(${folder}, 'old/a' + '.css')`,
  ]),
  ...['__dirname', 'import.meta.dirname', 'here'].flatMap((folder) => [
    `${folder} + '/old/a.css'`,
    `${folder} + '/old' + '/a.css'`,
    `(${folder} + ('/old' + '/')) + "a.css"`,
    `\`\${${folder}}/old/a.css\``,
    `\`\${${folder}}/old\` + '/a.css'`,
    `\`\${${folder}}\${'/old'}/a.css\``,
  ]),
  ...["new URL('./old/a.css', import.meta.url)", "new URL('old/a.css', address)"].flatMap((url) => [
    url,
    `${url}.href`,
    `${url}.pathname`,
    `fileURLToPath(${url})`,
    `normalize(fileURLToPath(${url}))`,
  ]),
  "new URL('a.css', new URL('./old/', import.meta.url))",
  ...['resolver.resolve', 'resolveHere', 'createResolver(import.meta.url).resolve'].flatMap(
    (call) => divisions.map((parts) => `${call}(${parts.join(', ')})`),
  ),
];

/** A config with the expression as an option, which is also code. */
const codeWith = (expression: string) => `${head}\nexport default { a: ${expression} }\n`;

/** The place that the config reads. */
function placeInConfig(code: string): unknown {
  const lookup = open(code).lookup('a');
  return lookup.kind === 'static' && lookup.value instanceof ConfigPath
    ? lookup.value.place
    : lookup;
}

/** The references of the option's expression. */
function referencesIn(code: string) {
  const start = code.indexOf('export default');
  return moduleReferences(openSource('fw.config.ts', code)).filter((found) => found.start > start);
}

describe('one path in every form', () => {
  it('has many forms', () => {
    expect(expressions.length).toBeGreaterThan(180);
  });

  it.each(expressions)('%s', (expression) => {
    const code = codeWith(expression);
    expect(placeInConfig(code)).toBe('old/a.css');
    const [reference, ...others] = referencesIn(code);
    expect(others).toEqual([]);
    expect(placeAt(reference?.base ?? '', reference?.specifier ?? '')).toBe('old/a.css');

    const doc = open(code);
    const [scope] = doc.scopes;
    const inConfig = doc.render([scope.set('a', new ConfigPath('new/old/a.css'))]).code;
    expect(placeInConfig(inConfig)).toBe('new/old/a.css');
    const moved = (specifier: string) => specifier.replace('old', 'new/old');
    const inCode = writtenAnew(code, reference ? [reference] : [], moved);
    expect(inCode).toBe(inConfig);
    expect(inCode).toBe(code.replace(/(?<=a: .*)old/, 'new/old'));
    expect(reference && plainEdit(reference, { text: code }, reference.specifier)).toBeDefined();
  });
});
