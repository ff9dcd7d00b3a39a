import {
  changedDefault,
  group,
  type Json,
  noDefault,
  none,
  notShown,
  type OptionRow,
  type OptionTable,
  openGroup,
  option,
  type Particulars,
  removed,
  setting,
} from '../option.ts';

/** Variant A has these groups, too, but the reference does not show their options. */
const shownInB = { a: notShown, b: none };

/** An option like most experiments, with the type of its default unless others are given. */
function shown(value: Json, summary: string, particulars?: Particulars): OptionRow {
  return setting(value, summary, { ...particulars, a: notShown });
}

/** A switch that is on by default in Variant B. */
const on = (summary: string) => shown(true, summary);
/** A switch that is off by default in Variant B. */
const off = (summary: string) => shown(false, summary);
/** A switch, on by default, that Variant A does not have. */
const ended = (summary: string) => shown(true, summary, { fate: removed });

/** Experiments, features to turn off, and behaviour of later versions to turn on. */
export const experimentalOptions = {
  experimental: group('Experimental features.'),
  'experimental.alwaysRunFetchOnKeyChange': on(
    'Whether a changed key also triggers fetches not yet run.',
  ),
  'experimental.cookieStore': on(
    'Whether useCookie reacts to cookie changes reported by the browser.',
  ),
  'experimental.defaults': group('Default options of common components and composables.', shownInB),
  'experimental.defaults.fwLink': group('Default options of links.', shownInB),
  'experimental.defaults.fwLink.componentName': shown('FwLink', 'Name of the link component.'),
  'experimental.defaults.fwLink.prefetch': on('Whether links prefetch their target.'),
  'experimental.defaults.fwLink.prefetchOn': openGroup(
    'When a link prefetches its target.',
    shownInB,
  ),
  'experimental.defaults.fwLink.prefetchOn.visibility': on(
    'Whether visible links prefetch their target.',
  ),
  'experimental.defaults.useAsyncData': group('Defaults of useAsyncData and useFetch.', shownInB),
  'experimental.defaults.useAsyncData.deep': changedDefault(
    { b: true, a: false },
    'Whether data of `useFetch` and `useAsyncData` is deeply reactive.',
  ),
  'experimental.defaults.useAsyncData.errorValue': shown(null, 'Initial value of error.', {
    types: ['string', 'null'],
  }),
  'experimental.defaults.useAsyncData.value': shown(null, 'Initial value of data.', {
    types: ['string', 'null'],
  }),
  'experimental.defaults.useFetch': openGroup('Default options of useFetch.', shownInB),
  'experimental.extractAsyncDataHandlers': off(
    'Whether async data handlers become separate chunks.',
  ),
  'experimental.granularCachedData': off('Whether a manual refresh calls getCachedData first.'),
  'experimental.parseErrorData': off('Whether error data from the server is parsed.'),
  'experimental.payloadExtraction': on(
    'Whether the payload of a prerendered page is a separate file.',
  ),
  'experimental.pendingWhenIdle': on('Whether data is pending before fetching starts.'),
  'experimental.purgeCachedData': on('Whether fetched data is cleared on navigation.'),
  'experimental.renderJsonPayloads': on('Whether the payload is JSON that supports rich types.'),
  'experimental.resetAsyncDataToUndefined': changedDefault(
    { b: true, a: false },
    'Whether cleared async data is reset to undefined.',
  ),
  'experimental.restoreState': off(
    'Whether session storage keeps state across reloads by the app.',
  ),
  'experimental.sharedPrerenderData': off(
    'Whether prerendered pages share fetched data with the same key.',
  ),

  'experimental.appManifest': on(
    'Whether the client reads route rules and build data from a manifest.',
  ),
  'experimental.asyncContext': off(
    'Whether composables keep their context with native async context.',
  ),
  'experimental.checkOutdatedBuildInterval': shown(
    3600000,
    'Milliseconds between checks for a new build; false disables them.',
    { types: ['number', 'boolean'] },
  ),
  'experimental.clientFallback': off('Whether FwClientFallback renders what failed on the server.'),
  'experimental.componentIslands': shown(
    'auto',
    'Whether server-only components are supported; auto enables them if the project has any.',
    { types: ['string', 'boolean', 'object'] },
  ),
  'experimental.crossOriginPrefetch': off('Whether links to other sites are prefetched.'),
  'experimental.emitRouteChunkError': shown(
    'automatic',
    'What happens when a chunk cannot be loaded.',
    {
      types: ['string', 'boolean'],
      oneOf: ['automatic', 'automatic-immediate', 'manual', false],
    },
  ),
  'experimental.headNext': on('Whether head tags are sorted and hydrated by hash.'),
  'experimental.inlineRouteRules': off('Whether a page file can define its own route rules.'),
  'experimental.lazyHydration': on('Whether lazy components support delayed hydration.'),
  'experimental.navigationRepaint': on(
    'Whether navigation waits for the browser to paint a frame.',
  ),
  'experimental.noVueServer': off(
    'Whether the endpoint that renders views is left out of the server.',
  ),
  'experimental.polyfillVueUseHead': off('Whether code for the old head API is supported.'),
  'experimental.respectNoSSRHeader': off('Whether a request header can disable server rendering.'),
  'experimental.runtimeBaseURL': off('Whether the base URL can be changed at runtime.'),
  'experimental.spaLoadingTemplateLocation': shown(
    'within',
    'Where the loading screen is rendered, and so how long it stays.',
  ),
  'experimental.templateRouteInjection': on(
    'Whether $route in templates is the same as useRoute().',
  ),
  'experimental.viewTransition': off('Whether the router uses browser view transitions.'),
  'experimental.writeEarlyHints': off('Whether the server sends early hints for assets.'),

  'experimental.asyncEntry': off(
    'Whether the entry is asynchronous, as module federation requires.',
  ),
  'experimental.browserDevtoolsTiming': off(
    'Whether hooks appear in the performance panel of the browser.',
  ),
  'experimental.buildCache': off('Whether a build is reused if config and sources did not change.'),
  'experimental.chromeDevtoolsProjectSettings': on(
    'Whether devtools can map the project to its folder.',
  ),
  'experimental.clientNodeCompat': off(
    'Whether client code can import modules of the server runtime.',
  ),
  'experimental.compileTemplate': ended('Whether templates are compiled with lodash syntax.'),
  'experimental.configSchema': on('Whether a schema of the config is generated.'),
  'experimental.debugModuleMutation': off(
    'Whether changes that modules make to options are recorded.',
  ),
  'experimental.decorators': off('Whether decorator syntax is supported.'),
  'experimental.enforceModuleCompatibility': off(
    'Whether an incompatible module prevents the start.',
  ),
  'experimental.entryImportMap': on('Whether chunks import the entry through an import map.'),
  'experimental.externalVue': on('Whether the view library is excluded from the server bundle.'),
  'experimental.extraPageMetaExtractionKeys': option(
    'array',
    shownInB,
    'Additional keys of page meta that are extracted from the source.',
  ),
  'experimental.localLayerAliases': on('Whether ~ and @ in a layer refer to that layer.'),
  'experimental.nitroAutoImports': on('Whether server helpers are auto-imported in server code.'),
  'experimental.normalizeComponentNames': off(
    'Whether component names match their names in templates.',
  ),
  'experimental.relativeWatchPaths': ended(
    'Whether builder:watch listeners receive relative paths.',
  ),
  'experimental.scanPageMeta': on('Whether modules can read static page meta during the build.'),
  'experimental.serverAppConfig': on('Whether server code can read the app config.'),
  'experimental.templateImportResolution': on(
    'Whether imports in a template resolve from its module.',
  ),
  'experimental.templateUtils': ended(
    'Whether templates receive an object with old helper functions.',
  ),
  'experimental.treeshakeClientOnly': on(
    'Whether client-only content is removed from the server bundle.',
  ),
  'experimental.typedPages': off('Whether routes are typed.'),
  'experimental.viteEnvironmentApi': off('Whether the build uses the environments of bundler1.'),
  'experimental.watcher': shown('watcher1', 'The tool that watches source files.', {
    oneOf: ['watcher1', 'watcher1-granular', 'watcher2'],
  }),

  features: group('Features of the framework that can be turned on or off.'),
  'features.devLogs': shown(
    false,
    'Whether server logs are sent to the browser in development; silent does not print them.',
    { types: ['boolean', 'string'], oneOf: [true, false, 'silent'] },
  ),
  'features.inlineStyles': shown(
    true,
    'Whether styles are inlined in the HTML; a function decides for each component.',
    { types: ['boolean', 'function'] },
  ),
  'features.noScripts': shown(false, 'Whether pages are rendered without scripts.', {
    types: ['boolean', 'string'],
    oneOf: [true, false, 'production'],
  }),
  future: group('Opt-ins to behaviour of future versions.'),
  'future.compatibilityVersion': shown(
    3,
    'Major version whose defaults apply: 4 is Variant A, 3 is Variant B.',
    { fate: removed },
  ),
  'future.multiApp': off('Whether one project can hold several apps.'),
  'future.typescriptBundlerResolution': on(
    'Whether TypeScript resolves modules the way bundlers do.',
  ),

  hooks: openGroup('Hook functions, by flat or nested names.', noDefault, 'passed-on'),
} as const satisfies OptionTable;
