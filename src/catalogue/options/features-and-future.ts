import { type Default, is, type Json, notShown, type OptionTable, removed } from '../option.ts';
import { section } from './row.ts';

const { option, group } = section('2.12');

// As with the experiments, Variant A has the groups but their contents are not shown.
function shownInB(value: Json): { a: Default; b: Default } {
  return { a: notShown, b: is(value) };
}

/** Features to turn off, and behaviour of later versions to turn on. */
export const featureAndFutureOptions = {
  features: group('Parts of the framework that can be turned on or off.'),
  'features.devLogs': option(
    ['boolean', 'string'],
    shownInB(false),
    'Whether server logs reach the browser while developing; silent keeps its console clear.',
    { oneOf: [true, false, 'silent'] },
  ),
  'features.inlineStyles': option(
    ['boolean', 'function'],
    shownInB(true),
    'Whether rendered HTML carries its styles; a function decides by component.',
  ),
  'features.noScripts': option(
    ['boolean', 'string'],
    shownInB(false),
    'Whether pages come without any script.',
    { oneOf: [true, false, 'production'] },
  ),
  future: group('Behaviour of later versions that can be had early.'),
  'future.compatibilityVersion': option(
    'number',
    shownInB(3),
    'Major version whose defaults apply: 4 is Variant A, 3 is Variant B.',
    { fate: removed },
  ),
  'future.multiApp': option('boolean', shownInB(false), 'Whether one project can hold several apps.'),
  'future.typescriptBundlerResolution': option(
    'boolean',
    shownInB(true),
    'Whether TypeScript resolves modules the way bundlers do.',
  ),
} as const satisfies OptionTable;
