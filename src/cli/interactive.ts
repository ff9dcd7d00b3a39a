import { fwCatalogue } from '../catalogue/index.ts';
import { isInside, pathFrom, placeAt } from '../config/places.ts';
import type { ProjectPlan } from '../plan/plan.ts';
import { findStayingFolders, type PlanOptions, planRepository, previewMoves } from '../plan/repository.ts';
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
import { patchOf, patchTextOf } from '../report/patch-text.ts';
import { plainLine } from '../report/plain.ts';
import type { Report } from '../report/report.ts';
import { countsLine, stayingSentence } from '../report/summary.ts';
import { type Look, terminalPatch, treeText, wrapLines } from '../report/terminal.ts';
import { type Io, UsageError } from './io.ts';

/** The person wants to stop: nothing is to be written. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

interface Answer<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Asks someone questions, each of which can be answered with stopping. */
interface Questions {
  show(text: string): void;
  choose<T extends string>(question: string, answers: readonly Answer<T>[]): Promise<T>;
}

/** Questions on the terminal of the command. Throws if there is none. */
export async function questionsOn({ terminal }: Io): Promise<Questions> {
  if (!terminal) throw new UsageError('--interactive needs a terminal. Run without it.');
  const { select, log, isCancel } = await import('@clack/prompts');
  return {
    show: (text) => log.message(text, terminal),
    async choose(message, answers) {
      const options = [...answers, { value: 'stop', label: 'Stop without writing anything' }];
      const answer = await select<string>({ message, options, ...terminal });
      const chosen = isCancel(answer) ? undefined : answers.find(({ value }) => value === answer);
      if (!chosen) throw new Stopped();
      return chosen.value;
    },
  };
}

interface Asking {
  readonly snapshot: Snapshot;
  readonly options: PlanOptions;
  readonly questions: Questions;
  readonly look: Look;
}

/** What moves in the layouts that one can choose, and in the one that was requested, by the folder of the project. */
type Previews = { readonly [Mode in 'usual' | 'app' | 'keep']: ReturnType<typeof previewMoves> };

/** The options of a plan with what was answered. */
export function withAnswers(options: PlanOptions, answers: ProjectChoices): PlanOptions {
  const choices = new Map(options.choices);
  for (const [root, answer] of answers) {
    const { skip = [], ...choice } = choices.get(root) ?? {};
    choices.set(root, { ...choice, ...answer, skip: [...skip, ...(answer.skip ?? [])] });
  }
  return { ...options, choices };
}

/** Asks, project by project and change by change, what is to be done. Gives what was answered. */
export async function askChoices(asking: Asking): Promise<ProjectChoices> {
  const { snapshot, options } = asking;
  const movesIn = (layout: LayoutMode) => {
    const choices = [...(options.choices ?? [])].map(
      ([root, choice]) => [root, { ...choice, layout }] as const,
    );
    return previewMoves(snapshot, { ...options, layout, choices: new Map(choices) });
  };
  const usual = previewMoves(snapshot, options);
  const previews: Previews = { usual, app: movesIn('app'), keep: movesIn('keep') };
  const { projects } = await planRepository(snapshot, { ...options, configsOnly: true });
  const staying = options.configsOnly ? new Map() : findStayingFolders(snapshot, options);
  const choices = new Map<string, ProjectChoice>();
  for (const project of projects) {
    if (options.choices?.get(project.root)?.leave) continue;
    const isMoving = Object.values(previews).some((moves) => moves.get(project.root)?.length);
    if (!isMoving && project.changes.length === 0) continue;
    const layout = await askLayout(project, previews, asking);
    const isLeaving = layout !== 'leave' && layout !== 'keep';
    const move = isLeaving ? await askFolders(project, staying.get(project.root) ?? [], asking) : [];
    const skip = layout === 'leave' ? [] : await askChanges(project, projects, asking);
    choices.set(project.root, {
      // Where there is nothing to choose from, the layout is not a choice.
      ...(layout === 'leave' ? { leave: true } : layout !== 'auto' && { layout }),
      ...(move.length > 0 && { move: [...(choiceFor(project.root, options).move ?? []), ...move] }),
      ...(skip.length > 0 && { skip }),
    });
  }
  return choices;
}

/** The last word before anything is written. */
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

