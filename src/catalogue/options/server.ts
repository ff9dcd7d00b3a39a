import { group, named, noDefault, type OptionTable, openGroup, setting, unset } from '../option.ts';

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
