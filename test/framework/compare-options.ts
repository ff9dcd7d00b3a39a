import nuxt from '../../editions/nuxt.json' with { type: 'json' };
import { createCatalogue, type Edition } from '../../src/catalogue/index.ts';
import type { Default, Json } from '../../src/catalogue/option.ts';
import { isObject } from '../../src/catalogue/shape.ts';
import { resolvedProjects } from '../../src/effective/option-rows.ts';
import { snapshotOf } from '../../src/tree/snapshot.ts';
import type { Variant } from './install.ts';
import { emptyProjects, type FrameworkRecord } from './record.ts';

const catalogue = createCatalogue(nuxt as Edition);

/** What the project sets itself, and what the place decides in which the framework is installed. */
const elsewhere = new Set([catalogue.path.srcDir, catalogue.path['bundler1.cacheDir']]);

/** Options that the framework only keeps for itself. */
const internal = new Set(['appDir']);

/** Where the edition and the framework do not agree, one line for each option of a variant. */
export function compareOptions(record: FrameworkRecord): string[] {
  return (['b', 'a'] as const).flatMap((variant) => [
    ...differencesIn(record, variant),
    ...unknownIn(record, variant),
  ]);
}

/** Options of the edition that the framework resolves to something else. */
function differencesIn(record: FrameworkRecord, variant: Variant): string[] {
  const { projects } = resolvedProjects(snapshotOf(emptyProjects[variant]), catalogue, variant);
  const rows = projects[0]?.options.filter(({ listed }) => listed) ?? [];
  return rows.flatMap(({ option, value }) => {
    if (elsewhere.has(option)) return [];
    const actual = recorded(record, option, variant);
    const row = catalogue.findOption(option);
    // Of a removed option, the edition says what the variant always does; the framework must not have it.
    if (variant === 'a' && row?.fate.kind === 'removed' && actual === undefined) return [];
    const stated = row?.[variant];
    const expected = value.kind === 'value' ? value.value : undefined;
    const isRead = catalogue.ruleFor(option)?.base[variant] === 'root';
    const fromRoot =
      isRead && typeof actual === 'string' ? actual.replace(/^<rootDir>\//, '') : actual;
    if ([actual, fromRoot].some((one) => isAgreed(stated, expected, one))) return [];
    const name = catalogue.names.variants[variant];
    return [
      `${option} in ${name}: the edition has ${shown(expected ?? value.kind)}, not ${shown(actual)}`,
    ];
  });
}

function isAgreed(
  stated: Default | undefined,
  expected: Json | undefined,
  actual: Json | undefined,
): boolean {
  if (expected !== undefined)
    return JSON.stringify(normal(expected)) === JSON.stringify(normal(actual));
  switch (stated?.kind) {
    // Functions and random numbers.
    case 'computed':
      return true;
    // The framework still accepts some of those, and gives them an empty value.
    case 'missing':
    case 'none':
      return actual === undefined || isEmpty(actual);
    default:
      return false;
  }
}

/** Whether a value is as good as none; functions and patterns of the framework cannot be written down. */
function isEmpty(value: Json): boolean {
  if (value === null || value === '' || value === '<function>' || value === '<regexp>') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** What the framework resolves an option to, put together from what is inside it. */
function recorded(
  { options }: FrameworkRecord,
  option: string,
  variant: Variant,
): Json | undefined {
  const own = options[option]?.[variant];
  if (own !== undefined) return own;
  const inside = Object.entries(options).filter(([path]) => path.startsWith(`${option}.`));
  const keys = new Set(inside.map(([path]) => path.slice(option.length + 1).replace(/\..*/s, '')));
  const entries = [...keys].flatMap((key) => {
    const value = recorded({ options } as FrameworkRecord, `${option}.${key}`, variant);
    return value === undefined ? [] : [[key, value] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Paths without what is only a matter of writing: a slash at the end, keys in another order. */
function normal(value: Json | undefined): unknown {
  if (typeof value === 'string')
    return value.replace(/^<rootDir>\/app(?=\/|$)/, '<srcDir>').replace(/(?<=>.*)\/$/, '');
  if (Array.isArray(value)) return value.map((item: Json) => normal(item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(entries.toSorted().map(([key, item]) => [key, normal(item)]));
}

/** Options of the framework that the edition does not know. */
function unknownIn({ options, unset }: FrameworkRecord, variant: Variant): string[] {
  const set = Object.keys(options).filter((option) => options[option]?.[variant] !== undefined);
  return [...set, ...unset[variant]].flatMap((option) => {
    if (isKnown(option) || internal.has(option)) return [];
    return [`${option} in ${catalogue.names.variants[variant]}: the edition does not have it`];
  });
}

/** Whether an option is listed, or a part of one whose value is listed as a whole, or whose keys are free. */
function isKnown(option: string): boolean {
  const known = catalogue.findOption(option);
  if (known) return true;
  const group = option.replace(/\.?[^.]*$/, '');
  if (group === '') return false;
  const outer = catalogue.findOption(group);
  if (!outer) return isKnown(group);
  return outer.keys !== 'listed' || outer.a.kind === 'value' || outer.b.kind === 'value';
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
