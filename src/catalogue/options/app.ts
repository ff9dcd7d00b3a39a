import {
  group,
  named,
  noDefault,
  notShown,
  type OptionTable,
  openGroup,
  same,
  setting,
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

  'app.keepalive': setting(false, 'Whether a page is kept in memory when the visitor leaves it.', {
    types: ['boolean', 'object'],
  }),
  'app.layoutTransition': setting(false, 'Default transition when the layout changes.', {
    types: ['boolean', 'object'],
  }),
  'app.pageTransition': setting(false, 'Default transition when the page changes.', {
    types: ['boolean', 'object'],
  }),
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
  'app.spaLoaderAttrs.id': setting('__fw-loader', 'Id of the element shown while a client-only app loads.'),
  'app.spaLoaderTag': setting('div', 'Tag name of the element shown while a client-only app loads.'),
  'app.teleportAttrs': setting(
    { id: 'teleports' },
    'Attributes of the element that receives teleported content.',
  ),
  'app.teleportId': setting('teleports', 'Id of the element that receives teleported content.'),
  'app.teleportTag': setting('div', 'Tag name of the element that receives teleported content.'),

  appConfig: openGroup('Default values for app.config.', same(notShown), 'passed-on'),
} as const satisfies OptionTable;

// Each build has a new id, so this is a placeholder.
const runtimeApp = { buildId: '<buildId>', baseURL: '/', buildAssetsDir: '/_fw/', cdnURL: '' } as const;

/** The server of the application, and the dev server. */
export const serverOptions = {
  devServer: group('Settings of the dev server.'),
  'devServer.cors': openGroup('Which other origins may send requests to the dev server.'),
  'devServer.cors.origin': setting([{}], 'Origins allowed by the dev server.'),
  // The reference shows no type for the host.
  'devServer.host': unset(['string', 'boolean'], 'Host of the dev server.'),
  'devServer.https': setting(false, 'Whether the dev server uses HTTPS; an object sets its certificate.', {
    types: ['boolean', 'object'],
  }),
  'devServer.https.key': unset('string', 'File with the private key used for HTTPS.'),
  'devServer.https.cert': unset('string', 'File with the certificate used for HTTPS.'),
  'devServer.loadingTemplate': unset('function', 'Template of the page shown until the first build is done.'),
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
  routeRules: openGroup('How matching routes are rendered, cached or redirected.', noDefault, 'passed-on'),

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
    'Runtime values about the app itself, also exposed to the browser.',
  ),
} as const satisfies OptionTable;
