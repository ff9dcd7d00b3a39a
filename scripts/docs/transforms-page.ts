import { structuredPatch } from 'diff';
import { fwCatalogue, type Option } from '../../src/catalogue/index.ts';
import type { TransformDefinition } from '../../src/plan/definition.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { showFate } from '../../src/report/explain-text.ts';
import type { Fixture } from './fixtures.ts';
import { anchorOf, block, code, generatedPage, optionAnchor, type Page, table } from './page.ts';

/** A transform with what the page tells about it beside its definition. */
export interface DocumentedTransform {
  readonly transform: TransformDefinition;
  readonly example: Fixture;
  /** The codes of the follow-ups that it reports in the fixtures. */
  readonly codes: readonly string[];
}

// Whatever is to be changed may stand where it cannot be written.
const anyTransform = 'not-written';

/** `docs/transforms.md`: what each transform handles and does. */
export function transformsPage(documented: readonly DocumentedTransform[]): Page {
  return generatedPage('docs/transforms.md', [
    '# Transforms',
    'A transform handles one option of `fw.config`, or a few related ones. It reads the config and returns changes and follow-ups. All transforms see the same text, and their changes are written together. Each example is a fixture of the test suite, and the listed follow-ups are those in the fixtures.',
    `A transform marked *updates paths* keeps paths correct when folders move: \`--only\` and \`--skip\` must include all of these or none. One marked *reports only* changes nothing. Any transform may report ${codeLink(anyTransform)} if its change cannot be made.`,
    table(
      ['Transform', 'What it does', ''],
      documented.map(({ transform }) => [
        `[${code(transform.id)}](#${anchorOf(transform.id)})`,
        transform.summary,
        transform.followsMoves ? 'updates paths' : transform.asksOnly ? 'reports only' : '',
      ]),
    ),
    ...documented.flatMap(sectionOf),
  ]);
}

function sectionOf({ transform, example, codes }: DocumentedTransform): string[] {
  const own = codes.filter((one) => one !== anyTransform);
  return [
    `## ${code(transform.id)}`,
    transform.summary,
    handledOf(transform),
    ...exampleOf(transform, example),
    own.length > 0 ? `Reports: ${own.map(codeLink).join(', ')}.` : 'Has no follow-ups of its own.',
  ];
}

// More than this is a list to look up, not to read.
const mostOptions = 12;

function handledOf({ options: handled }: TransformDefinition): string {
  const [one] = handled.map(fwCatalogue.findOption);
  if (handled.length === fwCatalogue.options.size)
    return `Handles all ${handled.length} [options](options.md).`;
  if (handled.length > mostOptions)
    return `Checks ${handled.length} groups: ${handled.map(optionLink).join(', ')}.`;
  if (handled.length === 1 && one) return `Handles ${optionLink(one.path)}: ${fateOf(one)}.`;
  return table(
    ['Option', 'Fate'],
    handled.flatMap((path) => {
      const option = fwCatalogue.findOption(path);
      return option ? [[optionLink(path), fateOf(option)]] : [];
    }),
  );
}

function fateOf({ a, fate }: Option): string {
  return a.kind === 'missing' && fate.kind === 'kept' ? 'see its keys' : showFate(fate);
}

function exampleOf(transform: TransformDefinition, example: Fixture): string[] {
  const { layout, keepDefaults } = example.options;
  const flags = [
    ...(layout ? [`--layout ${layout}`] : []),
    ...(keepDefaults ? ['--keep-defaults'] : []),
  ];
  const flagged = flags.length > 0 ? `, with ${flags.map(code).join(' and ')}` : '';
  const does =
    example.before === example.after ? 'it reports about this config' : 'it changes this config';
  const title = `For example${flagged}, ${does}:`;
  if (example.before !== example.after) return [title, block('diff', wholeDiff(example))];
  const filename = `fw.config${example.extension}`;
  const { followUps } = migrateWith([transform], example.before, { filename, ...example.options });
  const told = followUps.map(
    ({ line, code: name, message }) => `- line ${line}, ${codeLink(name)}: ${message}`,
  );
  return [title, block('ts', example.before), told.join('\n')];
}

/** The whole text, with what goes and what comes. */
function wholeDiff({ before, after }: Fixture): string {
  const { hunks } = structuredPatch('', '', before, after, '', '', {
    context: Number.MAX_SAFE_INTEGER,
  });
  return hunks.flatMap(({ lines }) => lines).join('\n');
}

function optionLink(path: string): string {
  return `[${code(path)}](options.md#${optionAnchor(path)})`;
}

function codeLink(name: string): string {
  return `[${code(name)}](follow-ups.md#${anchorOf(name)})`;
}
