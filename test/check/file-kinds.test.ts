import { describe, expect, it } from 'vitest';
import { fileKindOf, fileKinds } from '../../src/catalogue/file-kinds.ts';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../transforms/index.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

function plan(files: { readonly [path: string]: string }, catalogue = fwCatalogue): Promise<Plan> {
  return planRepository(snapshotOf(treeOf(files)), {
    steps: [{ kind: 'transforms', transforms }],
    catalogue,
  });
}

const project = {
  'fw.config.ts': "export default defineFwConfig({ css: ['~/assets/a.css'] })\n",
  'app.vue': "<script setup>\nimport Card from '~/components/Card.vue'\n</script>\n",
  'assets/a.css': "@import './b.css';\n",
  'assets/b.css': '',
  'components/Card.vue': "<script setup>\nimport { a } from '../utils/a'\n</script>\n",
  'components/static/Notice.vue': "<script setup>\nimport { a } from '~/utils/a'\n</script>\n",
  'utils/a.ts': 'export const a = 1\n',
  'tests/a.test.ts': "import { a } from '../utils/a'\n",
  'server/b.ts': "import { a } from '~/utils/a'\n",
};

describe('a project is checked whatever the name of its folder is', () => {
  const planIn = (folder: string) =>
    plan(
      Object.fromEntries(
        Object.entries(project).map(([path, text]) => [`apps/${folder}/${path}`, text]),
      ),
    );

  it.each(['static', 'public', 'coverage', 'dist', 'content', 'blog', 'data', 'fixtures'])(
    'apps/%s',
    async (folder) => {
      const [inFolder, inOther] = [await planIn(folder), await planIn('other')];
      const { same, followed } = inOther.proof.references;
      expect([same, followed]).toEqual([6, 1]);
      expect(inFolder.proof.references).toEqual(inOther.proof.references);
      expect(inFolder.files.length).toBe(inOther.files.length);
    },
  );
});

describe('every row of the table decides something', () => {
  const load = "load('../components/Card.vue')\n";
  /** For each row, a file that is treated otherwise without it. */
  const files: { readonly [path: string]: string } = {
    'tsconfig.json': '{ "ui": { "include": ["components/*.vue"] } }\n',
    'tests/a.snap': load,
    'tests/a.min.js': load,
    'public/worker.js': load,
    '.yarn/yarn.cjs': load,
    'package.json': '{ "name": "shop", "files": ["components"] }\n',
    '.storybook/main.ts': "export default { stories: ['../components/*.vue'] }\n",
    'app.config.ts': "export default { ui: { include: ['shop/layouts/*.vue'] } }\n",
    'vitest.config.ts': "export default { test: { include: ['components/*.vue'] } }\n",
    'tests/files.ts': "readdirSync('components')\n",
    'assets/notice.css': "@import './b.css';\n",
    'content/card.md': 'The card is in `components/Card.vue`.\n',
    'CHANGELOG.md': 'Adds `components/Card.vue`.\n',
    'README.md': 'The card is in `components/Card.vue`.\n',
    'turbo.json': '{ "inputs": ["layouts/*.vue"] }\n',
    'crowdin.yml': 'source: /assets/en.json\n',
    'data/cards.yml': 'card: components/Card.vue\n',
    'vercel.json': '{ "files": ["components/Card.vue"] }\n',
    '.gitlab-ci.yml': 'test: { changes: [components/Card.vue] }\n',
    'netlify.toml': 'card = "components/Card.vue"\n',
    '.husky/pre-commit': 'cat components/Card.vue\n',
    Dockerfile: 'COPY components /x\n',
    '.dockerignore': 'components\n',
    '.prettierignore': '/components\n',
    '.fwignore': '/components/*.ts\n',
    '.stackignore': '/components\n',
    '.editorconfig': '[components/*.vue]\n',
    CODEOWNERS: '/components @us\n',
    Makefile: 'all:\n\tcat components/Card.vue\n',
    '.lintstagedrc': 'components/*.vue: eslint\n',
  };
  const workspace = {
    ...project,
    'assets/en.json': '{}\n',
    'shop/fw.config.ts':
      "export default defineFwConfig({ ui: { include: ['components/*.vue', 'x'] } })\n",
    'shop/layouts/default.vue': '',
    ...files,
  };
  const rows = fileKinds(fwCatalogue.names, fwCatalogue.facts);
  const shownWith = async (table: typeof rows) => {
    const fileKind = (path: string, root = '') => fileKindOf(path, root, table);
    const run = await plan(workspace, { ...fwCatalogue, fileKind });
    const { files: planned, followUps, proof, projects } = run;
    const ofProjects = projects.map((one) => one.followUps);
    return JSON.stringify([planned, followUps, proof.references, ofProjects], undefined, 1);
  };

  it.each(rows.map(([files, kind], index) => [index, kind, String(files)]))(
    '%i %s, %s',
    async (index) => {
      expect(await shownWith(rows.toSpliced(Number(index), 1))).not.toBe(await shownWith(rows));
    },
  );
});
