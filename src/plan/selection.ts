import { nearest } from '../catalogue/nearest.ts';
import type { LayoutMode } from '../project/layout.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { Step } from './steps.ts';
import type { TransformDefinition } from './transform.ts';

/** Which transforms run. */
export interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** A selection of some transforms that only make sense together with others. */
export class IncompleteSelection extends Error {
  override readonly name = 'IncompleteSelection';
}

/** A transform that does not exist. */
export class UnknownTransform extends Error {
  override readonly name = 'UnknownTransform';
}

/** Whether a selection keeps paths right: folders only move if all transforms that follow them run. */
export function followsMoves(
  transforms: readonly TransformDefinition[],
  selected: readonly TransformDefinition[],
): boolean {
  const following = transforms.filter((one) => one.followsMoves);
  const missing = following.filter((one) => !selected.includes(one));
  if (missing.length === 0 || missing.length === following.length) return missing.length === 0;
  const ids = missing.map(({ id }) => `\`${id}\``).join(', ');
  throw new IncompleteSelection(
    `Some transforms that follow moving folders are left out (${ids}), so paths would break. Take all of them or none; \`fw-migrate transform\` runs single ones on a config alone.`,
  );
}

/** The transforms that a selection asks for. */
export function selectTransforms<T extends TransformDefinition>(
  transforms: readonly T[],
  { only, skip = [] }: Selection,
): T[] {
  const ids = transforms.map(({ id }) => id);
  for (const id of [...(only ?? []), ...skip]) {
    if (ids.includes(id)) continue;
    const near = nearest(id, ids);
    throw new UnknownTransform(
      `There is no transform \`${id}\`.${near ? ` Did you mean \`${near}\`?` : ''} \`fw-migrate list\` shows them all.`,
    );
  }
  return transforms.filter(({ id }) => (only ? only.includes(id) : true) && !skip.includes(id));
}

/** What was chosen for one project, if that differs from the run. */
export interface ProjectChoice {
  /** Leaves the project as it is, except for references to what others move. */
  readonly leave?: boolean | undefined;
  readonly layout?: LayoutMode | undefined;
  /** Ids of transforms that are left out. */
  readonly skip?: readonly string[] | undefined;
}

/** By the folder of the project. */
export type ProjectChoices = ReadonlyMap<TreePath, ProjectChoice>;

/** What runs on the config of a project. */
export function stepsFor(steps: readonly Step[], { leave, skip = [] }: ProjectChoice): Step[] {
  return leave ? [] : stepsWith(steps, (id) => !skip.includes(id));
}

/** Only the transforms and codemods whose ids are wanted. */
export function stepsWith(steps: readonly Step[], isWanted: (id: string) => boolean): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.kind === 'codemod') return isWanted(step.codemod.id) ? [step] : [];
    return [{ ...step, transforms: step.transforms.filter(({ id }) => isWanted(id)) }];
  });
}

/** One of several parts of a run, which can be done by different machines. The first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Gives the folder of the innermost project that holds a file; undefined if none does. */
export type OwnerFinder = (path: TreePath) => TreePath | undefined;

export function createOwnerFinder(roots: readonly TreePath[]): OwnerFinder {
  const known = new Set(roots);
  const ownerOf: OwnerFinder = (path) =>
    known.has(path) ? path : path === '' ? undefined : ownerOf(parentOf(path));
  return ownerOf;
}

/** Tells which files a run is about. A shard has those of every n-th project; the first also what belongs to none. */
export function createShare(
  roots: readonly TreePath[],
  shard: Shard | undefined,
): (path: TreePath) => boolean {
  if (!shard) return () => true;
  const shares = new Map(roots.toSorted().map((root, place) => [root, place % shard.count]));
  const ownerOf = createOwnerFinder(roots);
  return (path) => {
    const owner = ownerOf(path);
    return (owner === undefined ? 0 : shares.get(owner)) === shard.index - 1;
  };
}
