import {
  changedDefault,
  group,
  implied,
  is,
  movedTo,
  named,
  noDefault,
  notShown,
  type OptionTable,
  onlyInB,
  openGroup,
  option,
  same,
  setting,
  settingOr,
  unset,
} from '../option.ts';

const meta = [
  { name: 'viewport', content: 'width=device-width, initial-scale=1' },
  { charset: 'utf-8' },
] as const;

/** The page that surrounds the application: URLs, head, transitions and mount elements. */
export const appOptions = {
  app: group('Settings of the HTML page around the application.'),
  'app.baseURL': setting('/', 'URL path under which the whole application is served.'),
  'app.buildAssetsDir': setting('/_fw/', 'URL path of the bundled files; fixed at build time.'),
  'app.cdnURL': setting('', 'Origin that serves public files in production, such as a CDN.'),

  'app.head': setting(
    { meta, link: [], style: [], script: [], noscript: [] },
    'Default head tags of all pages.',
  ),
  'app.head.meta': setting(meta, 'Default meta tags of all pages.'),
  'app.head.link': setting([], 'Default link tags of all pages.'),
  'app.head.style': setting([], 'Default style tags of all pages; the format may change.'),
  'app.head.script': setting([], 'Default script tags of all pages.'),
  'app.head.noscript': setting([], 'Default noscript tags of all pages.'),

  'app.keepalive': settingOr(
    'object',
    false,
    'Whether a page is kept in memory when the visitor leaves it.',
  ),
  'app.layoutTransition': settingOr('object', false, 'Default transition when the layout changes.'),
  'app.pageTransition': settingOr('object', false, 'Default transition when the page changes.'),
  'app.viewTransition': setting(
    false,
    'Whether navigation uses browser view transitions; needs experimental.viewTransition.',
  ),

  'app.rootAttrs': setting({ id: '__fw' }, 'Attributes of the element the app is mounted on.'),
  'app.rootId': setting('__fw', 'Id of the element the app is mounted on.'),
  'app.rootTag': setting('div', 'Tag name of the element the app is mounted on.'),
  'app.spaLoaderAttrs': setting(
    { id: '__fw-loader' },
    'Attributes of the element shown while a client-only app loads.',
  ),
  'app.spaLoaderAttrs.id': setting(
    '__fw-loader',
    'Id of the element shown while a client-only app loads.',
  ),
  'app.spaLoaderTag': setting(
    'div',
    'Tag name of the element shown while a client-only app loads.',
  ),
  'app.teleportAttrs': setting(
    { id: 'teleports' },
    'Attributes of the element for teleported content.',
  ),
  'app.teleportId': setting('teleports', 'Id of the element that receives teleported content.'),
  'app.teleportTag': setting('div', 'Tag name of the element that receives teleported content.'),

  appConfig: openGroup('Default values for app.config.', same(notShown), 'passed-on'),
} as const satisfies OptionTable;

// Each build has a new id, so this is a placeholder.
const runtimeApp = {
  buildId: '<buildId>',
  baseURL: '/',
  buildAssetsDir: '/_fw/',
  cdnURL: '',
} as const;

