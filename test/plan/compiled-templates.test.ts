import { describe, expect, it } from 'vitest';
import { fwNames } from '../../src/catalogue/names.ts';
import { templateSources } from '../../src/plan/behaviour-report.ts';

const { templateFunctions } = fwNames;

describe('sources of templates', () => {
  it.each([
    ["addTemplate({ src: './a.ejs' })", ['a.ejs']],
    ["addTemplate({ src: '~/templates/a.ts' })", ['templates/a.ts']],
    ["addPluginTemplate({ src: resolver.resolve('../a.ts') })", ['a.ts']],
    ["addTypeTemplate({ src: join(__dirname, 'runtime/a.ts') } as Options)", ['runtime/a.ts']],
    ["addTypeTemplate({ src: join(__dirname, 'runtime', 'a.ts') })", ['runtime', 'a.ts']],
    ["addTemplate({ src: fileURLToPath(new URL('./a.ts', import.meta.url)) })", ['a.ts']],
  ])('%s', (text, expected) => {
    expect(templateSources(text, templateFunctions)).toEqual(expected);
  });

  it.each([
    "addTemplate({ filename: 'a.ts', getContents: () => '' })",
    'addTemplate({ src: file })',
    "addOther({ src: './a.ts' })",
    "<img src='a'>",
  ])('none in: %s', (text) => {
    expect(templateSources(text, templateFunctions)).toEqual([]);
  });
});
