import type { JsonSchema } from '../../src/catalogue/shape.ts';
import { settingsShape } from '../../src/plan/shapes.ts';
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
    'The JSON Schema is part of the package: `fw-migrate/settings.schema.json`. These tables are generated from it.',
    keyTable(schema),
    '### For single projects',
    'The keys of an entry in `projects`. They override the same keys of the run.',
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

A repository can keep its settings in a file, so that everyone, including CI, uses the same ones. For example, \`fw-migrate.config.json\` in the root of a monorepo:

\`\`\`jsonc
{
  "$schema": "./node_modules/fw-migrate/schema/settings.schema.json",
  // These folders contain source code too.
  "move": ["stores", "types"],
  "skip": ["unknown-options"],
  "projects": {
    "apps/admin": { "layout": "keep" },
    "apps/legacy-*": { "leave": true },
  },
}
\`\`\`

Comments and trailing commas are allowed. You can also use the key \`fw-migrate\` in package.json (without comments), or TypeScript:

\`\`\`ts
// fw-migrate.config.ts
import { defineSettings } from 'fw-migrate';

export default defineSettings({
  layout: 'app',
  move: ['stores'],
  projects: { 'apps/admin': { layout: 'keep' } },
});
\`\`\``;

const finding = `## Where settings are read from

| File | Read |
| --- | --- |
| \`fw-migrate.config.json\` | always |
| \`fw-migrate\` in package.json | always |
| \`fw-migrate.config.ts\`, \`.mts\`, \`.cts\`, \`.js\`, \`.mjs\`, \`.cjs\` | with \`--trust-config\`, or named with \`--config\` |

fw-migrate looks in the folder passed to \`v4\` or \`effective\` first, then in every folder above it, up to the root of the git repository. Only the nearest settings are used: files are not merged. Outside of git, only the folder itself is searched, because folders above may belong to someone else. \`transform\` starts in the current folder.

- Two of these files in one folder are an error.
- \`--config <file>\` uses any other file; \`--no-config\` ignores all settings files.
- Symbolic links are not followed.
- A settings file in a project *below* the migrated folder is ignored, and the run says so: add its settings under \`projects\`.

Paths in the file (\`transforms\`, \`edition\`, the folders in \`projects\`) are relative to the file. If \`--config\` points to a file outside the repository, such as one shared by many repositories, the folders in \`projects\` are relative to the root of the repository, and do not all have to exist.`;

const winning = `## Precedence

1. A command line option overrides the same key of the file, including in \`projects\`. The other keys of the file still apply. \`--transform\` corresponds to \`transforms\`; \`--no-keep-defaults\` turns \`keepDefaults\` off.
2. An entry in \`projects\` overrides the same key for the whole run; if several entries match, the last one takes precedence.
3. The file cannot exclude what an option includes: with \`--move stores\`, a \`stay\` of \`stores\` is ignored; with \`--only generate\`, a \`skip\` of \`generate\` is ignored. Likewise, the \`stay\` of a project overrides the \`move\` of the run.

Use \`move\` for your own source folders as well: it moves them in every project that has them. A folder that no project has is an error, and so is an entry in \`projects\` without a project, unless the settings file is above the migrated folder or elsewhere.

\`v4\` uses all keys. \`transform\` uses \`layout\`, \`keepDefaults\` and \`edition\`; \`only\`, \`skip\` and \`transforms\` apply to \`transform all\`, but not to transforms that you select yourself. \`effective\` uses \`edition\`. Safety checks cannot be turned off in a file: \`--allow-dirty\`, \`--allow-ignored\` and \`--recover\` are flags only.`;

const trust = `## Why only JSON is always read

Loading a TypeScript or JavaScript file runs it with all your permissions. fw-migrate does not run code of a repository on its own, because people use it on pull requests from forks and on hundreds of repositories they did not write. With such a file, the command exits with code 2 before anything is written, until you trust it:

\`\`\`sh
fw-migrate v4 --dry-run --trust-config                   # the file it found
fw-migrate v4 --dry-run --config fw-migrate.config.ts    # this file
\`\`\`

The same applies to code that a JSON file refers to: \`transforms\`, and an \`edition\` that is not JSON, need \`--trust-config\`. A JSON \`edition\` must be in the repository. Everything else in a JSON file is a setting that fw-migrate validates, and that only affects the migrated folder.`;

const reporting = `## Settings in reports

Every report shows the file and the keys that were applied:

\`\`\`text
Settings: fw-migrate.config.json (move, skip; apps/admin: layout; apps/legacy-shop: leave)
\`\`\`

In [the JSON report](report.md#settings) \`settings.chosen\` contains every value, and whether it came from an option, the file, or an answer to \`--interactive\`.`;
