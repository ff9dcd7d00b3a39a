import { pathFrom } from '../../base/paths.ts';
import { type Default, mapTexts, type Option } from '../../catalogue/index.ts';
import {
  type Bases,
  bringsNewRules,
  type Compatibility,
  undecided,
  type Variant,
} from '../../project/bases.ts';
import type { EffectiveValue } from './option-value.ts';

/** The value of an option that is not set, in one variant of one project. */
export function defaultOf(
  option: Option,
  variant: Variant,
  bases: Bases,
  compatibility: Compatibility,
): EffectiveValue {
  const { path } = bases.catalogue;
  const stated = statedDefault(option, variant, compatibility, option.path === path.srcDir);
  switch (stated?.kind) {
    case undefined:
      return { kind: 'unknown', why: undecided(bases.catalogue) };
    case 'value':
    case 'implied': {
      const isSource = bases.rules === 'a' && option.path !== path.srcDir && option.path !== path['dir.app'];
      return isSource ? underSources(stated, option.path, bases) : defaultValue(stated);
    }
    case 'computed':
      return { kind: 'unknown', why: `is ${stated.how}` };
    case 'not-shown':
      return { kind: 'unknown', why: 'has an undocumented default' };
    case 'none':
      return { kind: 'unset' };
    case 'missing':
      return stated;
  }
}

/** The default that the reference states; undefined if it depends on an unknown compatibility version. */
function statedDefault(
  option: Option,
  variant: Variant,
  compatibility: Compatibility,
  isSourceDir: boolean,
): Default | undefined {
  if (variant === 'a') {
    if (isSourceDir && compatibility === 'unknown') return undefined;
    return isSourceDir && compatibility === 'b' ? { kind: 'value', value: '.' } : option.a;
  }
  if (isSourceDir && compatibility === 'a-at-root') return { kind: 'implied', value: '.' };
  const withRulesOfA = defaultWithRulesOfA(option);
  if (bringsNewRules(compatibility)) return withRulesOfA;
  const mayDiffer = JSON.stringify(option.b) !== JSON.stringify(withRulesOfA);
  return compatibility === 'unknown' && mayDiffer ? undefined : option.b;
}

/**
 * The default of Variant B with the rules of Variant A; a default that Variant A lacks or does not show stays.
 * Other removed flags are off, since the reference lists them among what can be switched on again.
 */
function defaultWithRulesOfA({ a, b, fate }: Option): Default {
  if (fate.kind === 'removed' && a.kind !== 'value' && b.kind === 'value' && b.value === true)
    return { kind: 'implied', value: false };
  return a.kind === 'missing' || a.kind === 'not-shown' ? b : a;
}

type StatedValue = Extract<Default, { kind: 'value' | 'implied' }>;

function defaultValue({ kind, value }: StatedValue): EffectiveValue {
  return { kind: 'value', value, from: { kind: 'default', ...(kind === 'implied' && { implied: true }) } };
}

/** The defaults of Variant A name sources in `app/`; with another `srcDir` they are relative to that. */
function underSources(
  stated: StatedValue,
  option: string,
  { catalogue, root, source }: Bases,
): EffectiveValue {
  const lead = option.startsWith(`${catalogue.path.dir}.`) ? '' : '<rootDir>/';
  const folder = `${lead}${catalogue.facts.sourceDirA}`;
  const isSource = (text: string) => text === folder || text.startsWith(`${folder}/`);
  const withSources = (change: (path: string) => string) => {
    const changed = (text: string) => (isSource(text) ? change(text.slice(folder.length + 1)) : text);
    return defaultValue({ ...stated, value: mapTexts(stated.value, changed) });
  };
  if ('place' in root && 'place' in source) {
    const home = pathFrom(root.place, source.place);
    return withSources((path) => {
      const whole = [home, path].filter(Boolean).join('/');
      return whole === '' ? lead.slice(0, -1) : `${lead}${whole}`;
    });
  }
  // Only the name of the base is known, if there is one.
  if (lead === '' && typeof stated.value === 'string' && isSource(stated.value)) {
    const [why = undecided(catalogue)] = [source, root].flatMap((base) => ('why' in base ? [base.why] : []));
    return { kind: 'unknown', why };
  }
  return withSources((path) => (path === '' ? '<srcDir>' : `<srcDir>/${path}`));
}
