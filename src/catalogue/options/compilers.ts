import {
  both,
  group,
  is,
  manual,
  missing,
  movedTo,
  noDefault,
  type OptionTable,
  openGroup,
  option,
} from '../option.ts';

const hoistedInBoth = [
  '@unhead/vue',
  '@fw/devtools',
  'ui',
  '@ui/runtime-core',
  '@ui/compiler-sfc',
  'ui-router',
  'ui-router/auto-routes',
  'unplugin-ui-router/client',
  '@fw/schema',
  'fw',
] as const;

const gone = { a: missing, b: noDefault.b };

/** Types, and the tools that translate source code. Variant A is left with one of the two transformers. */
export const compilerOptions = {
  typescript: group('Settings of types and type checking.'),
  'typescript.builder': option(
    ['boolean', 'string', 'null'],
    both(null),
    'The builder whose types are included: false for none, shared for what all have in common.',
  ),
  'typescript.hoist': option(
    'array',
    {
      b: is(hoistedInBoth),
      a: is([
        'nitropack/types',
        'nitropack/runtime',
        'nitropack',
        'defu',
        'h3',
        'consola',
        'ofetch',
        ...hoistedInBoth,
      ]),
    },
    'Packages whose types are found even when they are installed only for another package.',
    { fate: manual, isAdded: true },
  ),
  'typescript.includeWorkspace': option(
    'boolean',
    both(false),
    'Whether the type configuration takes in the surrounding monorepo.',
  ),
  'typescript.shim': option('boolean', both(false), 'Whether a type declaration for *.vue files is written.'),
  'typescript.strict': option('boolean', both(true), 'Whether strict type checks apply.'),
  'typescript.tsConfig': option('object', noDefault, 'Your additions to the generated TypeScript settings.', {
    fate: manual,
  }),
  'typescript.typeCheck': option(
    ['boolean', 'string'],
    both(false),
    'Whether types are checked while developing, or only when building.',
    { oneOf: [true, false, 'build'] },
  ),

  transformer1: group('The transformer used unless another is chosen.'),
  'transformer1.options': openGroup('What the default transformer is told, whatever the bundler.'),
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
  'transformer2.transform.options': openGroup('What the other transformer is told.', gone),
  'transformer2.transform.options.jsxFactory': option(
    'string',
    { b: is('h'), a: missing },
    'Function that JSX elements compile to in the other transformer.',
    { fate: movedTo('transformer1.options.jsxFactory', 'target-wins') },
  ),
  'transformer2.transform.options.jsxFragment': option(
    'string',
    { b: is('Fragment'), a: missing },
    'Name that JSX fragments compile to in the other transformer.',
    { fate: movedTo('transformer1.options.jsxFragment', 'target-wins') },
  ),
  'transformer2.transform.options.target': option(
    'string',
    { b: is('esnext'), a: missing },
    'Language level that the other transformer compiles to.',
    { fate: movedTo('transformer1.options.target', 'target-wins') },
  ),
} as const satisfies OptionTable;
