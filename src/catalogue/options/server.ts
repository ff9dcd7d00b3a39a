import { both, type OptionTable, rebased } from '../option.ts';
import { noDefault, section } from './row.ts';

const { option, group } = section('2.6');
const runtime = section('2.7');
const prerender = section('2.9');

// The id is made anew by each build, so its place is held by a name.
const runtimeApp = { buildId: '<buildId>', baseURL: '/', buildAssetsDir: '/_fw/', cdnURL: '' } as const;

/** What answers requests, and the values it reads when it runs. */
export const serverOptions = {
  serverHandlers: option('array', noDefault, 'Request handlers beyond those found in the server folder.'),
  'serverHandlers[].handler': option('string', noDefault, 'The file of a request handler.', {
    fate: rebased,
  }),
  'serverHandlers[].route': option('string', noDefault, 'Pattern of the routes that a handler answers.'),
  'serverHandlers[].method': option('string', noDefault, 'HTTP method that a handler is limited to.'),
  'serverHandlers[].middleware': option('boolean', noDefault, 'Whether a handler runs ahead of the others.'),
  'serverHandlers[].lazy': option('boolean', noDefault, 'Whether a handler is loaded on its first request.'),
  routeRules: group('How matching routes are rendered, cached or redirected.'),

  serverEngine: group('Settings handed to the server runtime.'),
  'serverEngine.routeRules': group('The same as routeRules, written where the server runtime has it.'),
  'serverEngine.runtimeConfig': option(
    'object',
    both({ public: {}, app: runtimeApp, serverEngine: { envPrefix: 'FW_' } }),
    'Runtime values as the server sees them, with the prefix of their environment variables.',
  ),
  'serverEngine.prerender': prerender.group('Which pages are rendered ahead of time.'),
  'serverEngine.prerender.routes': prerender.option('array', noDefault, 'Routes to render ahead of time.'),
  'serverEngine.prerender.ignore': prerender.option(
    'array',
    noDefault,
    'Routes that are never rendered ahead of time.',
  ),

  runtimeConfig: runtime.option(
    'object',
    both({ public: {}, app: runtimeApp }),
    'Values that environment variables can replace at start; secret unless under public or app.',
  ),
  'runtimeConfig.public': runtime.option('object', both({}), 'Runtime values that the browser may see.'),
  'runtimeConfig.app': runtime.option(
    'object',
    both(runtimeApp),
    'Runtime values about the app itself, seen by the browser as well.',
  ),
} as const satisfies OptionTable;
