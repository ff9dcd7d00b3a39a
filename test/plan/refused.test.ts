import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { CheckFailure, PlanProblem } from '../../src/plan/defect.ts';
import { TransformFailure } from '../../src/plan/migrate.ts';
import { asTransform, defineTransform } from '../../src/plan/transform.ts';
import { type FilesInMemory, snapshotOf } from '../../src/tree/snapshot.ts';
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

/** The built-in transforms with one that names a wrong style sheet in some projects, as a mistake of ours would. */
function mistakenIn(...roots: readonly string[]) {
  return transforms.map((transform) =>
    transform.id !== 'css'
      ? transform
      : asTransform({
          ...{ id: 'css', summary: '', options: ['css'], followsMoves: true },
          run(document, context) {
            if (!roots.some((root) => document.path.startsWith(`${root}/`)))
              return transform.run(document, context);
            const changes = document.scopes
              .slice(0, 1)
              .map((scope) => scope.set(['css', 0], '~/assets/other.css'));
            return [{ option: 'css', at: document.at, changes, message: 'css is updated' }];
          },
        }),
  );
}

function styled(
  root: string,
  text = "export default { css: ['~/assets/main.css'] }\n",
): FilesInMemory {
  return {
    ...project(root, text),
    [`${root}/assets/main.css`]: '',
    [`${root}/assets/other.css`]: '',
  };
}

function failingIn(...roots: readonly string[]) {
  const failing = defineTransform({
    id: 'failing',
    run(document) {
      if (roots.some((root) => document.path.startsWith(`${root}/`)))
        throw new Error('out of luck');
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
        'The transform `failing` failed on a/fw.config.ts: out of luck. Fix this and run again. The project was not changed.',
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

  it('that a check finds stops that project alone', async () => {
    const plan = await planned({ ...styled('a'), ...styled('b') }, mistakenIn('a'));
    expect(refusedIn(plan)).toEqual({ a: [expect.stringMatching(/bug in fw-migrate: .*`css/)] });
    expect(plan.projects[0]?.followUps).toMatchObject([{ file: 'a/fw.config.ts', line: 1 }]);
    const places = plan.files.map(({ to }) => to);
    expect(places).toEqual([
      'b/app/assets/main.css',
      'b/app/assets/other.css',
      'b/app/pages/index.vue',
    ]);
  });

  it('that a check finds in a file outside of it stops what reads that file', async () => {
    const shared = "import { css } from '../common'\nexport default { css }\n";
    const plan = await planned(
      {
        'common.ts': "export const css = ['~/assets/main.css']\n",
        ...styled('a', shared),
        ...styled('b', shared),
        ...styled('c'),
      },
      mistakenIn('a', 'b'),
    );
    expect(Object.keys(refusedIn(plan))).toEqual(['a', 'b']);
    expect(plan.projects[0]?.followUps).toMatchObject([{ file: 'common.ts', line: 1 }]);
    expect(plan.files.map(({ from }) => from)).toContain('c/assets/main.css');
  });

  it('that a check finds ends the run if there is no other', async () => {
    await expect(planned(styled('a'), mistakenIn('a'))).rejects.toThrow(CheckFailure);
  });
});
