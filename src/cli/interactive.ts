/** The questions of `--interactive`: about the layout, folders and changes of each project. */

import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { fwCatalogue } from '../catalogue/index.ts';
import type { ProjectPlan } from '../check/checked-plan.ts';
import { planRepository } from '../check/checked-plan.ts';
import type { LayoutMode } from '../layout/layout.ts';
import { effectText } from '../plan/follow-up.ts';
import { layersByProject, type PlanOptions, previewMoves } from '../plan/plan-repository.ts';
import {
  choiceFor,
  type ProjectChoice,
  type ProjectChoices,
  pathTransforms,
} from '../plan/selection.ts';
import { patchOf } from '../report/patch.ts';
import {
  type Look,
  plainLine,
  present,
  printable,
  terminalPatch,
  wrapLines,
} from '../report/printing.ts';
import type { Report } from '../report/report.ts';
import { counted, countsLine } from '../report/sentences.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { type Io, UsageError } from './io.ts';

/** Thrown if the user stops: nothing is written. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export interface Answer<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Questions on the terminal of the command; every question offers to stop. Throws if there is no terminal. */
export async function questionsOn({ terminal }: Io) {
  if (!terminal) throw new UsageError('--interactive needs a terminal. Run without it.');
  const { confirm, select, selectKey, multiselect, log, isCancel } = await import('@clack/prompts');
  const shown = (text: string) => printable(text, true);
  return {
    show: (text: string) => log.message(shown(text), terminal),
    /** Asks for yes or no; Enter means no. */
    async confirm(question: string): Promise<boolean> {
      await discardTyped(terminal.input);
      const message = `${question} (y/N)`;
      return (await confirm({ message, initialValue: false, ...terminal })) === true;
    },
    /** Asks for the first letter of an answer; Enter takes the first answer. Keys typed before the question are lost. */
    async chooseKey<T extends string>(
      question: string,
      answers: readonly Answer<T>[],
      cancelled: T,
    ): Promise<T> {
      await discardTyped(terminal.input);
      const options = answers.map(({ value, ...answer }) => ({
        ...answer,
        value: value.slice(0, 1),
      }));
      const key = await selectKey({ message: shown(question), options, ...terminal });
      if (isCancel(key)) return cancelled;
      return (answers.find(({ value }) => value.startsWith(key)) ?? answers[0])?.value ?? cancelled;
    },
    async choose<T extends string>(
      question: string,
      answers: readonly Answer<T>[],
      stop = 'Stop without writing anything',
    ): Promise<T> {
      const options = [...answers, { value: 'stop', label: stop }];
      const answer = await select({ message: shown(question), options, ...terminal });
      const chosen = isCancel(answer) ? undefined : answers.find(({ value }) => value === answer);
      if (!chosen) throw new Stopped();
      return chosen.value;
    },
    /** Asks for any number of answers; Enter means those that are preselected. */
    async pick(
      question: string,
      answers: readonly Answer<string>[],
      preselected: readonly string[],
    ) {
      const options = { options: [...answers], initialValues: [...preselected], required: false };
      const picked = await multiselect({
        message: shown(question),
        ...options,
        ...terminal,
      });
      if (isCancel(picked)) throw new Stopped();
      return picked;
    },
  };
}

/** Drops what was typed before a question was asked. */
async function discardTyped(input: Readable & { setRawMode?: (isRaw: boolean) => void }) {
  const drop = () => undefined;
  // Otherwise the terminal would keep typed keys until Enter.
  input.setRawMode?.(true);
  input.on('data', drop);
  await setTimeout(100);
  input.off('data', drop);
  input.pause();
}

type Questions = Awaited<ReturnType<typeof questionsOn>>;

interface Asking {
  readonly snapshot: Snapshot;
  readonly options: PlanOptions;
  readonly questions: Questions;
  readonly look: Look;
}

/** Adds the answers to the options of a plan. */
export function withAnswers(options: PlanOptions, answers: ProjectChoices): PlanOptions {
  const choices = new Map(options.choices);
  for (const [root, answer] of answers) {
    const { skip = [], ...choice } = choices.get(root) ?? {};
    choices.set(root, { ...choice, ...answer, skip: [...skip, ...(answer.skip ?? [])] });
  }
  return { ...options, choices };
}

