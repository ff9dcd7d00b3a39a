import { group, notShown, type OptionTable, openGroup, same, setting } from '../option.ts';

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
