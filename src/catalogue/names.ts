/** The names of the default edition, which all tables are written with. */
const names = {
  /** The name of the framework in messages. */
  framework: 'fw',
  /** The two generations, as messages call them. */
  variants: { a: 'Variant A', b: 'Variant B' },

  /** Without its extension. */
  configFile: 'fw.config',
  /** In the order in which they are looked for. */
  configExtensions: ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'],
  /** The function that a config is wrapped in. */
  configHelper: 'defineFwConfig',
  /** Modules that it may be imported from; if empty, its name is enough. */
  configHelperModules: [] as string[],

  package: 'fw',
  /** The npm scope of the packages that belong to it, with its `@`. */
  scope: '@fw',
  /** The first version of the package that is Variant A. */
  firstVersionA: '4.0.0',
  /** The range in package.json afterwards. */
  rangeA: '^4.0.0',
  /** The values of the compatibility version that choose a variant's rules: its major versions. */
  generations: { a: 4, b: 3 },
  /** Projects on a major version below this one are left alone. */
  oldestGeneration: 3,
  /** Modules that helpers for paths are imported from. */
  kitModules: ['fw/kit', '@fw/kit'],
  /** Bundlers that are not installed along with the framework, by their value of `builder`. */
  builderPackages: {
    bundler2: '@fw/bundler2-builder',
    bundler3: '@fw/bundler3-builder',
  } as { readonly [bundler: string]: string },

  buildDir: '.fw',
  /** Starts the environment variables that replace values of `runtimeConfig`. */
  envPrefix: 'FW_',
  /** The prefixes of virtual modules of the framework. */
  virtual: { app: '#app', imports: '#imports', build: '#build' },

  /** Functions that fetch data. */
  dataFunctions: ['useAsyncData', 'useLazyAsyncData', 'useFetch', 'useLazyFetch'],
  /** Those that take an address. */
  addressFunctions: ['useFetch', 'useLazyFetch'],
  /** Those that take a function that fetches, after a key or without one. */
  handlerFunctions: ['useAsyncData', 'useLazyAsyncData'],
  /** The option of these functions that decides whether their data is deeply reactive. */
  deepOption: 'deep',
  /** The members of their result: refs to the data and to the error. */
  dataResult: {
    data: 'data',
    error: 'error',
  },
  /** Returns data that another call has fetched, by its key. */
  cachedDataFunction: 'useFwData',
  /** Functions that only read what they are given. */
  readingFunctions: [
    ...['$fetch', 'useHead', 'useHeadSafe', 'useSeoMeta', 'useServerHead', 'useServerSeoMeta'],
    ...['createError', 'showError', 'clearError', 'navigateTo', 'abortNavigation', 'setResponseStatus'],
    ...[
      'definePageMeta',
      'setPageLayout',
      'refreshFwData',
      'clearFwData',
      'prefetchComponents',
      'preloadRouteComponents',
    ],
  ],
  /** Components that only read what they are given: not those that hand it to a page or layout. */
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
  /** The method of the result that clears the data. */
  clearMethod: 'clear',
  clearFunction: 'clearFwData',
  templateUtils: 'templateUtils',
  /** Hand a template to the build. */
  templateFunctions: ['addTemplate', 'addPluginTemplate', 'addServerTemplate', 'addTypeTemplate'],
  watchHook: 'builder:watch',

  /** Keys whose value is a config of its own that applies in one environment. */
  overrideBlocks: ['$development', '$production', '$test'],
  /** The key whose values are such configs, by name of the environment. */
  overrideMap: '$env',
  /** Top-level keys of versions older than Variant B: a config with one of them is not ours to migrate. */
  olderGenerationKeys: ['buildModules', 'head', 'target', 'bridge', 'mode'],
};

/** The type of a table, in which nothing can be replaced. */
export type Frozen<Type> = {
  readonly [Key in keyof Type]: Type[Key] extends readonly (infer Item)[]
    ? readonly Item[]
    : Frozen<Type[Key]>;
};

/** The names that the framework gives, in any edition. */
export type Names = Frozen<typeof names>;

export const fwNames: Names = names;

/** Whether a key of a config holds an override block, or the map of all blocks. */
export function isOverrideKey({ overrideMap, overrideBlocks }: Names, key: string): boolean {
  return key === overrideMap || overrideBlocks.includes(key);
}

/** The tools that options are named after. An edition with another name for one uses it everywhere. */
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
