/** Which transforms run and with which choices, for the run as a whole and for single projects. */

import { isInside } from '../base/paths.ts';
import type { toolingModes } from '../catalogue/names.ts';
import { defined, mismatch, nearest, Problem } from '../catalogue/shape.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { LayoutMode } from '../layout/layout.ts';
import type { MoveOverrides } from '../layout/layout-moves.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import type { TreePath } from '../tree/snapshot.ts';
import type { KeptDefaults, Transform, TransformDefinition, TransformStep } from './definition.ts';
import { isTransform } from './definition.ts';

interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** A contradictory selection: an incomplete set of transforms, or one that is both selected and skipped. */
export class IncompleteSelection extends Problem {
  override readonly name = 'IncompleteSelection';
}

export class UnknownTransform extends Problem {
  override readonly name = 'UnknownTransform';
}

/** What a plan does: folders move only if all transforms that update paths to them run. */
export function selectRun(
  transforms: readonly TransformDefinition[],
  selection: Selection,
  own: readonly TransformStep[] = [],
) {
  const selected = selectTransforms(transforms, selection);
  const missing = transforms.filter(
    (transform) => transform.followsMoves && !selected.includes(transform),
  );
  const ids = missing.map(({ id }) => `\`${id}\``).join(', ');
  if (missing.length > 0 && selected.some(({ followsMoves }) => followsMoves))
    throw new IncompleteSelection(
      `Some transforms that update paths to moved folders are skipped (${ids}), which would break paths. Use all of them or none; \`fw-migrate transform\` runs a single one on a config.`,
    );
  return { steps: stepsOfRun(selected, own), configsOnly: missing.length > 0 };
}

/** The selected transforms. */
export function selectTransforms<T extends TransformDefinition>(
  transforms: readonly T[],
  { only, skip = [] }: Selection,
): T[] {
  const ids = transforms.map(({ id }) => id);
  for (const id of [...(only ?? []), ...skip]) {
    if (ids.includes(id)) continue;
    const near = nearest(id, ids);
    throw new UnknownTransform(
      `Unknown transform \`${id}\`.${near ? ` Did you mean \`${near}\`?` : ''} Run \`fw-migrate list\` to see all transforms.`,
    );
  }
  const both = only?.find((id) => skip.includes(id));
  if (both !== undefined)
    throw new IncompleteSelection(
      `The transform \`${both}\` is both selected and skipped. Remove it from \`only\` or from \`skip\`.`,
    );
  return transforms.filter(({ id }) => (only ? only.includes(id) : true) && !skip.includes(id));
}

/** A transform, or a list of transforms, at any depth. */
export type TransformOrList = Transform | readonly TransformOrList[];

/**
 * The steps of a user's transforms, given as one or as nested lists: each runs on the result of the one before,
 * so several may change the same option. Throws a `Mismatch` for anything else.
 */
export function ownSteps(value: unknown, at: string): TransformStep[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => ownSteps(item, `${at}[${index}]`));
  if (isTransform(value)) return [{ kind: 'transforms', transforms: [value] }];
  throw mismatch(at, 'a transform made with `defineTransform`, or a list of them', value);
}

/**
 * The steps of a run: the built-in transforms, then the user's own. Own transforms that update paths run with
 * the built-in ones, because later steps find everything in its new place.
 */
export function stepsOfRun(
  builtIn: readonly TransformDefinition[],
  own: readonly TransformStep[],
): TransformStep[] {
  const updating = transformsIn(own.filter(updatesPaths));
  const others = own.filter((step) => !updatesPaths(step));
  return [{ kind: 'transforms', transforms: [...builtIn, ...updating] }, ...others];
}

export function transformsIn(steps: readonly TransformStep[]): TransformDefinition[] {
  return steps.flatMap((step) => (step.kind === 'transforms' ? step.transforms : []));
}

function updatesPaths(step: TransformStep): boolean {
  return step.kind === 'transforms' && step.transforms.every((transform) => transform.followsMoves);
}

