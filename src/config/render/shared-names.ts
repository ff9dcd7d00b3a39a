import { useCount } from '../references.ts';
import type { Expr, Hop } from '../value.ts';
import type { Obstacle } from './operation.ts';

/** The first name on the way to a text that others use too: they would see what is written there. */
export function sharedHop(via: readonly Hop[]): Hop | undefined {
  return via.find(({ file, name, imported }) => useCount(file, name) > (imported ? 0 : 1));
}

/** Why a text cannot be changed for one option alone, or nothing. */
export function sharedObstacle(via: readonly Hop[], at: Expr): Obstacle | undefined {
  const shared = sharedHop(via);
  return shared && { why: `is written in \`${shared.name}\`, which is used elsewhere too`, at };
}
