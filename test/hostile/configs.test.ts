import { describe, expect, it } from 'vitest';
import { migrateConfig } from '../../src/index.ts';
import { PlanProblem } from '../../src/plan/defect.ts';
import { planWith } from './support/plan.ts';

function steps(count: number, step: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${step(index)};`).join('');
}

/** Each holds the last of its values 2⁴⁰ times. */
const endless: readonly (readonly [string, string])[] = [
  [
    'lists',
    `${steps(40, (n) => `const a${n}=[a${n + 1},a${n + 1}]`)}const a40=['x'];export default {css:a0,i18n:a0}`,
  ],
  [
    'objects',
    `${steps(40, (n) => `const a${n}={x:a${n + 1},y:a${n + 1}}`)}const a40={};export default {i18n:a0}`,
  ],
  [
    'assigned objects',
    `${steps(40, (n) => `const a${n}=Object.assign({},a${n + 1},a${n + 1})`)}const a40={};export default a0`,
  ],
  [
    'conditions',
    `${steps(40, (n) => `const a${n}=q?a${n + 1}:a${n + 1}`)}const a40={};export default {...a0}`,
  ],
];

describe('a config that holds itself many times over', () => {
  it.each(endless)('is refused: %s', async (_, text) => {
    await expect(planWith({ 'fw.config.ts': text })).rejects.toThrow(
      'fw.config.ts:1:1: The config repeats the same values too many times to be read.\nReplace values that are built up from many variables with literals.',
    );
  });

  it('files that pass everything on to one another are each asked once', async () => {
    const all = ['a', 'b', 'c'].map((name) => `export * from './${name}';`).join('');
    const plan = await planWith({
      'fw.config.ts': "import { q } from './a';export default { srcDir: q }",
      ...{ 'a.ts': all, 'b.ts': all, 'c.ts': all },
    });
    expect(plan.files).toEqual([]);
  });

  it('a name that is used thousands of times is looked up once', () => {
    const text = `const a='x';export default { i18n: { name: \`${`\${a}`.repeat(20_000)}\` } }`;
    expect(migrateConfig(text, { filename: 'fw.config.ts' }).code).toContain(`\${a}`);
  });
});

const text = "export default defineFwConfig({ generate: { routes: ['/a'] } })\n";

/** Bytes that are no config, or one that is written in an odd way. */
const bytes: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['a byte order mark alone', Buffer.from('\uFEFF')],
  ['zero bytes', Buffer.alloc(100)],
  ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['Latin-1', Buffer.from(`// é\n${text}`, 'latin1')],
  ['a lone surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ['nesting', Buffer.from(`export default { a: ${'['.repeat(100_000)}`)],
  ['a million characters', Buffer.from(`export default { a: '${'a'.repeat(1_100_000)}' }`)],
];

describe('a config that cannot be read', () => {
  it.each(bytes)('is a problem with a place and advice: %s', async (_, content) => {
    const problem = await planWith({ 'fw.config.ts': content }).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(PlanProblem);
    expect(String(problem)).toMatch(/fw\.config\.ts:1:\d+: The file /);
  });

  it('whatever is cut off, it is a config or a problem', async () => {
    const whole =
      "import { x } from './x' // é\nexport default defineFwConfig({ srcDir: `src`, css: ['~/a.css', ...x], $test: {} })\n";
    const all = Buffer.from(whole);
    const outcomes = new Set<string>();
    for (let end = 0; end <= all.length; end += 1) {
      const outcome = await planWith({ 'fw.config.ts': all.subarray(0, end) }).catch(
        (error: Error) => error,
      );
      outcomes.add(outcome instanceof Error ? outcome.name : 'plan');
    }
    expect([...outcomes].sort()).toEqual(['PlanProblem', 'plan']);
  });
});

describe('names that every object has', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is a name like any other',
    async (name) => {
      const plan = await planWith({
        'fw.config.ts': `export default { ['${name}']: { a: 1 }, alias: { ['${name}']: '~/components' } }`,
        'pages/x.ts': `import '${name}/a'`,
        'package.json': `{ "dependencies": { "${name}": "1", "fw": "^3.0.0" } }`,
        'tsconfig.json': `{ "compilerOptions": { "paths": { "${name}/*": ["./components/*"] } } }`,
        [`${name}/fw.config.ts`]: 'export default {}',
        [`${name}/pages/index.vue`]: '<template />',
      });
      expect(plan.projects.map(({ root }) => root)).toEqual(['', name]);
      expect(plan.files.map(({ to }) => to)).toContain(`${name}/app/pages/index.vue`);
    },
  );
});

describe('names of folders that look like placeholders', () => {
  it.each(['<p>', '<rootDir', '<x>/y'])('%s is a name like any other', async (name) => {
    const plan = await planWith({
      'fw.config.ts': `export default {\n  srcDir: 'src',\n  dir: { pages: '${name}' },\n}\n`,
      [`src/${name}/index.vue`]: '<template />\n',
    });
    expect(plan.files.map(({ text }) => text?.after)).toEqual([
      `export default {\n  srcDir: 'src',\n  dir: { pages: 'src/${name}' },\n}\n`,
    ]);
  });
});

describe('folders with the name of an alias', () => {
  it('are named by joined paths, which stay', async () => {
    const config =
      "const path = require('path')\nmodule.exports = { css: [path.resolve(__dirname, '@')] }\n";
    const { files } = await planWith({
      'fw.config.ts': '',
      'one/package.json': '{ "name": "one" }',
      'one/fw.config.cjs': config,
      'one/pages/index.vue': '<p />',
    });
    expect(files.filter(({ from }) => from === 'one/fw.config.cjs')).toEqual([]);
  });

  it('are named by addresses of a config, which stay', async () => {
    const config = "export default { i18n: { files: [new URL('~/', import.meta.url)] } }\n";
    const { files } = await planWith({ 'fw.config.ts': config });
    expect(files.filter(({ from }) => from === 'fw.config.ts')).toEqual([]);
  });
});
