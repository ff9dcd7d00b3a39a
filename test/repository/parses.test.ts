import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { parser } from '../../src/config/parse.ts';
import { transforms } from '../../src/index.ts';
import { shown, snapshotOf, treeAfter, treeOf } from './support/tree.ts';

const parse = vi.spyOn(parser(), 'parse');

beforeEach(() => {
  parse.mockClear();
});

function timesParsed(text: string | undefined): number {
  return parse.mock.calls.filter(([code]) => code === text).length;
}

describe('a config is parsed once before the run and once after it', () => {
  it.each([
    ['with several edits', "srcDir: 'src', css: ['~/a.css'], generate: { routes: ['/b'] }", 1],
    ['with a layer', "extends: ['./base'], generate: { routes: ['/c'] }", 1],
    // The same text is not parsed again.
    ['without any change', 'ssr: false', 0],
  ])('%s', async (_, options, again) => {
    const config = `export default defineFwConfig({ ${options} })\n`;
    const tree = treeOf({
      'fw.config.ts': config,
      'package.json': '{ "name": "x", "devDependencies": { "fw": "^3.12.0" } }\n',
      'base/fw.config.ts': 'export default defineFwConfig({ ssr: true })\n',
      'pages/a.vue': '<template><p /></template>\n',
      'src/a.css': 'a {}\n',
      'src/pages/a.vue': '<template><p /></template>\n',
    });
    const steps = [{ kind: 'transforms' as const, transforms }];
    const plan = await planRepository(snapshotOf(tree), { steps, catalogue: fwCatalogue });
    const after = shown(treeAfter(tree, plan))['fw.config.ts'];
    expect(timesParsed(config)).toBe(1);
    expect(after === config ? 0 : timesParsed(after)).toBe(again);
  });
});
