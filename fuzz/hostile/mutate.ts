import type { Random } from '../random.ts';
import { type Entry, textEntry } from '../trees.ts';
import { mutateGit } from './git.ts';
import { mutateLinks } from './links.ts';
import { mutateState } from './state.ts';

/** A file of the user's that git does not know: nobody has a copy of it. */
export const privateFile = '.env';

/** Puts something into a repository that only an attacker would: settings, links, state of ours. */
export function mutateHostile(tree: Map<string, Entry>, random: Random): void {
  tree.set(privateFile, textEntry('SECRET=1\n'));
  random.pick([mutateState, mutateState, mutateLinks, mutateGit])(tree, random);
}
