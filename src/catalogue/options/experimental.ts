import {
  changedDefault,
  type Default,
  type Defaults,
  group,
  is,
  noDefault,
  none,
  notShown,
  type OptionRow,
  type OptionTable,
  openGroup,
  option,
  removed,
} from '../option.ts';

/** Variant A has these groups, too, but the reference does not show what is in them. */
function shownInB(b: Default): Defaults {
  return { a: notShown, b };
}

/** A switch, which is what most experiments are. */
function flag(on: boolean, summary: string): OptionRow {
  return option('boolean', shownInB(is(on)), summary);
}

/** A switch that Variant A does not have. */
function ended(on: boolean, summary: string): OptionRow {
  return { ...flag(on, summary), fate: removed };
}

/** Experiments, features to turn off, and behaviour of later versions to turn on. */
export const experimentalOptions = {
  experimental: group('Switches of features that are not settled yet.', noDefault),
  'experimental.alwaysRunFetchOnKeyChange': flag(
    true,
    'Whether a changed key starts a useFetch that has not run so far and waits to be called.',
  ),
  'experimental.cookieStore': flag(true, 'Whether useCookie follows changes that the browser reports.'),
  'experimental.defaults': group('Starting values of common components and composables.', shownInB(none)),
  'experimental.defaults.fwLink': group('Starting values of links.', shownInB(none)),
  'experimental.defaults.fwLink.componentName': option(
    'string',
    shownInB(is('FwLink')),
    'Name of the link component.',
  ),
  'experimental.defaults.fwLink.prefetch': flag(true, 'Whether links fetch their target before the click.'),
  'experimental.defaults.fwLink.prefetchOn': openGroup('What makes a link fetch its target.', shownInB(none)),
  'experimental.defaults.fwLink.prefetchOn.visibility': flag(
    true,
    'Whether a link fetches its target once it is in view.',
  ),
  'experimental.defaults.useAsyncData': group(
    'Starting values of useAsyncData, and of useFetch with it.',
    shownInB(none),
  ),
  'experimental.defaults.useAsyncData.deep': changedDefault(
    { b: true, a: false },
    'Whether loaded data is reactive all the way down.',
  ),
  'experimental.defaults.useAsyncData.errorValue': option(
    ['string', 'null'],
    shownInB(is(null)),
    'What error holds as long as nothing has failed.',
  ),
  'experimental.defaults.useAsyncData.value': option(
    ['string', 'null'],
    shownInB(is(null)),
    'What data holds as long as nothing is loaded.',
  ),
  'experimental.defaults.useFetch': openGroup('Starting values of useFetch alone.', shownInB(none)),
  'experimental.extractAsyncDataHandlers': flag(
    false,
    'Whether the loading functions of async data go to chunks of their own.',
  ),
  'experimental.granularCachedData': flag(false, 'Whether a refresh by hand asks getCachedData first.'),
  'experimental.parseErrorData': flag(false, 'Whether error pages from the server get their data parsed.'),
  'experimental.payloadExtraction': flag(
    true,
    'Whether a prerendered page keeps its data in a separate file.',
  ),
  'experimental.pendingWhenIdle': flag(true, 'Whether data counts as pending before its loading begins.'),
  'experimental.purgeCachedData': flag(true, 'Whether loaded data is dropped when the visitor moves on.'),
  'experimental.renderJsonPayloads': flag(
    true,
    'Whether page data travels as JSON that can hold rich types.',
  ),
  'experimental.resetAsyncDataToUndefined': changedDefault(
    { b: true, a: false },
    'What cleared async data goes back to.',
  ),
  'experimental.restoreState': flag(
    false,
    'Whether state is kept in the browser session across a reload that the app itself starts.',
  ),
  'experimental.sharedPrerenderData': flag(
    false,
    'Whether prerendered pages reuse what another one has loaded under the same key.',
  ),

  'experimental.appManifest': flag(
    true,
    'Whether the client learns of route rules and builds from a manifest.',
  ),
  'experimental.asyncContext': flag(
    false,
    'Whether composables keep their context by native async tracking.',
  ),
  'experimental.checkOutdatedBuildInterval': option(
    ['number', 'boolean'],
    shownInB(is(3600000)),
    'Milliseconds between two looks for a newer build; false never looks.',
  ),
  'experimental.clientFallback': flag(
    false,
    'Whether FwClientFallback can render in the browser what failed on the server.',
  ),
  'experimental.componentIslands': option(
    ['string', 'boolean', 'object'],
    shownInB(is('auto')),
    'Whether components can render on the server alone; auto decides by what the project has.',
  ),
  'experimental.crossOriginPrefetch': flag(false, 'Whether links to other sites are fetched ahead.'),
  'experimental.emitRouteChunkError': option(
    ['string', 'boolean'],
    shownInB(is('automatic')),
    'What happens when a chunk cannot be loaded.',
    { oneOf: ['automatic', 'automatic-immediate', 'manual', false] },
  ),
  'experimental.headNext': flag(true, 'Whether head tags are put in the best order and hydrated by hash.'),
  'experimental.inlineRouteRules': flag(false, 'Whether a page file can hold its own route rules.'),
  'experimental.lazyHydration': flag(true, 'Whether lazy components can choose when they hydrate.'),
  'experimental.navigationRepaint': flag(true, 'Whether the browser may paint a frame before it navigates.'),
  'experimental.noVueServer': flag(false, 'Whether the server goes without the endpoint that renders views.'),
  'experimental.polyfillVueUseHead': flag(false, 'Whether code written for the former head API still runs.'),
  'experimental.respectNoSSRHeader': flag(
    false,
    'Whether a request can ask by header for a page without server rendering.',
  ),
  'experimental.runtimeBaseURL': flag(false, 'Whether the base URL can still change when the app runs.'),
  'experimental.spaLoadingTemplateLocation': option(
    'string',
    shownInB(is('within')),
    'Where the loading screen sits, and with it how long it stays.',
  ),
  'experimental.templateRouteInjection': flag(
    true,
    'Whether $route in templates equals what useRoute returns.',
  ),
  'experimental.viewTransition': flag(false, 'Whether the router makes use of browser view transitions.'),
  'experimental.writeEarlyHints': flag(false, 'Whether the server announces assets before its response.'),

  'experimental.asyncEntry': flag(
    false,
    'Whether the bundle starts asynchronously, as module federation needs.',
  ),
  'experimental.browserDevtoolsTiming': flag(
    false,
    'Whether hooks leave marks in the performance panel of the browser.',
  ),
  'experimental.buildCache': flag(false, 'Whether a build is reused while config and sources stay the same.'),
  'experimental.chromeDevtoolsProjectSettings': flag(
    true,
    'Whether browser tools can map the project to its folder on disk.',
  ),
  'experimental.clientNodeCompat': flag(
    false,
    'Whether client code can import modules of the server runtime.',
  ),
  'experimental.compileTemplate': ended(true, 'Whether templates are compiled with lodash syntax.'),
  'experimental.configSchema': flag(true, 'Whether the shape of the config is described by a schema.'),
  'experimental.debugModuleMutation': flag(
    false,
    'Whether changes that modules make to options are recorded.',
  ),
  'experimental.decorators': flag(false, 'Whether decorator syntax is understood.'),
  'experimental.enforceModuleCompatibility': flag(
    false,
    'Whether a module that does not fit stops the start.',
  ),
  'experimental.entryImportMap': flag(true, 'Whether chunks find the entry through an import map.'),
  'experimental.externalVue': flag(true, 'Whether the view library stays outside of the server bundle.'),
  'experimental.extraPageMetaExtractionKeys': option(
    'array',
    shownInB(none),
    'Further keys of page meta that are read from the sources.',
  ),
  'experimental.localLayerAliases': flag(true, 'Whether ~ and @ in a layer mean that layer.'),
  'experimental.nitroAutoImports': flag(
    true,
    'Whether server code can use server helpers without an import.',
  ),
  'experimental.normalizeComponentNames': flag(
    false,
    'Whether a component carries the name that templates use for it.',
  ),
  'experimental.relativeWatchPaths': ended(true, 'Whether builder:watch listeners get relative paths.'),
  'experimental.scanPageMeta': flag(true, 'Whether modules can read static page meta during the build.'),
  'experimental.serverAppConfig': flag(true, 'Whether server code can read the app config.'),
  'experimental.templateImportResolution': flag(
    true,
    'Whether imports in a generated file resolve from the module that adds it.',
  ),
  'experimental.templateUtils': ended(true, 'Whether templates get an object with old helper functions.'),
  'experimental.treeshakeClientOnly': flag(
    true,
    'Whether the server bundle drops what only browsers render.',
  ),
  'experimental.typedPages': flag(false, 'Whether routes are typed.'),
  'experimental.viteEnvironmentApi': flag(false, "Whether the build makes use of bundler1's environments."),
  'experimental.watcher': option(
    ['string'],
    shownInB(is('watcher1')),
    'The tool that watches source files.',
    {
      oneOf: ['watcher1', 'watcher1-granular', 'watcher2'],
    },
  ),

  features: group('Parts of the framework that can be turned on or off.'),
  'features.devLogs': option(
    ['boolean', 'string'],
    shownInB(is(false)),
    'Whether server logs reach the browser while developing; silent keeps its console clear.',
    { oneOf: [true, false, 'silent'] },
  ),
  'features.inlineStyles': option(
    ['boolean', 'function'],
    shownInB(is(true)),
    'Whether rendered HTML carries its styles; a function decides by component.',
  ),
  'features.noScripts': option(
    ['boolean', 'string'],
    shownInB(is(false)),
    'Whether pages come without any script.',
    { oneOf: [true, false, 'production'] },
  ),
  future: group('Behaviour of later versions that can be had early.'),
  'future.compatibilityVersion': option(
    'number',
    shownInB(is(3)),
    'Major version whose defaults apply: 4 is Variant A, 3 is Variant B.',
    { fate: removed },
  ),
  'future.multiApp': option('boolean', shownInB(is(false)), 'Whether one project can hold several apps.'),
  'future.typescriptBundlerResolution': option(
    'boolean',
    shownInB(is(true)),
    'Whether TypeScript resolves modules the way bundlers do.',
  ),

  hooks: openGroup(
    'Functions to call at named moments, keyed by flat or nested names.',
    noDefault,
    'passed-on',
  ),
} as const satisfies OptionTable;
