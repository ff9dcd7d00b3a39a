import { fwAliases } from './aliases.ts';
import type { Edition } from './edition.ts';
import { type BaseByVariant, fwFolderKinds, olderAppFolder } from './folder-kinds.ts';
import type { Frozen } from './names.ts';

/** How an option of a module names a place, if it does not start with an alias. */
interface ModulePath {
  /** The folder that it is read from in each variant. */
  readonly base: BaseByVariant;
  /** The version that reads it from a folder that does not move. */
  readonly below?: string;
  /** Other versions of the module read it otherwise: if this option is set, or the folder has it too, people are asked. */
  readonly unless?: { readonly option: string; readonly folder: string };
}

/** By the path of the option. */
type ModulePaths = { readonly [option: string]: ModulePath };

const fromRoot: ModulePath = { base: { b: 'root', a: 'root' } };

/** Options of modules that many projects use, of which their documentation says what they are read from. */
const fwModulePaths: ModulePaths = {
  'icon.customCollections[].dir': fromRoot,
  'icon.serverBundle.collections[].dir': fromRoot,
  'pinia.storesDirs[]': fromRoot,
  'i18n.langDir': {
    base: { b: 'source', a: 'source' },
    below: '9.0.0',
    unless: { option: 'i18n.restructureDir', folder: 'i18n' },
  },
};

const facts = {
  /** Where Variant A has its sources unless `srcDir` says otherwise. */
  sourceDirA: 'app',
  folderKinds: fwFolderKinds,
  /** The folder among the sources that Variant B has router options and the loading template in. */
  olderAppFolder,
  aliases: fwAliases,
  /** The folder that the bundler starts in: paths with a slash in front are read from there. */
  bundlerRoot: { b: 'source', a: 'root' } as BaseByVariant,
  /** The alias of all layers: behind it stands the name of one, which is its folder. */
  layerAlias: '#layers',
  /** Whose folders an alias in the config of a layer means; `either` if the disk decides. */
  layerAliases: 'either' as 'layer' | 'project' | 'either',
  /** Where each variant looks among the sources for the loading template that no option names. */
  loadingTemplate: {
    b: `${olderAppFolder}/spa-loading-template.html`,
    a: 'spa-loading-template.html',
  },
  /** A file beside the config that may set options, too. */
  settingsFile: '.fwrc',
  /** The tsconfig files that Variant A generates, in the build folder. */
  generatedTsConfigs: ['tsconfig.app.json', 'tsconfig.server.json'],
  /** The lists that it generates in the build folder. */
  generatedLists: [] as NonNullable<NonNullable<Edition['facts']>['generatedLists']>,
  /** Names of folders with posts and pages of the site: their texts are not searched for paths. */
  contentFolders: ['content', 'contents', 'blog', 'posts', '_posts', 'articles'],
  /** Modules and the folders that they look for in the source directory, by the name of the package. */
  modules: { '@pinia/fw': { folders: ['stores'], moves: false } } as NonNullable<
    NonNullable<Edition['facts']>['modules']
  >,
  /** Options of modules that name places. */
  modulePaths: fwModulePaths,
};

/** How the framework behaves, apart from its options. */
export type Facts = Frozen<typeof facts>;

/** The facts of the default edition. */
export const fwFacts: Facts = facts;
