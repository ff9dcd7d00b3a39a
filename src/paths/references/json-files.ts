/** Finds the references in package.json and in tsconfigs, by their keys. */

import { pathFrom } from '../../base/paths.ts';
import { positionOf } from '../../base/position.ts';
import table from '../../catalogue/reference-words.json' with { type: 'json' };
import {
  type JsonNode,
  memberOf,
  membersAt,
  parseJson,
  textAt,
  valuesIn,
} from '../../tree/json.ts';
import { parentOf, type TreePath } from '../../tree/snapshot.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import { quotedString } from './code-strings.ts';
import { type Reference, type ReferenceKind, Unparsed } from './reference.ts';

/**
 * The members of a file that are references, by kind. A star stands for every key or item, and two stars for every
 * string below that starts with a dot. In a tsconfig, a module that is neither relative nor absolute is a package.
 */
type NamingMembers = { readonly [kind in ReferenceKind]?: readonly string[] };

/** The references in a package.json. Throws `Unparsed` if it is not JSON. */
export function packageReferences(source: SourceText): Reference[] {
  return inMembers(rootOf(source), table.package);
}

/**
 * The references in a tsconfig of any name. `base` is the base folder of its `paths`, if it is not the file's
 * own. Throws `Unparsed` if it is not JSON.
 */
export function tsConfigReferences(source: SourceText, base?: TreePath): Reference[] {
  const root = rootOf(source);
  const folder = base === undefined ? undefined : pathFrom(parentOf(source.path), base);
  return [...inMembers(root, table.tsconfig), ...inPaths(root, folder)];
}

function rootOf(source: SourceText): JsonNode {
  const { path, text } = source;
  // An empty file has no references, and is not reported as a problem.
  const root = text.trim() === '' ? parseJson('{}') : source.json();
  if (!root) throw new Unparsed('the file is not JSON', positionOf(path, text, 0));
  return root;
}

function inMembers(root: JsonNode, members: NamingMembers): Reference[] {
  return (Object.keys(members) as ReferenceKind[]).flatMap((kind) =>
    (members[kind] ?? []).flatMap((path) =>
      valuesAt(root, path.split('.')).flatMap((value) => referenceTo(value, kind)),
    ),
  );
}

function valuesAt(value: JsonNode, [key, ...keys]: readonly string[]): JsonNode[] {
  if (key === undefined) return [value];
  if (key === '**' && value.kind === 'string') return value.text.startsWith('.') ? [value] : [];
  if (key === '**') return valuesIn(value).flatMap((child) => valuesAt(child, [key]));
  if (key === '*') return valuesIn(value).flatMap((child) => valuesAt(child, keys));
  const member = memberOf(value, key);
  return member ? valuesAt(member.value, keys) : [];
}

/** What stands for the folder of the file at the start of a path in a tsconfig. */
const configDir = `\${configDir}/`;

function referenceTo(value: JsonNode, kind: ReferenceKind): Reference[] {
  if (value.kind !== 'string') return [];
  const text = quotedString(value.text, value.start, value.end);
  if (!text.specifier.startsWith(configDir)) return [{ kind, ...text }];
  const specifier = text.specifier.slice(configDir.length);
  return [{ kind, ...text, specifier, start: text.start + configDir.length, base: '' }];
}

/** The references in `paths`, up to the star. */
function inPaths(root: JsonNode, folder: string | undefined): Reference[] {
  const text = textAt(root, 'compilerOptions', 'baseUrl') ?? folder;
  const base = text === undefined ? {} : { base: text };
  return membersAt(root, 'compilerOptions', 'paths').flatMap(({ key, value }) =>
    valuesIn(value).flatMap((target) =>
      referenceTo(target, 'path').map((reference): Reference => {
        const stars = reference.specifier.endsWith('*') ? 1 : 0;
        const named = reference.specifier.slice(0, reference.specifier.length - stars);
        const target = {
          ...base,
          ...reference,
          end: reference.end - stars,
          defines: aliasName(key),
        };
        // A lone star means the folder itself.
        return { ...target, specifier: named === '' && stars > 0 ? './' : named };
      }),
    ),
  );
}

/** The alias that a key of `paths` defines. */
export function aliasName(key: string): string {
  return key.replace(/\/?\*$/, '');
}