/** The ids of the transforms that update paths: they run whenever folders move. */
export function pathTransforms(steps: readonly TransformStep[]): string[] {
  return transformsIn(steps).flatMap(({ id, followsMoves }) => (followsMoves ? [id] : []));
}

/** The transforms that rewrite sources. */
export function rewritersIn(
  steps: readonly TransformStep[],
  choice: ProjectChoice,
): TransformDefinition[] {
  return transformsIn(stepsFor(steps, choice)).filter(({ rewrites }) => rewrites !== undefined);
}

/** Choices for the whole run or for a single project. */
export interface RunChoice extends MoveOverrides {
  readonly layout?: LayoutMode | undefined;
  readonly keepDefaults?: KeptDefaults | undefined;
}

/** Whether a config has the old default of an option, as an earlier run may have written it. */
export function hasFormer({ catalogue, lookup }: ConfigDocument, option: string): boolean {
  const { former } = catalogue.findOption(option) ?? {};
  const found = lookup(option);
  return found.kind === 'static' && JSON.stringify(found.value) === JSON.stringify(former);
}

export function keepsDefault(kept: KeptDefaults | undefined, option: string): boolean {
  return typeof kept === 'object' ? kept.includes(option) : kept === true;
}

/** Choices for one project, where they differ from the run. */
export interface ProjectChoice extends RunChoice {
  /** Skips the project, except for references to files that other projects move. */
  readonly leave?: boolean | undefined;
  /** Ids of transforms to skip. */
  readonly skip?: readonly string[] | undefined;
}

/** Choices by the folder of the project. */
export type ProjectChoices = ReadonlyMap<TreePath, ProjectChoice>;

/** The choices for all projects and for single ones. */
export interface RunChoices extends RunChoice {
  readonly choices?: ProjectChoices | undefined;
  /** The folders whose projects are migrated; by default all. */
  readonly within?: readonly TreePath[] | undefined;
}

/** Whether the project in a folder is among those that a run migrates. */
export function isChosen(folder: TreePath, { within }: RunChoices): boolean {
  return within?.some((chosen) => isInside(folder, chosen)) ?? true;
}

/** The value of `--move` that lets fw-migrate choose; a folder of that name is written `./auto`. */
export const autoMove = 'auto';

/** The choice for a project: its own values first, then those of the run. */
export function choiceFor(folder: TreePath, run: RunChoices): ProjectChoice {
  const { layout, move, stay, keepDefaults } = run;
  const ofRun: ProjectChoice = { layout, move, stay, keepDefaults };
  return overlaid(ofRun, run.choices?.get(folder) ?? {});
}

/** Choices with later ones, which win key by key and remove what they rule out from the earlier ones. */
export function overlaid<Choice extends ProjectChoice>(
  earlier: Choice,
  later: ProjectChoice & Selection,
) {
  const { move, stay, skip } = earlier;
  return {
    ...earlier,
    // A folder that moves by a later choice no longer stays, and the other way round.
    ...(move && { move: later.layout === 'keep' ? undefined : without(move, later.stay) }),
    ...(stay && { stay: without(stay, later.move) }),
    ...(skip && { skip: without(skip, later.only) }),
    ...defined(later),
  };
}

export function without(list: readonly string[], names: readonly string[] = []): string[] {
  return list.filter((name) => !names.includes(name));
}

/** The steps that run on the config of a project; one that is left only follows what moves. */
export function stepsFor(
  steps: readonly TransformStep[],
  { leave, skip = [] }: ProjectChoice,
): TransformStep[] {
  return steps.flatMap((step): TransformStep[] => {
    if (step.kind === 'codemod') return leave || skip.includes(step.codemod.id) ? [] : [step];
    const transforms = step.transforms.filter(({ id, followsMoves }) =>
      leave ? followsMoves : !skip.includes(id),
    );
    return [{ ...step, transforms }];
  });
}

/** How paths in files of other tools are handled: edited if it is safe, or only reported. */
export type ToolingMode = (typeof toolingModes)[number];

/** One of several parts of a run, which different machines can run. The first is 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether a file belongs to a shard: every n-th project; the first also has files outside all projects. */
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
