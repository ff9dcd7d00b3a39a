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
  readonly isPerLine?: true;
  /** How to find it; built-in behaviours are found by code. */
  readonly signs?: {
    /** Functions of the framework that are called. */
    readonly calls: readonly string[];
    /** Keys in the arguments of the call, or keys and values: `dedupe: true`; without any, the call itself counts. */
    readonly arguments: readonly string[];
    /** Components that templates use. */
    readonly tags: readonly string[];
  };
}

/** Behaviours that differ in Variant A, because an option is removed or its default changes. */
export const fwBehaviours = {
  'compiled-templates': {
    option: 'experimental.compileTemplate',
    code: 'removed-experimental',
    what: 'Templates no longer support lodash syntax',
    todo: 'Remove `<% %>` from the templates, or compile them in your own module.',
  },
  'deep-data': {
    option: 'experimental.defaults.useAsyncData.deep',
    code: 'shallow-data',
    isPerLine: true,
    what: 'This line may change fetched data in place, which no longer updates the page',
    todo: 'Set `deep: true` in the call that it comes from.',
  },
  'empty-data': {
    option: 'experimental.defaults.useAsyncData.value',
    code: 'changed-default',
    what: 'Data that has not been fetched yet is no longer `null`',
    todo: 'Compare it with `== null` or `!= null`, or test whether it is there.',
  },
  'empty-error': {
    option: 'experimental.defaults.useAsyncData.errorValue',
    code: 'changed-default',
    what: 'The error of a call that has not failed is no longer `null`',
    todo: 'Compare it with `== null` or `!= null`, or test whether it is there.',
  },
  'reset-data': {
    option: 'experimental.resetAsyncDataToUndefined',
    code: 'changed-default',
    what: 'Cleared data is reset to its default value instead of `undefined`',
    todo: 'Check that no code expects `undefined` after the data is cleared.',
  },
  'template-utils': {
    option: 'experimental.templateUtils',
    code: 'removed-experimental',
    what: 'Variant A has no `templateUtils`',
    todo: 'Replace it with your own functions.',
  },
  'watch-paths': {
    option: 'experimental.relativeWatchPaths',
    code: 'removed-experimental',
    what: '`builder:watch` listeners receive absolute paths',
    todo: 'Make the path relative to the source directory before comparing it with others.',
  },
} as const satisfies { readonly [behaviour: string]: BehaviourRow & { readonly option: string } };

/** A built-in behaviour, which code looks for in sources or in the templates that they refer to. */
export type Behaviour = keyof typeof fwBehaviours;

type Options = ReadonlyMap<string, Option>;
type NamedRow = [name: string, row: BehaviourRow];

/** The built-in behaviours that also change in an edition, which may keep an option or its default. */
export function spelledBehaviours({ text, path }: Spelling, options: Options): NamedRow[] {
  return Object.entries(fwBehaviours).flatMap(([name, row]): NamedRow[] => {
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
    const { option, what, todo, kind, calls = [], tags = [], arguments: keys = [] } = row;
    const at = `behaviours.${name}`;
    if (Object.hasOwn(fwBehaviours, name))
      throw new EditionProblem(at, 'this name is built in: choose another one');
    if (calls.length + tags.length === 0)
      throw new EditionProblem(at, 'nothing to look for: add `calls` or `tags`');
    if (keys.length > 0 && calls.length === 0)
      throw new EditionProblem(`${at}.arguments`, '`arguments` needs `calls`');
    if (option !== undefined && !options.has(option))
      throw new EditionProblem(`${at}.option`, `unknown option \`${option}\``);
    const signs = { calls, tags, arguments: keys };
    return [name, { ...defined({ option }), code: `edition-${name}`, kind, what, todo, signs }];
  });
}

/** The texts of the codes that behaviours define. */
export function behaviourTexts(
  behaviours: ReadonlyMap<string, BehaviourRow>,
): [string, FollowUpText][] {
  return [...behaviours.values()].flatMap(({ code, kind, what, todo }): [string, FollowUpText][] =>
    kind === undefined ? [] : [[code, { kind, title: what, explanation: `${what}. ${todo}` }]],
  );
}

/** The texts of the follow-ups that an edition defines for options. */
export function ownFollowUps(options: NonNullable<Edition['options']>): [string, FollowUpText][] {
  return Object.entries(options).flatMap(([name, row]): [string, FollowUpText][] => {
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
