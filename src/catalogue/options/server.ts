import { both, group, named, noDefault, type OptionTable, openGroup, option } from '../option.ts';

// Each build makes a new id, so a name holds its place.
const runtimeApp = { buildId: '<buildId>', baseURL: '/', buildAssetsDir: '/_fw/', cdnURL: '' } as const;

/** The server of the application, and the one that runs while developing. */
export const serverOptions = {
  devServer: group('How the project is served while developing.'),
  'devServer.cors': openGroup('Which other origins may ask the dev server.'),
  'devServer.cors.origin': option('array', both([{}]), 'Origins that the dev server answers.'),
  // No type is shown for the host.
  'devServer.host': option(['string', 'boolean'], noDefault, 'Network address to serve on while developing.'),
  'devServer.https': option(
    ['boolean', 'object'],
    both(false),
    'Whether the dev server speaks HTTPS; an object names its certificate.',
  ),
  'devServer.https.key': option('string', noDefault, 'File with the private key used for HTTPS.'),
  'devServer.https.cert': option('string', noDefault, 'File with the certificate used for HTTPS.'),
  'devServer.loadingTemplate': option(
    'function',
    noDefault,
    'Makes the page shown in the browser until the first build is done.',
  ),
  'devServer.port': option('number', both(3000), 'Port to serve on while developing.'),
  'devServer.url': option(
    'string',
    both('http://localhost:3000'),
    'Full address while developing; filled in on its own, so not to be set.',
  ),
  devServerHandlers: option('array', noDefault, 'Request handlers that exist only while developing.'),
  'devServerHandlers[].handler': option(
    ['string', 'function'],
    noDefault,
    'The handler of an entry that exists only while developing.',
    named('file'),
  ),
  devtools: option(['object', 'boolean'], noDefault, 'Whether developer tools appear in the running app.'),

  serverHandlers: option('array', noDefault, 'Request handlers beyond those found in the server folder.'),
  'serverHandlers[].handler': option('string', noDefault, 'The file of a request handler.', named('file')),
  'serverHandlers[].route': option('string', noDefault, 'Pattern of the routes that a handler answers.'),
  'serverHandlers[].method': option('string', noDefault, 'HTTP method that a handler is limited to.'),
  'serverHandlers[].middleware': option('boolean', noDefault, 'Whether a handler runs ahead of the others.'),
  'serverHandlers[].lazy': option('boolean', noDefault, 'Whether a handler is loaded on its first request.'),
  routeRules: openGroup('How matching routes are rendered, cached or redirected.', noDefault, 'passed-on'),

  serverEngine: openGroup('Settings handed to the server runtime.', noDefault, 'passed-on'),
  'serverEngine.routeRules': group('The same as routeRules, written where the server runtime has it.'),
  'serverEngine.runtimeConfig': option(
    'object',
    both({ public: {}, app: runtimeApp, serverEngine: { envPrefix: 'FW_' } }),
    'Runtime values as the server sees them, with the prefix of their environment variables.',
  ),
  'serverEngine.prerender': group('Which pages are rendered ahead of time.'),
  'serverEngine.prerender.routes': option('array', noDefault, 'Routes to render ahead of time.'),
  'serverEngine.prerender.ignore': option(
    'array',
    noDefault,
    'Routes that are never rendered ahead of time.',
  ),

  runtimeConfig: option(
    'object',
    both({ public: {}, app: runtimeApp }),
    'Values that environment variables can replace at start; secret unless under public or app.',
    { keys: 'passed-on' },
  ),
  'runtimeConfig.public': option('object', both({}), 'Runtime values that the browser may see.'),
  'runtimeConfig.app': option(
    'object',
    both(runtimeApp),
    'Runtime values about the app itself, seen by the browser as well.',
  ),
} as const satisfies OptionTable;
