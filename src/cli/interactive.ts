import { fwCatalogue } from '../catalogue/index.ts';
import { isInside, pathFrom, placeAt } from '../config/paths.ts';
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
import {
  choiceFor,
  type ProjectChoice,
  type ProjectChoices,
  pathTransforms,
  stepsWith,
} from '../plan/selection.ts';
import type { JudgedFolder } from '../plan/staying-folders.ts';
import type { LayoutMode } from '../project/layout.ts';
import type { Snapshot } from '../project/snapshot.ts';
import { patchOf, patchText } from '../report/patch.ts';
import { plainLine, present, printable } from '../report/plain.ts';
import { editText } from '../report/pretty.ts';
import type { Report } from '../report/report.ts';
import { counted, countsLine } from '../report/sentences.ts';
import { type Look, terminalPatch, treeText, wrapLines } from '../report/terminal.ts';
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

/** Questions to the user; every question offers to stop. */
interface Questions {
  show(text: string): void;
  /** Asks for yes or no; Enter means no. */
  confirm(question: string): Promise<boolean>;
  choose<T extends string>(question: string, answers: readonly Answer<T>[], stop?: string): Promise<T>;
  /** Asks for any number of answers; none is preselected. */
  pick(question: string, answers: readonly Answer<string>[]): Promise<string[]>;
}

/** Questions on the terminal of the command. Throws if there is none. */
export async function questionsOn({ terminal }: Io): Promise<Questions> {
  if (!terminal) throw new UsageError('--interactive needs a terminal. Run without it.');
  const { confirm, select, multiselect, log, isCancel } = await import('@clack/prompts');
  const shown = (text: string) => printable(text, true);
  return {
    show: (text) => log.message(shown(text), terminal),
    confirm: async (question) =>
      (await confirm({ message: `${question} (y/N)`, initialValue: false, ...terminal })) === true,
    async choose(question, answers, stop = 'Stop without writing anything') {
      const options = [...answers, { value: 'stop', label: stop }];
      const answer = await select<string>({ message: shown(question), options, ...terminal });
      const chosen = isCancel(answer) ? undefined : answers.find(({ value }) => value === answer);
      if (!chosen) throw new Stopped();
      return chosen.value;
    },
    async pick(question, answers) {
      const options = { options: [...answers], required: false };
      const picked = await multiselect<string>({ message: shown(question), ...options, ...terminal });
      if (isCancel(picked)) throw new Stopped();
      return picked;
    },
  };
}

interface Asking {
  readonly snapshot: Snapshot;
  readonly options: PlanOptions;
  readonly questions: Questions;
  readonly look: Look;
}

/** The moves of each project, by its root. */
type Preview = ReturnType<typeof previewMoves>;

