import type { FollowUpKind } from './follow-ups.ts';

/** What sources may rely on. */
export interface BehaviourRow {
  /** The option that decides it. */
  readonly option?: string;
  readonly code: string;
  /** Set where the code is not one of the tool. */
  readonly kind?: FollowUpKind;
  /** What is different in Variant A, and what to do about it. */
  readonly what: string;
  readonly todo: string;
  /** How to find it, where it is not one of those that code looks for. */
  readonly signs?: BehaviourSigns;
}

/** What in the sources shows that they rely on something. */
export interface BehaviourSigns {
  /** Functions of the framework that are called. */
  readonly calls: readonly string[];
  /** Members of what these return; without any, the call itself counts. */
  readonly members: readonly string[];
  /** Modules that are imported: `#app`, or one name of it: `#app { useOld }`. */
  readonly imports: readonly string[];
  /** Components that templates use. */
  readonly tags: readonly string[];
}

/** What sources may rely on that is different in Variant A, because an option ended or changed its default. */
export const fwBehaviours = {
  'compiled-templates': {
    option: 'experimental.compileTemplate',
    code: 'removed-experimental',
    what: 'Templates no longer support lodash syntax',
    todo: 'Remove `<% %>` from the templates, or compile them in your own module.',
  },
  'deep-data': {
    option: 'experimental.defaults.useAsyncData.deep',
    code: 'changed-default',
    what: 'Fetched data is no longer deeply reactive',
    todo: 'Check whether nested data is mutated; if so, set `deep: true` in the call.',
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
} as const satisfies { readonly [behaviour: string]: BehaviourRow };

/** A behaviour that code looks for in sources, or in the templates that they name. */
export type Behaviour = keyof typeof fwBehaviours;
