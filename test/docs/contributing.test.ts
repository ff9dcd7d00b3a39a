import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isTransform } from '../../src/plan/definition.ts';
import { migrateWith } from '../../src/plan/migrate.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function read(path: string): string {
  return readFileSync(`${root}/${path}`, 'utf8');
}

/** The code blocks of a page that say which file they are. */
function filesIn(page: string): Map<string, string> {
  const blocks = read(page).matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```/gms);
  return new Map([...blocks].map(([, path = '', text = '']) => [path, text]));
}

/** The default export of a module in a folder, with the modules that it imports. */
async function evaluated(source: string, folder: string): Promise<unknown> {
  const imported = new Map<string, unknown>();
  for (const [, name = ''] of source.matchAll(/ from '(.*)'/g))
    imported.set(name, await import(join(folder, name)));
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  });
  const exported: { default?: unknown } = {};
  new Function('require', 'exports', outputText)((name: string) => imported.get(name), exported);
  return exported.default;
}

describe('contributing', () => {
  it('has a transform that does what its fixture says', async () => {
    const files = filesIn('CONTRIBUTING.md');
    const source = files.get('transforms/debug.ts') ?? '';
    const transform = await evaluated(source, `${root}transforms/`);
    if (!isTransform(transform)) throw new Error('This is no transform.');
    const input = files.get('__testfixtures__/debug/removes-it.input.ts') ?? '';
    const { code } = migrateWith([transform], input, { filename: 'fw.config.ts' });
    expect(code).toBe(files.get('__testfixtures__/debug/removes-it.output.ts'));
    expect(code).not.toBe(input);
  });

  it('names scripts and folders that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
    const text = read('CONTRIBUTING.md') + read('docs/how-it-works.md');
    for (const [, name = ''] of text.matchAll(/npm run ([\w-]+)/g))
      expect(scripts).toHaveProperty(name);
    for (const [, path = ''] of text.matchAll(
      /`((?:src|test|scripts|transforms)\/[\w/.-]+|bench|fuzz|scripts|transforms)\/?`/g,
    ))
      expect(() => readFileSync(`${root}/${path}`), path).not.toThrow(/ENOENT/);
  });

  it('has issue forms that are ones', () => {
    for (const name of ['bug', 'option']) {
      const form = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as {
        name: string;
        body: { type: string }[];
      };
      expect(form.name).toMatch(/\w/);
      for (const { type } of form.body) expect(['markdown', 'textarea', 'input']).toContain(type);
    }
  });

  it('has a changelog that knows this version', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(read('CHANGELOG.md')).toContain(`\n## ${version} (`);
  });
});
