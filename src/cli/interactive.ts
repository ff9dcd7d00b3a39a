import type { ProjectPlan } from '../plan/plan.ts';
import { type PlanOptions, planRepository, previewMoves } from '../plan/repository.ts';
import { type ProjectChoice, type ProjectChoices, stepsWith } from '../plan/selection.ts';
import { type LayoutMode, layoutModes } from '../project/layout.ts';
import type { Snapshot } from '../project/snapshot.ts';
import { patchOf, patchTextOf } from '../report/patch-text.ts';
import { plainLine } from '../report/plain.ts';
import type { Report } from '../report/report.ts';
import { countsLine } from '../report/summary.ts';
import { type Look, terminalPatch, treeText, wrapLines } from '../report/terminal.ts';
import type { Terminal } from './io.ts';

/** The person wants to stop: nothing is to be written. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

interface Answer<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** Puts questions to a person; every one of them can be answered with stopping. */
export interface Questions {
  show(text: string): void;
  choose<T extends string>(question: string, answers: readonly Answer<T>[]): Promise<T>;
}

export async function questionsOn(terminal: Terminal): Promise<Questions> {
  const { select, log, isCancel } = await import('@clack/prompts');
  return {
    show: (text) => log.message(text, terminal),
    async choose(message, answers) {
      const options = [...answers, { value: 'stop', label: 'Stop, and write nothing' }];
      const answer = await select<string>({ message, options, ...terminal });
      const chosen = isCancel(answer) ? undefined : answers.find(({ value }) => value === answer);
      if (!chosen) throw new Stopped();
      return chosen.value;
    },
  };
}

/** Asks, project by project and change by change, what is to be done. */
export async function askChoices(
  snapshot: Snapshot,
  options: PlanOptions,
  questions: Questions,
  look: Look,
): Promise<ProjectChoices> {
  const layouts = previewsOf(snapshot, options);
  const { projects } = await planRepository(snapshot, { ...options, configsOnly: true });
  const choices = new Map<string, ProjectChoice>();
  for (const project of projects) {
    const moving = layouts.filter(({ moves }) => (moves.get(project.root)?.length ?? 0) > 0);
    if (moving.length === 0 && project.changes.length === 0) continue;
    const layout = await askLayout(project, layouts, snapshot, questions);
    choices.set(
      project.root,
      layout === 'leave'
        ? { leave: true }
        : { layout, skip: await askChanges(project, projects, { snapshot, options, questions, look }) },
    );
  }
  return choices;
}

/** The last word before anything is written. */
export async function askToWrite(report: Report, { show, choose }: Questions, look: Look): Promise<void> {
  show(wrapped(countsLine({ ...report, dryRun: true }), look));
  for (;;) {
    const answer = await choose('Write all of this?', [
      { value: 'write', label: 'Write' },
      { value: 'diff', label: 'Show the whole diff first' },
    ]);
    if (answer === 'write') return;
    show(terminalPatch(patchOf(report), look.colors));
  }
}

/** The lines of a question stand behind a bar. */
function wrapped(text: string, { width }: Look): string {
  return wrapLines(text, width === undefined ? undefined : width - 4).join('\n');
}

interface Preview {
  readonly mode: LayoutMode;
  readonly moves: ReturnType<typeof previewMoves>;
}

/** What moves in each layout. */
function previewsOf(snapshot: Snapshot, options: PlanOptions): Preview[] {
  return layoutModes.map((mode) => ({ mode, moves: previewMoves(snapshot, { ...options, layout: mode }) }));
}

async function askLayout(
  { root, config }: ProjectPlan,
  layouts: readonly Preview[],
  snapshot: Snapshot,
  { show, choose }: Questions,
): Promise<LayoutMode | 'leave'> {
  const name = plainLine(config);
  const leave = { value: 'leave', label: 'Leave this project as it is' } as const;
  const movesIn = (wanted: LayoutMode) => layouts.find(({ mode }) => mode === wanted)?.moves.get(root) ?? [];
  const app = movesIn('app');
  if (app.length === 0)
    return choose(`${name}: migrate this project?`, [{ value: 'auto', label: 'Migrate it' }, leave]);
  show(`${name} with its sources in app/:\n\n${treeText(root, entriesOf(root, snapshot), app)}`);
  const answers = [
    { value: 'app', label: 'Sources in app/', hint: 'as shown above' },
    { value: 'keep', label: 'Sources where they are', hint: 'nothing moves, the config says so' },
  ] as const;
  // What the run would do by itself stands first.
  const usual = movesIn('auto').length > 0 ? answers : answers.toReversed();
  return choose<LayoutMode | 'leave'>(`${name}: which layout?`, [...usual, leave]);
}

/** What is in the folder of a project, with folders once. */
function entriesOf(root: string, { files }: Snapshot): string[] {
  const start = root === '' ? 0 : root.length + 1;
  const inside = files.filter(({ path }) => root === '' || path.startsWith(`${root}/`));
  const end = (path: string) => (path.indexOf('/', start) === -1 ? path.length : path.indexOf('/', start));
  return [...new Set(inside.map(({ path }) => path.slice(0, end(path))))];
}

interface Asking {
  readonly snapshot: Snapshot;
  readonly options: PlanOptions;
  readonly questions: Questions;
  readonly look: Look;
}

/** Asks about each change that the paths of the project do not depend on; gives those that are not wanted. */
async function askChanges(
  project: ProjectPlan,
  projects: readonly ProjectPlan[],
  asking: Asking,
): Promise<string[]> {
  const { show, choose } = asking.questions;
  const skipped: string[] = [];
  const ids = [...new Set(project.changes.map(({ transform }) => transform))];
  for (const id of ids.filter((one) => !followsMoves(one, asking.options))) {
    const patch = await patchFor(id, project, projects, asking);
    if (patch === '') continue;
    const own = project.changes.filter(({ transform }) => transform === id);
    const what = [...new Set(own.map(({ message }) => wrapped(plainLine(message), asking.look)))].join('\n');
    show(`${what}\n\n${terminalPatch(patch, asking.look.colors).trimEnd()}`);
    const answer = await choose(`${plainLine(project.config)}: ${id}`, [
      { value: 'accept', label: 'Accept' },
      { value: 'skip', label: 'Skip' },
      { value: 'rest', label: 'Accept this and all others of this project' },
    ]);
    if (answer === 'skip') skipped.push(id);
    if (answer === 'rest') break;
  }
  return skipped;
}

/** Paths that would lead nowhere are nothing to choose: they go with the layout. */
function followsMoves(id: string, { steps }: PlanOptions): boolean {
  return steps.some(
    (step) =>
      step.kind === 'transforms' && step.transforms.some((one) => one.id === id && one.followsMoves === true),
  );
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
    choices: new Map(others.map((project) => [project.root, { leave: true }])),
  });
  return patchTextOf(plan.files, '');
}
