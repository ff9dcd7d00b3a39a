import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { migrateWith } from '../../src/plan/migrate.ts';
import { transforms } from '../../transforms/index.ts';
import { folderWith } from '../cli/support/run.ts';
import { roundsOf } from '../support/sample.ts';

const biome = fileURLToPath(
  new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url),
);

/** Options that are removed, renamed, moved, merged or rewritten, and some that stay. */
const options = [
  'future: { compatibilityVersion: 3 }',
  'future: {\n// since May\ncompatibilityVersion: 3\n}',
  "generate: { routes: ['/a', '/b'], exclude: ['/c'] }",
  'generate: {\n// never linked\nroutes: [\n// the first\n"/a",\n"/b"],\n\nexclude: ["/c"]\n}',
  "serverEngine: { preset: 'node' }",
  'serverEngine: {\nprerender: { routes: ["/"] }\n}',
  'experimental: { templateUtils: true, typedPages: true }',
  'experimental: {\ncompileTemplate: false,\n\ntypedPages: true\n}',
  "dir: { static: 'files' }",
  'dir: {\npages: "views",\n\n// the old name\nstatic: "files"\n}',
  "css: ['~/assets/a.css', '~/brand/b.css']",
  'modules: [\n"~/modules/a",\n\n// search\n["~/modules/b", { index: "c" }]]',
  "plugins: [{ src: '~/plugins/a.ts', mode: 'client' }]",
  "watch: ['config/a.json']",
  "alias: { '@ui': './components/ui' }",
  'transformer2: { transform: { options: { target: "es2020" } } }',
  'typescript: {\nincludeWorkspace: true\n}',
  "$production: { generate: { routes: ['/p'] } }",
  '$development: {\nfuture: { compatibilityVersion: 3 }\n}',
];
const keyOf = (option: string) => /^[\w$]+/.exec(option)?.[0];

/** Some of the options in any order, with empty lines and comments around them. */
const configs = fc
  .record({
    chosen: fc.uniqueArray(fc.constantFrom(...options), {
      selector: keyOf,
      minLength: 1,
      maxLength: 9,
    }),
    gaps: fc.array(
      fc.constantFrom('', '\n', '// on it\n', '\n// ---- Part ----\n', '\n// ---- Part ----\n\n'),
      {
        minLength: 11,
        maxLength: 11,
      },
    ),
    at: fc.nat(9),
    head: fc.constantFrom('export default defineFwConfig(', 'module.exports = ('),
  })
  .map(({ chosen, gaps, at, head }) => {
    // Of an object that is left with nothing but comments, formatters remove empty lines.
    const lines = chosen
      .toSpliced(at, 0, 'ssr: false')
      .map((option, index) => `${gaps[index]}${option},\n`);
    return `${head}{\n${lines.join('')}${gaps[10]}})`;
  });

// Lines are as long as the formatter allows: a value that grows beyond the width of a project stays on its line.
const styles = [
  {
    indentStyle: 'space',
    indentWidth: 2,
    quoteStyle: 'single',
    semicolons: 'asNeeded',
    trailingCommas: 'all',
  },
  {
    indentStyle: 'tab',
    indentWidth: 2,
    quoteStyle: 'double',
    semicolons: 'always',
    trailingCommas: 'none',
  },
  {
    indentStyle: 'space',
    indentWidth: 4,
    quoteStyle: 'single',
    semicolons: 'always',
    trailingCommas: 'none',
  },
];

const numRuns = roundsOf(80, 200);
const seed = Number(process.env.FW_MIGRATE_SEED ?? 1);

it.each(styles)('what was formatted stays formatted: $indentStyle, $quoteStyle', (style) => {
  const { indentStyle, indentWidth, ...javascript } = style;
  const formatter = { indentStyle, indentWidth, lineWidth: 320 };
  const settings = { root: true, formatter, javascript: { formatter: javascript } };
  const texts = fc.sample(configs, { numRuns, seed });
  const folder = folderWith({ 'biome.json': JSON.stringify(settings) });
  const formatted = formatAll(folder, texts);
  const migrated = formatted.map(
    (text) => migrateWith(transforms, text, { filename: 'fw.config.ts' }).code,
  );
  expect(migrated.filter((text, index) => text !== formatted[index]).length).toBeGreaterThan(
    numRuns / 2,
  );
  const again = formatAll(folder, migrated);
  for (const [index, text] of migrated.entries()) expect(text, formatted[index]).toBe(again[index]);
});

function formatAll(folder: string, texts: readonly string[]): string[] {
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  execFileSync(biome, ['format', '--write', '.'], { cwd: folder, stdio: 'pipe' });
  return files.map((file) => readFileSync(file, 'utf8'));
}
