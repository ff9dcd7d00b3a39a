import { type Change, type OptionPathParts, startsWith } from '../change.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import { findOption } from '../find.ts';
import type { Value } from '../value.ts';
import { planAppend } from './append.ts';
import { planInsert } from './insert.ts';
import type { Obstacle, Planned } from './operation.ts';
import { planRename } from './rename.ts';
import { planSet } from './set.ts';
import { holdersOf, planTakeOut } from './take-out.ts';

/** A config whose changes are being planned. */
export interface Draft {
  readonly evaluator: Evaluator;
  /** The objects a config is merged from; one, mostly. */
  readonly layers: readonly Value[];
  /** What changes come down to: they are asked about before they are made. */
  readonly plans: Map<Change, Planned>;
}

/** Why a change cannot be written where it belongs, or nothing. */
export function obstacleTo(draft: Draft, change: Change): Obstacle | undefined {
  const planned = plan(draft, change, []);
  return Array.isArray(planned) ? undefined : planned;
}

/** Whether a change has nothing to do. */
export function isMoot({ evaluator, layers }: Draft, { kind, layer, path }: Change): boolean {
  const root = layers[layer];
  return kind === 'rename' && root !== undefined && findOption(evaluator, root, path).kind === 'absent';
}

/** What a change comes down to, beside all those that are made with it. */
export function plan(draft: Draft, change: Change, all: readonly Change[]): Planned {
  const root = draft.layers[change.layer];
  if (!root) throw new RangeError(`The config has no layer ${change.layer}`);
  const path = change.kind === 'rename' ? change.path : beforeRenames(change, all);
  if (path !== change.path) return planAt(draft.evaluator, root, change, path);
  let planned = draft.plans.get(change);
  if (!planned) {
    planned = planAt(draft.evaluator, root, change, path);
    draft.plans.set(change, planned);
  }
  return planned;
}

/** A child of a renamed option may be named by its new path; it is found by the old one. */
function beforeRenames({ path, layer }: Change, changes: readonly Change[]): OptionPathParts {
  for (const change of changes) {
    if (change.kind === 'rename' && change.layer === layer && startsWith(path, change.to))
      return [...change.path, ...path.slice(change.to.length)];
  }
  return path;
}

function planAt(evaluator: Evaluator, root: Value, change: Change, path: OptionPathParts): Planned {
  const found = findOption(evaluator, root, path);
  if (found.kind === 'unknown') return found;
  if (change.kind === 'append') return planAppend(evaluator, root, path, found, change.items);
  if (found.kind === 'absent')
    return change.kind === 'set' ? planInsert(found, path, { kind: 'new', value: change.value }) : [];
  switch (change.kind) {
    case 'set':
      return planSet(found, change.value);
    case 'remove':
      return planTakeOut(found, holdersOf(evaluator, root, path));
    case 'rename':
      return planRename(evaluator, root, path, change.to, found);
  }
}
