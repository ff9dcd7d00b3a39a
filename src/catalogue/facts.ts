import { type AliasTables, fwAliases } from './aliases.ts';
import { type BaseByVariant, type FolderKind, fwFolderKinds, olderAppFolder } from './folder-kinds.ts';
import { fwModulePaths, type ModulePaths } from './module-paths.ts';

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
