import { both, is, missing, movedTo, type OptionTable } from '../option.ts';
import { noDefault, section } from './row.ts';

const { option, group } = section('2.4');

const gone = { a: missing, b: noDefault.b };

/** The tools that translate source code. Variant A is left with one of the two. */
export const transformerOptions = {
  transformer1: group('The transformer used unless another is chosen.'),
  'transformer1.options': group('What the default transformer is told, whatever the bundler.'),
  'transformer1.options.jsxFactory': option('string', both('h'), 'Function that JSX elements compile to.'),
  'transformer1.options.jsxFragment': option(
    'string',
    both('Fragment'),
    'Name that JSX fragments compile to.',
  ),
  'transformer1.options.target': option('string', both('esnext'), 'Language level of the compiled code.'),
  'transformer1.options.tsconfigRaw': option(
    'object',
    noDefault,
    'TypeScript settings handed to the transformer in place of a file.',
  ),

  transformer2: group('The other code transformer; Variant A has none.', gone),
  'transformer2.transform': group('The translating part of the other transformer.', gone),
  'transformer2.transform.options': group('What the other transformer is told.', gone),
  'transformer2.transform.options.jsxFactory': option(
    'string',
    { b: is('h'), a: missing },
    'Function that JSX elements compile to in the other transformer.',
    { fate: movedTo('transformer1.options.jsxFactory') },
  ),
  'transformer2.transform.options.jsxFragment': option(
    'string',
    { b: is('Fragment'), a: missing },
    'Name that JSX fragments compile to in the other transformer.',
    { fate: movedTo('transformer1.options.jsxFragment') },
  ),
  'transformer2.transform.options.target': option(
    'string',
    { b: is('esnext'), a: missing },
    'Language level that the other transformer compiles to.',
    { fate: movedTo('transformer1.options.target') },
  ),
} as const satisfies OptionTable;
