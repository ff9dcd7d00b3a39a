import { describe, expect, it } from 'vitest';
import { defineTransform } from '../../src/plan/define.ts';
import { TransformFailure } from '../../src/plan/migrate.ts';
import { type Plan, PlanProblem } from '../../src/plan/plan.ts';
import { planRepository } from '../../src/plan/repository.ts';
import { type FilesInMemory, snapshotOf } from '../../src/project/snapshot.ts';
import { transforms } from '../../transforms/index.ts';

const config = 'export default defineFwConfig({})\n';
const page = '<template>a</template>\n';

function project(root: string, text = config): FilesInMemory {
  return { [`${root}/fw.config.ts`]: text, [`${root}/pages/index.vue`]: page };
}

function planned(files: FilesInMemory, own = transforms): Promise<Plan> {
  return planRepository(snapshotOf(files), { steps: [{ kind: 'transforms', transforms: own }] });
}

/** The projects that are refused, with what is said about each. */
function refusedIn({ projects }: Plan): { [root: string]: string[] } {
  const refused = projects.filter(({ isRefused }) => isRefused);
  return Object.fromEntries(
    refused.map(({ root, followUps }) => [root, followUps.map(({ message }) => message)]),
  );
}

function failingIn(...roots: readonly string[]) {
  const failing = defineTransform({
    id: 'failing',
    run(document) {
      if (roots.some((root) => document.path.startsWith(`${root}/`))) throw new Error('out of luck');
      return [];
    },
  });
  return [...transforms, failing];
}

describe('a problem of one project', () => {
  it('in a transform leaves the others alone', async () => {
    const plan = await planned({ ...project('a'), ...project('b') }, failingIn('a'));
    expect(refusedIn(plan)).toEqual({
      a: [
        'The transform `failing` failed on a/fw.config.ts: out of luck. Run again when that is solved. The project was left as it is.',
      ],
    });
    expect(plan.files.map(({ to }) => to)).toEqual(['b/app/pages/index.vue']);
  });

  it('is thrown as it is if there is no other', async () => {
    await expect(planned(project('a'), failingIn('a'))).rejects.toThrow(TransformFailure);
  });

  it('is told for each if all have one', async () => {
    const failing = planned({ ...project('a'), ...project('b') }, failingIn('a', 'b'));
    await expect(failing).rejects.toThrow(PlanProblem);
    await expect(failing).rejects.toThrow(
      /a\/fw\.config\.ts: out of luck[\s\S]*b\/fw\.config\.ts: out of luck/,
    );
  });

  it('in a file that two share stops both', async () => {
    const own = (folder: string) =>
      `import { css } from '../common'\nexport default { css, srcDir: '${folder}' }\n`;
    const plan = await planned({
      'common.ts': "export const css = ['~/main.css']\n",
      'a/fw.config.ts': own('src'),
      'a/src/main.css': '',
      'b/fw.config.ts': "import { css } from '../common'\nexport default { css }\n",
      'b/main.css': '',
      ...project('c'),
    });
    expect(Object.keys(refusedIn(plan))).toEqual(['a', 'b']);
    expect(plan.files.map(({ to }) => to)).toEqual(['c/app/pages/index.vue']);
  });

  it('with sources that are a project of their own stops both', async () => {
    const plan = await planned({
      ...project('a', "export default { srcDir: 'site' }\n"),
      ...project('a/site'),
      ...project('b'),
    });
    expect(Object.keys(refusedIn(plan))).toEqual(['a', 'a/site']);
    expect(plan.files.map(({ to }) => to)).toEqual(['b/app/pages/index.vue']);
  });

  it('also stops what extends it, and what that extends', async () => {
    const plan = await planned(
      {
        ...project('base'),
        ...project('shop', "export default { extends: ['../base', '../theme'] }\n"),
        ...project('theme'),
        ...project('other'),
      },
      failingIn('base'),
    );
    expect(Object.keys(refusedIn(plan))).toEqual(['base', 'shop', 'theme']);
    expect(plan.files.map(({ to }) => to)).toEqual(['other/app/pages/index.vue']);
  });
});
