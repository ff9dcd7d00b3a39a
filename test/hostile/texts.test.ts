import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cli, folderWith } from '../cli/support/run.ts';
import { placeOf, planWith } from './support/plan.ts';

const reference = "import x from '../components/a';";
const markup = `<script>${reference}</script><template><img src="../components/x.png">`;

/** Each nests deeper than the stack of any parser; running out of it in machine code would end the process. */
const nested: readonly (readonly [string, string])[] = [
  ['arrays', '['.repeat(20_000)],
  ['arrays whose ends are commented out', '[/*]*/'.repeat(20_000)],
  ['functions', 'a=>'.repeat(40_000)],
  ['type arguments', 'a<'.repeat(20_000)],
  ['templates', '`${'.repeat(20_000)],
  ['classes', 'class{a='.repeat(10_000)],
  ['conditions', 'a?'.repeat(40_000)],
  ['branches', 'if(a);else '.repeat(60_000)],
  ['words', 'new '.repeat(60_000)],
  ['signs', '!'.repeat(150_000)],
  ['sums', `x=${'1+'.repeat(150_000)}1`],
  ['calls', `x${'()'.repeat(200_000)}`],
];

describe('code that nests without an end', () => {
  it.each(nested)('is left to a person: %s', async (_, code) => {
    const plan = await planWith({ 'public/x.ts': `${reference}${code}`, 'public/y.ts': reference });
    expect(placeOf(plan, 'components/a.ts')).toBe('app/components/a.ts');
    expect(plan.files.find(({ from }) => from === 'public/y.ts')?.text?.after).toBe(
      "import x from '../app/components/a';",
    );
  });
});

/** Work that grows with the square of a text like these takes minutes; a time-out tells. */
const long: readonly (readonly [string, string, string])[] = [
  [
    'public/x.css',
    'blank lines',
    `@import '../components/x.css';a{b:url(x)}${'\n'.repeat(900_000)}`,
  ],
  ['public/x.css', 'quotes', `@import '../components/x.css';"${'\\"'.repeat(400_000)}`],
  ['public/x.vue', 'open tags', `${markup}${'<a>'.repeat(150_000)}</template>`],
  ['public/x.vue', 'attributes', `${markup}<a ${'a '.repeat(200_000)}></template>`],
  ['public/x.vue', 'a loop', `${markup}<a v-for='${' i'.repeat(200_000)}'/></template>`],
  [
    'public/x.vue',
    'a loop without quotes',
    `${markup}<a v-for=${'i'.repeat(400_000)} /></template>`,
  ],
  [
    'components/x.ts',
    'calls in one line',
    `${'a,'.repeat(100_000)}${"useAsyncData('a'),".repeat(5_000)}1`,
  ],
  ['components/x.ts', 'calls', "useAsyncData('a', () => 1);\n".repeat(10_000)],
  ['modules/x.tpl', 'marks of a template', '<%'.repeat(500_000)],
  ['docs/x.md', 'dots', `${`pages/a${'.'.repeat(900)}x `.repeat(900)}`],
  ['x.yml', 'spaces', `run: pages/x\na: "${' '.repeat(800_000)}x`],
  ['x.yml', 'one word in a list', `run: pages/x\na: [${'a'.repeat(800_000)}"`],
  ['build.sh', 'quotes', `cp pages/x y\n"${'\\"'.repeat(400_000)}`],
  ['Dockerfile', 'a variable', `COPY pages/x y\nENV ${'a'.repeat(800_000)}"`],
  [
    'tsconfig.json',
    'paths',
    `{"extends":"./.fw/tsconfig.json","include":["pages/x"${',"pages/x"'.repeat(10_000)}]}`,
  ],
];

describe('long texts', () => {
  it.each(long)('%s with %s is searched in time', async (path, _, text) => {
    const template = { 'modules/x.ts': "addTemplate({ src: './x.tpl' })" };
    const plan = await planWith({ ...template, [path]: text });
    expect(placeOf(plan, 'components/a.ts')).toBe('app/components/a.ts');
  });

  it('a thousand ways through tsconfigs that extend one another are one', async () => {
    const ladder = Array.from({ length: 60 }, (_, step) =>
      ['a', 'b'].map((name) => [
        `${name}${step}.json`,
        `{ "extends": ["./a${step + 1}.json", "./b${step + 1}.json"] }`,
      ]),
    );
    const plan = await planWith({
      'tsconfig.json': '{ "extends": ["./a0.json", "./b0.json"] }',
      ...Object.fromEntries(ladder.flat()),
    });
    expect(placeOf(plan, 'components/a.ts')).toBe('app/components/a.ts');
  });
});