/** Asks about the layout, the folders and the changes of each project. Returns the answers. */
export async function askChoices(asking: Asking): Promise<ProjectChoices> {
  const { snapshot, options } = asking;
  const withApp = [...(options.choices ?? [])].map(
    ([root, item]) => [root, { ...item, layout: 'app' }] as const,
  );
  const inApp = previewMoves(snapshot, { ...options, layout: 'app', choices: new Map(withApp) });
  const { projects } = await planRepository(snapshot, options);
  const concerned = projects.filter(({ root, moves, changes }) => {
    const isLeft = options.choices?.get(root)?.leave;
    return !isLeft && (inApp.get(root)?.length || moves.length + changes.length > 0);
  });
  const choices = new Map<string, ProjectChoice>();
  for (const family of familiesOf(concerned, layersByProject(snapshot, options))) {
    const layout = await askLayout(family, inApp, asking);
    if (layout === 'rest') break;
    const { root } = family.head;
    const move = await askFolders(family, layout, asking);
    const keepDefaults = layout === 'leave' ? undefined : await askFetchedData(family, asking);
    const choice = await choiceOf(family, layout, asking);
    choices.set(root, {
      ...choice,
      ...(move.length > 0 && { move: [...(choiceFor(root, options).move ?? []), ...move] }),
      ...(keepDefaults && { keepDefaults }),
    });
    for (const layer of family.layers) {
      // A layer of several projects is skipped only if all of them are.
      const answered = choices.get(layer.root);
      if (!answered || answered.leave) choices.set(layer.root, choice);
    }
  }
  return choices;
}

/** A project and its layers, which have the same answers. */
interface Family {
  /** The config of the project, with its number if there are several. */
  readonly name: string;
  /** The number of families after it. */
  readonly left: number;
  readonly head: ProjectPlan;
  /** The layers that also have something to do. */
  readonly layers: readonly ProjectPlan[];
}

function familiesOf(
  projects: readonly ProjectPlan[],
  layersOf: ReturnType<typeof layersByProject>,
) {
  const isLayerOf = (layer: string, root: string) => layersOf.get(root)?.includes(layer) === true;
  const heads = projects.filter(({ root }) => !projects.some((user) => isLayerOf(root, user.root)));
  return heads.map((head, index) => {
    const layers = projects.filter(({ root }) => isLayerOf(root, head.root));
    const count = heads.length > 1 ? ` (${index + 1} of ${heads.length})` : '';
    return { name: plainLine(head.config) + count, left: heads.length - index - 1, head, layers };
  });
}

/** Asks for confirmation before anything is written; the diff is shown on request, or first if `isShown`. */
export async function askToWrite(
  report: Report,
  { show, choose }: Questions,
  look: Look,
  isShown = false,
): Promise<void> {
  const showDiff = () => show(terminalPatch(patchOf(report), look.colors));
  if (isShown) showDiff();
  show(wrapped(countsLine({ ...report, dryRun: true }), look));
  for (;;) {
    const answer = await choose('Write these changes?', [
      { value: 'write', label: 'Write' },
      { value: 'diff', label: 'Show the full diff first' },
    ]);
    if (answer === 'write') return;
    showDiff();
  }
}

/** Wraps a text for a question, whose lines start with a bar. */
function wrapped(text: string, { width }: Look): string {
  return wrapLines(text, width === undefined ? undefined : width - 4).join('\n');
}

