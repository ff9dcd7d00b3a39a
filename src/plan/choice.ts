import type { LayoutMode } from '../project/layout.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { Step } from './migrate.ts';

/** What was chosen for one project, where that differs from the run. */
export interface ProjectChoice {
  /** Nothing of the project is migrated; references to what others move are followed all the same. */
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
