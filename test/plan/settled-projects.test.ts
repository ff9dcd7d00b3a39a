import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../transforms/index.ts';
import { snapshotOf, treeAfter, treeOf } from '../repository/support/tree.ts';

const page = '<template><div /></template>\n';

/** A project of Variant B that moves, and a config of Variant A beside it. */
async function runBeside(
  config: string,
  site = '{}',
): Promise<{ readonly plan: Plan; readonly config: string | undefined }> {
  const tree = treeOf({
    'site/fw.config.ts': `export default defineFwConfig(${site})\n`,
    'site/pages/index.vue': page,
    'site/assets/main.css': '',
    'ui/fw.config.ts': `export default defineFwConfig(${config})\n`,
    'ui/package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
    'ui/app/pages/index.vue': page,
    'ui/assets/main.css': '',
  });
  const plan = await planRepository(snapshotOf(tree), {
    steps: [{ kind: 'transforms', transforms }],
  });
  return { plan, config: treeAfter(tree, plan).get('ui/fw.config.ts')?.toString() };
}

describe('the config of a project of Variant A', () => {
  it('follows what another project moves', async () => {
    const { config } = await runBeside(
      "{ alias: { '#pages': '~~/../site/pages' }, css: ['@@/../site/assets/main.css'], pwa: { css: '~~/../site/assets/main.css' } }",
    );
    expect(config).toBe(
      "export default defineFwConfig({ alias: { '#pages': '~~/../site/app/pages' }, css: ['@@/../site/app/assets/main.css'], pwa: { css: '~~/../site/app/assets/main.css' } })\n",
    );
  });

  it('keeps a path that may be that of the project which extends it, and reports it', async () => {
    const { config, plan } = await runBeside(
      "{ css: ['~~/assets/main.css'] }",
      "{ extends: ['../ui'] }",
    );
    expect(config).toContain("css: ['~~/assets/main.css']");
    const followUps = plan.projects.flatMap((project) => project.followUps);
    expect(followUps.map(({ code, file }) => `${file} ${code}`)).toContain(
      'ui/fw.config.ts dynamic-path',
    );
  });
});
