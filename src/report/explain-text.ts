/** The texts of `list` and `explain`: about transforms, options and follow-ups, without a run. */

import type { Catalogue, Default, Fate, FollowUpText, Option } from '../catalogue/index.ts';
import { nearest } from '../catalogue/shape.ts';
import { optionsOf, type TransformDefinition } from '../plan/definition.ts';
import type { Colors } from './colors.ts';
import { hanging, type Look, present, wrapLines } from './printing.ts';
import { counted, enumerated } from './sentences.ts';

/** The transforms, each with its summary and its options. */
export function listText(
  transforms: readonly TransformDefinition[],
  catalogue: Catalogue,
  { colors, width }: Look,
): string {
  const column = Math.max(...transforms.map(({ id }) => id.length)) + 1;
  const lines = transforms.flatMap((transform) => {
    const handled = optionsOf(transform, catalogue);
    if (handled.length === 0) return [];
    const name = colors.bold(transform.id.padEnd(column));
    const options = handled.length > 10 ? `${handled.length} options` : handled.join(', ');
    return [
      hanging(name, catalogue.spell(transform.summary), width),
      colors.dim(hanging(' '.repeat(column), options, width)),
    ];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Explains an option, a follow-up or a transform; undefined if the name is none of them. */
export function explainText(
  name: string,
  transforms: readonly TransformDefinition[],
  catalogue: Catalogue,
  colors: Colors,
): string | undefined {
  const followUp = catalogue.followUpText(name);
  const option = catalogue.findOption(name);
  const transform = transforms.find(({ id }) => id === name);
  // A transform and its option often have the same name.
  const texts = present([
    followUp && explainFollowUp(name, followUp, colors),
    option && explainOption(option, transforms, catalogue, colors),
    transform && explainTransform(transform, catalogue, colors),
  ]);
  const codemod = /^(.+)-report$/.exec(name)?.[1];
  if (texts.length > 0 || codemod === undefined) return texts.join('\n') || undefined;
  // Messages that a user's codemod reports with `api.report` have their own code.
  const title = `A message from the codemod \`${codemod}\``;
  const explanation = `The codemod \`${codemod}\` reported this message with \`api.report\`. See its documentation for what it means and what to do.`;
  return explainFollowUp(name, { kind: 'verify', title, explanation }, colors);
}

/** The options, follow-up codes and transforms that a mistyped name probably refers to. */
export function namesMeant(
  name: string,
  transforms: readonly TransformDefinition[],
  { nearestOption, options, followUpCodes }: Catalogue,
): readonly string[] {
  const all = [...options.keys(), ...followUpCodes, ...transforms.map(({ id }) => id)];
  const near = nearest(name, all) ?? nearestOption(name)?.path;
  if (near !== undefined) return [near];
  const part = name.toLowerCase();
  return part.length < 4 ? [] : all.filter((id) => id.toLowerCase().includes(part)).slice(0, 3);
}

function explainFollowUp(
  code: string,
  { kind, title, explanation }: FollowUpText,
  colors: Colors,
): string {
  const meaning =
    kind === 'decide'
      ? 'decide: this needs a decision that fw-migrate cannot make'
      : 'verify: something or its default changed; check it';
  return `${colors.bold(code)}\n${title}\n\n${wrap(explanation)}\n\n${colors.dim(meaning)}\n`;
}

function explainOption(
  option: Option,
  transforms: readonly TransformDefinition[],
  catalogue: Catalogue,
  colors: Colors,
): string {
  const { a, b } = catalogue.names.variants;
  const children = catalogue.optionsUnder(option.path).map(({ path }) => path);
  const paths = new Set([option.path, ...children]);
  const by = transforms.filter((transform) =>
    optionsOf(transform, catalogue).some((path) => paths.has(path)),
  );
  const keys = children.map((path) => path.slice(option.path.length).replace(/^\./, ''));
  const isParent = option.a.kind === 'missing' && option.fate.kind === 'kept';
  const rows = [
    [
      'type',
      present([...option.types, option.oneOf && `one of ${JSON.stringify(option.oneOf)}`]).join(
        ', ',
      ),
    ],
    [b, showDefault(option.b)],
    [a, showDefault(option.a)],
    ['migration', isParent ? 'see its keys' : showFate(option.fate)],
    ['transforms', by.map(({ id }) => id).join(', ') || 'none'],
    ...(keys.length > 0 ? [['keys', enumerated(keys, 12)]] : []),
  ];
  const column = Math.max(11, a.length, b.length);
  const head = `${colors.bold(option.path)}\n${wrap(option.summary)}`;
  return `${head}\n\n${tableOf(rows, column, colors)}\n`;
}

/** Texts beside their labels. */
function tableOf(
  rows: readonly (readonly string[])[],
  column: number,
  colors: Colors,
  width?: number,
): string {
  return rows
    .map(([label = '', text = '']) => hanging(`  ${colors.dim(label.padEnd(column))}`, text, width))
    .join('\n');
}

function explainTransform(
  transform: TransformDefinition,
  catalogue: Catalogue,
  colors: Colors,
): string {
  const { id, followsMoves, asksOnly, rewrites, needs } = transform;
  // A transform that rewrites sources needs the whole project.
  const alone =
    rewrites === undefined ? `transform ${present([id, needs]).join(' ')}` : `v4 --only ${id}`;
  const options = optionsOf(transform, catalogue);
  const withOthers = 'only with all others that update paths of moved files';
  const rows = [
    [
      'options',
      options.length > 12 ? counted(options.length, 'option') : options.join(', ') || 'none',
    ],
    ['run it alone', `fw-migrate ${alone} --dry-run`],
    ['leave it out', followsMoves ? withOthers : `fw-migrate v4 --skip ${id}`],
  ];
  const what = asksOnly ? ' It changes nothing, and only reports.' : '';
  const head = `${colors.bold(id)} ${colors.dim('(transform)')}`;
  const table = tableOf(rows, 12, colors, proseWidth);
  return `${head}\n${wrap(catalogue.spell(transform.summary) + what)}\n\n${table}\n`;
}

const noDefaults = {
  none: 'no default',
  missing: 'does not exist',
  'not-shown': 'default not shown',
};

/** The default of an option in a variant. */
export function showDefault(value: Default): string {
  if (value.kind === 'computed') return `default: ${value.how}`;
  if (value.kind !== 'value' && value.kind !== 'implied') return noDefaults[value.kind];
  const how = value.kind === 'implied' ? ' (inferred from how to restore the old behaviour)' : '';
  return `default ${JSON.stringify(value.value)}${how}`;
}

const fates = {
  kept: 'unchanged',
  rebased: 'paths updated',
  removed: 'removed',
  manual: 'not changed; reported as a follow-up if relevant',
};

/** What happens to an option, in a few words. */
export function showFate(fate: Fate): string {
  return fate.kind === 'moved' ? `moves to ${fate.to}` : fates[fate.kind];
}

// Longer lines are hard to read, however wide the terminal is.
const proseWidth = 80;

function wrap(text: string): string {
  return wrapLines(text, proseWidth).join('\n');
}
