import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportOf } from '../../src/report/report-of.ts';
import { planIn } from '../repository/support/project-fixtures.ts';

async function messagesFor(files: { readonly [path: string]: string }): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { projects } = reportOf(await planIn(folder), { dryRun: true, base: '' });
  return projects.flatMap(({ followUps }) =>
    followUps.map(({ file, message }) => `${file}: ${message}`),
  );
}

const watching = "export default (fw) => fw.hook('builder:watch', (event, path) => path)\n";

describe('an experiment that ended', () => {
  it('is told once where it was on and is used, in any block of the config', async () => {
    const config = `export default defineFwConfig({
  experimental: { relativeWatchPaths: true },
  $production: { experimental: { relativeWatchPaths: true } },
})
`;
    expect(await messagesFor({ 'fw.config.ts': config, 'modules/watch.ts': watching })).toEqual([
      'modules/watch.ts: `builder:watch` listeners receive absolute paths (`experimental.relativeWatchPaths`): used here. Make the path relative to the source directory before comparing it with others.',
    ]);
  });

  it('is told where it was on and nothing shows that it is used', async () => {
    const config =
      'export default defineFwConfig({ experimental: { relativeWatchPaths: true, compileTemplate: true } })\n';
    const files = {
      'fw.config.ts': config.replace(
        'compileTemplate: true',
        "compileTemplate: true }, build: { templates: [{ src: '~/a.ts', filename: 'a.ts' }]",
      ),
      'a.ts': 'export default <%= options.a %>\n',
    };
    expect(await messagesFor(files)).toEqual([
      'a.ts: Templates no longer support lodash syntax (`experimental.compileTemplate`): used here. Remove `<% %>` from the templates, or compile them in your own module.',
      'fw.config.ts: `experimental.relativeWatchPaths` was on: Variant A no longer has this, so check whether the project relies on it.',
    ]);
  });
});

describe('every use', () => {
  it('is told with what to do', async () => {
    const messages = await messagesFor({
      'fw.config.ts': 'export default defineFwConfig({})\n',
      'pages/a.vue':
        "<script setup>\nconst { data, clear } = await useFetch('/a', options)\nuseFetch('/b', { default: () => [] })\ndata.value.a = 1\n</script>\n",
      'modules/a.ts':
        "import { templateUtils } from '@fw/kit'\nexport default templateUtils.serialize\n",
    });
    expect(messages.length).toBeGreaterThan(2);
    for (const message of messages)
      expect(message).toMatch(/\. (?:Check|Replace|Write|Make|Set) .*\.$/);
  });
});
