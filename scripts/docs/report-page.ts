import type { Report } from '../../src/report/report.ts';
import { anchorOf, block, code, generatedPage, type Page, table } from './page.ts';
import { type Schema, type Shape, shapesOf, simpleTypesOf } from './schema.ts';
import { shortened } from './shortened.ts';

/** `docs/report.md`: the JSON report, its fields and its uses. */
export function reportPage(schema: Schema, example: Report): Page {
  const shapes = shapesOf(schema, 'report');
  return generatedPage('docs/report.md', [
    '# The JSON report',
    'Every run can write a JSON report of what it did or would do. All other formats are generated from it.',
    block(
      'sh',
      `fw-migrate v4 --dry-run --format json > report.json
fw-migrate report report.json --format markdown`,
    ),
    'The JSON Schema is part of the package: `fw-migrate/report.schema.json`. This page is generated from it, and every report in the test suite is validated against it.',
    uses,
    ledger,
    repeat,
    versions,
    '## An example',
    'The dry run of `examples/shop`, with only the first item of every list, and with long strings shortened.',
    block('jsonc', shortened(example)),
    '## Fields',
    simpleTypesOf(schema)
      .map(({ name, description }) => `- *${name}*: ${description}`)
      .join('\n'),
    ...shapes.flatMap((shape) => sectionOf(shape, shapes)),
  ]);
}

const uses = `## Use it

With [jq](https://jqlang.org). Everything to decide, one line each:

\`\`\`sh
jq -r '.projects[].followUps[], .elsewhere.followUps[] | select(.kind == "decide") | "\\(.file):\\(.line): \\(.message)"' report.json
\`\`\`

How often each code occurs, most frequent first:

\`\`\`sh
jq -r '[.projects[].followUps[], .elsewhere.followUps[]] | group_by(.code) | sort_by(-length)[] | "\\(length)\\t\\(.[0].code)"' report.json
\`\`\`

Projects with their number of follow-ups, the folders that move, and every option that changes:

\`\`\`sh
jq -r '.projects[] | "\\(.followUps | length)\\t\\(.config)"' report.json
jq -r '.projects[].moves[] | "\\(.from) -> \\(.to)"' report.json
jq -r '.projects[].proof.changed[] | "\\(.option): \\(.why)"' report.json
\`\`\``;

const ledger = `## Track follow-ups

A report also tracks what is done. The report of the last run is kept in \`.fw-migrate/\`: \`fw-migrate report\` shows it again in any format, and the next run is compared with it. With another report as \`--baseline\`, a run sets \`status\` on every follow-up: \`new\`, \`open\` or \`done\`; \`summary.done\` counts the last.

\`\`\`sh
fw-migrate v4 --output first.json
fw-migrate v4 --dry-run --baseline first.json --format json > now.json
jq -r '.projects[].followUps[], .elsewhere.followUps[] | select(.status == "open") | "\\(.id) \\(.code) \\(.file):\\(.line)"' now.json
\`\`\`

A follow-up is done when its cause is gone, and open again when it is back: [follow-ups](follow-ups.md) says for each code what that is. Some things no tool can detect, such as whether someone has checked a changed default. Close these by their id; the first two characters or more are enough:

\`\`\`sh
fw-migrate close e459 038f --note "checked with the shop team"
fw-migrate close e459 --baseline first.json
fw-migrate reopen e459
\`\`\`

Without \`--baseline\`, this applies to the last run in the folder. In a saved report, only \`closed\`, \`note\`, \`status\` and the counts change, and closed follow-ups stay closed in later runs. \`v4 --check\` exits with code 1 while anything is left to migrate, or while any follow-up of that report is open. A report in \`.fw-migrate/\` that is not from one of your runs in that folder is shown with a note, and has no effect.

The \`id\` of a follow-up is the same in every run, as long as its line does not change. It does not depend on line numbers. [Campaigns](campaigns.md#over-months) shows how to use this over time.`;

const repeat = `## Repeat a run

\`run\` contains the version, the commit and the command, with every option that affects the migration, and with paths relative to the root of the repository; \`edition\` and \`settings\` contain the rest. Every format shows the command. Shards that differ in any of these are not merged.`;

const versions = `## Versions

\`schemaVersion\` is increased when a change could break readers: when a field is removed or changes its meaning. Within one version, fields may be added, so ignore those you do not know. \`report\` and \`--baseline\` are stricter: they reject other versions and unknown fields. Use one release of fw-migrate for all shards of a run, and the same or a newer one to read its reports. Follow-up codes are stable; new ones may be added.`;

function sectionOf({ name, description, fields }: Shape, shapes: readonly Shape[]): string[] {
  return [
    `### ${code(name)}`,
    description,
    table(
      ['Field', 'Type', 'Meaning'],
      fields.map((field) => [
        code(field.name) + (field.isRequired ? '' : ' (optional)'),
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
