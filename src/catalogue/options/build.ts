import {
  group,
  is,
  manual,
  missing,
  movedTo,
  named,
  noDefault,
  type OptionTable,
  openGroup,
  setting,
  settingOr,
  unset,
} from '../option.ts';
import { analyzer } from './bundlers.ts';

/** How a project is built: builders, modes and output. */
export const buildOptions = {
  build: group('Settings shared by all builders.'),
  'build.analyze': settingOr('boolean', analyzer, 'Whether and how a build analyses its bundles.'),
  'build.templates': unset('array', 'Files generated from templates during the build.'),
  'build.templates[].src': unset('string', 'The template a file is generated from.', named('file')),
  'build.templates[].dst': unset('string', 'The generated file, named within the build folder.'),
  'build.transpile': unset('array', 'Packages that are compiled because they ship uncompiled code.'),

  // Variant B accepts only a string; an object is allowed for configs that are already migrated.
  builder: settingOr(
    'object',
    '@fw/bundler1-builder',
    'The bundler of the application: a known name, a package or a custom object.',
    { fate: manual },
  ),
  'builder.bundle': unset('function', 'Builds the application if the builder is a custom object.'),
  server: group('Settings of the server build.'),
  'server.builder': settingOr(
    'object',
    '@fw/server-builder',
    'The bundler of the server: a package or a custom object.',
  ),
  'server.builder.bundle': unset('function', 'Builds the server if its builder is a custom object.'),

  // The reference does not state the format of the date.
  compatibilityDate: unset(['string', 'date', 'object'], 'Date that pins how presets and modules behave.'),
  logLevel: setting('info', 'Log level of a build; silent by default in CI.'),
  debug: settingOr('object', false, 'Prints each hook and its timing; an object selects what is printed.'),
  dev: setting(false, 'Whether the app runs in development mode; set by the command.'),
  test: setting(false, 'Whether the app runs inside unit tests.'),
  // The reference shows no type for it.
  telemetry: unset(['boolean', 'object'], 'Whether usage data is sent.'),
  ssr: setting(true, 'Whether pages are rendered to HTML, on the server or at build time.'),
  sourcemap: settingOr(
    'boolean',
    { server: true, client: false },
    'Which bundles get source maps; a boolean applies to both.',
  ),
  'sourcemap.server': settingOr('string', true, 'Source maps of the server bundle.', {
    oneOf: [true, false, 'hidden'],
  }),
  'sourcemap.client': settingOr('string', false, 'Source maps of the client bundle.', {
    oneOf: [true, false, 'hidden'],
  }),
  spaLoadingTemplate: setting(
    null,
    'HTML file shown while a client-only page loads, or whether to show one.',
    { types: ['boolean', 'string', 'null'], ...named('ownFile') },
  ),
} as const satisfies OptionTable;

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
  'typescript.includeWorkspace': setting(false, 'Whether the tsconfig includes the whole monorepo.'),
  'typescript.shim': setting(false, 'Whether a type declaration for *.vue files is generated.'),
  'typescript.strict': setting(true, 'Whether strict type checks apply.'),
  'typescript.tsConfig': unset('object', 'Additions to the generated TypeScript settings.', { fate: manual }),
  'typescript.typeCheck': settingOr(
    'string',
    false,
    'Whether types are checked in development, or only in builds.',
    { oneOf: [true, false, 'build'] },
  ),

  transformer1: group('The default code transformer.'),
  'transformer1.options': openGroup('Options of the default transformer in all bundlers.'),
  'transformer1.options.jsxFactory': setting('h', 'Function that JSX elements compile to.'),
  'transformer1.options.jsxFragment': setting('Fragment', 'Name that JSX fragments compile to.'),
  'transformer1.options.target': setting('esnext', 'Target language version of the compiled code.'),
  'transformer1.options.tsconfigRaw': unset('object', 'TypeScript settings passed instead of a file.'),

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
