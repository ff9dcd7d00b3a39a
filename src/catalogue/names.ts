/** The words of the default edition that another one may replace: names of packages, files, functions and tools. */

import { moduleExtensions } from './extensions.ts';

/** The names of the default edition, which all tables are written with. */
const names = {
  /** The name of the framework in messages. */
  framework: 'fw',
  /** The names of the two variants in messages. */
  variants: { a: 'Variant A', b: 'Variant B' },

  /** The name of the config file, without its extension. */
  configFile: 'fw.config',
  /** The extensions of the config file, in the order in which they are tried. */
  configExtensions: moduleExtensions,
  /** The function that a config is wrapped in. */
  configHelper: 'defineFwConfig',
  /** Modules that it may be imported from; if empty, its name is enough. */
  configHelperModules: [] as string[],

  package: 'fw',
  /** The npm scope of the packages that belong to it, with its `@`. */
  scope: '@fw',
  /** The first version of the package that is Variant A. */
  firstVersionA: '4.0.0',
  /** The version range in package.json after the migration. */
  rangeA: '^4.0.0',
  /** The values of the compatibility version that choose a variant's rules: its major versions. */
  generations: { a: 4, b: 3 },
  /** Modules that helpers for paths are imported from. */
  kitModules: ['fw/kit', '@fw/kit'],
  /** Packages of bundlers that are not installed with the framework, by the value of `builder`. */
  builderPackages: {
    bundler2: '@fw/bundler2-builder',
    bundler3: '@fw/bundler3-builder',
  } as { readonly [bundler: string]: string },

  buildDir: '.fw',
  /** The prefixes of virtual modules of the framework. */
  virtual: { app: '#app', imports: '#imports', build: '#build' },

  /** Functions that fetch data. */
  dataFunctions: ['useAsyncData', 'useLazyAsyncData', 'useFetch', 'useLazyFetch'],
  /** The data functions that take an address. */
  addressFunctions: ['useFetch', 'useLazyFetch'],
  /** The option of data functions that makes their data deeply reactive. */
  deepOption: 'deep',
  /** The members of the result of data functions: refs to the data and to the error. */
  dataResult: { data: 'data', error: 'error' },
  /** Returns data that another call has fetched, by its key. */
  cachedDataFunction: 'useFwData',
  /** The method of the result that clears the data. */
  clearMethod: 'clear',
  /** Functions that add a template to the build. */
  templateFunctions: ['addTemplate', 'addPluginTemplate', 'addServerTemplate', 'addTypeTemplate'],

  /** Keys of config blocks that apply in one environment. */
  overrideBlocks: ['$development', '$production', '$test'],
  /** The key of a map of such blocks, by the name of the environment. */
  overrideMap: '$env',
  /** Top-level keys of versions older than Variant B: a config with one of them is not migrated. */
  olderGenerationKeys: ['buildModules', 'head', 'target', 'bridge', 'mode'],
};

/** The read-only type of a table, at all levels. */
export type Frozen<Type> = {
  readonly [Key in keyof Type]: Type[Key] extends readonly (infer Item)[]
    ? readonly Item[]
    : Frozen<Type[Key]>;
};

/** The names of the framework in an edition. */
export type Names = Frozen<typeof names>;

export const fwNames: Names = names;

/** Whether a key of a config is that of an override block, or of the map of blocks. */
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

/** The values of `--layout`: `auto` decides by the config, `app` moves the sources, `keep` moves nothing. */
export const layoutModes = ['auto', 'app', 'keep'] as const;

/** The values of `--tooling`: paths in files of other tools are edited if it is safe, or only reported. */
export const toolingModes = ['edit', 'report'] as const;
