import type { JsonSchema } from '../../src/catalogue/shape.ts';
import { settingsShape } from '../../src/plan/settings.ts';
import { transforms } from '../../transforms/index.ts';
import { code, generatedPage, type Page, table } from './page.ts';
import { publishedSchema } from './published-schema.ts';
import { type Schema, shapesOf } from './schema.ts';

/** `schema/settings.schema.json`: the JSON Schema of a settings file, in the version that editors know best. */
export function settingsSchema(): JsonSchema {
  return publishedSchema({
    head: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'urn:fw-migrate:settings:1',
      title: 'Settings of fw-migrate',
      // Editors that know these do not complain about what is allowed here.
      ...{ allowComments: true, allowTrailingCommas: true },
    },
    shape: settingsShape(transforms),
  });
}

/** `docs/settings.md`: the settings file, where it is found and what it may say. */
export function settingsPage(): Page {
  const schema: Schema = settingsSchema();
  const projects: SchemaOfMap = schema.properties?.projects ?? {};
  return generatedPage('docs/settings.md', [
    introduction,
    finding,
    winning,
    trust,
    '## Every key',
    'The package has the JSON Schema as `fw-migrate/settings.schema.json`; these tables are made from it.',
    keyTable(schema),
    '### For single projects',
    'What stands under a folder in `projects`. A key replaces the same key of the run.',
    keyTable(projects.additionalProperties ?? {}),
    reporting,
  ]);
}

type SchemaOfMap = Schema & { readonly additionalProperties?: Schema };

function keyTable(schema: Schema): string {
  const fields = shapesOf(schema, '')[0]?.fields ?? [];
  return table(
    ['Key', 'Value', 'Meaning'],
    fields.map(({ name, type, description }) => [code(name), types[name] ?? type, description]),
  );
}

/** Where the list of all values would be longer than the rest of the table. */
const types: { readonly [key: string]: string } = {
  only: 'list of [transforms](transforms.md)',
  skip: 'list of [transforms](transforms.md)',
};

const introduction = `# Settings

A repository can keep its choices in a file, so that everybody, and continuous integration, runs with the same ones. This is \`fw-migrate.config.json\` at the top of a monorepo:

\`\`\`jsonc
{
  "$schema": "./node_modules/fw-migrate/schema/settings.schema.json",
  // Folders that are sources by our own conventions.
  "move": ["stores", "types"],
  "skip": ["unknown-options"],
  "projects": {
    "apps/admin": { "layout": "keep" },
    "apps/legacy-*": { "leave": true },
  },
}
\`\`\`

Comments and trailing commas are fine here. The same, without those, can be the key \`fw-migrate\` of package.json; or it is TypeScript:

\`\`\`ts
// fw-migrate.config.ts
import { defineSettings } from 'fw-migrate';

export default defineSettings({
  layout: 'app',
  move: ['stores'],
  projects: { 'apps/admin': { layout: 'keep' } },
});
\`\`\``;

const finding = `## Where it is found

| File | Read |
| --- | --- |
| \`fw-migrate.config.json\` | without asking |
| \`fw-migrate\` in package.json | without asking |
| \`fw-migrate.config.ts\`, \`.mts\`, \`.cts\`, \`.js\`, \`.mjs\`, \`.cjs\` | with \`--trust-config\`, or named with \`--config\` |

The folder that \`v4\` or \`effective\` is given comes first, then every folder above it up to the top of the git repository. The nearest one with settings counts, and alone: files are not merged. Outside of git only the folder itself is looked at, since what lies above may be anybody's. \`transform\` starts in the current folder.

- Two of these files in one folder are an error.
- \`--config <file>\` names a file, wherever it is; \`--no-config\` ignores all of them.
- Symbolic links are not followed.
- A file in the folder of a project *below* the run is not read, and the run says so: write its settings under \`projects\`.

Paths in the file (\`transforms\`, \`edition\`, the folders in \`projects\`) are seen from the folder of the file. A file outside of the repository that \`--config\` names, such as one that many repositories share, sees the folders in \`projects\` from the top of the repository, and some of them may not be there.`;

const winning = `## What wins

1. A flag on the command line wins over the same key of the file, also over what \`projects\` says. The other keys of the file still count. \`--transform\` is \`transforms\`; \`--no-keep-defaults\` switches \`keepDefaults\` off.
2. What is said under \`projects\` wins over the same key for the whole run; of several entries that match, the later one.
3. What a flag names, the file does not hold back: with \`--move stores\` a \`stay\` of \`stores\` is ignored, with \`--only generate\` a \`skip\` of \`generate\`. Likewise a project's \`stay\` wins over the run's \`move\`.

\`move\` is also the place for source folders of your own conventions: it moves them in every project that has them. A name that no project has is an error, and so is a folder in \`projects\` without a project, as far as the run can see: not if the file lies above the folder of the run, or elsewhere.

\`v4\` uses all keys. \`transform\` uses \`layout\`, \`keepDefaults\` and \`edition\`; \`only\`, \`skip\` and \`transforms\` are for \`transform all\`, since transforms that you name are your choice. \`effective\` uses \`edition\`. Nothing that protects your work can be switched off in a file: \`--allow-dirty\`, \`--allow-ignored\` and \`--recover\` are flags only.`;

const trust = `## Why only JSON is read without asking

Loading a file in TypeScript or JavaScript runs it, with all that you may do on your machine. fw-migrate runs no code of a repository by itself: people use it on pull requests from forks, and on hundreds of repositories that they did not write. So such a file stops the command with exit code 2, before anything is written, until you say that you trust it:

\`\`\`sh
fw-migrate v4 --dry-run --trust-config                   # the file that is found
fw-migrate v4 --dry-run --config fw-migrate.config.ts    # this one
\`\`\`

The same holds for what a JSON file names as code: \`transforms\`, and an \`edition\` that is not JSON, need \`--trust-config\`. An \`edition\` in JSON has to be in the repository. Everything else in a JSON file is a choice that fw-migrate checks and carries out within the folder of the run.`;

const reporting = `## What was in force

Every report names the file and the keys that counted:

\`\`\`text
Settings: fw-migrate.config.json (move, skip; apps/admin: layout; apps/legacy-shop: leave)
\`\`\`

In [the JSON report](report.md#settings) \`settings.chosen\` has every value, and whether it came from a flag, the file, or an answer to \`--interactive\`.`;
