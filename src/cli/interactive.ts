import { fwCatalogue } from '../catalogue/index.ts';
import type { KeptDefaults } from '../plan/definition.ts';
import { effectText } from '../plan/effect.ts';
import type { ProjectPlan } from '../plan/plan.ts';
import {
  findStayingFolders,
  layersByProject,
  type PlanOptions,
  planRepository,
  previewMoves,
} from '../plan/plan-repository.ts';
import { choiceFor, type ProjectChoice, type ProjectChoices, pathTransforms } from '../plan/selection.ts';
import type { JudgedFolder } from '../plan/staying-folders.ts';
import type { LayoutMode } from '../project/layout.ts';
import type { Snapshot } from '../project/snapshot.ts';
import { patchOf } from '../report/patch.ts';
import { plainLine, present, printable } from '../report/plain.ts';
import type { Report } from '../report/report.ts';
import { counted, countsLine } from '../report/sentences.ts';
import { type Look, terminalPatch, wrapLines } from '../report/terminal.ts';
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
  const { confirm, select, multiselect, log, isCancel } = await import('@clack/prompts');
  const shown = (text: string) => printable(text, true);
  return {
    show: (text: string) => log.message(shown(text), terminal),
    /** Asks for yes or no; Enter means no. */
    confirm: async (question: string) =>
      (await confirm({ message: `${question} (y/N)`, initialValue: false, ...terminal })) === true,
    async choose<T extends string>(
      question: string,
      answers: readonly Answer<T>[],
      stop = 'Stop without writing anything',
    ): Promise<T> {
      const options = [...answers, { value: 'stop', label: stop }];
      const answer = await select<string>({ message: shown(question), options, ...terminal });
      const chosen = isCancel(answer) ? undefined : answers.find(({ value }) => value === answer);
      if (!chosen) throw new Stopped();
      return chosen.value;
    },
    /** Asks for any number of answers; Enter means those that are preselected. */
    async pick(question: string, answers: readonly Answer<string>[], preselected: readonly string[]) {
      const options = { options: [...answers], initialValues: [...preselected], required: false };
      const picked = await multiselect<string>({ message: shown(question), ...options, ...terminal });
      if (isCancel(picked)) throw new Stopped();
      return picked;
    },
  };
}

type Questions = Awaited<ReturnType<typeof questionsOn>>;

interface Asking {
  readonly snapshot: Snapshot;
  readonly options: PlanOptions;
  readonly questions: Questions;
  readonly look: Look;
}

/** The moves of each project, by its root. */
type Preview = ReturnType<typeof previewMoves>;

