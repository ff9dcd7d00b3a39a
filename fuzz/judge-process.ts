import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import type { Case } from './cases.ts';
import type * as Judge from './judge.ts';

// The process that cases are judged in: node jiti-cli.mjs judge-process.ts <folder>. One that hangs or dies is replaced.
const [, , folder = ''] = process.argv;

/** The texts that the report imports with `?raw`, which only a bundler knows, by what the imports say. */
function rawTexts(): { readonly [id: string]: unknown } {
  const report = fileURLToPath(new URL('../src/report', import.meta.url));
  const sources = readdirSync(report, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const texts = sources.flatMap((file) => {
    const imports = readFileSync(join(report, file), 'utf8').matchAll(/from '([^']+)\?raw'/g);
    return Array.from(imports, ([, id = '']) => {
      const text = readFileSync(join(report, dirname(file), id), 'utf8');
      return [`${id}?raw`, { default: text }] as const;
    });
  });
  return Object.fromEntries(texts);
}

const jiti = createJiti(import.meta.url, { virtualModules: rawTexts() });
const { judge } = await jiti.import<typeof Judge>('./judge.ts');

process.on('message', async (one: Case) => {
  process.send?.(await judge(one, folder));
});
process.send?.('ready');
