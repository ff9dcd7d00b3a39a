import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../transforms/index.ts';
import { snapshotOf, treeAfter, treeOf } from '../repository/support/tree.ts';

const page = '<template><div /></template>\n';
const app = "export default defineFwConfig({ extends: ['../ui'] })\n";
const layer = {
  'ui/fw.config.ts': 'export default defineFwConfig({})\n',
  'ui/components/A.vue': page,
};

async function runOn(
  files: { readonly [path: string]: string },
  ...left: readonly string[]
): Promise<{ readonly plan: Plan; readonly after: ReadonlyMap<string, string> }> {
  const tree = treeOf(files);
  const plan = await planRepository(snapshotOf(tree), {
    steps: [{ kind: 'transforms', transforms }],
    choices: new Map(left.map((folder) => [folder, { leave: true }])),
  });
  const after = Array.from(
    treeAfter(tree, plan),
    ([path, bytes]) => [path, bytes.toString()] as const,
  );
  return { plan, after: new Map(after) };
}

function codesIn({ projects }: Plan, root: string): string[] {
  return projects
    .filter((one) => one.root === root)
    .flatMap((one) => one.followUps.map(({ code }) => code));
}

describe('a project that is left as it is', () => {
  it('keeps the layer that it alone extends as it is', async () => {
    const files = { 'one/fw.config.ts': app, 'one/pages/index.vue': page, ...layer };
    const { plan, after } = await runOn(files, 'one');
    expect(Object.fromEntries(after)).toEqual(files);
    expect(codesIn(plan, 'ui')).toEqual(['layer-stays']);
  });

  it('keeps the sources of a layer in place that a migrated project extends as well', async () => {
    const { plan, after } = await runOn(
      { 'one/fw.config.ts': app, 'two/fw.config.ts': app, 'two/pages/index.vue': page, ...layer },
      'one',
    );
    expect(after.get('one/fw.config.ts')).toBe(app);
    expect(after.has('two/app/pages/index.vue')).toBe(true);
    expect(after.has('ui/components/A.vue')).toBe(true);
    expect(after.get('ui/fw.config.ts')).toContain("srcDir: '.'");
    expect(codesIn(plan, 'ui')).toEqual(['layer-stays']);
  });

  it('still follows what others move', async () => {
    const { after } = await runOn(
      {
        'one/fw.config.ts': 'export default defineFwConfig({})\n',
        'one/pages/index.vue':
          "<script setup>\nimport A from '~~/../ui/components/A.vue'\n</script>\n",
        ...layer,
      },
      'one',
    );
    expect(after.get('one/pages/index.vue')).toContain("'~~/../ui/app/components/A.vue'");
  });
});
