import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Report } from '../../../src/report/report.ts';
import { reportOf } from '../../../src/report/report-of.ts';
import { planIn } from '../../repository/support/project-fixtures.ts';

/** Texts that would take over a page, a log, a comment or a terminal that believed them. */
export const hostileTexts = [
  '</details></code></pre>',
  '``` ` `` ````',
  'a``<u>`b``<u>',
  '@team',
  '#123',
  'GH-123',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- -->',
  '-->',
  '](javascript:alert(1))',
  '[x](javascript:alert(1))',
  '![x](http://evil.example/x.png)',
  'https://evil.example',
  '::set-output name=x::y',
  '%0A::error::x',
  '##[error]x',
  '\u001b[31m',
  '\u202eoverride',
  '| a | b |',
  '**bold** _it_ ~~gone~~ $x$ &lt;b&gt;',
  '{0} {{1}}',
] as const;

const options = hostileTexts.map((text) => `    ${JSON.stringify(text)}: true,`).join('\n');
const long = `${'x'.repeat(5000)}</details>`;

/** Lines around a change, which would end the block that shows them. */
const fenceEnd = '/*\n```\n</details><script>\n*/\n';

/** A name that a file may have: all but a slash. */
function nameOf(text: string): string {
  return text.replaceAll('/', '∕');
}

const files: { readonly [path: string]: string } = {
  'package.json': '{ "dependencies": { "fw": "^3.0.0" } }\n',
  'fw.config.ts': [
    'export default defineFwConfig({',
    ...hostileTexts.map((text) => `  // ${text}`),
    '  features: {',
    options,
    '  },',
    `  css: [${hostileTexts.map((text) => JSON.stringify(`./${text}.css`)).join(', ')}],`,
    `  ssr: ${JSON.stringify(long)}, experimental: { templateUtils: true, "${long}": true },`,
    `  alias: { ${hostileTexts.map((text) => `${JSON.stringify(text)}: '~/lib'`).join(', ')} },`,
    '})',
    '',
  ].join('\r\n'),
  'lib/a.ts': "export * from '~/pages/a'\n",
  ...Object.fromEntries(
    hostileTexts.flatMap((text) => [
      [
        `pages/${nameOf(text)}.ts`,
        `// ${text}\r\nimport x from '~/server/${nameOf(text)}'\n${fenceEnd}`,
      ],
      [
        `pages/${nameOf(text)}\n::error::x\n.vue`,
        `<script setup>\nimport '~/lib/a'\nconst x = await useFetch('x') // ${text}\n</script>\n`,
      ],
      [`server/${nameOf(text)}.ts`, 'export default 1\n'],
    ]),
  ),
  'pages/%0A::error::x\r\n.ts': "import '~/lib/a'\n",
};

/** The report of a project that is hostile wherever it can be. */
export async function hostileReport(dryRun: boolean): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return reportOf(await planIn(folder), { dryRun, base: '@team/#1 <b>/' });
}
