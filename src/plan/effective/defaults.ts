import {
  type Catalogue,
  type Default,
  type Json,
  mapTexts,
  type Option,
  type OptionNode,
} from '../../catalogue/index.ts';
import { pathFrom } from '../../config/paths.ts';
import {
  type Bases,
  bringsNewRules,
  type Compatibility,
  undecided,
  type Variant,
} from '../../project/bases.ts';

/** The value of an option that is not set. */
export type EffectiveDefault =
  | { readonly kind: 'value'; readonly value: Json; readonly implied: boolean }
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' };

/** The default of an option in one variant of one project. */
export function defaultOf(
  option: Option,
  variant: Variant,
  bases: Bases,
  compatibility: Compatibility,
): EffectiveDefault {
  const { catalogue } = bases;
  const isSourceDir = option.path === catalogue.path.srcDir;
  const unknown = () => ({ kind: 'unknown', why: undecided(catalogue) }) as const;
  if (variant === 'a') {
    if (!isSourceDir) return effectiveDefault(option.a, option, bases);
    if (compatibility === 'b') return { kind: 'value', value: '.', implied: false };
    return compatibility === 'unknown' ? unknown() : effectiveDefault(option.a, option, bases);
  }
  if (compatibility === 'a-at-root' && isSourceDir) return { kind: 'value', value: '.', implied: true };
  if (bringsNewRules(compatibility)) return effectiveDefault(withNewRules(option), option, bases);
  const mayDiffer =
    compatibility === 'unknown' && JSON.stringify(option.b) !== JSON.stringify(withNewRules(option));
  return mayDiffer ? unknown() : effectiveDefault(option.b, option, bases);
}

/**
 * The defaults of Variant B with the rules of Variant A; a default that Variant A lacks or does not show stays.
 * Other removed flags are off, since the reference lists them among what can be switched on again.
 */
function withNewRules({ a, b, fate }: Option): Default {
  if (fate.kind === 'removed' && a.kind !== 'value' && b.kind === 'value' && b.value === true)
    return { kind: 'implied', value: false };
  return a.kind === 'missing' || a.kind === 'not-shown' ? b : a;
}

function effectiveDefault(stated: Default, { path }: Option, bases: Bases): EffectiveDefault {
  switch (stated.kind) {
    case 'value':
    case 'implied': {
      const result = { kind: 'value', value: stated.value, implied: stated.kind === 'implied' } as const;
      const { path: options } = bases.catalogue;
      const isSource = path !== options.srcDir && path !== options['dir.app'];
      return bases.rules === 'a' && isSource ? underSources(result, path, bases) : result;
    }
    case 'computed':
      return { kind: 'unknown', why: `is ${stated.how}` };
    case 'not-shown':
      return { kind: 'unknown', why: 'has an undocumented default' };
    case 'none':
    case 'missing':
      return { kind: stated.kind };
  }
}

/** The defaults of Variant A name sources in `app/`; with another `srcDir` they are relative to that. */
function underSources(
  stated: Extract<EffectiveDefault, { kind: 'value' }>,
  option: string,
  { catalogue, root, source }: Bases,
): EffectiveDefault {
  const lead = option.startsWith(`${catalogue.path.dir}.`) ? '' : '<rootDir>/';
  const folder = `${lead}${catalogue.facts.sourceDirA}`;
  const isSource = (text: string) => text === folder || text.startsWith(`${folder}/`);
  if ('place' in root && 'place' in source) {
    const home = pathFrom(root.place, source.place);
    const moved = (text: string) => {
      const path = [home, text.slice(folder.length + 1)].filter(Boolean).join('/');
      return path === '' ? lead.slice(0, -1) : `${lead}${path}`;
    };
    return { ...stated, value: mapTexts(stated.value, (text) => (isSource(text) ? moved(text) : text)) };
  }
  // Only the name of the base is known, if there is one.
  if (lead === '' && typeof stated.value === 'string' && isSource(stated.value)) {
    const [why = undecided(catalogue)] = [source, root].flatMap((base) => ('why' in base ? [base.why] : []));
    return { kind: 'unknown', why };
  }
  const unplaced = (text: string) => (isSource(text) ? `<srcDir>${text.slice(folder.length)}` : text);
  return { ...stated, value: mapTexts(stated.value, unplaced) };
}

const differing = new WeakMap<OptionNode, boolean>();

/** Whether the default of an option, or of anything in it, differs between the variants. */
export function defaultsDiffer(node: OptionNode, catalogue: Catalogue): boolean {
  let differs = differing.get(node);
  if (differs === undefined) {
    differs =
      (node.option && isOther(node.option, catalogue)) ||
      [...node.children.values()].some((child) => defaultsDiffer(child, catalogue));
    differing.set(node, differs);
  }
  return differs;
}

/** The same text may also resolve to another place. */
function isOther({ path, a, b }: Option, catalogue: Catalogue): boolean {
  if (path === catalogue.path.spaLoadingTemplate) return true;
  const [valueA, valueB] = [a, b].map((stated) =>
    stated.kind === 'value' || stated.kind === 'implied' ? JSON.stringify(stated.value) : undefined,
  );
  if (valueA === undefined || valueB === undefined) return false;
  return valueA !== valueB || /"(?:~|<srcDir>)/.test(valueA);
}
