/** Checks that every option keeps its effect, or that something in the plan explains why it does not. */

import type { Catalogue } from '../catalogue/index.ts';
import { bareName, type OptionComparison } from '../effective/compare.ts';
import { type EffectiveValue, isSet, jsonOf } from '../effective/option-value.ts';
import type { Defect } from '../plan/defect.ts';
import { optionsOf, type TransformDefinition } from '../plan/definition.ts';
import type { Effect, FollowUp } from '../plan/follow-up.ts';
import { type AppliedChange, followedStrings } from '../plan/migrate.ts';

/** An option whose effect changes on purpose. */
export interface ChangedOption extends Pick<OptionComparison, 'option' | 'before' | 'after'> {
  readonly why: string | Effect;
  /** The code of its follow-up. */
  readonly code?: string;
}

export interface UnknownOption {
  readonly option: string;
  readonly why: string;
}

/** The results of the check of a project's options. */
export interface OptionChecks {
  /** How many keep their effect: unchanged, at the new place, or under a new name. */
  readonly preserved: number;
  readonly changed: readonly ChangedOption[];
  readonly unknown: readonly UnknownOption[];
}

/** The parts of a project's plan that explain why options differ. */
export interface Explanations {
  readonly catalogue: Catalogue;
  readonly config: string;
  /** Whether aliases in the config are those of a project that extends it as a layer. */
  readonly hasForeignAliases?: boolean;
  readonly changes: readonly AppliedChange[];
  /** The changes in the configs of all projects, any of which may be a layer. */
  readonly everywhere: readonly AppliedChange[];
  readonly followUps: readonly Pick<FollowUp, 'option' | 'code' | 'message'>[];
  /** The built-in transforms that ran: their options must have kept their effect. */
  readonly transforms: readonly Pick<
    TransformDefinition,
    'id' | 'options' | 'optionsIn' | 'followsMoves' | 'asksOnly'
  >[];
}

/** Sorts every option that differs: changed on purpose, with the reason, or by a bug. */
export function checkOptions(
  comparisons: readonly OptionComparison[],
  explanations: Explanations,
): { readonly proof: OptionChecks; readonly defects: readonly Defect[] } {
  const changed: ChangedOption[] = [];
  const unknown: UnknownOption[] = [];
  const defects: Defect[] = [];
  let preserved = 0;
  for (const comparison of comparisons) {
    const { option, before, after, change } = comparison;
    // A layer is a separate project, and is checked there.
    if (layerOf(before) !== undefined && (layerOf(after) !== undefined || isObsolete(after)))
      continue;
    const unread = whyUnread(comparison, explanations);
    if (unread !== undefined) unknown.push({ option, why: unread });
    else if (change === 'same' || change === 'moved') preserved += 1;
    else {
      const reason = reasonFor(comparison, explanations);
      if (reason) changed.push({ option, before, after, ...reason });
      else if (change === 'renamed') preserved += 1;
      else defects.push(defectOf(comparison, explanations.config));
    }
  }
  return { proof: { preserved, changed, unknown }, defects };
}

/** The reason in the plan for a different effect; undefined if there is none. */
function reasonFor(
  { option, before, after, change, to, namesNothing = false }: OptionComparison,
  { catalogue, changes, everywhere, followUps, transforms }: Explanations,
): Pick<ChangedOption, 'why' | 'code'> | undefined {
  const followUp = followUps.find((item) => isAbout(item.option, option));
  if (followUp) return { why: followUp.message, code: followUp.code };
  if (change === 'renamed') return undefined;
  const { a } = catalogue.names.variants;
  if (!isSet(before) && !isSet(after)) return { why: `${a} has a different default.` };
  // A value that moves to another option must be there, whatever moved it.
  const isPath = (isSet(before) && jsonOf(before)?.includes('"')) || namesNothing;
  const cause =
    to === undefined &&
    changes.find((made) => affects(made, option) && !(isPath && followsMoves(made, transforms)));
  if (cause) return { why: cause.effect };
  const layer = layerOf(after) ?? layerOf(before);
  if (
    layer !== undefined &&
    everywhere.some((made) => made.file === layer && affects(made, option))
  )
    return { why: `Changed in the layer ${layer}.` };
  if (changes.some(({ kind }) => kind === 'rewrite'))
    return { why: 'A codemod rewrote the config.' };
  if (catalogue.findOption(option)?.isAdded)
    return { why: `The value in the config is kept; ${a} adds different defaults to it.` };
  const fate = catalogue.findOption(bareName(option))?.fate.kind ?? 'kept';
  const isGone =
    isObsolete(after) ||
    (fate !== 'kept' && before.kind === 'value' && jsonOf(before) === jsonOf(after));
  const isHandled = transforms
    .filter(({ asksOnly }) => !asksOnly)
    .some((transform) =>
      optionsOf(transform, catalogue).some((handled) => isAbout(handled, option)),
    );
  return isGone && !isHandled ? { why: 'Its transform was skipped.' } : undefined;
}

/** The config of the layer that a value comes from. */
function layerOf(value: EffectiveValue): string | undefined {
  if (value.kind === 'unknown') return value.inLayer ? value.at?.file : undefined;
  return value.kind === 'value' && value.from.kind === 'layer' ? value.from.at.file : undefined;
}

/** Whether an option is still set that Variant A does not have. */
function isObsolete(value: EffectiveValue): boolean {
  return value.kind === 'missing' && isSet(value);
}

/** Why the effect of an option is unknown; undefined if it is known. */
function whyUnread(
  { before, after, change }: OptionComparison,
  { hasForeignAliases }: Explanations,
): string | undefined {
  const unknown = [before, after].find((value) => value.kind === 'unknown');
  if (change === 'unknown') return unknown?.why ?? 'contains paths in an unknown folder';
  const hasAlias = isSet(before) && /"[~@#]/.test(jsonOf(before) ?? '');
  return change === 'changed' && hasForeignAliases && hasAlias
    ? 'is resolved with the aliases of the project that extends the layer'
    : undefined;
}

/** Whether two options are the same, or one contains the other, in any override block. */
function isAbout(first: string, second: string): boolean {
  const [a, b] = [bareName(first), bareName(second)];
  return a !== '' && (a === b || isIn(a, b) || isIn(b, a));
}

function isIn(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && /^[.[]/.test(inner.slice(outer.length));
}

function affects({ option, to }: AppliedChange, wanted: string): boolean {
  return isAbout(option, wanted) || (to !== undefined && isAbout(to, wanted));
}

/** A path must resolve to the same files, so an update of it is not a reason for a different effect. */
function followsMoves(
  { transform }: AppliedChange,
  transforms: Explanations['transforms'],
): boolean {
  if (transform === followedStrings) return true;
  return transforms.some(({ id, followsMoves: follows }) => id === transform && follows === true);
}

function defectOf({ option, before, after }: OptionComparison, config: string): Defect {
  const [source] = [before, after].flatMap((value) =>
    value.kind === 'value' && value.from.kind !== 'default' ? [value.from.at] : [],
  );
  return {
    about: 'option',
    file: source?.file ?? config,
    ...(source ? { line: source.line } : {}),
    message: `\`${option}\` would be ${shown(after)} instead of ${shown(before)}.`,
  };
}

function shown(value: EffectiveValue): string {
  if (value.kind === 'value') return `\`${JSON.stringify(value.value).slice(0, 200)}\``;
  return value.kind === 'unknown' ? 'an unknown value' : 'nothing';
}
