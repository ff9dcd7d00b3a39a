/** Fills in the rows of options whose defaults follow from facts: `dir.pages` from the folder kind of pages. */

import type { Edition } from './edition.ts';
import type { Facts, FolderKind } from './facts.ts';
import { is, type OptionRow, readFromBases, rules } from './option.ts';
import type { Rows, Spelling } from './overlay.ts';
import { defined } from './shape.ts';

/** Completes the rows whose defaults depend on facts; their option paths are already the edition's. */
export function applyFacts(
  rows: Rows,
  facts: Facts,
  { ignored, loadingTemplateFrom: from }: NonNullable<Edition['facts']> = {},
  { path }: Spelling,
): void {
  const change = (option: string | undefined, changed: Partial<OptionRow>) => {
    const row = rows.get(option ?? '');
    if (option !== undefined && row) rows.set(option, { ...row, ...changed });
  };
  const { bundlerRoot, sourceDirA, folderKinds } = facts;
  change(path('alias'), aliasDefaults(facts));
  change(path('srcDir'), { a: is(sourceDirA) });
  change(path('bundler1.root'), {
    a: is(folderOf(bundlerRoot.a)),
    b: is(folderOf(bundlerRoot.b)),
  });
  for (const kind of folderKinds) {
    const { option, olderOption, name, base } = kind;
    const { a, b, paths } = folderDefaults(kind, sourceDirA);
    const stated = rows.get(option ?? '')?.b;
    const isPlace = stated?.kind === 'value' && String(stated.value).startsWith('<');
    const place = { a: is(`${folderOf(base.a)}/${name}`), b: is(`${folderOf(base.b)}/${name}`) };
    change(option, { ...(isPlace ? place : { a, b }), paths });
    change(olderOption, { b, paths });
  }
  if (ignored) {
    const former = ignored.b?.filter((glob) => !ignored.a?.includes(glob));
    const defaults = { a: ignored.a && is(ignored.a), b: ignored.b && is(ignored.b) };
    change(path('ignore'), defined({ ...defaults, former }));
  }
  if (from)
    change(path('spaLoadingTemplate'), {
      paths: [{ at: '', rule: { ...rules.ownFile, base: { b: from, a: from } } }],
    });
}

function folderOf(base: 'root' | 'source'): string {
  return base === 'root' ? '<rootDir>' : '<srcDir>';
}

/** The defaults of `alias`: the table of aliases. */
function aliasDefaults({ aliases, sourceDirA }: Facts): Pick<OptionRow, 'a' | 'b'> {
  const spelled = (variant: 'a' | 'b', source: string) =>
    aliases[variant].map(({ name, place: { base, path } }): [name: string, path: string] => {
      const folder = base === 'root' ? '<rootDir>' : source;
      return [name, path === '' ? folder : `${folder}/${path}`];
    });
  const inA = spelled('a', `<rootDir>/${sourceDirA}`);
  // Folders in the defaults of Variant B have a trailing slash.
  const inB = spelled('b', '<srcDir>').map(([name, path]) => [
    name,
    /\w\.\w+$/.test(path) ? path : `${path}/`,
  ]);
  return { b: is(Object.fromEntries(inB)), a: is(Object.fromEntries(inA)) };
}

/** The defaults and the base of an option that sets the place of a folder kind. */
function folderDefaults(
  { name, inside, base, readFrom = base }: FolderKind,
  sourceDirA: string,
): Pick<OptionRow, 'a' | 'b' | 'paths'> {
  const place = inside?.folder ?? name;
  // A default is relative to the base of the option; if that is not possible, it starts with a base.
  const text = (variant: 'a' | 'b') => {
    if (base[variant] === readFrom[variant]) return place;
    if (base[variant] === 'root') return `<rootDir>/${place}`;
    return variant === 'a' ? `${sourceDirA}/${place}` : `<srcDir>/${place}`;
  };
  return {
    b: is(text('b')),
    a: is(text('a')),
    paths: [{ at: '', rule: readFromBases(readFrom) }],
  };
}
