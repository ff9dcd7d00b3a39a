import type { Report } from '../../src/report/report.ts';
import { anchorOf, block, code, generatedPage, type Page, table } from './page.ts';
import { type Schema, type Shape, shapesOf, simpleTypesOf } from './schema.ts';
import { shortened } from './shortened.ts';

/** `docs/report.md`: the JSON report, its fields and its uses. */
export function reportPage(schema: Schema, example: Report): Page {
  const shapes = shapesOf(schema, 'report');
  return generatedPage('docs/report.md', [
    '# The JSON report',
    'Every run can tell what it did, or would do, as JSON. All other formats are made from it.',
    block(
      'sh',
      `fw-migrate v4 --dry-run --format json > report.json
fw-migrate report report.json --format markdown`,
    ),
    'The package has the JSON Schema as `fw-migrate/report.schema.json`; this page is made from it, and every report of the test suite is validated against it.',
    uses,
    ledger,
    repeat,
    versions,
    '## An example',
    'The dry run of `examples/shop`. Of every list only the first item is shown, and long texts are cut.',
    block('jsonc', shortened(example)),
    '## Fields',
    simpleTypesOf(schema)
      .map(({ name, description }) => `- *${name}*: ${description}`)
      .join('\n'),
    ...shapes.flatMap((shape) => sectionOf(shape, shapes)),
  ]);
}

const uses = `## Use it

With [jq](https://jqlang.org). What must be decided, one line for each:

\`\`\`sh
jq -r '.projects[].followUps[], .elsewhere.followUps[] | select(.kind == "decide") | "\\(.file):\\(.line): \\(.message)"' report.json
\`\`\`

How often each code occurs, the most frequent first:

\`\`\`sh
jq -r '[.projects[].followUps[], .elsewhere.followUps[]] | group_by(.code) | sort_by(-length)[] | "\\(length)\\t\\(.[0].code)"' report.json
\`\`\`

Projects by what is left in them, the folders that move, and every option that means something else afterwards:

\`\`\`sh
jq -r '.projects[] | "\\(.followUps | length)\\t\\(.config)"' report.json
jq -r '.projects[].moves[] | "\\(.from) -> \\(.to)"' report.json
jq -r '.projects[].proof.changed[] | "\\(.option): \\(.why)"' report.json
\`\`\``;

const ledger = `## A ledger

A report is also a ledger. The report of the last run stays in \`.fw-migrate/\`: \`fw-migrate report\` shows it again in any format, and the next run compares with it. A run that is given another one as \`--baseline\` sets \`status\` on every follow-up: \`new\`, \`open\`, or \`done\`, and counts the last in \`summary.done\`.

\`\`\`sh
fw-migrate v4 --output first.json
fw-migrate v4 --dry-run --baseline first.json --format json > now.json
jq -r '.projects[].followUps[], .elsewhere.followUps[] | select(.status == "open") | "\\(.id) \\(.code) \\(.file):\\(.line)"' now.json
\`\`\`

A follow-up is done when it is not found any more and every line that it pointed to has changed. Some things no tool can see, such as whether somebody has looked at a changed default. Close such a one by its id, of which the first letters are enough:

\`\`\`sh
fw-migrate close e459 038f --note "checked with the shop team"
fw-migrate close e459 --baseline first.json
fw-migrate reopen e459
\`\`\`

Without \`--baseline\` that is about the last run in the folder. In a saved report only \`closed\`, \`note\`, \`status\` and the counts change, and what is closed stays so in later runs. \`v4 --check\` ends with 1 while anything is left to migrate, and while any follow-up of the ledger is open. A report in \`.fw-migrate/\` that is not from a run of yours in that folder is shown with a note, and decides nothing.

\`id\` names a follow-up in every run, as long as the line at its place reads the same. It does not depend on line numbers. [Campaigns](campaigns.md#over-months) shows a ledger in use.`;

const repeat = `## Repeat a run

\`run\` has the version, the commit that was checked out and the command, with every option that decides what is migrated and paths from the top of the repository; \`edition\` and \`settings\` have the rest. Every format shows the command. Shards that differ in any of these are no parts of one run, and are not merged.`;

const versions = `## Versions

\`schemaVersion\` is raised when a reader of the older format could be misled: when a field goes, or means something else. Within one version fields may be added, so a reader of yours should pass over those that it does not know. \`report\` and \`--baseline\` are stricter: they refuse another version, and fields that their own schema does not name. Use one release of fw-migrate for all shards of a run, and the same or a newer one to read its reports. The codes of follow-ups are stable; new ones may come.`;

function sectionOf({ name, description, fields }: Shape, shapes: readonly Shape[]): string[] {
  return [
    `### ${code(name)}`,
    description,
    table(
      ['Field', 'Type', 'Meaning'],
      fields.map((field) => [
        code(field.name) + (field.isRequired ? '' : ' (may be absent)'),
        linked(field.type, shapes),
        field.description,
      ]),
    ),
  ];
}

/** The type with a link to where its fields are, where it has any. */
function linked(type: string, shapes: readonly Shape[]): string {
  const [, list = '', name = type] = /^(list of )(.*)$/.exec(type) ?? [];
  const shape = shapes.find((one) => one.name === name || one.name.startsWith(`${name} (`));
  return shape ? `${list}[${name}](#${anchorOf(shape.name)})` : type;
}
