import type { Plan } from '../../../src/check/checked-plan.ts';
import { planRepository } from '../../../src/check/checked-plan.ts';
import type { LayoutMode } from '../../../src/layout/layout.ts';
import { transforms } from '../../../transforms/index.ts';
import type { GeneratedWorkspace } from './generate-workspace.ts';
import { shown, snapshotOf, type Tree, treeAfter, treeOf } from './tree.ts';
import { type Files, ownerOf, reachedFile, readWorkspace } from './workspace-reading.ts';

/** What is wrong with a run on a workspace, and how it left it. */
export async function checkRun(
  workspace: GeneratedWorkspace,
  layout: LayoutMode,
): Promise<{ readonly problems: readonly string[]; readonly after: Tree | undefined }> {
  const tree = treeOf(Object.fromEntries(workspace.files));
  const run = (on: Tree) =>
    planRepository(snapshotOf(on), {
      steps: [{ kind: 'transforms', transforms }],
      layout,
      choices: new Map(workspace.left.map((folder) => [folder, { leave: true }])),
    });
  let plan: Plan;
  try {
    plan = await run(tree);
  } catch (error) {
    // Nothing is written.
    const isRefused = workspace.broken.length > 0 && !/bug in fw-migrate/.test(String(error));
    return { problems: isRefused ? [] : [String(error)], after: undefined };
  }
  const after = treeAfter(tree, plan);
  const again = await run(after);
  const problems = [
    ...problemsOf(workspace, plan, textsOf(after)),
    ...again.files.map(({ from, to, by }) => `${from} -> ${to} is planned again by ${by}`),
  ];
  return { problems, after };
}

/** Where a workspace that is migrated project by project differs from one that is migrated as a whole. */
export async function checkOneByOne(
  { files }: GeneratedWorkspace,
  order: readonly string[],
): Promise<readonly string[]> {
  const steps = [{ kind: 'transforms' as const, transforms }];
  let tree = treeOf(Object.fromEntries(files));
  const whole = await planRepository(snapshotOf(tree), { steps }).then(
    (plan) => treeAfter(tree, plan),
    () => undefined,
  );
  // What is refused as a whole has nothing to compare with.
  if (!whole) return [];
  for (const folder of order)
    tree = treeAfter(tree, await planRepository(snapshotOf(tree), { steps, within: [folder] }));
  const [one, all] = [shown(tree), shown(whole)];
  return [...new Set([...Object.keys(one), ...Object.keys(all)])]
    .filter((path) => one[path] !== all[path])
    .map((path) => `==== ${path}\n${one[path]}\n---- at once\n${all[path]}`);
}

function textsOf(tree: Tree): Files {
  return new Map([...tree].map(([path, content]) => [path, content.toString()]));
}

const written = /(?:import |@import |url\(|src=)["'](.*)["']/;

function problemsOf(
  { files, references, left }: GeneratedWorkspace,
  plan: Plan,
  texts: Files,
): string[] {
  const followUps = [...plan.followUps, ...plan.projects.flatMap((project) => project.followUps)];
  const listed = new Set(
    followUps.flatMap((one) => [one, ...one.evidence]).map(({ file, line }) => `${file}:${line}`),
  );
  const before = readWorkspace(files);
  const after = readWorkspace(texts);
  const moved = new Map(plan.files.map(({ from, to }) => [from, to]));
  const still = new Set([
    ...left,
    ...plan.projects.flatMap(({ isRefused, root }) => (isRefused ? [root] : [])),
  ]);
  return [
    ...followUps
      .filter(({ message }) => /bug in fw-migrate/.test(message))
      .map(({ message }) => message),
    ...[...moved].flatMap(([from, to]) =>
      from !== to && still.has(ownerOf(before.projects, from)?.root ?? '-')
        ? [`${from} moves to ${to}`]
        : [],
    ),
    ...references.flatMap(({ file, line, kind, target }) => {
      const from = moved.get(file) ?? file;
      const text = written.exec(texts.get(from)?.split('\n')[line - 1] ?? '')?.[1] ?? '';
      const found = reachedFile(after, kind, from, text);
      const mark = /f\d+/.exec(texts.get(found ?? '') ?? '')?.[0];
      if (mark === target || listed.has(`${file}:${line}`)) return [];
      return [`${file}:${line} -> ${from}: "${text}" reaches ${found} and not ${target}`];
    }),
  ];
}

/** The files of a workspace before and after a run, for a failing test. */
export function shownRun({ files, left }: GeneratedWorkspace, after: Tree | undefined): string {
  const show = (tree: Tree) =>
    Object.entries(shown(tree)).map(([path, text]) => `==== ${path}\n${text.trim()}\n`);
  const before = show(treeOf(Object.fromEntries(files)));
  const later = after ? show(after).filter((text) => !before.includes(text)) : ['(no plan)'];
  return [`left: ${left}`, ...before, '-------- after', ...later].join('\n');
}
