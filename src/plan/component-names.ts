/** Finds the components that Variant A gives another name than their file has: `card/Base.vue` becomes `CardBase`. */

import { folderOf, pathFrom, placeAt } from '../base/paths.ts';
import { escaped } from '../catalogue/spelling.ts';
import type { Repository } from '../tree/repository.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import { entriesBelow } from '../tree/tree.ts';
import type { OpenProject } from './open-projects.ts';

/** A list of names that is a value of its own: `:include="cached"`. */
const computedList = /(?::(?:include|exclude)="|\b(?:include|exclude):\s*)[\w$.]+\s*["},]/;

/** Tests whether a text names such a component of a project. */
export function createNameTest(
  { config, found, decision }: OpenProject,
  { tree, readText, catalogue }: Repository,
): (text: string) => boolean {
  const kind = catalogue.folders.all.find(({ id }) => id === 'components');
  const option = config.lookup(kind?.listedBy ?? '');
  const isFlat =
    option.kind === 'static' && /"pathPrefix":false/.test(JSON.stringify(option.value));
  if (!kind || isFlat || !decision.layout) return () => false;
  const folder = placeAt(found.folder, placeAt(decision.layout.before, kind.name));
  const names = Array.from(entriesBelow(tree, folder), ([path]) => path).flatMap((path) => {
    const [name = ''] = pathFrom(folderOf(path), path).split('.');
    const [own, folders] = [wordsOf(name), wordsOf(pathFrom(folder, folderOf(path)))];
    // What a folder and the file repeat is written once: `card/CardBase.vue` stays `CardBase`.
    const isSame = folders.every((word, index) => own[index] === word) || name === 'index';
    const isNamed = /\bname\s*:\s*["'`]/.test(readText(path) ?? '');
    return holdsCode(path) && !isSame && !isNamed ? name : [];
  });
  if (names.length === 0) return () => false;
  const quoted = new RegExp(`["'\`,]\\s*(?:${names.map(escaped).join('|')})\\s*["'\`,]`);
  return (text) => quoted.test(text) || computedList.test(text);
}

function wordsOf(text: string): string[] {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.map((word) => word.toLowerCase());
}
