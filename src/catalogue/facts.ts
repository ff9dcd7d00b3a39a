import { type AliasTables, fwAliases } from './aliases.ts';
import { type BaseByVariant, type FolderKind, fwFolderKinds, olderAppFolder } from './folder-kinds.ts';

/** How an option of a module names a place, if it does not start with an alias. */
interface ModulePath {
  /** The folder that it is read from in each variant. */
  readonly base: BaseByVariant;
  /** Other versions of the module read it otherwise: if this option is set, or the folder has it too, people are asked. */
  readonly unless?: { readonly option: string; readonly folder: string };
}

/** By the path of the option. */
type ModulePaths = { readonly [option: string]: ModulePath };

/** What the framework does, beside its options. */
export interface Facts {
  /** Where Variant A has its sources unless `srcDir` says otherwise. */
  readonly sourceDirA: string;
  readonly folderKinds: readonly FolderKind[];
  /** The folder among the sources that Variant B has router options and the loading template in. */
  readonly olderAppFolder: string;
  readonly aliases: AliasTables;
  /** The folder that the bundler starts in: what has a slash in front is read from there. */
  readonly bundlerRoot: BaseByVariant;
  /** Whose folders an alias in the config of a layer means; `either` if the disk decides. */
  readonly layerAliases: 'layer' | 'project' | 'either';
  /** Where each variant looks among the sources for the loading template that no option names. */
  readonly loadingTemplate: { readonly b: string; readonly a: string };
  /** The typing files that Variant A generates, in the build folder. */
  readonly generatedTsConfigs: readonly string[];
  /** Names of folders with posts and pages of the site: their texts are not searched for paths. */
  readonly contentFolders: readonly string[];
  /** Folders of the source directory that modules look for, by the name of the module. */
  readonly scannedFolders: { readonly [module: string]: readonly string[] };
  /** Options of modules that name places. */
  readonly modulePaths: ModulePaths;
}

const fromRoot: ModulePath = { base: { b: 'root', a: 'root' } };

/** Options of modules that many projects use, of which their documentation says what they are read from. */
const fwModulePaths: ModulePaths = {
  'icon.customCollections[].dir': fromRoot,
  'icon.serverBundle.collections[].dir': fromRoot,
  'pinia.storesDirs[]': fromRoot,
  'i18n.langDir': {
    base: { b: 'source', a: 'source' },
    unless: { option: 'i18n.restructureDir', folder: 'i18n' },
  },
};

/** The facts of the default edition. */
export const fwFacts: Facts = {
  sourceDirA: 'app',
  folderKinds: fwFolderKinds,
  olderAppFolder,
  aliases: fwAliases,
  bundlerRoot: { b: 'source', a: 'root' },
  layerAliases: 'either',
  loadingTemplate: {
    b: `${olderAppFolder}/spa-loading-template.html`,
    a: 'spa-loading-template.html',
  },
  generatedTsConfigs: ['tsconfig.app.json', 'tsconfig.server.json'],
  contentFolders: ['content', 'contents', 'blog', 'posts', '_posts', 'articles'],
  scannedFolders: { '@pinia/fw': ['stores'] },
  modulePaths: fwModulePaths,
};
