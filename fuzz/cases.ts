import { type Flags, fixtures } from './fixtures.ts';
import { variedFlags } from './flags.ts';
import { mutateTree } from './mutate-tree.ts';
import { randomOf } from './random.ts';
import { type Tree, tidied } from './trees.ts';

/** A project to be migrated, and how. */
export interface Case {
  readonly tree: Tree;
  readonly flags: Flags;
}

/** The case that belongs to a number: always the same one. */
export function caseOf(seed: string, number: number): Case {
  const random = randomOf(`${seed}:${number}`);
  const fixture = random.pick(fixtures());
  const tree = new Map(fixture.tree);
  const mutations = random.pick([0, 1, 1, 2, 2, 3, 3, 4, 6, 10]);
  for (let done = 0; done < mutations; done += 1) mutateTree(tree, random);
  return { tree: tidied(tree), flags: variedFlags(fixture.flags, tree, random) };
}
