import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { countSteps } from './support/count-steps.ts';
import { planWith } from './support/plan.ts';

/** One file of each kind that is read, with a text in the places where it is looked at most closely. */
function everyKind(text: string): { readonly [path: string]: string } {
  const line = text.replace(/[\r\n]/g, ' ');
  const inQuotes = JSON.stringify(line).slice(1, -1).replaceAll("'", '');
  const script = `import '../components/a'; x = "../components/${inQuotes}"; y = "${inQuotes}"; // ${line}\n`;
  return {
    'public/code.ts': `${script}import.meta.glob("../components/${inQuotes}")`,
    'public/broken.ts': script + text,
    'components/data.ts': `useAsyncData('a', () => 1); ${text}`,
    'public/page.vue': `<script>${script}</script><template><img src="../components/x.png" a='${line.replaceAll("'", '')}'></template>`,
    'public/broken.vue': `<script>import '../components/a'</script><template>${text}</template>`,
    'public/x.css': `@import '../components/x.css'; a { b: url(${line}) }\n${text}`,
    'public/x.scss': `@use "../components/${inQuotes}";${text}`,
    'public/x.sass': `@import ../components/x\n${text}`,
    'public/x.less': `@import (a) "../components/${inQuotes}";${text}`,
    'tsconfig.json': `{ "include": ["components/${inQuotes}"], "compilerOptions": { "paths": { "~/*": ["./components/${inQuotes}"] } } }`,
    'package.json': `{ "name": "x", "files": ["components/${inQuotes}"], "scripts": { "a": "eslint components ${inQuotes}" } }`,
    'test/x.json': `{ "a": "${inQuotes}" }`,
    'knip.json': `{ "entry": ["components/${inQuotes}"], ${text}`,
    '.github/workflows/x.yml': `on:\n  push:\n    paths: ${line}\nrun: components/a ${line}\n`,
    'x.yml': `run: components/a\n${text}`,
    'x.toml': `a = "components"\nb = ${text}`,
    '.eslintrc': `a: components\nb: ${text}`,
    'vite.config.ts': `export default { a: './components/${inQuotes}' }\n${text}`,
    'tailwind.config.js': `module.exports = { content: ['components/${inQuotes}'] }`,
    'docs/x.md': `see components/${text}\n\n\`\`\`sh\nls components/a ${text}`,
    Dockerfile: `COPY components/a ${line}\nENV ${line}\nRUN ls components ${line}\n`,
    '.dockerignore': `components/${text}`,
    '.editorconfig': `[components/${line}]\n${text}`,
    CODEOWNERS: `components/${text}`,
    Jenkinsfile: `sh 'ls components ${line}'\n${text}`,
    Makefile: `all: components/a ${line}\n\tls components ${line}\n${text}`,
    'build.sh': `ls components/a ${text}`,
  };
}

// Beyond the longest path, where bounds have taken hold.
const size = 1500;

function steps(fragment: string, length: number): Promise<number> {
  const files = everyKind(fragment.repeat(Math.ceil(length / fragment.length)));
  return countSteps(() => planWith(files));
}

/** Twice the text may take twice the steps; a loop in a loop takes four times as many. */
async function expectLinear(fragment: string): Promise<void> {
  const [once, twice, fourTimes] = [
    await steps(fragment, size),
    await steps(fragment, 2 * size),
    await steps(fragment, 4 * size),
  ];
  expect(fourTimes - twice, fragment).toBeLessThan(2.8 * Math.max(twice - once, once / 4));
}

const fragments = [
  ...[
    '/',
    './',
    '../',
    '~/',
    '//',
    '*',
    '**/',
    '{a,',
    '{a,b}',
    '[a',
    '(',
    '@(a|',
    '?',
    '!',
    '#',
    ' #',
    'a: ',
  ],
  ...[
    'a',
    'a ',
    'a/',
    'a=',
    '- ',
    '.',
    '\t',
    '\n',
    '\\',
    '\\"',
    '"',
    "'",
    '`',
    '${',
    '{{',
    '<',
    '<a>',
    '<!--',
  ],
  ...[
    '/*',
    '*/',
    'url(',
    'import(',
    ',',
    ';',
    '&',
    '=',
    '=./',
    '|',
    '%',
    '$',
    'components/a ',
    '-loader!',
  ],
];

const isFull = process.env.FW_MIGRATE_FULL !== undefined;

describe('steps grow with the length of a text, and not with its square', () => {
  // Libraries are loaded when they are first needed, which takes steps as well.
  beforeAll(() => planWith(everyKind('a')));

  it.each(
    isFull ? [' #', '~/', '//', 'a: ', '{a,', '*', '/*', '\\"', '=./,'] : [' #', '{a,', '=./,'],
  )('%j', expectLinear);

  it('any fragments, mixed', async () => {
    const mixed = fc
      .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(''));
    const numRuns = isFull ? 300 : 1;
    await fc.assert(fc.asyncProperty(mixed, expectLinear), { numRuns });
  });
});