/** The lines of a question stand behind a bar. */
function wrapped(text: string, { width }: Look): string {
  return wrapLines(text, width === undefined ? undefined : width - 4).join('\n');
}

async function askLayout(
  { root, config }: ProjectPlan,
  previews: Previews,
  { snapshot, options: { catalogue = fwCatalogue }, questions: { show, choose } }: Asking,
): Promise<LayoutMode | 'leave'> {
  const name = plainLine(config);
  const folder = `${catalogue.facts.sourceDirA}/`;
  const leave = { value: 'leave', label: 'Skip this project' } as const;
  const app = previews.app.get(root) ?? [];
  if (app.length === 0)
    return choose(`${name}: migrate this project?`, [{ value: 'auto', label: 'Migrate it' }, leave]);
  show(`${name} with its sources in ${folder}:\n\n${treeText(root, entriesOf(root, snapshot), app)}`);
  const answers = [
    { value: 'app', label: `Sources in ${folder}`, hint: 'as shown above' },
    { value: 'keep', label: 'Keep sources where they are', hint: 'nothing moves; set in the config' },
  ] as const;
  // What the run would do by itself stands first.
  const usual = previews.usual.get(root)?.length ? answers : answers.toReversed();
  return choose<LayoutMode | 'leave'>(`${name}: which layout?`, [...usual, leave]);
}

/** Asks about each folder that would stay and that it saves rewrites to move; gives those that move. */
async function askFolders(
  { config }: ProjectPlan,
  folders: readonly JudgedFolder[],
  { questions: { choose } }: Asking,
): Promise<string[]> {
  const moving: string[] = [];
  for (const folder of folders.filter(({ saves }) => saves > 0)) {
    const answers = [
      { value: 'move', label: 'Move it' },
      { value: 'stay', label: 'Keep it where it is' },
    ] as const;
    const sentence = plainLine(stayingSentence(folder, { dryRun: true }));
    const order = folder.isClear ? answers : answers.toReversed();
    if ((await choose(`${plainLine(config)}: ${sentence}`, order)) === 'move') moving.push(folder.name);
  }
  return moving;
}

/** What is in the folder of a project, with folders once. */
function entriesOf(root: string, { files }: Snapshot): string[] {
  const inside = files.filter(({ path }) => isInside(path, root));
  return [...new Set(inside.map(({ path }) => placeAt(root, pathFrom(root, path).split('/')[0] ?? '')))];
}

/** Asks about each change that the paths of the project do not depend on; gives those that are not wanted. */
async function askChanges(
  project: ProjectPlan,
  projects: readonly ProjectPlan[],
  asking: Asking,
): Promise<string[]> {
  const { show, choose } = asking.questions;
  const skipped: string[] = [];
  const fixed = pathTransforms(asking.options.steps);
  const ids = new Set(project.changes.map(({ transform }) => transform).filter((id) => !fixed.includes(id)));
  for (const id of ids) {
    const patch = await patchFor(id, project, projects, asking);
    if (patch === '') continue;
    const own = project.changes.filter(({ transform }) => transform === id);
    const what = [...new Set(own.map(({ message }) => wrapped(plainLine(message), asking.look)))].join('\n');
    show(`${what}\n\n${terminalPatch(patch, asking.look.colors).trimEnd()}`);
    const answer = await choose(`${plainLine(project.config)}: ${id}`, [
      { value: 'accept', label: 'Accept' },
      { value: 'skip', label: 'Skip' },
      { value: 'rest', label: 'Accept this and all other changes of this project' },
    ]);
    if (answer === 'skip') skipped.push(id);
    if (answer === 'rest') break;
  }
  return skipped;
}

/** What one transform alone does to the config of one project. */
async function patchFor(
  id: string,
  { root }: ProjectPlan,
  projects: readonly ProjectPlan[],
  { snapshot, options }: Asking,
): Promise<string> {
  const others = projects.filter((project) => project.root !== root);
  const plan = await planRepository(snapshot, {
    ...options,
    configsOnly: true,
    steps: stepsWith(options.steps, (one) => one === id),
    choices: new Map([
      ...(options.choices ?? []),
      ...others.map((project) => [project.root, { leave: true }] as const),
    ]),
  });
  return patchTextOf(plan.files, '');
}
