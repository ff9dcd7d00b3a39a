import { type Flags, fixtures } from './fixtures.ts';
import { variedFlags } from './flags.ts';
import { mutateHostile } from './hostile/mutate.ts';
import { mutateTree } from './mutate-tree.ts';
import { randomOf } from './random.ts';
import { type Tree, tidied } from './trees.ts';

/** A project to be migrated, and how. */
export interface Case {
  readonly tree: Tree;
  readonly flags: Flags;
  /** Whether an attacker put files there: every command is tried on it. */
  readonly hostile?: boolean;
}

/** The case that belongs to a number: always the same one. A hostile one is the same again, with something put in. */
export function caseOf(seed: string, number: number, hostile = false): Case {
  const random = randomOf(`${seed}:${number}`);
  const fixture = random.pick(fixtures());
  const tree = new Map(fixture.tree);
  const mutations = random.pick([0, 1, 1, 2, 2, 3, 3, 4, 6, 10]);
  for (let done = 0; done < mutations; done += 1) mutateTree(tree, random);
  const flags = variedFlags(fixture.flags, tree, random);
  if (!hostile) return { tree: tidied(tree), flags };
  for (let left = 1 + random.below(3); left > 0; left -= 1) mutateHostile(tree, random);
  return { tree: tidied(tree), flags, hostile };
}