/** Asks for the layout; the answer is `rest` if nothing more should be asked. */
async function askLayout(
  { name, left, head, layers }: Family,
  inApp: ReturnType<typeof previewMoves>,
  { options: { catalogue = fwCatalogue }, questions: { show, choose } }: Asking,
): Promise<LayoutMode | 'leave' | 'rest'> {
  const members = [head, ...layers];
  const folder = `${catalogue.facts.sourceDirA}/`;
  const withLayers = layers.length > 0 ? ' and its layers' : '';
  const remaining = left === 1 ? 'remaining project' : `${left} remaining projects`;
  const others = present<Answer<'leave' | 'rest'>>([
    { value: 'leave', label: `Skip this project${withLayers}` },
    left > 0 && { value: 'rest', label: `Migrate this and the ${remaining} without asking` },
  ]);
  const moves = members.flatMap(({ root }) => inApp.get(root) ?? []);
  if (moves.length === 0) {
    const question = `${name}: migrate this project${withLayers}?`;
    return choose(question, [{ value: 'auto', label: 'Migrate' }, ...others]);
  }
  const preview = moves.map(({ from, to }) => plainLine(`${from} → ${to}`)).join('\n');
  show(`${name}${withLayers} with sources in ${folder}:\n\n${preview}`);
  const app = { value: 'app', label: `Sources in ${folder}`, hint: 'as shown above' } as const;
  const keep = {
    value: 'keep',
    label: 'Keep sources where they are',
    hint: 'nothing moves; set in the config',
  } as const;
  // The layout that a run would choose comes first, as `auto`.
  const [usual, other] = members.some((plan) => plan.moves.length > 0) ? [app, keep] : [keep, app];
  return choose(`${name}${withLayers}: which layout?`, [
    { ...usual, value: 'auto' },
    other,
    ...others,
  ]);
}

/** Asks which of the folders that would stay should move, if moving them saves rewrites. */
async function askFolders(
  { name, head }: Family,
  layout: LayoutMode | 'leave',
  { options: { catalogue = fwCatalogue }, questions: { pick } }: Asking,
): Promise<string[]> {
  const worth = head.staying.filter(({ saves }) => saves > 0);
  if (layout === 'keep' || layout === 'leave' || worth.length === 0) return [];
  const answers = worth.map((folder) => ({
    value: folder.name,
    label: plainLine(`${folder.name}/`),
    hint: `${counted(folder.files, 'file')}, saves about ${counted(folder.saves, 'rewrite')}`,
  }));
  const question = `${name}: which of these folders should move to ${catalogue.facts.sourceDirA}/ as well?`;
  return pick(question, answers, []);
}

/** Asks whether fetched data stays deeply reactive, if the sources do not show whether it matters. */
async function askFetchedData({ name, head }: Family, { options, questions: { choose } }: Asking) {
  const lines = head.followUps.filter(({ code }) => code === 'shallow-data');
  const [question] = lines;
  if (!question) return undefined;
  const { option } = question;
  const answer = await choose(
    `${name}: ${counted(lines.length, 'line')} may change fetched data in place. Keep it deeply reactive for all calls?`,
    [
      { value: 'check', label: 'No, list the lines to check' },
      { value: 'keep', label: 'Yes', hint: `sets ${option} in the config` },
    ],
  );
  const { keepDefaults = [] } = choiceFor(head.root, options);
  return answer === 'keep' && typeof keepDefaults === 'object'
    ? [...keepDefaults, option]
    : undefined;
}

/** Asks which changes to make, except those that paths depend on. Returns the choice for the projects. */
async function choiceOf(
  { name, head, layers }: Family,
  layout: LayoutMode | 'leave',
  { options, questions, look }: Asking,
): Promise<ProjectChoice> {
  if (layout === 'leave') return { leave: true };
  // The automatic layout is not recorded as a choice.
  const choice = layout === 'auto' ? {} : { layout };
  const fixed = pathTransforms(options.steps);
  const changes = [head, ...layers].flatMap((plan) => plan.changes);
  const optional = changes.filter(({ transform }) => !fixed.includes(transform));
  if (optional.length === 0) return choice;
  const lines = optional.map(
    ({ transform, effect }) => `${transform}: ${effectText(effect, 'planned')}`,
  );
  questions.show([...new Set(lines)].map((line) => wrapped(plainLine(line), look)).join('\n'));
  const ids = [...new Set(optional.map(({ transform }) => transform))];
  const answers = ids.map((id) => ({ value: id, label: id }));
  const picked = await questions.pick(
    `${name}: which of these changes should be made?`,
    answers,
    ids,
  );
  const skip = ids.filter((id) => !picked.includes(id));
  return skip.length > 0 ? { ...choice, skip } : choice;
}
