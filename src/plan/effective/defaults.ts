import type { Default, Json, Option, OptionPath } from '../../catalogue/index.ts';
import { names } from '../../catalogue/names.ts';
import { pathFrom } from '../../config/places.ts';
import { type Bases, type Compatibility, undecided } from './bases.ts';
import type { Variant } from './option.ts';

/** What an option is when nobody writes it. */
export type EffectiveDefault =
  | { readonly kind: 'value'; readonly value: Json; readonly implied: boolean }
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' };

/** Off with the compatibility version 4: the reference lists them among what can be switched on again. */
const offInVersion4: ReadonlySet<string> = new Set<OptionPath>([
  'experimental.compileTemplate',
  'experimental.templateUtils',
  'experimental.relativeWatchPaths',
]);

/** Tells the defaults of one variant in one project. */
export function createDefaults(
  variant: Variant,
  bases: Bases,
  compatibility: Compatibility,
): (option: Option) => EffectiveDefault {
  return (option) => {
    if (variant === 'a') return ofVariantA(option, bases, compatibility);
    if (compatibility === 4) return known(inVersion4(option), option, bases);
    if (compatibility === 'unknown' && !isSame(option.b, inVersion4(option)))
      return { kind: 'unknown', why: undecided };
    return known(option.b, option, bases);
  };
}

function ofVariantA(option: Option, bases: Bases, compatibility: Compatibility): EffectiveDefault {
  if (option.path === 'srcDir') {
    if (compatibility === 3) return { kind: 'value', value: '.', implied: false };
    if (compatibility === 'unknown') return { kind: 'unknown', why: undecided };
  }
  return known(option.a, option, bases);
}

/** Variant B with the defaults of Variant A; what Variant A does not have or show stays as it was. */
function inVersion4({ path, a, b }: Option): Default {
  if (offInVersion4.has(path)) return { kind: 'implied', value: false };
  return a.kind === 'missing' || a.kind === 'not-shown' ? b : a;
}

function isSame(one: Default, other: Default): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function known(stated: Default, option: Option, bases: Bases): EffectiveDefault {
  switch (stated.kind) {
    case 'value':
    case 'implied':
      return bases.rules === 'a'
        ? underSources(stated, option, bases)
        : { ...stated, kind: 'value', implied: stated.kind === 'implied' };
    case 'computed':
      return { kind: 'unknown', why: `is ${stated.how}` };
    case 'not-shown':
      return { kind: 'unknown', why: 'has a default that the reference does not show' };
    case 'none':
    case 'missing':
      return { kind: stated.kind };
  }
}

/** The defaults of Variant A name sources in `app/`; with another `srcDir` they stand under that. */
function underSources(
  { kind, value }: Extract<Default, { value: Json }>,
  { path }: Option,
  { root, source }: Bases,
): EffectiveDefault {
  const implied = kind === 'implied';
  const lead = path.startsWith('dir.') ? '' : '<rootDir>/';
  if (path === 'srcDir' || path === 'dir.app' || !namesSources(value, lead))
    return { kind: 'value', value, implied };
  if (!('place' in source)) return unplaced(value, lead, source.why, implied);
  if (!('place' in root)) return unplaced(value, lead, root.why, implied);
  return { kind: 'value', value: moved(value, lead, pathFrom(root.place, source.place)), implied };
}

/** Where the sources are is not known: only the name of the base can be given. */
function unplaced(value: Json, lead: string, why: string, implied: boolean): EffectiveDefault {
  if (lead === '') return { kind: 'unknown', why };
  const text = JSON.stringify(value).replaceAll(`"${lead}${names.sourceDirA}`, '"<srcDir>');
  return { kind: 'value', value: JSON.parse(text), implied };
}

function namesSources(value: Json, lead: string): boolean {
  if (typeof value === 'string') return isInSources(value, lead);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item: Json) => namesSources(item, lead));
}

function isInSources(text: string, lead: string): boolean {
  const folder = `${lead}${names.sourceDirA}`;
  return text === folder || text.startsWith(`${folder}/`);
}

function moved(value: Json, lead: string, source: string): Json {
  if (typeof value === 'string') {
    if (!isInSources(value, lead)) return value;
    const path = [source, value.slice(lead.length + names.sourceDirA.length + 1)].filter(Boolean).join('/');
    return path === '' ? lead.slice(0, -1) : `${lead}${path}`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((item) => moved(item, lead, source));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, moved(item, lead, source)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
