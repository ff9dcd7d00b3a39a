import { nearest } from '../catalogue/nearest.ts';
import type { TransformDefinition } from './transform.ts';

/** Which transforms run. */
export interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** Transforms that only make sense together. */
export class IncompleteSelection extends Error {
  override readonly name = 'IncompleteSelection';
}

/** A transform that is not there: says what there is. */
export class UnknownTransform extends Error {
  override readonly name = 'UnknownTransform';
}

/** Whether a selection keeps paths right: folders only move where all transforms that follow them run. */
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
