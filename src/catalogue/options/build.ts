import { both, group, manual, named, noDefault, type OptionTable, option } from '../option.ts';
import { analyzer } from './shared-defaults.ts';

/** How a project is built: builders, modes and what comes out. */
export const buildOptions = {
  build: group('Settings that every builder understands.'),
  'build.analyze': option(
    ['object', 'boolean'],
    both(analyzer),
    'Whether a build reports what its bundles are made of, and how.',
  ),
  'build.templates': option('array', noDefault, 'Files generated from templates during the build.'),
  'build.templates[].src': option(
    'string',
    noDefault,
    'The template a file is generated from.',
    named('file'),
  ),
  'build.templates[].dst': option('string', noDefault, 'The generated file, named within the build folder.'),
  'build.transpile': option(
    'array',
    noDefault,
    'Packages whose code is compiled with the project because they ship it untranslated.',
  ),

  // Variant B takes a string alone; an object is read so that a config which is already ahead raises no alarm.
  builder: option(
    ['string', 'object'],
    both('@fw/bundler1-builder'),
    'The bundler of the application: a known name, a package, or an object of your own.',
    { fate: manual },
  ),
  'builder.bundle': option(
    'function',
    noDefault,
    'Builds the application when the builder is your own object.',
  ),
  server: group('Settings of the server build.'),
  'server.builder': option(
    ['string', 'object'],
    both('@fw/server-builder'),
    'The bundler of the server: a package, or an object of your own.',
  ),
  'server.builder.bundle': option(
    'function',
    noDefault,
    'Builds the server when its builder is your own object.',
  ),

  // The reference leaves the format of the date open.
  compatibilityDate: option(
    ['string', 'date', 'object'],
    noDefault,
    'Day whose behaviour deployment presets and modules stick to.',
  ),
  logLevel: option(
    'string',
    both('info'),
    'How much a build prints; unattended runs print nothing unless told to.',
  ),
  debug: option(
    ['boolean', 'object'],
    both(false),
    'Prints each hook as it runs, with its timing; an object picks what is printed.',
  ),
  dev: option('boolean', both(false), 'Whether the app runs for development; the command sets it.'),
  test: option('boolean', both(false), 'Whether the app runs inside unit tests.'),
  // No type is shown for this one.
  telemetry: option(['boolean', 'object'], noDefault, 'Set to false to send no usage data.'),
  ssr: option('boolean', both(true), 'Whether pages are rendered to HTML, by the server or when generated.'),
  sourcemap: option(
    ['object', 'boolean'],
    both({ server: true, client: false }),
    'Which bundles get source maps; one boolean decides for both.',
    { countsForParts: true },
  ),
  'sourcemap.server': option(['boolean', 'string'], both(true), 'Source maps of the server bundle.', {
    oneOf: [true, false, 'hidden'],
  }),
  'sourcemap.client': option(['boolean', 'string'], both(false), 'Source maps of the client bundle.', {
    oneOf: [true, false, 'hidden'],
  }),
  spaLoadingTemplate: option(
    ['boolean', 'string', 'null'],
    both(null),
    'HTML file shown until a client-only page is ready, or whether to show one.',
    named('ownFile'),
  ),
} as const satisfies OptionTable;
