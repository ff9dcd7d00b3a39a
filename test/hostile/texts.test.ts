import { describe, expect, it } from 'vitest';
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
  ['public/x.css', 'blank lines', `@import '../components/x.css';a{b:url(x)}${'\n'.repeat(900_000)}`],
  ['public/x.css', 'quotes', `@import '../components/x.css';"${'\\"'.repeat(400_000)}`],
  ['public/x.vue', 'open tags', `${markup}${'<a>'.repeat(150_000)}</template>`],
  ['public/x.vue', 'attributes', `${markup}<a ${'a '.repeat(200_000)}></template>`],
  ['public/x.vue', 'a loop', `${markup}<a v-for='${' i'.repeat(200_000)}'/></template>`],
  ['public/x.vue', 'a loop without quotes', `${markup}<a v-for=${'i'.repeat(400_000)} /></template>`],
  ['components/x.ts', 'calls in one line', `${'a,'.repeat(100_000)}${"useAsyncData('a'),".repeat(5_000)}1`],
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
    const { followUps } = await planWith({ 'public/x.vue': `${markup}${'<a>'.repeat(30_000)}</template>` });
    expect(followUps.map(({ file, message }) => `${file}: ${message}`).join('\n')).toContain(
      'public/x.vue: The component cannot be parsed: it has too many tags.',
    );
  });
});
