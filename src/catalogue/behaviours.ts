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
import { escaped } from './spelling.ts';

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
  /** The option of a call that fetches data without which no place matters. */
  readonly needs?: string;
  /** How to find it; uses of fetched data are found by code. */
  readonly signs?: {
    /** Functions of the framework that are called. */
    readonly calls: readonly string[];
    /** Keys in the arguments of the call, or keys and values: `dedupe: true`; without any, the call itself counts. */
    readonly arguments: readonly string[];
    /** Components that templates use. */
    readonly tags: readonly string[];
    /** The text to write instead of some of these keys. */
    readonly writes: { readonly [key: string]: string };
    /** Names of which a file needs one to notice the difference; any file does without them. */
    readonly reads: readonly string[];
    /** Texts in files, each with its longest word, and parts of the paths of these files; none for all sources. */
    readonly texts: readonly { readonly word: string; readonly pattern: RegExp }[];
    readonly files: readonly string[];
    /** Whether only calls count that have the same first text, and different arguments. */
    readonly shared?: boolean | undefined;
    /** Set if only files count that name such a thing whose name differs. */
    readonly names?: 'components' | undefined;
  };
}

/** Behaviours that differ in Variant A, because an option is removed or its default changes. */
type BuiltInRow = BehaviourRow & { readonly option: string } & Pick<Behaviour, 'calls' | 'texts'>;

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
    const { calls = [], texts = [], ...built } = row;
    const isFound = calls.length + texts.length > 0;
    const signs = isFound ? signsOf({ calls: calls.map(text), texts: texts.map(text) }) : undefined;
    const worded = { option: option.path, what: text(row.what), todo: text(row.todo) };
    return [[name, { ...built, ...worded, ...defined({ signs }) }]];
  });
}

type Behaviour = NonNullable<Edition['behaviours']>[string];

/** The behaviours that an edition adds, as far as its release has them. */
export function ownBehaviours(
  behaviours: NonNullable<Edition['behaviours']>,
  options: Options,
  release = '',
): NamedRow[] {
  const isBefore = (version: string) => release.localeCompare(version, 'en', { numeric: true }) < 0;
  // Without a release, all of them count.
  const counts = ({ since = '', until }: Behaviour) =>
    release === '' || !(isBefore(since) || (until !== undefined && !isBefore(until)));
  const all = Object.entries(behaviours).filter(([, row]) => counts(row));
  return all.map(([name, row]) => {
    const { option, what, todo, kind, calls = [], tags = [], texts = [] } = row;
    const at = `behaviours.${name}`;
    if (Object.hasOwn(rows, name))
      throw new EditionProblem(at, 'this name is built in: choose another one');
    if (calls.length + tags.length + texts.length === 0)
      throw new EditionProblem(at, 'nothing to look for: add `calls`, `tags` or `texts`');
    if (row.arguments?.length && calls.length === 0)
      throw new EditionProblem(`${at}.arguments`, '`arguments` needs `calls`');
    if (option !== undefined && !options.has(option))
      throw new EditionProblem(`${at}.option`, `unknown option \`${option}\``);
    const worded = { ...defined({ option }), code: `edition-${name}`, kind, what, todo };
    return [name, { ...worded, signs: signsOf(row) }];
  });
}

function signsOf(row: Partial<Behaviour>): NonNullable<BehaviourRow['signs']> {
  const { calls = [], tags = [], arguments: keys = [], reads = [], writes = {} } = row;
  const { texts = [], files = [], names, shared } = row;
  const found = { texts: texts.map(textSign), files, names, shared };
  return { calls, tags, arguments: keys, reads, writes, ...found };
}

const placeholders: { readonly [placeholder: string]: string } = {
  '<name>': '[\\w$?!.-]{1,99}?',
  '<text>': '[^;]{0,300}?',
};

function textSign(text: string) {
  const parts = text
    .split(/(<name>|<text>)/)
    .map(
      (part) =>
        placeholders[part] ?? escaped(part).replace(/["']/g, `["'\`]`).replace(/\s+/g, '\\s*'),
    );
  const words = text.replace(/<\w+>/g, ' ').match(/[\w$-]+/g) ?? [];
  const [word = ''] = words.toSorted((a, b) => b.length - a.length);
  return { word, pattern: new RegExp(parts.join(''), 'g') };
}

/** The texts of the codes that behaviours define. */
export function behaviourTexts(
  behaviours: ReadonlyMap<string, BehaviourRow>,
): [string, FollowUpText][] {
  return [...behaviours.values()].flatMap(({ code, kind, what, todo }) =>
    kind === undefined
      ? []
      : [[code, { kind, title: what, explanation: `${what}. ${todo}`, change: todo }]],
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
