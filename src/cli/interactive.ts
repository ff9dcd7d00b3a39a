import { fwCatalogue } from '../catalogue/index.ts';
import { effectText } from '../plan/follow-up.ts';
import type { ProjectPlan } from '../plan/plan.ts';
import { type PlanOptions, planRepository } from '../plan/plan-repository.ts';
import { choiceFor, type ProjectChoice, type ProjectChoices, pathTransforms } from '../plan/selection.ts';
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
  const { select, multiselect, log, isCancel } = await import('@clack/prompts');
  const shown = (text: string) => printable(text, true);
  return {
    show: (text: string) => log.message(shown(text), terminal),
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

/** Adds the answers to the options of a plan. */
export function withAnswers(options: PlanOptions, answers: ProjectChoices): PlanOptions {
  const choices = new Map(options.choices);
  for (const [root, answer] of answers) {
    const { skip = [], ...choice } = choices.get(root) ?? {};
    choices.set(root, { ...choice, ...answer, skip: [...skip, ...(answer.skip ?? [])] });
  }
  return { ...options, choices };
}

/** Asks about the projects, the layout, the folders and the changes of a run. Returns the answers by project. */
export async function askChoices(asking: Asking): Promise<ProjectChoices> {
  const { snapshot, options } = asking;
  const { projects } = await planRepository(snapshot, options);
  const changing = projects.filter(({ moves, changes }) => moves.length + changes.length > 0);
  if (changing.length === 0) return new Map();
  const picked = await askProjects(changing, asking);
  const layout = await askLayout(picked, asking);
  const folders = layout === 'keep' ? [] : await askFolders(picked, asking);
  const skip = await askChanges(picked, asking);
  return new Map(
    changing.map((project): [string, ProjectChoice] => {
      const { root } = project;
      if (!picked.includes(project)) return [root, { leave: true }];
      const move = folders.flatMap((folder) => (folder.root === root ? folder.name : []));
      return [
        root,
        {
          // The automatic layout is not recorded as a choice.
          ...(layout !== 'auto' && { layout }),
          ...(move.length > 0 && { move: [...(choiceFor(root, options).move ?? []), ...move] }),
          ...(skip.length > 0 && { skip }),
        },
      ];
    }),
  );
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

/** Asks which projects to migrate, if there are several. */
async function askProjects(projects: readonly ProjectPlan[], { questions: { pick } }: Asking) {
  if (projects.length === 1) return projects;
  const roots = projects.map(({ root }) => root);
  const answers = projects.map(({ root, config }) => ({ value: root, label: plainLine(config) }));
  const picked = await pick('Which projects should be migrated?', answers, roots);
  if (picked.length === 0) throw new Stopped();
  return projects.filter(({ root }) => picked.includes(root));
}

/** Shows what moves by default, and asks for another layout. */
async function askLayout(
  projects: readonly ProjectPlan[],
  { options: { catalogue = fwCatalogue }, questions: { show, choose } }: Asking,
): Promise<LayoutMode> {
  const moves = projects.flatMap((project) => project.moves);
  const hasUnmoved = projects.some((project) => project.moves.length === 0);
  if (moves.length > 0) show(moves.map(({ from, to }) => plainLine(`${from} → ${to}`)).join('\n'));
  const usual = moves.length > 0 ? 'Move sources as shown above' : 'Keep sources where they are';
  return choose(
    'Which layout?',
    present<Answer<LayoutMode>>([
      { value: 'auto', label: usual },
      hasUnmoved && {
        value: 'app',
        label: `Move the sources of all projects to ${catalogue.facts.sourceDirA}/`,
      },
      moves.length > 0 && {
        value: 'keep',
        label: 'Keep sources where they are',
        hint: 'nothing moves; set in the config',
      },
    ]),
  );
}

/** Asks which of the folders that would stay should move, if moving them saves updates. */
async function askFolders(
  projects: readonly ProjectPlan[],
  { options: { catalogue = fwCatalogue }, questions: { pick } }: Asking,
) {
  const folders = projects.flatMap(({ root, staying }) => staying.map((folder) => ({ ...folder, root })));
  const worth = folders.filter(({ saves }) => saves > 0);
  if (worth.length === 0) return [];
  const answers = worth.map(({ folder, files, saves }) => ({
    value: folder,
    label: plainLine(`${folder}/`),
    hint: `${counted(files, 'file')}, saves about ${counted(saves, 'update')}`,
  }));
  const question = `Which of these folders should move to ${catalogue.facts.sourceDirA}/ as well?`;
  const picked = await pick(question, answers, []);
  return worth.filter(({ folder }) => picked.includes(folder));
}

/** Asks which changes to make, except those that paths depend on. Returns the transforms to skip. */
async function askChanges(
  projects: readonly ProjectPlan[],
  { options, questions: { show, pick }, look }: Asking,
): Promise<string[]> {
  const fixed = pathTransforms(options.steps);
  const changes = projects.flatMap((project) => project.changes);
  const optional = changes.filter(({ transform }) => !fixed.includes(transform));
  if (optional.length === 0) return [];
  const lines = optional.map(({ transform, effect }) => `${transform}: ${effectText(effect, 'planned')}`);
  show([...new Set(lines)].map((line) => wrapped(plainLine(line), look)).join('\n'));
  const ids = [...new Set(optional.map(({ transform }) => transform))];
  const answers = ids.map((id) => ({ value: id, label: id }));
  const picked = await pick('Which of these changes should be made?', answers, ids);
  return ids.filter((id) => !picked.includes(id));
}