/** The server of the application, and the dev server. */
export const serverOptions = {
  devServer: group('Settings of the dev server.'),
  'devServer.cors': openGroup('Which other origins may send requests to the dev server.'),
  'devServer.cors.origin': setting([{}], 'Origins allowed by the dev server.'),
  // The reference shows no type for the host.
  'devServer.host': unset(['string', 'boolean'], 'Host of the dev server.'),
  'devServer.https': settingOr(
    'object',
    false,
    'Whether the dev server uses HTTPS; an object sets its certificate.',
  ),
  'devServer.https.key': unset('string', 'File with the private key used for HTTPS.'),
  'devServer.https.cert': unset('string', 'File with the certificate used for HTTPS.'),
  'devServer.loadingTemplate': unset(
    'function',
    'Template of the page shown until the first build is done.',
  ),
  'devServer.port': setting(3000, 'Port of the dev server.'),
  'devServer.url': setting('http://localhost:3000', 'URL of the dev server; set automatically.'),
  devServerHandlers: unset('array', 'Request handlers that are only used in development.'),
  'devServerHandlers[].handler': unset(
    ['string', 'function'],
    'The handler of an entry that is only used in development.',
    named('file'),
  ),
  devtools: unset(['object', 'boolean'], 'Whether developer tools are shown in the app.'),

  serverHandlers: unset('array', 'Request handlers in addition to those in the server folder.'),
  'serverHandlers[].handler': unset('string', 'The file of a request handler.', named('file')),
  'serverHandlers[].route': unset('string', 'Route pattern of a handler.'),
  'serverHandlers[].method': unset('string', 'HTTP method that a handler is limited to.'),
  'serverHandlers[].middleware': unset('boolean', 'Whether a handler runs before the others.'),
  'serverHandlers[].lazy': unset('boolean', 'Whether a handler is loaded on its first request.'),
  routeRules: openGroup(
    'How matching routes are rendered, cached or redirected.',
    noDefault,
    'passed-on',
  ),

  serverEngine: openGroup('Settings passed to the server runtime.', noDefault, 'passed-on'),
  'serverEngine.routeRules': group('The same as routeRules, as an option of the server runtime.'),
  'serverEngine.runtimeConfig': setting(
    { public: {}, app: runtimeApp, serverEngine: { envPrefix: 'FW_' } },
    'Runtime values on the server, with the prefix of their environment variables.',
  ),
  'serverEngine.prerender': group('Which pages are prerendered.'),
  'serverEngine.prerender.routes': unset('array', 'Routes to prerender.'),
  'serverEngine.prerender.ignore': unset('array', 'Routes that are not prerendered.'),

  runtimeConfig: setting(
    { public: {}, app: runtimeApp },
    'Values that environment variables can override at start; private unless under public or app.',
    { keys: 'passed-on' },
  ),
  'runtimeConfig.public': setting({}, 'Runtime values exposed to the browser.'),
  'runtimeConfig.app': setting(
    runtimeApp,
    'Runtime values about the app, also exposed to the browser.',
  ),
} as const satisfies OptionTable;

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
  ...[
    'onMounted',
    'onUpdated',
    'onUnmounted',
    'onBeforeMount',
    'onBeforeUpdate',
    'onBeforeUnmount',
  ],
  ...['onRenderTracked', 'onRenderTriggered', 'onActivated', 'onDeactivated'],
];

/** Routes, head tags, code that the build rewrites or removes, and static generation. */
export const pageOptions = {
  router: group('Settings of the router.'),
  'router.options': openGroup('Options of the router library.'),
  'router.options.hashMode': setting(
    false,
    'Whether routes use the URL hash; needs client-side rendering.',
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
  'optimization.keyedComposables[].name': unset(
    'string',
    'Name of a function whose calls get a key.',
  ),
  'optimization.keyedComposables[].argumentLength': unset(
    'number',
    'Number of arguments from which on no key is added.',
  ),
  'optimization.keyedComposables[].source': unset(
    ['string', 'regexp'],
    'Module that exports the function.',
  ),
  'optimization.treeShake': group('Calls that the build removes from the code.'),
  'optimization.treeShake.composables': group(
    'Composable calls that are removed where they have no effect.',
  ),
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
    'Settings of static generation; in Variant A under serverEngine.prerender.',
    onlyInB,
  ),
  'generate.exclude': option(
    'array',
    onlyInB,
    'Routes to exclude from generation; no effect in Variant B.',
    {
      fate: movedTo('serverEngine.prerender.ignore', 'append'),
    },
  ),
  // Older projects set a function; its transform decides whether that is still allowed.
  'generate.routes': option(
    ['array', 'function'],
    onlyInB,
    'Routes to generate, or to start crawling from.',
    { fate: movedTo('serverEngine.prerender.routes', 'append') },
  ),
} as const satisfies OptionTable;