/** The plans that the questions are about. */
interface Asked extends Asking {
  /** The moves in the layouts that can be chosen, and in the requested one. */
  readonly previews: { readonly [Mode in 'usual' | 'app' | 'keep']: Preview };
  /** The plans for configs only. */
  readonly projects: readonly ProjectPlan[];
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

/** Asks about each project and each of its changes. Returns the answers. */
export async function askChoices(asking: Asking): Promise<ProjectChoices> {
  const { snapshot, options } = asking;
  const { configsOnly } = options;
  const previews = {
    usual: previewMoves(snapshot, options),
    app: movesIn('app', asking),
    keep: movesIn('keep', asking),
  };
  const { projects } = await planRepository(snapshot, { ...options, configsOnly: true });
  const { projects: full } = configsOnly ? { projects: [] } : await planRepository(snapshot, options);
  const asked: Asked = { ...asking, previews, projects, full };
  const staying = configsOnly ? new Map() : findStayingFolders(snapshot, options);
  const choices = new Map<string, ProjectChoice>();
  const layers = layersByProject(snapshot, options);
  const usersOf = (root: string) =>
    [...layers].flatMap(([user, list]) => (list.includes(root) ? [user] : []));
  const concerned = projects
    .filter((project) => isConcerned(project, asked))
    // The layout of a project also applies to its layers, so these come after it.
    .toSorted((a, b) => usersOf(a.root).length - usersOf(b.root).length);
  const layouts = new Map<string, LayoutMode | 'leave'>();
  for (const [index, project] of concerned.entries()) {
    const { root, config } = project;
    const left = concerned.length - index - 1;
    const name = plainLine(config) + (concerned.length > 1 ? ` (${index + 1} of ${concerned.length})` : '');
    const inRun = layers.get(root)?.filter((layer) => concerned.some((item) => item.root === layer)) ?? [];
    const askedProject: AskedProject = { ...project, name, left, layers: inRun };
    const layout = sharedLayout(usersOf(root), layouts) ?? (await askLayout(askedProject, asked));
    if (layout === 'rest') break;
    layouts.set(root, layout);
    if (layout === 'leave') {
      choices.set(root, { leave: true });
      continue;
    }
    const move = await askFolders(askedProject, layout, staying.get(root), asked);
    const keepDefaults = await askFetchedData(askedProject, asked);
    const { skip, isRest } = await askChanges(askedProject, asked);
    choices.set(root, {
      // The automatic layout is not recorded as a choice.
      ...(layout !== 'auto' && { layout }),
      ...(move.length > 0 && { move: [...(choiceFor(root, options).move ?? []), ...move] }),
      ...(skip.length > 0 && { skip }),
      ...(keepDefaults && { keepDefaults }),
    });
    if (isRest) break;
  }
  return choices;
}

/** Whether there is anything to do in a project. */
function isConcerned({ root, changes }: ProjectPlan, { previews, options }: Asked): boolean {
  const isMoving = Object.values(previews).some((moves) => moves.get(root)?.length);
  return !options.choices?.get(root)?.leave && (isMoving || changes.length > 0);
}

function movesIn(layout: LayoutMode, { snapshot, options }: Asking): Preview {
  const choices = [...(options.choices ?? [])].map(([root, item]) => [root, { ...item, layout }] as const);
  return previewMoves(snapshot, { ...options, layout, choices: new Map(choices) });
}

/** The answer for the projects that use a layer; migrated projects take precedence over skipped ones. */
function sharedLayout(users: readonly string[], layouts: ReadonlyMap<string, LayoutMode | 'leave'>) {
  const answers = users.flatMap((user) => layouts.get(user) ?? []);
  return answers.find((answer) => answer !== 'leave') ?? answers[0];
}

/** A project with the facts for its questions. */
interface AskedProject extends ProjectPlan {
  /** The config, and the number of the project if there are several. */
  readonly name: string;
  /** The number of projects after it. */
  readonly left: number;
  /** The roots of its layers that also have something to do. */
  readonly layers: readonly string[];
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
export function wrapped(text: string, { width }: Look): string {
  return wrapLines(text, width === undefined ? undefined : width - 4).join('\n');
}

/** Asks for the layout; the answer is `rest` if nothing more should be asked. */
async function askLayout(
  { root, name, left, layers }: AskedProject,
  { snapshot, options: { catalogue = fwCatalogue }, questions: { show, choose }, previews }: Asked,
): Promise<LayoutMode | 'leave' | 'rest'> {
  const folder = `${catalogue.facts.sourceDirA}/`;
  const roots = [root, ...layers];
  const isMoving = (moves: Preview) => roots.some((path) => moves.get(path)?.length);
  const withLayers = layers.length > 0 ? ' and its layers' : '';
  const others = present<Answer<'leave' | 'rest'>>([
    { value: 'leave', label: `Skip this project${withLayers}` },
    left > 0 && { value: 'rest', label: `Migrate this and ${remaining(left)} without asking` },
  ]);
  if (!isMoving(previews.app)) {
    const question = `${name}: migrate this project${withLayers}?`;
    return choose(question, [{ value: 'auto', label: 'Migrate' }, ...others]);
  }
  const trees = roots.map((path) => treeText(path, entriesOf(path, snapshot), previews.app.get(path) ?? []));
  show(`${name}${withLayers} with sources in ${folder}:\n\n${trees.join('\n\n')}`);
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
  { name }: AskedProject,
  layout: LayoutMode,
  folders: readonly JudgedFolder[] | undefined,
  { options: { catalogue = fwCatalogue }, questions: { pick } }: Asking,
): Promise<string[]> {
  const worth = folders?.filter(({ saves }) => saves > 0) ?? [];
  if (layout === 'keep' || worth.length === 0) return [];
  const answers = worth.map((folder) => ({
    value: folder.name,
    label: plainLine(`${folder.name}/`),
    hint: `${counted(folder.files, 'file')}, saves about ${counted(folder.saves, 'rewrite')}`,
  }));
  const question = `${name}: which of these folders should move to ${catalogue.facts.sourceDirA}/ as well?`;
  return pick(question, answers);
}

/** Asks whether fetched data stays deeply reactive, if the sources do not show whether it matters. */
async function askFetchedData(
  { root, name }: AskedProject,
  { options, questions: { choose }, full }: Asked,
): Promise<KeptDefaults | undefined> {
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

/** The top-level files and folders of a project. */
function entriesOf(root: string, { files }: Snapshot): string[] {
  const inside = files.filter(({ path }) => isInside(path, root));
  return [...new Set(inside.map(({ path }) => placeAt(root, pathFrom(root, path).split('/')[0] ?? '')))];
}

/**
 * Asks about each transform that the paths of the project do not depend on. Returns the skipped transforms, and
 * whether nothing more should be asked.
 */
async function askChanges(project: AskedProject, asking: Asked) {
  const { show, choose } = asking.questions;
  const skip: string[] = [];
  const fixed = pathTransforms(asking.options.steps);
  const ids = new Set(project.changes.map(({ transform }) => transform).filter((id) => !fixed.includes(id)));
  for (const id of ids) {
    const edits = await editsOf(id, project, asking);
    if (edits === '') continue;
    const changes = project.changes.filter(({ transform }) => transform === id);
    const effects = new Set(changes.map(({ effect }) => plainLine(effectText(effect, 'planned'))));
    show(`${[...effects].map((text) => wrapped(text, asking.look)).join('\n')}\n\n${edits}`);
    const answers = present<Answer<'apply' | 'skip' | 'project' | 'rest'>>([
      { value: 'apply', label: 'Apply' },
      { value: 'skip', label: 'Skip' },
      { value: 'project', label: 'Apply this and all other changes of this project' },
      project.left > 0 && { value: 'rest', label: `Apply all changes, also of ${remaining(project.left)}` },
    ]);
    const answer = await choose(`${project.name}: apply \`${id}\`?`, answers);
    if (answer === 'skip') skip.push(id);
    if (answer === 'project' || answer === 'rest') return { skip, isRest: answer === 'rest' };
  }
  return { skip, isRest: false };
}

/** The edits of one transform in the config of one project, for a terminal; empty if there are none. */
async function editsOf(
  id: string,
  { root }: ProjectPlan,
  { snapshot, options, look, projects }: Asked,
): Promise<string> {
  const others = projects.filter((project) => project.root !== root);
  const plan = await planRepository(snapshot, {
    ...options,
    configsOnly: true,
    steps: stepsWith(options.steps, (stepId) => stepId === id),
    choices: new Map([
      ...(options.choices ?? []),
      ...others.map((project) => [project.root, { leave: true }] as const),
    ]),
  });
  const edits = plan.files.map((file) => ({ path: file.to, diff: patchText(file, '') }));
  const made = edits.filter(({ diff }) => diff !== '');
  return made.map((edit) => editText(edit, look)).join('\n\n');
}
