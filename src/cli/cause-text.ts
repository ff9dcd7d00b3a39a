import { transforms } from '../../transforms/index.ts';
import { pathFrom } from '../config/places.ts';
import type { Cause, PlanPart } from '../plan/find-cause.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { patchTextOf } from '../report/patch.ts';
import type { Ended } from './run-command.ts';

/** All that is known about why a command fails after the migration. */
interface Explanation {
  readonly command: string;
  /** How it ended with the cause alone. */
  readonly ended: Ended;
  readonly cause: Cause;
  /** What the cause does to files. */
  readonly files: readonly PlannedFile[];
  /** How the command ends with everything but the cause; undefined if that could not be tried. */
  readonly rest: 'passes' | 'fails' | undefined;
  /** Why some plans with less in them could not be tried. */
  readonly untried: readonly string[];
  /** Whether there are more projects than one. */
  readonly hasMore: boolean;
}

/** A command that fails without the migration as well. */
export function failsBefore(command: string, { how, lastLines }: Ended): string {
  return [
    `\`${command}\` already fails before the migration (${how}), so it cannot be used as a check. Nothing was written.`,
    ...printed(lastLines),
    'It runs in a copy of the folder, without .git and build output. Use a command that passes there, or remove --verify-command.',
  ].join('\n');
}

/** Says what makes a command fail, what that changes, and how to go on. */
export function causeText(explanation: Explanation): string {
  const { command, ended, cause, files, untried } = explanation;
  return [
    `\`${command}\` passes before the migration and fails after it (${ended.how}). Nothing was written.`,
    ...named(cause, untried.length > 0 ? 'As far as could be tested, it' : 'It'),
    ...changed(files),
    ...printed(ended.lastLines),
    ...(untried.length > 0 ? ['Some combinations could not be tested:', ...indented(untried)] : []),
    ...remaining(explanation),
    goingOn(explanation),
  ].join('\n');
}

function named({ parts, isSmallest }: Cause, it: string): string[] {
  const [first, ...more] = parts.map(nameOf);
  if (first === undefined) return ['No part of the migration could be skipped to find the cause.'];
  const unsure = isSmallest
    ? []
    : ['There were too many combinations to test: the cause may be only part of this.'];
  return more.length === 0
    ? [`${it} fails because of ${first}.`, ...unsure]
    : [`${it} fails because of these together:`, ...indented([first, ...more]), ...unsure];
}

function nameOf(part: PlanPart): string {
  const { config } = part;
  switch (part.kind) {
    case 'project':
      return `the required changes of ${config}`;
    case 'moves':
      return `the moves of ${config} (${part.moves.map(({ from, to }) => `${from} → ${to}`).join(', ')})`;
    case 'move':
      return `the move of ${part.move.from} to ${part.move.to}`;
    default:
      return `the transform \`${part.id}\` in ${config}`;
  }
}

const maximumLines = 40;

/** Lines say more than places: files whose text changes come first. */
function changed(files: readonly PlannedFile[]): string[] {
  if (files.length === 0) return [];
  const inOrder = files.toSorted((a, b) => Number(b.text !== undefined) - Number(a.text !== undefined));
  // Tabs and carriage returns would look broken in a message.
  const lines = patchTextOf(inOrder, '').trimEnd().replaceAll('\t', '    ').split(/\r?\n/);
  const more = lines.length - maximumLines;
  const cut = more > 0 ? [`… and ${more} more lines`] : [];
  return ['', ...lines.slice(0, maximumLines), ...cut, ''];
}

function printed(lines: readonly string[]): string[] {
  return lines.every((line) => line === '')
    ? ['It printed nothing.']
    : ['The end of its output:', ...indented(lines)];
}

function indented(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : `  ${line}`));
}

function remaining({ cause: { parts }, rest }: Explanation): string[] {
  // Without a path that must follow, the rest is nothing that anybody could want.
  if (rest === undefined || parts.some((part) => part.kind === 'transform' && part.followsMoves)) return [];
  return rest === 'passes'
    ? ['Without this, the command passes.']
    : ['Without this, it still fails: there is another cause, which the next run will report.'];
}

function goingOn(explanation: Explanation): string {
  const ways = explanation.cause.parts.flatMap(wayWithout);
  const flags = [...new Set(ways)].map((flag) => `\`${flag}\``).join(' or ');
  const fix = 'fix what the command reports and run again';
  const other = explanation.hasMore ? ' Use `--interactive` to choose for each project.' : '';
  return flags === '' ? `To continue, ${fix}.${other}` : `To continue, run with ${flags}, or ${fix}.${other}`;
}

/** The flag that leaves a part out. */
function wayWithout(part: PlanPart): string[] {
  switch (part.kind) {
    case 'moves':
      return ['--layout keep'];
    case 'move':
      return [`--stay ${pathFrom(part.root, part.move.from)}`];
    case 'transform':
      return transforms.some(({ id, followsMoves }) => id === part.id && !followsMoves)
        ? [`--skip ${part.id}`]
        : [];
    default:
      return [];
  }
}
