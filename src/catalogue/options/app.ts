import { both, group, notShown, type OptionTable, openGroup, option } from '../option.ts';

const meta = [
  { name: 'viewport', content: 'width=device-width, initial-scale=1' },
  { charset: 'utf-8' },
] as const;

/** The page that surrounds the application: URLs, head, transitions and mount elements. */
export const appOptions = {
  app: group('Settings of the page that surrounds the application.'),
  'app.baseURL': option('string', both('/'), 'URL path under which the whole application is served.'),
  'app.buildAssetsDir': option(
    'string',
    both('/_fw/'),
    'URL folder of the bundled files; cannot change after the build.',
  ),
  'app.cdnURL': option('string', both(''), 'Origin that serves public files in production, such as a CDN.'),

  'app.head': option(
    'object',
    both({ meta, link: [], style: [], script: [], noscript: [] }),
    'Head tags that all pages start from.',
  ),
  'app.head.meta': option('array', both(meta), 'Meta tags that all pages start from.'),
  'app.head.link': option('array', both([]), 'Link tags that all pages start from.'),
  'app.head.style': option(
    'array',
    both([]),
    'Style tags that all pages start from; its shape is not settled.',
  ),
  'app.head.script': option('array', both([]), 'Script tags that all pages start from.'),
  'app.head.noscript': option('array', both([]), 'Noscript tags that all pages start from.'),

  'app.keepalive': option(
    ['boolean', 'object'],
    both(false),
    'Whether a page stays alive in memory when the visitor leaves it.',
  ),
  'app.layoutTransition': option(
    ['boolean', 'object'],
    both(false),
    'Animation played when the layout changes, unless a page says otherwise.',
  ),
  'app.pageTransition': option(
    ['boolean', 'object'],
    both(false),
    'Animation played when the page changes, unless a page says otherwise.',
  ),
  'app.viewTransition': option(
    'boolean',
    both(false),
    'Whether pages change with browser view transitions; needs experimental.viewTransition.',
  ),

  'app.rootAttrs': option('object', both({ id: '__fw' }), 'Attributes of the element the app is mounted on.'),
  'app.rootId': option('string', both('__fw'), 'Id of the element the app is mounted on.'),
  'app.rootTag': option('string', both('div'), 'Tag name of the element the app is mounted on.'),
  'app.spaLoaderAttrs': option(
    'object',
    both({ id: '__fw-loader' }),
    'Attributes of the element shown while a client-only app loads.',
  ),
  'app.spaLoaderAttrs.id': option(
    'string',
    both('__fw-loader'),
    'Id of the element shown while a client-only app loads.',
  ),
  'app.spaLoaderTag': option(
    'string',
    both('div'),
    'Tag name of the element shown while a client-only app loads.',
  ),
  'app.teleportAttrs': option(
    'object',
    both({ id: 'teleports' }),
    'Attributes of the element that receives teleported content.',
  ),
  'app.teleportId': option(
    'string',
    both('teleports'),
    'Id of the element that receives teleported content.',
  ),
  'app.teleportTag': option(
    'string',
    both('div'),
    'Tag name of the element that receives teleported content.',
  ),

  appConfig: openGroup(
    'Fallbacks for what app.config leaves unset.',
    { a: notShown, b: notShown },
    'passed-on',
  ),
} as const satisfies OptionTable;
