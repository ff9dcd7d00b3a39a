import { nearest } from '../catalogue/nearest.ts';
import { mismatch, Problem } from '../catalogue/shape.ts';
import type { LayoutMode } from '../project/layout.ts';
import type { MoveOverrides } from '../project/layout-moves.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { Step } from './definition.ts';
import { isTransform, type KeptDefaults, type Transform, type TransformDefinition } from './definition.ts';

/** Which transforms run. */
interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** A selection that cannot be meant: of some transforms that only make sense together, or of what is skipped as well. */
export class IncompleteSelection extends Problem {
  override readonly name = 'IncompleteSelection';
}

/** A transform that does not exist. */
export class UnknownTransform extends Problem {
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
    `Some transforms that update paths to moved folders are skipped (${ids}), which would break paths. Use all of them or none; \`fw-migrate transform\` runs a single one on a config.`,
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

/** The transforms of a value that may be a list. Throws a `Mismatch` that names what is not a transform. */
export function flatTransforms(value: unknown, at: string): Transform[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => flatTransforms(item, `${at}[${index}]`));
  if (isTransform(value)) return [value];
  throw mismatch(at, 'a transform made with `defineTransform`, or a list of them', value);
}

/** Each one runs on what the one before it left: they may change the same option. */
export function ownSteps(transforms: readonly Transform[]): Step[] {
  return transforms.map((one) => ({ kind: 'transforms', transforms: [one] }));
}

/**
 * The steps of a run: the built-in transforms, then the user's own. Those of them that update paths run with the
 * built-in ones, since the steps after those find everything in its new place.
 */
export function stepsOfRun(builtIn: readonly TransformDefinition[], own: readonly Step[]): Step[] {
  const updating = transformsIn(own.filter(updatesPaths));
  const others = own.filter((step) => !updatesPaths(step));
  return [{ kind: 'transforms', transforms: [...builtIn, ...updating] }, ...others];
}

/** The transforms of all steps that are made of them. */
export function transformsIn(steps: readonly Step[]): TransformDefinition[] {
  return steps.flatMap((step) => (step.kind === 'transforms' ? step.transforms : []));
}

function updatesPaths(step: Step): boolean {
  return step.kind === 'transforms' && step.transforms.every((one) => one.followsMoves);
}

/** The ids of the transforms that keep paths right: they go with the layout, since broken paths are not a choice. */
export function pathTransforms(steps: readonly Step[]): string[] {
  return transformsIn(steps).flatMap(({ id, followsMoves: follows }) => (follows ? [id] : []));
}

/** The transforms that write sources, by the behaviour whose uses they write. */
export function rewritersIn(steps: readonly Step[], choice: ProjectChoice): TransformDefinition[] {
  return transformsIn(stepsFor(steps, choice)).filter(({ rewrites }) => rewrites !== undefined);
}

/** What may be chosen for the whole run, and for single projects. */
export interface RunChoice extends MoveOverrides {
  readonly layout?: LayoutMode | undefined;
  readonly keepDefaults?: KeptDefaults | undefined;
}

export function keepsDefault(kept: KeptDefaults | undefined, option: string): boolean {
  return typeof kept === 'object' ? kept.includes(option) : kept === true;
}

/** What was chosen for one project, if that differs from the run. */
export interface ProjectChoice extends RunChoice {
  /** Leaves the project as it is, except for references to what others move. */
  readonly leave?: boolean | undefined;
  /** Ids of transforms that are left out. */
  readonly skip?: readonly string[] | undefined;
}

/** By the folder of the project. */
export type ProjectChoices = ReadonlyMap<TreePath, ProjectChoice>;

/** What holds for a project: its own choice, and for the rest that of the run. */
export function choiceFor(
  folder: TreePath,
  run: RunChoice & { readonly choices?: ProjectChoices | undefined },
): ProjectChoice {
  const own = run.choices?.get(folder) ?? {};
  return {
    ...{ leave: own.leave, skip: own.skip, layout: own.layout ?? run.layout },
    // What moves in other projects may stay in this one, and the other way round.
    move: own.move ?? (run.move && without(run.move, own.stay)),
    stay: own.stay ?? (run.stay && without(run.stay, own.move)),
    keepDefaults: own.keepDefaults ?? run.keepDefaults,
  };
}

export function without(list: readonly string[], names: readonly string[] = []): string[] {
  return list.filter((name) => !names.includes(name));
}

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

/** What is done with paths in files of other tools: edited where that is certain, or only reported. */
export const toolingModes = ['edit', 'report'] as const;
export type ToolingMode = (typeof toolingModes)[number];
