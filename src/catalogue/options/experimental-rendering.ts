import { is, type OptionTable } from '../option.ts';
import { flag, option, shownInB } from './experimental-row.ts';

/** Experiments with what visitors get: pages, navigation and hydration. */
export const experimentalRenderingOptions = {
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
} as const satisfies OptionTable;
