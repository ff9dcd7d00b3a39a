/** Every name the framework gives. Only the defaults in the option tables, which are quotations, repeat one. */
export const names = {
  /** Without its extension. */
  configFile: 'fw.config',
  /** In the order in which they are looked for. */
  configExtensions: ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'],
  configHelper: 'defineFwConfig',

  package: 'fw',
  /** The first version of the package that is Variant A. */
  firstVersionA: '4.0.0',
  /** Modules that helpers for paths are imported from. The config helper is known by its name, from wherever. */
  kitModules: ['fw/kit', '@fw/kit'],
  /** Bundlers that are not installed along with the framework, by their value of `builder`. */
  builderPackages: { bundler2: '@fw/bundler2-builder', bundler3: '@fw/bundler3-builder' },

  buildDir: '.fw',
  /** Starts the environment variables that replace values of `runtimeConfig`. */
  envPrefix: 'FW_',
  /** The typing files that Variant A generates. */
  generatedTsConfigs: { a: ['.fw/tsconfig.app.json', '.fw/tsconfig.server.json'] },
  /** Where Variant A has its sources unless `srcDir` says otherwise. */
  sourceDirA: 'app',
  /** Looked for when `spaLoadingTemplate` is unset. */
  spaLoadingTemplate: 'spa-loading-template.html',
  /** The file of router options, without its extension; Variant B has it in \`dir.app\`. */
  routerOptions: 'router.options',

  /** What sources use whose behaviour an option decides. */
  used: {
    dataFunctions: ['useAsyncData', 'useLazyAsyncData', 'useFetch', 'useLazyFetch'],
    /** The option of these functions that decides whether their data is reactive in depth. */
    deepOption: 'deep',
    /** The method of what they give that clears the data. */
    clearMethod: 'clear',
    clearFunction: 'clearFwData',
    templateUtils: 'templateUtils',
    /** Hand a template to the build. */
    templateFunctions: ['addTemplate', 'addPluginTemplate', 'addServerTemplate', 'addTypeTemplate'],
    watchHook: 'builder:watch',
    /** Modules of the app that what is there without an import can also be imported from. */
    appModules: ['#imports', '#app'],
  },

  /** Keys whose value is a config of its own that applies in one environment. */
  overrideBlocks: ['$development', '$production', '$test'],
  /** The key whose values are such configs, by name of the environment. */
  overrideMap: '$env',
  /** Top-level keys of the generation before Variant B: a config with one of them is not ours to migrate. */
  olderGenerationKeys: ['buildModules', 'head', 'target', 'bridge', 'mode'],
} as const;
