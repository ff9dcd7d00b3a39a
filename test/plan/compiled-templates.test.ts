import { describe, expect, it } from 'vitest';
import { fwNames } from '../../src/catalogue/names.ts';
import { mayNameTemplates, templateSourcesIn } from '../../src/plan/compiled-templates.ts';
import { openSource } from '../../src/project/syntax/source.ts';

const { templateFunctions } = fwNames;

function sources(text: string): string[] {
  return templateSourcesIn(openSource('modules/a.ts', text), templateFunctions).map(
    ({ path, from }) => `${from}: ${path}`,
  );
}

describe('sources of templates', () => {
  it.each([
    ["addTemplate({ src: './a.ejs' })", 'file: ./a.ejs'],
    ["addTemplate({ src: '~/templates/a.ts' })", 'framework: ~/templates/a.ts'],
    ["addPluginTemplate({ src: resolver.resolve('./a.ts'), filename: 'a.ts' })", 'file: ./a.ts'],
    ["addServerTemplate({ src: resolve('./a.ts') })", 'file: ./a.ts'],
    ["addTypeTemplate({ src: join(__dirname, 'runtime', 'a.ts') } as Options)", 'file: runtime/a.ts'],
    ["addTemplate({ src: path.resolve(import.meta.dirname, 'a.ts') })", 'file: a.ts'],
    ["addTemplate({ src: fileURLToPath(new URL('./a.ts', import.meta.url)) })", 'file: ./a.ts'],
    ["addTemplate({ src: createResolver(import.meta.url).resolve('~/a.ts') })", 'framework: ~/a.ts'],
  ])('%s', (text, expected) => {
    expect(sources(text)).toEqual([expected]);
  });

  it.each([
    "addTemplate({ filename: 'a.ts', getContents: () => '' })",
    'addTemplate({ src: file })',
    "addTemplate({ src: resolve(folder, 'a.ts') })",
    "addTemplate({ src: resolve('/a.ts') })",
    "addTemplate({ src: load('./a.ts') })",
    "addOther({ src: './a.ts' })",
    "// addTemplate({ src: './a.ts' })",
    "addTemplate('src', './a.ts')",
    "addTemplate({ src: './a.ts'",
  ])('none in: %s', (text) => {
    expect(sources(text)).toEqual([]);
  });

  it('most texts can be ruled out without parsing', () => {
    expect(mayNameTemplates("addTemplate({ filename: 'a' })", templateFunctions)).toBe(false);
    expect(mayNameTemplates("<img src='a'>", templateFunctions)).toBe(false);
    expect(mayNameTemplates("addTypeTemplate({ src: 'a' })", templateFunctions)).toBe(true);
  });
});