describe('a component that would take minutes to parse', () => {
  it('is told about, with the reason', async () => {
    const { followUps } = await planWith({
      'public/x.vue': `${markup}${'<a>'.repeat(30_000)}</template>`,
    });
    expect(followUps.map(({ file, message }) => `${file}: ${message}`).join('\n')).toContain(
      'public/x.vue: The component cannot be parsed: it has too many tags.',
    );
  });
});

/** None of these may end the run, nor keep it from updating the other files. */
const odd: readonly (readonly [path: string, what: string, text: string])[] = [
  [
    'public/x.ts',
    'a class whose range runs backwards',
    "export const a = '../components/[user-id]/*.vue'",
  ],
  ['x.ts', 'such a class in a path from the root', "export const a = 'components/[user-id]/*.vue'"],
  [
    'tailwind.config.js',
    'such a class',
    "module.exports = { content: ['components/[user-id]/*.vue'] }",
  ],
  ['.github/workflows/x.yml', 'open braces', 'run: components/{{ name\n'],
  ['x.ts', 'open braces', "export const a = './components/{a,{b'"],
  ['tailwind.config.js', 'open braces', "module.exports = { content: ['./components/{a,{b'] }"],
  ['tailwind.config.js', 'nested repeats', "module.exports = { content: ['components/*(*(a))b'] }"],
  ['public/x.ts', 'nested repeats', "import.meta.glob('../components/*(*(a))b')"],
  ['.eslintignore', 'choices that repeat', 'components/*(a|a)b\n'],
  ['.eslintignore', 'choices that may be none', `components/${'?(a)'.repeat(60)}b\n`],
  ['.eslintignore', 'stars for folders', `components/${'**/'.repeat(8)}b\n`],
  ['.eslintignore', 'stars in a name', `components/${'*a'.repeat(30)}b\n`],
  ['components/y.ts', 'labels', `useAsyncData('a', () => 1); ${'a: '.repeat(4000)}`],
  ['vite.config.ts', 'labels', `export default { a: 'components' }\n${'a: '.repeat(4000)}`],
  ['.eslintrc', 'keys in keys', `a: components\nb: ${'a: '.repeat(10_000)}`],
  [
    'fw.config.ts',
    'a long path',
    `export default { css: ['~/components/${'a/'.repeat(20_000)}'] }`,
  ],
  ['test/x.json', 'recorded responses', JSON.stringify({ a: 'ab/cd+'.repeat(40_000) })],
];

describe('texts that are read as patterns', () => {
  const deep = `components/${'a/'.repeat(400)}${'a'.repeat(200)}.vue`;

  it('all at once end no command, which needs little memory for them', () => {
    const files = odd.filter(([path]) => path !== 'fw.config.ts');
    const folder = folderWith({
      'fw.config.ts': 'export default defineFwConfig({})\n',
      'components/a.ts': '',
      'public/y.ts': reference,
      ...Object.fromEntries(
        files.map(([path, , text], index) => [path.replace(/[^/]+$/, `${index}/$&`), text]),
      ),
    });
    const args = ['--max-old-space-size=250', cli, 'v4', '--dry-run'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 },
    });
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain('bug in fw-migrate');
    expect(stdout).toContain("+import x from '../app/components/a';");
  });

  it.each(odd)('%s with %s does not stop the others', async (path, _, text) => {
    const plan = await planWith({ [deep]: '', [path]: text, 'public/y.ts': reference });
    expect(plan.files.find(({ from }) => from === 'public/y.ts')?.text?.after).toBe(
      "import x from '../app/components/a';",
    );
  });

  it('a pattern that is too wild to be matched still follows its folder', async () => {
    const plan = await planWith({ '.eslintignore': 'components/**/**/a/**/b/**/c/**/d\n' });
    expect(plan.files.find(({ from }) => from === '.eslintignore')?.text?.after).toBe(
      'app/components/**/**/a/**/b/**/c/**/d\n',
    );
  });

  it('a chain of tsconfigs is followed as far as someone may have written it', async () => {
    const chain = Array.from({ length: 6000 }, (_, step) => [
      `tsconfig.${step}.json`,
      `{ "extends": "./tsconfig.${step + 1}.json" }`,
    ]);
    const plan = await planWith({
      ...Object.fromEntries(chain),
      'tsconfig.json': '{ "extends": "./tsconfig.0.json" }',
      'public/y.ts': reference,
    });
    expect(placeOf(plan, 'components/a.ts')).toBe('app/components/a.ts');
  });
});
