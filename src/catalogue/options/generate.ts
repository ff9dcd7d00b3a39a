import { missing, movedTo, none, type OptionTable } from '../option.ts';
import { section } from './row.ts';

const { option, group } = section('2.9');

const onlyInB = { a: missing, b: none };

/** Static generation as Variant B has it. */
export const generateOptions = {
  generate: group('Settings of static generation; Variant A has them under serverEngine.prerender.', onlyInB),
  'generate.exclude': option(
    'array',
    onlyInB,
    'Routes to leave out of generation; without effect in Variant B.',
    {
      fate: movedTo('serverEngine.prerender.ignore'),
    },
  ),
  // Older projects give a function; whether it still may be one is for its transform to say.
  'generate.routes': option(
    ['array', 'function'],
    onlyInB,
    'Routes to generate, or to start crawling from.',
    {
      fate: movedTo('serverEngine.prerender.routes'),
    },
  ),
} as const satisfies OptionTable;
