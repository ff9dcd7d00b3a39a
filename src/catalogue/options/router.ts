import { both, type OptionTable } from '../option.ts';
import { section } from './row.ts';

const { option, group } = section('2.8');

/** The client router. */
export const routerOptions = {
  router: group('Settings of the router.'),
  'router.options': group('What the router library is told.'),
  'router.options.hashMode': option(
    'boolean',
    both(false),
    'Whether routes live behind a # in the URL; rules out server rendering.',
  ),
  'router.options.scrollBehaviorType': option('string', both('auto'), 'How the page scrolls to a hash link.'),
} as const satisfies OptionTable;
