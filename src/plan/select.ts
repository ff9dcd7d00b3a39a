import { nearest } from '../reference/nearest.ts';
import type { TransformDefinition } from './transform.ts';

/** Which transforms run. */
export interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

/** A transform that is not there: says what there is. */
export class UnknownTransform extends Error {
  override readonly name = 'UnknownTransform';
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
