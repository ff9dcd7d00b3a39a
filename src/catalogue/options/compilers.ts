import {
  group,
  is,
  manual,
  missing,
  movedTo,
  noDefault,
  type OptionTable,
  openGroup,
  setting,
  unset,
} from '../option.ts';

const hoistedInBoth = [
  ...['@unhead/vue', '@fw/devtools', 'ui', '@ui/runtime-core', '@ui/compiler-sfc', 'ui-router'],
  ...['ui-router/auto-routes', 'unplugin-ui-router/client', '@fw/schema', 'fw'],
];
const hoistedInA = ['nitropack/types', 'nitropack/runtime', 'nitropack', 'defu', 'h3', 'consola', 'ofetch'];

const gone = { a: missing, b: noDefault.b };

/** Types, and the tools that compile source code. Variant A has only one of the two transformers. */
export const compilerOptions = {
  typescript: group('Settings of types and type checking.'),
  'typescript.builder': setting(
    null,
    'The builder whose types are included: false for none, shared for those common to all.',
    { types: ['boolean', 'string', 'null'] },
  ),
  'typescript.hoist': setting(
    hoistedInBoth,
    'Packages whose types are found even if only another package depends on them.',
    { a: is([...hoistedInA, ...hoistedInBoth]), fate: manual, isAdded: true },
  ),
  'typescript.includeWorkspace': setting(
    false,
    'Whether the TypeScript configuration includes the whole monorepo.',
  ),
  'typescript.shim': setting(false, 'Whether a type declaration for *.vue files is generated.'),
  'typescript.strict': setting(true, 'Whether strict type checks apply.'),
  'typescript.tsConfig': unset('object', 'Additions to the generated TypeScript settings.', { fate: manual }),
  'typescript.typeCheck': setting(false, 'Whether types are checked in development, or only in builds.', {
    types: ['boolean', 'string'],
    oneOf: [true, false, 'build'],
  }),

  transformer1: group('The default code transformer.'),
  'transformer1.options': openGroup('Options of the default transformer in all bundlers.'),
  'transformer1.options.jsxFactory': setting('h', 'Function that JSX elements compile to.'),
  'transformer1.options.jsxFragment': setting('Fragment', 'Name that JSX fragments compile to.'),
  'transformer1.options.target': setting('esnext', 'Target language version of the compiled code.'),
  'transformer1.options.tsconfigRaw': unset(
    'object',
    'TypeScript settings passed to the transformer instead of a file.',
  ),

  transformer2: group('The second code transformer; Variant A does not have it.', gone),
  'transformer2.transform': group('The transform of the second transformer.', gone),
  'transformer2.transform.options': openGroup('Options of the second transformer.', gone),
  'transformer2.transform.options.jsxFactory': setting(
    'h',
    'Function that JSX elements compile to in the second transformer.',
    { a: missing, fate: movedTo('transformer1.options.jsxFactory', 'target-wins') },
  ),
  'transformer2.transform.options.jsxFragment': setting(
    'Fragment',
    'Name that JSX fragments compile to in the second transformer.',
    { a: missing, fate: movedTo('transformer1.options.jsxFragment', 'target-wins') },
  ),
  'transformer2.transform.options.target': setting(
    'esnext',
    'Target language version of the second transformer.',
    { a: missing, fate: movedTo('transformer1.options.target', 'target-wins') },
  ),
} as const satisfies OptionTable;
