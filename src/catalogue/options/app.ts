import { both, group, notShown, type OptionTable, openGroup, option } from '../option.ts';

const meta = [
  { name: 'viewport', content: 'width=device-width, initial-scale=1' },
  { charset: 'utf-8' },
] as const;

/** The page that surrounds the application: URLs, head, transitions and mount elements. */
export const appOptions = {
  app: group('Settings of the HTML page around the application.'),
  'app.baseURL': option('string', both('/'), 'URL path under which the whole application is served.'),
  'app.buildAssetsDir': option(
    'string',
    both('/_fw/'),
    'URL path of the bundled files; fixed at build time.',
  ),
  'app.cdnURL': option('string', both(''), 'Origin that serves public files in production, such as a CDN.'),

  'app.head': option(
    'object',
    both({ meta, link: [], style: [], script: [], noscript: [] }),
    'Default head tags of all pages.',
  ),
  'app.head.meta': option('array', both(meta), 'Default meta tags of all pages.'),
  'app.head.link': option('array', both([]), 'Default link tags of all pages.'),
  'app.head.style': option('array', both([]), 'Default style tags of all pages; the format may change.'),
  'app.head.script': option('array', both([]), 'Default script tags of all pages.'),
  'app.head.noscript': option('array', both([]), 'Default noscript tags of all pages.'),

  'app.keepalive': option(
    ['boolean', 'object'],
    both(false),
    'Whether a page is kept in memory when the visitor leaves it.',
  ),
  'app.layoutTransition': option(
    ['boolean', 'object'],
    both(false),
    'Default transition when the layout changes.',
  ),
  'app.pageTransition': option(
    ['boolean', 'object'],
    both(false),
    'Default transition when the page changes.',
  ),
  'app.viewTransition': option(
    'boolean',
    both(false),
    'Whether navigation uses browser view transitions; needs experimental.viewTransition.',
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

  appConfig: openGroup('Default values for app.config.', { a: notShown, b: notShown }, 'passed-on'),
} as const satisfies OptionTable;
