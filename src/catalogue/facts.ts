import type { Edition } from './edition.ts';
import { type BaseByVariant, fwFolderKinds, olderAppFolder } from './folder-kinds.ts';
import { type Frozen, fwNames } from './names.ts';

/** A place that moves with the project root or with the source directory. */
export interface BasedPlace {
  readonly base: 'root' | 'source';
  /** Empty for the base itself. */
  readonly path: string;
}

export interface DefaultAlias {
  readonly name: string;
  readonly place: BasedPlace;
}

/** Aliases of the source directory. These and `rootAliases` mean the same in all editions. */
export const sourceAliases: readonly string[] = ['~', '@'];

/** Aliases of the project root. */
export const rootAliases: readonly string[] = ['~~', '@@'];

function alias(name: string, base: BasedPlace['base'], path = ''): DefaultAlias {
  return { name, place: { base, path } };
}

const bases = [
  ...sourceAliases.map((name) => alias(name, 'source')),
  ...rootAliases.map((name) => alias(name, 'root')),
  alias('#shared', 'root', 'shared'),
];
const assets = alias('assets', 'source', 'assets');
const serverIn = (base: BasedPlace['base']) => alias('#server', base, 'server');
const publicIn = (base: BasedPlace['base']) => alias('public', base, 'public');
const generated = [
  alias('#build', 'root', fwNames.buildDir),
  alias('#internal/fw/paths', 'root', `${fwNames.buildDir}/paths.mjs`),
];

/** Variant A keeps server and public files at the root, Variant B among the sources. */
export const fwAliases: { readonly [variant in 'a' | 'b']: readonly DefaultAlias[] } = {
  a: [...bases, serverIn('root'), assets, publicIn('root'), ...generated],
  b: [...bases, assets, publicIn('source'), serverIn('source'), ...generated],
};

/** An alias table in the form of a default: `{ '~': '<srcDir>' }`. */
export function spelledAliases(
  aliases: readonly DefaultAlias[],
  bases: { readonly root: string; readonly source: string },
): { readonly [name: string]: string } {
  return Object.fromEntries(
    aliases.map(({ name, place }) => [name, [bases[place.base], place.path].filter(Boolean).join('/')]),
  );
}

/** How a path in an option of a module is resolved, unless it starts with an alias. */
interface ModulePath {
  /** The folder that it is relative to in each variant. */
  readonly base: BaseByVariant;
  /** The first version that resolves it from another folder: that of `since`, or one that does not move. */
  readonly below?: string;
  readonly since?: BaseByVariant;
  /** Other versions resolve it differently: it is reported if this option is set or the folder has it too. */
  readonly unless?: { readonly option: string; readonly folder: string };
}

const fromRoot: ModulePath = { base: { b: 'root', a: 'root' } };
const fromSource: ModulePath = { base: { b: 'source', a: 'source' } };

/** Options of common modules whose documentation states the folder that paths are relative to. */
const fwModulePaths: { readonly [option: string]: ModulePath } = {
  'icon.customCollections[].dir': fromRoot,
  'icon.serverBundle.collections[].dir': fromRoot,
  'pinia.storesDirs[]': { ...fromRoot, below: '0.11.3', since: fromSource.base },
  'i18n.vueI18n': fromRoot,
  'shadcn.componentDir': fromRoot,
  'tailwindcss.configPath': fromRoot,
  'tailwindcss.cssPath': fromRoot,
  'image.dir': { ...fromSource, below: '2.0.0' },
  'i18n.langDir': {
    ...fromSource,
    below: '9.0.0',
    unless: { option: 'i18n.restructureDir', folder: 'i18n' },
  },
};

const facts = {
  /** The source directory of Variant A if `srcDir` is not set. */
  sourceDirA: 'app',
  folderKinds: fwFolderKinds,
  /** The folder in the source directory with Variant B's router options and loading template. */
  olderAppFolder,
  aliases: fwAliases,
  /** The root folder of the bundler: paths with a leading slash are resolved from there. */
  bundlerRoot: { b: 'source', a: 'root' } as BaseByVariant,
  /** The alias of layers, followed by the name of a layer, which is its folder. */
  layerAlias: '#layers',
  /** Whether aliases in the config of a layer refer to the layer or the project; `either`: the disk decides. */
  layerAliases: 'either' as 'layer' | 'project' | 'either',
  /** The default path of the loading template in the source directory, in each variant. */
  loadingTemplate: { b: `${olderAppFolder}/spa-loading-template.html`, a: 'spa-loading-template.html' },
  /** A file beside the config that may set options, too. */
  settingsFile: '.fwrc',
  /** The tsconfig files that Variant A generates, in the build folder. */
  generatedTsConfigs: ['tsconfig.app.json', 'tsconfig.server.json'],
  /** The lists that the framework generates in the build folder. */
  generatedLists: [] as NonNullable<NonNullable<Edition['facts']>['generatedLists']>,
  /** Names of folders with posts and pages of the site: their texts are not searched for paths. */
  contentFolders: ['content', 'contents', 'blog', 'posts', '_posts', 'articles'],
  /** Modules and the folders that they look for in the source directory, by the name of the package. */
  modules: { '@pinia/fw': { key: 'pinia', folders: ['stores'], moves: false } } as NonNullable<
    NonNullable<Edition['facts']>['modules']
  >,
  /** The paths in options of modules. */
  modulePaths: fwModulePaths,
};

/** How the framework behaves, apart from its options. */
export type Facts = Frozen<typeof facts>;

export const fwFacts: Facts = facts;
