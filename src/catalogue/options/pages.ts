import {
  changedDefault,
  group,
  implied,
  is,
  missing,
  movedTo,
  none,
  type OptionTable,
  openGroup,
  option,
  setting,
  unset,
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
  ...['onMounted', 'onUpdated', 'onUnmounted', 'onBeforeMount', 'onBeforeUpdate', 'onBeforeUnmount'],
  ...['onRenderTracked', 'onRenderTriggered', 'onActivated', 'onDeactivated'],
];

const onlyInB = { a: missing, b: none };

/** Routes, head tags, code that the build rewrites or removes, and static generation. */
export const pageOptions = {
  router: group('Settings of the router.'),
  'router.options': openGroup('Options of the router library.'),
  'router.options.hashMode': setting(
    false,
    'Whether routes use the hash of the URL; requires client-side rendering.',
  ),
  'router.options.scrollBehaviorType': setting('auto', 'How the page scrolls to a hash link.'),

  headManager: group('Settings of the head tag manager.'),
  'headManager.legacy': setting(
    false,
    'Whether head tags work as in older versions: unsorted, with the old keys and with promises.',
  ),
  // Stated without a variant, but `false` is listed among the ways to restore the older behaviour.
  'headManager.renderSSRHeadOptions': openGroup('Options of the head tag renderer on the server.', {
    b: is({ omitLineBreaks: false }),
    a: implied({ omitLineBreaks: true }),
  }),
  'headManager.renderSSRHeadOptions.omitLineBreaks': changedDefault(
    { b: false, a: true },
    'Whether line breaks between rendered head tags are omitted.',
  ),

  optimization: group('Code transformations applied by the build.'),
  'optimization.asyncTransforms': group('Where the app context is preserved after an await.'),
  'optimization.asyncTransforms.asyncFunctions': setting(
    ['defineFwPlugin', 'defineFwRouteMiddleware'],
    'Functions whose callbacks preserve the app context after an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions': openGroup(
    'Functions that take an object, with the keys that preserve the app context after an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions.defineFwComponent': setting(
    ['asyncData', 'setup'],
    'Keys of a component that preserve the app context after an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions.defineFwPlugin': setting(
    ['setup'],
    'Keys of a plugin object that preserve the app context after an await.',
  ),
  'optimization.asyncTransforms.objectDefinitions.definePageMeta': setting(
    ['middleware', 'validate'],
    'Keys of page meta that preserve the app context after an await.',
  ),
  'optimization.keyedComposables': setting(
    keyedComposables,
    'Functions whose calls get a key that is the same on server and client.',
  ),
  'optimization.keyedComposables[].name': unset('string', 'Name of a function whose calls get a key.'),
  'optimization.keyedComposables[].argumentLength': unset(
    'number',
    'Number of arguments from which on no key is added.',
  ),
  'optimization.keyedComposables[].source': unset(
    ['string', 'regexp'],
    'Module that exports a function whose calls get a key.',
  ),
  'optimization.treeShake': group('Calls that the build removes from the code.'),
  'optimization.treeShake.composables': group('Composable calls that are removed where they have no effect.'),
  'optimization.treeShake.composables.client': setting(
    {
      ui: ['onRenderTracked', 'onRenderTriggered', 'onServerPrefetch'],
      '#app': ['definePayloadReducer', 'definePageMeta', 'onPrehydrate'],
    },
    'Composables whose calls are removed from the client bundle, by module.',
  ),
  'optimization.treeShake.composables.server': setting(
    { ui: clientOnly, '#app': ['definePayloadReviver', 'definePageMeta'] },
    'Composables whose calls are removed from the server bundle, by module.',
  ),

  generate: group(
    'Settings of static generation; in Variant A they are under serverEngine.prerender.',
    onlyInB,
  ),
  'generate.exclude': option('array', onlyInB, 'Routes to exclude from generation; no effect in Variant B.', {
    fate: movedTo('serverEngine.prerender.ignore', 'append'),
  }),
  // Older projects set a function; its transform decides whether that is still allowed.
  'generate.routes': option(
    ['array', 'function'],
    onlyInB,
    'Routes to generate, or to start crawling from.',
    { fate: movedTo('serverEngine.prerender.routes', 'append') },
  ),
} as const satisfies OptionTable;
