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
    what: 'Templates are no longer compiled in the style of lodash',
    todo: 'Write the templates without `<% %>`, or compile them in a module of your own.',
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
    what: 'Cleared data goes back to its default value, no longer to `undefined`',
    todo: 'Check that nothing which reads the data afterwards waits for `undefined`.',
  },
  'template-utils': {
    option: 'experimental.templateUtils',
    code: 'removed-experimental',
    what: 'Variant A has no `templateUtils`',
    todo: 'Replace it by functions of your own.',
  },
  'watch-paths': {
    option: 'experimental.relativeWatchPaths',
    code: 'removed-experimental',
    what: 'Listeners to `builder:watch` get absolute paths',
    todo: 'Make the path relative to the source directory before it is compared with others.',
  },
} as const satisfies { readonly [behaviour: string]: BehaviourRow };

/** A behaviour that code looks for in sources, or in the templates that they name. */
export type Behaviour = keyof typeof fwBehaviours;
