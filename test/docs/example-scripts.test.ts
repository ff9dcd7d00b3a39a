import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readReport } from '../../src/report/read-report.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { openStage, root } from './support/stage.ts';

const stage = openStage();
afterAll(stage.remove);

const scripts = join(root, 'examples/scripts');

/** The Nuxt example with the package and the scripts in a folder above, as an own repository of scripts has them. */
function stageWith(name: string) {
  const folder = join(stage.folder, name);
  const project = join(folder, 'shop');
  cpSync(join(root, 'examples/nuxt'), project, { recursive: true });
  cpSync(scripts, folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/fw-migrate'));
  const run = async (script: string) => {
    const { status, stdout, stderr } = await stage.run(folder, script);
    expect(status, stderr).toBe(0);
    return { stdout, stderr };
  };
  return { folder, project, run };
}

describe.concurrent('the example scripts', () => {
  it('change one option of a Nuxt config only', async () => {
    const { project, run } = stageWith('one-option');
    const before = contentsOf(project);
    const { stdout } = await run('node one-option.mjs shop');
    expect(stdout).toContain('nuxt.config.ts: `generate.routes`');
    const config = join(project, 'nuxt.config.ts');
    const text = readFileSync(config, 'utf8');
    // `dir.static` ends too, but that is another transform.
    expect(text).toContain("static: 'files'");
    expect(text).toContain("nitro: { prerender: { routes: ['/imprint'] } }");
    const { 'nuxt.config.ts': _, ...others } = contentsOf(project);
    expect(before).toMatchObject(others);
    expect(Object.keys(others)).toHaveLength(Object.keys(before).length - 1);
  });

  it('list what is open in many repositories', async () => {
    const { folder, run } = stageWith('open-items');
    const reports = join(folder, 'reports');
    mkdirSync(reports);
    await run('fw-migrate v4 shop --quiet --dry-run --output reports/later.json');
    await run('fw-migrate v4 shop --quiet --output reports/shop.json');
    writeFileSync(join(reports, 'legacy.error'), 'There is no config.\nMore.\n');
    writeFileSync(join(reports, 'broken.json'), '{}');
    const { stdout } = await run('node open-items.mjs reports');
    expect(stdout).toMatch(/^failed {2}broken\n/);
    expect(stdout).toContain('\nfailed  legacy\n        There is no config.\n');
    expect(stdout).toContain('\nto do   later\n        ');
    expect(stdout).toContain('\nopen    shop\n        ');
    expect(stdout).toMatch(/\ninstall-framework: later, shop\n/);
    expect(stdout).toMatch(/\n0 of 4 repositories done\.\n$/);

    // The next time, it says what has changed.
    const { projects, elsewhere } = readReport(readFileSync(join(reports, 'shop.json'), 'utf8'));
    const ids = [...projects, elsewhere].flatMap((part) => part.followUps.map(({ id }) => id));
    await run(`fw-migrate close ${ids.join(' ')} --baseline reports/shop.json`);
    const next = await run('node open-items.mjs reports reports/open-items.json');
    expect(next.stdout).toContain('\ndone    shop (was open)\n');
    expect(next.stdout).toMatch(/\n1 of 4 repositories done\.\n$/);
  });

  it('run a transform of the user on Nuxt, from the command line and in a script', async () => {
    const { project, folder, run } = stageWith('own-transform');
    const config = join(project, 'nuxt.config.ts');
    writeFileSync(
      config,
      "export default defineNuxtConfig({ modules: ['@acme/nuxt-auth'], nitro: { preset: 'vercel-edge' } })\n",
    );
    await run('fw-migrate transform ./own-transform.mjs shop/nuxt.config.ts');
    const expected =
      "export default defineNuxtConfig({ modules: ['@acme/auth/nuxt'], nitro: { preset: 'vercel' } })\n";
    expect(readFileSync(config, 'utf8')).toBe(expected);
    writeFileSync(
      join(folder, 'all.mjs'),
      "import { planMigration, snapshotOf } from 'fw-migrate'\nimport ownTransform from './own-transform.mjs'\nconst { files } = await planMigration(snapshotOf({ 'nuxt.config.ts': \"export default { generate: { exclude: ['/a'] } }\\n\" }), { transforms: [ownTransform], skip: ['generate'] })\nconsole.log(files[0].text.after)\n",
    );
    expect((await run('node all.mjs')).stdout).toContain("prerender: { ignore: ['/a'] }");
  });

  it('return the diff as a string', async () => {
    const { project, run } = stageWith('diff');
    const before = contentsOf(project);
    const { stdout } = await run('node diff.mjs shop');
    expect(stdout).toMatch(/^\d+ files\ndiff --git a\/nuxt\.config\.ts b\/nuxt\.config\.ts\n/);
    expect(contentsOf(project)).toEqual(before);
  });

  it('migrate files in memory', async () => {
    const { stdout } = await stageWith('in-memory').run('node in-memory.mjs');
    expect(stdout).toContain(
      'app/assets/main.css\napp/pages/index.vue\napp/utils/title.ts\nnuxt.config.ts\npackage.json\ntests/title.ts\n',
    );
    expect(stdout).toContain("from '../app/utils/title'");
    expect(stdout).toContain('verify install-framework: ');
  });

  it('show progress', async () => {
    const { stdout, stderr } = await stageWith('progress').run('node progress.mjs shop');
    expect(stderr).toMatch(/#{20} (\d+) of \1 files\n$/);
    expect(stdout).toMatch(/^\d+ of \d+ files would change\.\n$/);
  });

  it('are all on the page of the API', () => {
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
    for (const name of readdirSync(scripts)) expect(page).toContain(`examples/scripts/${name})`);
  });
});
