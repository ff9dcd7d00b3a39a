/**
 * The defaults of the framework that sources rely on, such as deeply reactive data: built-in ones and those that an
 * edition adds.
 */

import rows from './behaviours.json' with { type: 'json' };
import type { Edition } from './edition.ts';
import type { FollowUpKind, FollowUpText } from './follow-ups.ts';
import type { Option } from './option.ts';
import { EditionProblem, type Spelling } from './overlay.ts';
import { defined } from './shape.ts';

/** A behaviour that sources may rely on. */
export interface BehaviourRow {
  /** The option that controls it. */
  readonly option?: string;
  readonly code: string;
  /** Set if the code is not a built-in one. */
  readonly kind?: FollowUpKind;
  /** The difference in Variant A, and what to do about it. */
  readonly what: string;
  readonly todo: string;
  /** Whether each place is a follow-up of its own. */
  readonly isPerLine?: boolean;
  /** How to find it; built-in behaviours are found by code. */
  readonly signs?: {
    /** Functions of the framework that are called. */
    readonly calls: readonly string[];
    /** Keys in the arguments of the call, or keys and values: `dedupe: true`; without any, the call itself counts. */
    readonly arguments: readonly string[];
    /** Components that templates use. */
    readonly tags: readonly string[];
    /** The text to write instead of some of these keys. */
    readonly writes: { readonly [key: string]: string };
    /** Words of which a file needs one to notice the difference; any file does without them. */
    readonly reads: readonly string[];
  };
}

/** Behaviours that differ in Variant A, because an option is removed or its default changes. */
type BuiltInRow = BehaviourRow & { readonly option: string };

type Options = ReadonlyMap<string, Option>;
type NamedRow = [name: string, row: BehaviourRow];

/** The built-in behaviours that also change in an edition, which may keep an option or its default. */
export function spelledBehaviours({ text, path }: Spelling, options: Options): NamedRow[] {
  return Object.entries<BuiltInRow>(rows).flatMap(([name, row]) => {
    const option = options.get(path(row.option));
    if (!option) return [];
    const { a, b, fate } = option;
    // Without a stated default, no change is known.
    const isSame =
      !('value' in a) || ('value' in b && JSON.stringify(a.value) === JSON.stringify(b.value));
    if (fate.kind !== 'removed' && isSame) return [];
    return [[name, { ...row, option: option.path, what: text(row.what), todo: text(row.todo) }]];
  });
}

/** The behaviours that an edition adds. */
export function ownBehaviours(
  behaviours: NonNullable<Edition['behaviours']>,
  options: Options,
): NamedRow[] {
  return Object.entries(behaviours).map(([name, row]) => {
    const {
      option,
      what,
      todo,
      kind,
      calls = [],
      tags = [],
      reads = [],
      writes = {},
      arguments: keys = [],
    } = row;
    const at = `behaviours.${name}`;
    if (Object.hasOwn(rows, name))
      throw new EditionProblem(at, 'this name is built in: choose another one');
    if (calls.length + tags.length === 0)
      throw new EditionProblem(at, 'nothing to look for: add `calls` or `tags`');
    if (keys.length > 0 && calls.length === 0)
      throw new EditionProblem(`${at}.arguments`, '`arguments` needs `calls`');
    if (option !== undefined && !options.has(option))
      throw new EditionProblem(`${at}.option`, `unknown option \`${option}\``);
    const signs = { calls, tags, arguments: keys, reads, writes };
    return [name, { ...defined({ option }), code: `edition-${name}`, kind, what, todo, signs }];
  });
}

/** The texts of the codes that behaviours define. */
export function behaviourTexts(
  behaviours: ReadonlyMap<string, BehaviourRow>,
): [string, FollowUpText][] {
  return [...behaviours.values()].flatMap(({ code, kind, what, todo }) =>
    kind === undefined ? [] : [[code, { kind, title: what, explanation: `${what}. ${todo}` }]],
  );
}

/** The texts of the follow-ups that an edition defines for options. */
export function ownFollowUps(options: NonNullable<Edition['options']>): [string, FollowUpText][] {
  return Object.entries(options).flatMap(([name, row]) => {
    if (!row?.followUp) return [];
    const { kind, message } = row.followUp;
    return [[codeFor(name), { kind, title: `The option \`${name}\``, explanation: message }]];
  });
}

/** The default code of the follow-up that an edition defines for an option. */
export function codeFor(option: string): string {
  return `edition-${option
    .replace(/\[\]/g, '')
    .replaceAll('.', '-')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
