/** Follows the references of a file: whoever compiles the file reads them, with the aliases of its folder. */

import { type PlacePath, placeAt } from '../../base/paths.ts';
import { forms } from '../../catalogue/option.ts';
import type { MovedTree } from '../../tree/tree-after.ts';
import { type Followed, follow, type Reader, type RuledText } from '../follow.ts';
import { meaning, partsOf, type Side } from '../meaning.ts';
import {
  type AliasScope,
  meaningKey,
  type Reference,
  type ReferenceContext,
  type ReferringFile,
} from './reference.ts';

/** What becomes of a reference. */
export function followReference(
  reference: Reference,
  file: ReferringFile,
  context: ReferenceContext,
): Followed {
  const folder = placeAt(file.before, reference.base ?? '');
  const from =
    reference.base === undefined
      ? file
      : { ...file, before: folder, after: context.moves.after(folder) };
  const { kind, specifier, open, defines } = reference;
  const rule = forms[kind];
  const text: RuledText = {
    parts: partsOf(specifier, rule, open),
    rule,
    ...(defines !== undefined && { target: (place) => targetOf(defines, place, file.aliases) }),
  };
  return follow(text, readersOf(text, from, context));
}

/** The new target of an alias: a project may define it in the same way. */
function targetOf(name: string, place: PlacePath, { before, after, meanings }: AliasScope) {
  const isSame = before.get(name) === place;
  return isSame ? after.get(name) : meanings?.get(meaningKey(name, place));
}

/** The project of a file; if only projects that extend it have what the text names, those. */
function readersOf(text: RuledText, file: ReferringFile, context: ReferenceContext): Reader[] {
  const own = readerOf(file, context);
  const users = (file.aliases.users ?? []).map((aliases) =>
    readerOf({ ...file, aliases }, context),
  );
  if (users.length === 0 || names(text, own)) return [own];
  const naming = users.filter((user) => names(text, user));
  return naming.length > 0 ? naming : [own];
}

/** Whether something is where a text with an alias leads to, before the run or for someone who already reads it as A. */
function names({ parts, rule }: RuledText, { before, after }: Reader): boolean {
  return [before, after].some((side) => {
    const meant = meaning(parts, rule, side);
    if (meant.kind !== 'place') return false;
    return meant.from !== 'alias' || side.disk?.exists(meant.place) === true;
  });
}

/** A reader of a file, with the aliases of a project. */
export function readerOf(file: ReferringFile, context: MovedTree): Reader {
  const { aliases } = file;
  return {
    before: sideOf('b', file, context),
    after: sideOf('a', file, context),
    moved: context,
    isNewer: aliases.newer,
    name: '',
  };
}

function sideOf(variant: 'a' | 'b', file: ReferringFile, { disk }: MovedTree): Side {
  const { aliases } = file;
  const [folder, table, slash] =
    variant === 'b'
      ? [file.before, aliases.before, aliases.slash?.before]
      : [file.after, aliases.after, aliases.slash?.after];
  return {
    rules: variant,
    disk,
    aliases: { table, slash, guessed: aliases.guessed },
    home: () => folder,
    bases: () => [folder],
  };
}
