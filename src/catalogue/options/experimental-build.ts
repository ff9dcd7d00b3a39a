import { is, none, type OptionTable, removed } from '../option.ts';
import { flag, option, shownInB } from './experimental-row.ts';

/** Experiments with how a project is built and developed. */
export const experimentalBuildOptions = {
  'experimental.asyncEntry': flag(
    false,
    'Whether the bundle starts asynchronously, as module federation needs.',
  ),
  'experimental.browserDevtoolsTiming': flag(
    false,
    'Whether hooks leave marks in the performance panel of the browser.',
  ),
  'experimental.buildCache': flag(false, 'Whether a build is reused while config and sources stay the same.'),
  'experimental.chromeDevtoolsProjectSettings': flag(
    true,
    'Whether browser tools can map the project to its folder on disk.',
  ),
  'experimental.clientNodeCompat': flag(
    false,
    'Whether client code can import modules of the server runtime.',
  ),
  'experimental.compileTemplate': {
    ...flag(true, 'Whether templates are compiled with lodash syntax.'),
    fate: removed,
  },
  'experimental.configSchema': flag(true, 'Whether the shape of the config is described by a schema.'),
  'experimental.debugModuleMutation': flag(
    false,
    'Whether changes that modules make to options are recorded.',
  ),
  'experimental.decorators': flag(false, 'Whether decorator syntax is understood.'),
  'experimental.enforceModuleCompatibility': flag(
    false,
    'Whether a module that does not fit stops the start.',
  ),
  'experimental.entryImportMap': flag(true, 'Whether chunks find the entry through an import map.'),
  'experimental.externalVue': flag(true, 'Whether the view library stays outside of the server bundle.'),
  'experimental.extraPageMetaExtractionKeys': option(
    'array',
    shownInB(none),
    'Further keys of page meta that are read from the sources.',
  ),
  'experimental.localLayerAliases': flag(true, 'Whether ~ and @ in a layer mean that layer.'),
  'experimental.nitroAutoImports': flag(
    true,
    'Whether server code can use server helpers without an import.',
  ),
  'experimental.normalizeComponentNames': flag(
    false,
    'Whether a component carries the name that templates use for it.',
  ),
  'experimental.relativeWatchPaths': {
    ...flag(true, 'Whether builder:watch listeners get relative paths.'),
    fate: removed,
  },
  'experimental.scanPageMeta': flag(true, 'Whether modules can read static page meta during the build.'),
  'experimental.serverAppConfig': flag(true, 'Whether server code can read the app config.'),
  'experimental.templateImportResolution': flag(
    true,
    'Whether imports in a generated file resolve from the module that adds it.',
  ),
  'experimental.templateUtils': {
    ...flag(true, 'Whether templates get an object with old helper functions.'),
    fate: removed,
  },
  'experimental.treeshakeClientOnly': flag(
    true,
    'Whether the server bundle drops what only browsers render.',
  ),
  'experimental.typedPages': flag(false, 'Whether routes are typed.'),
  'experimental.viteEnvironmentApi': flag(false, "Whether the build makes use of bundler1's environments."),
  'experimental.watcher': option(
    ['string'],
    shownInB(is('watcher1')),
    'The tool that watches source files.',
    {
      oneOf: ['watcher1', 'watcher1-granular', 'watcher2'],
    },
  ),
} as const satisfies OptionTable;
