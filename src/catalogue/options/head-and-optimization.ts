import { both, implied, is, manual, type OptionTable } from '../option.ts';
import { noDefault, section } from './row.ts';

const { option, group } = section('2.9');

const keyedComposables = [
  { name: 'callOnce', argumentLength: 3 },
  { name: 'defineFwComponent', argumentLength: 2 },
  { name: 'useState', argumentLength: 2 },
  { name: 'useFetch', argumentLength: 3 },
  { name: 'useAsyncData', argumentLength: 3 },
  { name: 'useLazyAsyncData', argumentLength: 3 },
  { name: 'useLazyFetch', argumentLength: 3 },
] as const;

const clientOnly = [
  'onMounted',
  'onUpdated',
  'onUnmounted',
  'onBeforeMount',
  'onBeforeUpdate',
  'onBeforeUnmount',
  'onRenderTracked',
  'onRenderTriggered',
  'onActivated',
  'onDeactivated',
] as const;

/** Head tags, and what the build rewrites in or drops from the code. */
export const headAndOptimizationOptions = {
  headManager: group('Settings of the manager of head tags.'),
  'headManager.legacy': option(
    'boolean',
    both(false),
    'Whether head tags behave as in older versions: unsorted, with the old keys and with promises.',
  ),
  // Stated without a variant, yet setting it to false is listed among what brings the older behaviour back.
  'headManager.renderSSRHeadOptions': group('What the renderer of head tags on the server is told.', {
    b: is({ omitLineBreaks: false }),
    a: implied({ omitLineBreaks: true }),
  }),
  'headManager.renderSSRHeadOptions.omitLineBreaks': option(
    'boolean',
    { b: is(false), a: implied(true) },
    'Whether the rendered head tags follow each other without line breaks.',
    { fate: manual },
  ),

  optimization: group('What the build rewrites in the code of the app.'),
  'optimization.asyncTransforms': group('Where the app context survives an await.'),
  'optimization.asyncTransforms.asyncFunctions': option(
    'array',
    both(['defineFwPlugin', 'defineFwRouteMiddleware']),
    'Functions in whose callback the app context survives an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions': group(
    'Functions that take an object, with the keys in which the app context survives an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions.defineFwComponent': option(
    'array',
    both(['asyncData', 'setup']),
    'Keys of a component in which the app context survives an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions.defineFwPlugin': option(
    'array',
    both(['setup']),
    'Keys of a plugin object in which the app context survives an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions.definePageMeta': option(
    'array',
    both(['middleware', 'validate']),
    'Keys of page meta in which the app context survives an await.',
  ),
  'optimization.keyedComposables': option(
    'array',
    both(keyedComposables),
    'Functions whose calls are each given a key, the same on server and client.',
  ),
  'optimization.keyedComposables[].name': option(
    'string',
    noDefault,
    'Name of a function that is given keys.',
  ),
  'optimization.keyedComposables[].argumentLength': option(
    'number',
    noDefault,
    'Number of arguments from which on a call is given no key.',
  ),
  'optimization.keyedComposables[].source': option(
    ['string', 'regexp'],
    noDefault,
    'Where a function that is given keys is imported from.',
  ),
  'optimization.treeShake': group('Calls that the build drops from the code.'),
  'optimization.treeShake.composables': group('Calls of composables dropped on the side they do nothing on.'),
  'optimization.treeShake.composables.client': option(
    'object',
    both({
      ui: ['onRenderTracked', 'onRenderTriggered', 'onServerPrefetch'],
      '#app': ['definePayloadReducer', 'definePageMeta', 'onPrehydrate'],
    }),
    'Composables whose calls the client bundle does without, by where they come from.',
  ),
  'optimization.treeShake.composables.server': option(
    'object',
    both({ ui: clientOnly, '#app': ['definePayloadReviver', 'definePageMeta'] }),
    'Composables whose calls the server bundle does without, by where they come from.',
  ),
} as const satisfies OptionTable;
