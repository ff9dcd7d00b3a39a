import { fwCatalogue } from '../../src/catalogue/index.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { type FilesInMemory, snapshotOf } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { code, generatedPage, type Page, table } from './page.ts';

/** A format, with a file in which every line is edited, listed or left. */
export interface ToolFormat {
  readonly format: string;
  readonly path: string;
  readonly text: string;
}

/** The lines that the page is made from: the migration itself says what becomes of each. */
export const toolFormats: readonly ToolFormat[] = [
  {
    format: 'JavaScript and TypeScript configs (`*.config.*`, `.*rc.*`, `.storybook/*`)',
    path: 'tailwind.config.ts',
    text: "export default {\n  content: ['./pages/**/*.vue', './{components,pages}/*.vue'],\n  exclude: ['./{components,server}/**'],\n}\n",
  },
  {
    format: 'JSON configs in the root of a project or package, and in dot folders',
    path: '.eslintrc.json',
    text: '{\n  "ignorePatterns": ["components/*.vue"],\n  "settings": { "pages/index.vue": true }\n}\n',
  },
  {
    format: 'YAML configs (`.*rc`, `.*rc.yml`, `lefthook.yml`)',
    path: 'lefthook.yml',
    text: 'pre-commit:\n  commands:\n    lint:\n      glob: "pages/*.vue"\n      run: npx eslint pages\n',
  },
  {
    format: 'Scripts in package.json: words that are plain paths or patterns',
    path: 'package.json',
    text: '{\n  "scripts": {\n    "lint": "eslint pages \\"components/**/*.vue\\"",\n    "shell": "cd server && ls ../pages/index.vue pages/index.vue"\n  }\n}\n',
  },
  {
    format: 'Keys and lists of `lint-staged`, `jest` and the like in package.json',
    path: 'package.json',
    text: '{\n  "lint-staged": { "pages/**/*.vue": "eslint" },\n  "jest": { "roots": ["<rootDir>/components"] }\n}\n',
  },
  { format: 'CODEOWNERS', path: 'CODEOWNERS', text: '/pages/ @team\n' },
  {
    format:
      'Ignore files of linters, formatters and packages (`.eslintignore`, `.prettierignore`, `.npmignore`, …)',
    path: '.prettierignore',
    text: '/pages/index.vue\n!components/AppButton.vue\n',
  },
  {
    format: '`.gitignore` and other ignore files',
    path: '.gitignore',
    text: '/pages/generated.vue\n',
  },
  { format: '`.gitattributes`', path: '.gitattributes', text: 'components/* linguist-generated\n' },
  { format: '`.dockerignore`', path: '.dockerignore', text: 'components\n' },
  {
    format: 'Dockerfiles',
    path: 'Dockerfile',
    text: 'FROM node:22\nWORKDIR /srv\nCOPY pages ./pages\nRUN npx eslint pages\n',
  },
  {
    format: 'GitHub workflows: `paths`, `paths-ignore`, `working-directory`',
    path: '.github/workflows/ci.yml',
    text: "on:\n  push:\n    paths: ['pages/**']\njobs:\n  lint:\n    steps:\n      - run: npx eslint pages\n",
  },
  {
    format: 'GitLab pipelines: `changes`',
    path: '.gitlab-ci.yml',
    text: 'lint:\n  script: npx eslint pages\n  only:\n    changes: [pages/**/*]\n',
  },
  {
    format: 'Shell scripts, hooks, Makefiles, Jenkinsfiles',
    path: 'scripts/check.sh',
    text: 'ls pages/index.vue\n',
  },
  {
    format: 'Other YAML and TOML: compose files, hosting settings',
    path: 'compose.yaml',
    text: 'services:\n  web:\n    volumes:\n      - ./pages:/srv/pages\n',
  },
  { format: 'Documentation', path: 'README.md', text: 'Pages are in `pages/index.vue`.\n' },
];

const project: FilesInMemory = {
  'fw.config.ts': 'export default defineFwConfig({})\n',
  'pages/index.vue': '<template><p>Index</p></template>\n',
  'components/AppButton.vue': '<template><p>Button</p></template>\n',
  'server/api/a.ts': 'export default () => 1\n',
};

/** What becomes of the lines of a file: each that changes with its new text, and each that is listed. */
export async function linesOf({ path, text }: ToolFormat): Promise<{
  readonly edited: readonly (readonly [before: string, after: string])[];
  readonly listed: readonly string[];
}> {
  const plan = await planRepository(snapshotOf({ ...project, [path]: text }), {
    catalogue: fwCatalogue,
    steps: [{ kind: 'transforms', transforms }],
  });
  const before = text.split('\n');
  const after = plan.files.find(({ from }) => from === path)?.text?.after.split('\n') ?? before;
  const found = [...plan.followUps, ...plan.projects.flatMap(({ followUps }) => followUps)];
  const numbers = found
    .filter(({ file }) => file === path)
    .flatMap(({ line, evidence }) => [line, ...evidence.map((place) => place.line)]);
  return {
    edited: before.flatMap((line, index) => {
      const now = after[index] ?? '';
      return line === now ? [] : [[line.trim(), now.trim()] as const];
    }),
    listed: [...new Set(numbers)]
      .toSorted((a, b) => a - b)
      .map((line) => before[line - 1]?.trim() ?? ''),
  };
}

/** `docs/tools.md`: which files of other tools are edited, and which are listed. */
export async function toolsPage(): Promise<Page> {
  const rows = await Promise.all(
    toolFormats.map(async (one) => {
      const { edited, listed } = await linesOf(one);
      const changes = edited.map(([before, after]) => `${code(before)} → ${code(after)}`);
      return [one.format, changes.join('<br>') || '-', listed.map(code).join('<br>') || '-'];
    }),
  );
  return generatedPage('docs/tools.md', [
    introduction,
    table(['Format', 'Edited', 'Listed'], rows),
    versions,
    modules(),
  ]);
}

const introduction = `# Files of other tools

Configs, scripts, containers and pipelines contain paths to files that move. fw-migrate updates a path if it is safe: the format is known, the path resolves to something that moves, relative to only one possible folder, and the new path resolves to exactly the same files. Patterns are compared by all the files they match. Everything else becomes a follow-up with its line. Paths that do not exist are left alone.

\`--tooling report\`, or \`tooling: "report"\` in the [settings](settings.md), updates none of these and lists all of them. Before anything is written, an independent check compares the matched files again.

In the examples, \`pages/\` and \`components/\` move to \`app/\`, and \`server/\` stays. The table is generated by migrating them.`;

const versions = `## Versions of the framework

The version range is updated in the nearest package.json that lists the framework, in the catalog it refers to (pnpm-workspace.yaml, \`workspaces.catalog\`), and in \`overrides\`, \`resolutions\` and \`pnpm.overrides\` from there upwards. Exact versions stay exact (\`3.19.2\` → \`4.0.0\`), \`~\` stays \`~\`, and \`workspace:\`, \`file:\` and git specifiers are left alone. A range that is shared with a project that was not migrated is not changed, and becomes a follow-up. Other packages in the scope of the framework are mentioned in the follow-up, but not changed.`;

function modules(): string {
  const rows = Object.entries(fwCatalogue.facts.modulePaths).map(([option, { base }]) => [
    code(option),
    base.b === 'root' ? 'the root' : 'the source directory',
  ]);
  return `## Options of modules

Relative paths in options of modules become follow-ups, because it depends on the module what they are relative to. The following ones are known and updated; an [edition](editions.md) can add others with \`facts.modulePaths\`.

${table(['Option', 'Relative to'], rows)}`;
}
