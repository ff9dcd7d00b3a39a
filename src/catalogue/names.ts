/** Every name that the framework gives. */
export interface Names {
  /** What messages call the framework. */
  readonly framework: string;
  /** The two generations, as messages call them. */
  readonly variants: { readonly a: string; readonly b: string };

  /** Without its extension. */
  readonly configFile: string;
  /** In the order in which they are looked for. */
  readonly configExtensions: readonly string[];
  /** The function that a config is wrapped in. */
  readonly configHelper: string;
  /** Modules that it may be imported from; empty if it is known by its name, from wherever. */
  readonly configHelperModules: readonly string[];

  readonly package: string;
  /** The npm scope of the packages that belong to it, with its `@`. */
  readonly scope: string;
  /** The first version of the package that is Variant A. */
  readonly firstVersionA: string;
  /** What package.json asks for afterwards. */
  readonly rangeA: string;
  /** The values of the compatibility version that choose a variant's rules: its major versions. */
  readonly generations: { readonly a: number; readonly b: number };
  /** Projects on a major version below this one are left alone. */
  readonly oldestGeneration: number;
  /** Modules that helpers for paths are imported from. */
  readonly kitModules: readonly string[];
  /** Bundlers that are not installed along with the framework, by their value of `builder`. */
  readonly builderPackages: { readonly [bundler: string]: string };

  readonly buildDir: string;
  /** Starts the environment variables that replace values of `runtimeConfig`. */
  readonly envPrefix: string;
  /** What is imported from the framework by names that start so. */
  readonly virtual: { readonly app: string; readonly imports: string; readonly build: string };

  /** Functions that fetch data. */
  readonly dataFunctions: readonly string[];
  /** The option of these functions that decides whether their data is reactive in depth. */
  readonly deepOption: string;
  /** The option that gives the data its value before anything is fetched. */
  readonly defaultOption: string;
  /** Those of them that take an address, and those that take a function that fetches, behind a key or not. */
  readonly addressFunctions: readonly string[];
  readonly handlerFunctions: readonly string[];
  /** What they give: refs to the data and to the error, and what else there is. */
  readonly dataResult: { readonly data: string; readonly error: string; readonly others: readonly string[] };
  /** Gives data that another call has fetched, by its key. */
  readonly cachedDataFunction: string;
  /** Functions that only read what they are given. */
  readonly readingFunctions: readonly string[];
  /** Components that only read what they are given: not those that hand it to a page or layout. */
  readonly readingComponents: readonly string[];
  /** Functions that the options of a component are wrapped in, beside that of the view library. */
  readonly componentHelpers: readonly string[];
  /** The method of what they give that clears the data. */
  readonly clearMethod: string;
  readonly clearFunction: string;
  readonly templateUtils: string;
  /** Hand a template to the build. */
  readonly templateFunctions: readonly string[];
  readonly watchHook: string;

  /** Keys whose value is a config of its own that applies in one environment. */
  readonly overrideBlocks: readonly string[];
  /** The key whose values are such configs, by name of the environment. */
  readonly overrideMap: string;
  /** Top-level keys of versions older than Variant B: a config with one of them is not ours to migrate. */
  readonly olderGenerationKeys: readonly string[];
}

/** Whether a key of a config holds an override block, or the map of them. */
export function isOverrideKey({ overrideMap, overrideBlocks }: Names, key: string): boolean {
  return key === overrideMap || overrideBlocks.includes(key);
}

/** The names of the default edition, which all tables are written with. */
export const fwNames: Names = {
  framework: 'fw',
  variants: { a: 'Variant A', b: 'Variant B' },

  configFile: 'fw.config',
  configExtensions: ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'],
  configHelper: 'defineFwConfig',
  configHelperModules: [],

  package: 'fw',
  scope: '@fw',
  firstVersionA: '4.0.0',
  rangeA: '^4.0.0',
  generations: { a: 4, b: 3 },
  oldestGeneration: 3,
  kitModules: ['fw/kit', '@fw/kit'],
  builderPackages: { bundler2: '@fw/bundler2-builder', bundler3: '@fw/bundler3-builder' },

  buildDir: '.fw',
  envPrefix: 'FW_',
  virtual: { app: '#app', imports: '#imports', build: '#build' },

  dataFunctions: ['useAsyncData', 'useLazyAsyncData', 'useFetch', 'useLazyFetch'],
  addressFunctions: ['useFetch', 'useLazyFetch'],
  handlerFunctions: ['useAsyncData', 'useLazyAsyncData'],
  deepOption: 'deep',
  defaultOption: 'default',
  dataResult: {
    data: 'data',
    error: 'error',
    others: ['pending', 'status', 'refresh', 'execute', 'clear'],
  },
  cachedDataFunction: 'useFwData',
  readingFunctions: [
    ...['$fetch', 'useHead', 'useHeadSafe', 'useSeoMeta', 'useServerHead', 'useServerSeoMeta'],
    ...['createError', 'showError', 'clearError', 'navigateTo', 'abortNavigation', 'setResponseStatus'],
    ...['definePageMeta', 'setPageLayout', 'refreshFwData', 'prefetchComponents', 'preloadRouteComponents'],
  ],
  readingComponents: [
    ...['FwLink', 'FwImg', 'FwPicture', 'FwTime', 'FwLoadingIndicator'],
    ...[
      'ClientOnly',
      'DevOnly',
      'Title',
      'Meta',
      'Link',
      'Head',
      'Html',
      'Body',
      'Style',
      'Base',
      'NoScript',
    ],
  ],
  componentHelpers: ['defineFwComponent'],
  clearMethod: 'clear',
  clearFunction: 'clearFwData',
  templateUtils: 'templateUtils',
  templateFunctions: ['addTemplate', 'addPluginTemplate', 'addServerTemplate', 'addTypeTemplate'],
  watchHook: 'builder:watch',

  overrideBlocks: ['$development', '$production', '$test'],
  overrideMap: '$env',
  olderGenerationKeys: ['buildModules', 'head', 'target', 'bridge', 'mode'],
};

/** The tools that options are named after. An edition that calls one otherwise does so wherever it is named. */
export const toolNames = [
  'bundler1',
  'bundler2',
  'bundler3',
  'transformer1',
  'transformer2',
  'serverEngine',
  'cssProcessor',
  'ui',
  'ui-router',
] as const;
