import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import type { Case } from './cases.ts';
import type * as OracleRun from './oracle-run.ts';

// The process that runs cases: node jiti-cli.mjs worker-process.ts <folder>. One that hangs or dies is replaced.
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
const { runOracles } = await jiti.import<typeof OracleRun>('./oracle-run.ts');

process.on('message', async (one: Case) => {
  process.send?.(await runOracles(one, folder));
});
process.send?.('ready');
