import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApplyProblem, applyPlan, planMigration, readSnapshot, undo } from '../../src/index.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';
import { shown, type Tree, treeAfter, treeIn } from '../repository/support/tree.ts';

const files = {
  'fw.config.ts': "export default { css: ['~/assets/main.css'], dir: { static: 'files' } }\n",
  'assets/main.css': Buffer.from([0x62, 0xff, 0x00, 0x0d, 0x0a]),
  'pages/index.vue': "<script setup>\nimport '../composables/a'\n</script>\n",
  'composables/a.ts': 'export const a = 1\n',
  'server/api.ts': "export { a } from '../composables/a'\n",
};

/** What is in a folder, without what belongs to us. */
function projectIn(folder: string): Tree {
  return new Map([...treeIn(folder)].filter(([path]) => !path.startsWith('.fw-migrate/')));
}

async function planned(folder = folderWith(files)) {
  const before = treeIn(folder);
  const snapshot = readSnapshot(folder);
  return { folder, before, snapshot, plan: await planMigration(snapshot) };
}

describe('applyPlan and undo', () => {
  it('write what was planned, and bring every byte back', async () => {
    const { folder, before, snapshot, plan } = await planned();
    const ran = applyPlan(plan, folder, { snapshot });
    expect(ran).toEqual({ moved: 3, changed: 2, kept: [] });
    expect(shown(projectIn(folder))).toEqual(shown(treeAfter(before, plan)));
    expect(undo(folder)).toEqual({
      moved: 3,
      changed: 2,
      kept: [],
      forced: [],
      hasMore: false,
      dates: [expect.any(String)],
    });
    expect(shown(projectIn(folder))).toEqual(shown(before));
    expect(undo(folder)).toBeUndefined();
  });

  it('share their runs with the command line, wherever the folder is named from', async () => {
    const { folder, before, plan } = await planned();
    applyPlan(plan, relative(process.cwd(), folder));
    const { status, stderr } = fwMigrate(folder, ['undo']);
    expect(status, stderr).toBe(0);
    expect(shown(projectIn(folder))).toEqual(shown(before));
  });

  it('write nothing if a file that was read has changed since', async () => {
    const { folder, snapshot, plan } = await planned();
    writeFileSync(join(folder, 'pages/late.vue'), '<template></template>\n');
    const before = treeIn(folder);
    expect(() => applyPlan(plan, folder, { snapshot })).toThrow(ApplyProblem);
    expect(() => applyPlan(plan, folder, { snapshot })).toThrow(
      'pages/late.vue: It appeared after',
    );
    expect(shown(projectIn(folder))).toEqual(shown(before));
  });

  it('undo only by force what was edited since, and keep that', async () => {
    const { folder, before, plan } = await planned();
    applyPlan(plan, folder);
    writeFileSync(join(folder, 'fw.config.ts'), 'export default {}\n');
    expect(() => undo(folder)).toThrow(ApplyProblem);
    const [forced] = undo(folder, { force: true })?.forced ?? [];
    expect(forced).toMatchObject({ path: 'fw.config.ts', outcome: 'replaced' });
    expect(treeIn(folder).get(forced?.copy ?? '')).toEqual(Buffer.from('export default {}\n'));
    expect(shown(projectIn(folder))).toEqual(shown(before));
  });

  it('refuse a folder that does not exist', async () => {
    const { folder, plan } = await planned();
    expect(() => applyPlan(plan, join(folder, 'absent'))).toThrow(ApplyProblem);
  });
});
