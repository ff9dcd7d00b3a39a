import {
  both,
  changedDefault,
  group,
  implied,
  is,
  missing,
  movedTo,
  noDefault,
  none,
  type OptionTable,
  openGroup,
  option,
} from '../option.ts';

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

const onlyInB = { a: missing, b: none };

/** Routes, head tags, what the build rewrites in or drops from the code, and static generation. */
export const pageOptions = {
  router: group('Settings of the router.'),
  'router.options': openGroup('What the router library is told.'),
  'router.options.hashMode': option(
    'boolean',
    both(false),
    'Whether routes live behind a # in the URL; rules out server rendering.',
  ),
  'router.options.scrollBehaviorType': option('string', both('auto'), 'How the page scrolls to a hash link.'),

  headManager: group('Settings of the manager of head tags.'),
  'headManager.legacy': option(
    'boolean',
    both(false),
    'Whether head tags behave as in older versions: unsorted, with the old keys and with promises.',
  ),
  // Stated without a variant, yet setting it to false is listed among what brings the older behaviour back.
  'headManager.renderSSRHeadOptions': openGroup('What the renderer of head tags on the server is told.', {
    b: is({ omitLineBreaks: false }),
    a: implied({ omitLineBreaks: true }),
  }),
  'headManager.renderSSRHeadOptions.omitLineBreaks': changedDefault(
    { b: false, a: true },
    'Whether the rendered head tags follow each other without line breaks.',
  ),

  optimization: group('What the build rewrites in the code of the app.'),
  'optimization.asyncTransforms': group('Where the app context survives an await.'),
  'optimization.asyncTransforms.asyncFunctions': option(
    'array',
    both(['defineFwPlugin', 'defineFwRouteMiddleware']),
    'Functions in whose callback the app context survives an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions': openGroup(
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

  generate: group('Settings of static generation; Variant A has them under serverEngine.prerender.', onlyInB),
  'generate.exclude': option(
    'array',
    onlyInB,
    'Routes to leave out of generation; without effect in Variant B.',
    {
      fate: movedTo('serverEngine.prerender.ignore', 'append'),
    },
  ),
  // Older projects give a function; whether it still may be one is for its transform to say.
  'generate.routes': option(
    ['array', 'function'],
    onlyInB,
    'Routes to generate, or to start crawling from.',
    {
      fate: movedTo('serverEngine.prerender.routes', 'append'),
    },
  ),
} as const satisfies OptionTable;
