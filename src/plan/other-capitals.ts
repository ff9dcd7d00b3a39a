/** Reports the names that are only found because capitals do not count on a disk: elsewhere they do not exist. */

import { isInside } from '../base/paths.ts';
import type { Repository } from '../tree/repository.ts';
import { type FollowUp, fileFollowUp } from './follow-up.ts';

/** One follow-up for each name on disk that something spells otherwise; `App.vue` is a name of its own. */
export function otherCapitals({ tree, snapshot, catalogue }: Repository): FollowUp[] {
  const names = new Map<string, string>();
  for (const [written, path] of tree.respelled()) {
    const [asked, real] = [written.split('/'), path.split('/')];
    const at = real.findIndex((name, index) => name !== asked[index]);
    const place = real.slice(0, at + 1).join('/');
    const [name = '', onDisk = ''] = [asked[at], real[at]];
    // Both are names that the framework looks for.
    const isEither = [name, onDisk].every((one) => catalogue.folders.namesFound.has(one));
    if (!isEither && tree.kindOf(path) !== undefined) names.set(place, name);
  }
  return [...names].flatMap(([place, name]) => {
    const file = snapshot.files.find(({ path }) => isInside(path, place));
    const message = `\`${place}\` is also spelled \`${name}\`, which works only where capitals do not count: use one spelling.`;
    return file ? fileFollowUp('other-capitals', file.path, message) : [];
  });
}
