import type { OptionTable } from '../option.ts';
import { section } from './row.ts';

const { group } = section('2.13');

/** Listeners of what happens during a build or a run. */
export const hookOptions = {
  hooks: group('Functions to call at named moments, keyed by flat or nested names.'),
} as const satisfies OptionTable;
