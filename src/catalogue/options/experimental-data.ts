import { implied, is, manual, none, type OptionTable } from '../option.ts';
import { flag, group, option, shownInB } from './experimental-row.ts';
import { noDefault } from './row.ts';

/** Experiments with the data an app loads, keeps and hands to the browser. */
export const experimentalDataOptions = {
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
  'experimental.defaults.fwLink.prefetchOn': group('What makes a link fetch its target.', shownInB(none)),
  'experimental.defaults.fwLink.prefetchOn.visibility': flag(
    true,
    'Whether a link fetches its target once it is in view.',
  ),
  'experimental.defaults.useAsyncData': group(
    'Starting values of useAsyncData, and of useFetch with it.',
    shownInB(none),
  ),
  'experimental.defaults.useAsyncData.deep': option(
    'boolean',
    { b: is(true), a: implied(false) },
    'Whether loaded data is reactive all the way down.',
    { fate: manual },
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
  'experimental.defaults.useFetch': group('Starting values of useFetch alone.', shownInB(none)),
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
  'experimental.resetAsyncDataToUndefined': option(
    'boolean',
    { b: is(true), a: implied(false) },
    'What cleared async data goes back to.',
    { fate: manual },
  ),
  'experimental.restoreState': flag(
    false,
    'Whether state is kept in the browser session across a reload that the app itself starts.',
  ),
  'experimental.sharedPrerenderData': flag(
    false,
    'Whether prerendered pages reuse what another one has loaded under the same key.',
  ),
} as const satisfies OptionTable;