/** What the questions are about. */
interface Asked extends Asking {
  /** The moves in the requested layout, and with sources in `app/`. */
  readonly previews: { readonly [Mode in 'usual' | 'app']: Preview };
  /** The plans for all files. */
  readonly full: readonly ProjectPlan[];
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
  const previews = { usual: previewMoves(snapshot, options), app: movesToApp(asking) };
  const { projects } = await planRepository(snapshot, { ...options, configsOnly: true });
  const { projects: full } = options.configsOnly ? { projects: [] } : await planRepository(snapshot, options);
  const asked: Asked = { ...asking, previews, full };
  const staying = options.configsOnly ? undefined : findStayingFolders(snapshot, options);
  const isMoving = (root: string) => Object.values(previews).some((moves) => moves.get(root)?.length);
  const concerned = projects.filter(
    ({ root, changes }) => !options.choices?.get(root)?.leave && (isMoving(root) || changes.length > 0),
  );
  const choices = new Map<string, ProjectChoice>();
  for (const family of familiesOf(concerned, layersByProject(snapshot, options))) {
    const layout = await askLayout(family, asked);
    if (layout === 'rest') break;
    const [root = '', ...layers] = family.roots;
    const move = await askFolders(family.name, layout, staying?.get(root), asked);
    const keepDefaults = layout === 'leave' ? undefined : await askFetchedData(family, asked);
    const choice = await choiceOf(family, layout, asked);
    choices.set(root, {
      ...choice,
      ...(move.length > 0 && { move: [...(choiceFor(root, options).move ?? []), ...move] }),
      ...(keepDefaults && { keepDefaults }),
    });
    for (const layer of layers) {
      // A layer of several projects is skipped only if all of them are.
      const answered = choices.get(layer);
      if (!answered || answered.leave) choices.set(layer, choice);
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
  /** The root of the project, and of its layers that also have something to do. */
  readonly roots: readonly string[];
  /** The changes in their configs. */
  readonly changes: ProjectPlan['changes'];
}

function familiesOf(
  projects: readonly ProjectPlan[],
  layers: ReturnType<typeof layersByProject>,
): readonly Family[] {
  const isLayerOf = (layer: string, root: string) => layers.get(root)?.includes(layer) === true;
  const heads = projects.filter(({ root }) => !projects.some((user) => isLayerOf(root, user.root)));
  return heads.map((head, index) => {
    const members = [head, ...projects.filter(({ root }) => isLayerOf(root, head.root))];
    const count = heads.length > 1 ? ` (${index + 1} of ${heads.length})` : '';
    return {
      name: plainLine(head.config) + count,
      left: heads.length - index - 1,
      roots: members.map(({ root }) => root),
      changes: members.flatMap(({ changes }) => changes),
    };
  });
}

function movesToApp({ snapshot, options }: Asking): Preview {
  const layout = 'app';
  const choices = [...(options.choices ?? [])].map(([root, item]) => [root, { ...item, layout }] as const);
  return previewMoves(snapshot, { ...options, layout, choices: new Map(choices) });
}

/** Asks for confirmation before anything is written. */
export async function askToWrite(report: Report, { show, choose }: Questions, look: Look): Promise<void> {
  show(wrapped(countsLine({ ...report, dryRun: true }), look));
  for (;;) {
    const answer = await choose('Write these changes?', [
      { value: 'write', label: 'Write' },
      { value: 'diff', label: 'Show the full diff first' },
    ]);
    if (answer === 'write') return;
    show(terminalPatch(patchOf(report), look.colors));
  }
}

/** Wraps a text for a question, whose lines start with a bar. */
function wrapped(text: string, { width }: Look): string {
  return wrapLines(text, width === undefined ? undefined : width - 4).join('\n');
}

/** Asks for the layout; the answer is `rest` if nothing more should be asked. */
async function askLayout(
  { name, left, roots }: Family,
  { options: { catalogue = fwCatalogue }, questions: { show, choose }, previews }: Asked,
): Promise<LayoutMode | 'leave' | 'rest'> {
  const folder = `${catalogue.facts.sourceDirA}/`;
  const isMoving = (moves: Preview) => roots.some((path) => moves.get(path)?.length);
  const withLayers = roots.length > 1 ? ' and its layers' : '';
  const others = present<Answer<'leave' | 'rest'>>([
    { value: 'leave', label: `Skip this project${withLayers}` },
    left > 0 && { value: 'rest', label: `Migrate this and ${remaining(left)} without asking` },
  ]);
  if (!isMoving(previews.app)) {
    const question = `${name}: migrate this project${withLayers}?`;
    return choose(question, [{ value: 'auto', label: 'Migrate' }, ...others]);
  }
  const moves = roots.flatMap((path) => previews.app.get(path) ?? []);
  const preview = moves.map(({ from, to }) => plainLine(`${from} → ${to}`)).join('\n');
  show(`${name}${withLayers} with sources in ${folder}:\n\n${preview}`);
  const app = { value: 'app', label: `Sources in ${folder}`, hint: 'as shown above' } as const;
  const keep = {
    value: 'keep',
    label: 'Keep sources where they are',
    hint: 'nothing moves; set in the config',
  } as const;
  // The layout that a run would choose comes first, as `auto`.
  const [usual, other] = isMoving(previews.usual) ? [app, keep] : [keep, app];
  return choose(`${name}${withLayers}: which layout?`, [{ ...usual, value: 'auto' }, other, ...others]);
}

function remaining(left: number): string {
  return `the ${left === 1 ? 'remaining project' : `${left} remaining projects`}`;
}

/** Asks which of the folders that would stay should move, if moving them saves rewrites. */
async function askFolders(
  name: string,
  layout: LayoutMode | 'leave',
  folders: readonly JudgedFolder[] | undefined,
  { options: { catalogue = fwCatalogue }, questions: { pick } }: Asking,
): Promise<string[]> {
  const worth = folders?.filter(({ saves }) => saves > 0) ?? [];
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
async function askFetchedData(
  { name, roots }: Family,
  { options, questions: { choose }, full }: Asked,
): Promise<KeptDefaults | undefined> {
  const [root = ''] = roots;
  const followUps = full.find((plan) => plan.root === root)?.followUps ?? [];
  const question = followUps.find(({ code }) => code === 'shallow-data');
  if (!question) return undefined;
  const { option, evidence } = question;
  const calls = counted(evidence.length, 'call');
  const answer = await choose(`${name}: ${calls} may rely on deeply reactive data. Keep it for all calls?`, [
    { value: 'check', label: 'No, list the calls to check' },
    { value: 'keep', label: 'Yes', hint: `sets ${option} in the config` },
  ]);
  const { keepDefaults = [] } = choiceFor(root, options);
  return answer === 'keep' && typeof keepDefaults === 'object' ? [...keepDefaults, option] : undefined;
}

/** Asks which changes to make, except those that paths depend on. Returns the choice for the projects. */
async function choiceOf(
  { name, changes }: Family,
  layout: LayoutMode | 'leave',
  { options, questions, look }: Asking,
): Promise<ProjectChoice> {
  if (layout === 'leave') return { leave: true };
  // The automatic layout is not recorded as a choice.
  const choice = layout === 'auto' ? {} : { layout };
  const fixed = pathTransforms(options.steps);
  const optional = changes.filter(({ transform }) => !fixed.includes(transform));
  if (optional.length === 0) return choice;
  const lines = optional.map(({ transform, effect }) => `${transform}: ${effectText(effect, 'planned')}`);
  questions.show([...new Set(lines)].map((line) => wrapped(plainLine(line), look)).join('\n'));
  const ids = [...new Set(optional.map(({ transform }) => transform))];
  const answers = ids.map((id) => ({ value: id, label: id }));
  const picked = await questions.pick(`${name}: which of these changes should be made?`, answers, ids);
  const skip = ids.filter((id) => !picked.includes(id));
  return skip.length > 0 ? { ...choice, skip } : choice;
}
