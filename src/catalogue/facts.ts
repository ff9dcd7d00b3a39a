/**
 * How the framework behaves apart from its options: the folders it searches, its aliases, and how its modules resolve
 * paths.
 */

import type { Edition } from './edition.ts';
import table from './facts.json' with { type: 'json' };

type EditionFacts = NonNullable<Edition['facts']>;

type Base = 'source' | 'root';

/** A base folder in each variant. */
export interface BaseByVariant {
  readonly b: Base;
  readonly a: Base;
}

/** Files that the framework finds by their location. */
export interface FolderKind {
  /** Its name in the default edition. */
  readonly id: string;
  /** Its name, also on disk by default. */
  readonly name: string;
  /** The option that sets its place. */
  readonly option?: string;
  /** An older name of that option, which only Variant B knows. */
  readonly olderOption?: string;
  /** The folder that contains it by default, in each variant. */
  readonly base: BaseByVariant;
  /** The base of its option's value, in each variant. */
  readonly readFrom?: BaseByVariant;
  /** The folder that a single file is in, and its name there, if they are not the kind's name. */
  readonly inside?: { readonly folder: string; readonly file: string };
  /** Set for single files: the extensions that they may have. */
  readonly extensions?: readonly string[];
  /** Other names that a single file is found by. */
  readonly spellings?: readonly string[];
  /** The option that lists such places: if it is set, the default place is not used. */
  readonly listedBy?: string;
  /** Whether files are found because they are inside; files of another folder have to be imported. */
  readonly searched?: boolean;
}

/** All folder kinds, and groups of them. */
export function sortKinds(all: readonly FolderKind[]) {
  const folders = all.filter(({ extensions }) => !extensions);
  const foundByName = all.filter(({ option, base }) => option === undefined && base.a === 'source');
  return {
    all,
    /** Source folders whose place is set by an option. */
    ofSources: folders.filter(({ option, base }) => option !== undefined && base.a === 'source'),
    /** Folders that Variant B has among the sources and Variant A in the root. */
    movedToRoot: folders.filter(({ base }) => base.b === 'source' && base.a === 'root'),
    /** Folders that Variant A reads from the root of a project, whatever its source directory is. */
    inRoot: folders.filter(({ base }) => base.a === 'root'),
    /** Whether a folder with this name in the root of a project may hold sources. */
    mayBeSources: (name: string) =>
      !/^(?:node_modules|tests?|__tests__|spec|e2e|\..*)$/.test(name) &&
      !folders.some((kind) => kind.base.a === 'root' && kind.name === name),
    /** Sources whose place no option sets: they are found by their names alone. */
    foundByName,
    /** The names of these sources on disk. */
    namesFound: new Set(
      foundByName.flatMap(({ name, extensions = [], spellings = [] }) => [
        name,
        ...spellings,
        ...extensions.map((extension) => name + extension),
      ]),
    ),
    /** The name of the folder that contains layers; undefined if an edition has none. */
    layers: all.find(({ id }) => id === 'layers')?.name,
    /** The kind whose place an option sets. */
    withOption(option: string): FolderKind {
      const kind = all.find((candidate) => candidate.option === option);
      if (!kind) throw new RangeError(`No folder kind is configured by \`${option}\``);
      return kind;
    },
  };
}

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

/** The aliases of a table as an edition writes it: `<rootDir>/server`, or null to remove one. */
export function aliasesIn(table: { readonly [name: string]: string | null }): DefaultAlias[] {
  return Object.entries(table).flatMap(([name, text]) => {
    if (text === null) return [];
    const [, base, path = ''] = /^<(rootDir|srcDir)>\/?(.*)$/.exec(text) ?? [];
    return { name, place: { base: base === 'rootDir' ? 'root' : 'source', path } };
  });
}

/** How a path in an option of a module is resolved, unless it starts with an alias. */
export interface ModulePath {
  /** The folder that it is relative to in each variant. */
  readonly base: BaseByVariant;
  /** The first version that resolves it from another folder: that of `since`, or one that does not move. */
  readonly below?: string;
  readonly since?: BaseByVariant;
  /** Other versions resolve it differently: it is reported if this option is set or the folder has it too. */
  readonly unless?: { readonly option: string; readonly folder: string };
}

/** How the framework behaves, apart from its options. The default edition has it in facts.json. */
export interface Facts {
  /** The source directory of Variant A if `srcDir` is not set. */
  readonly sourceDirA: string;
  /** All kinds, in the order that reports list them. */
  readonly folderKinds: readonly FolderKind[];
  /** The folder in the source directory with Variant B's router options and loading template. */
  readonly olderAppFolder: string;
  /** Variant A keeps server and public files at the root, Variant B among the sources. */
  readonly aliases: { readonly [variant in 'a' | 'b']: readonly DefaultAlias[] };
  /** The root folder of the bundler: paths with a leading slash are resolved from there. */
  readonly bundlerRoot: BaseByVariant;
  /** The alias of layers, followed by the name of a layer, which is its folder. */
  readonly layerAlias: string;
  /** Whether aliases in the config of a layer refer to the layer or the project; `either`: the disk decides. */
  readonly layerAliases: 'layer' | 'project' | 'either';
  /** The default path of the loading template in the source directory, in each variant. */
  readonly loadingTemplate: { readonly [variant in 'a' | 'b']: string };
  /** A file beside the config that may set options, too. */
  readonly settingsFile: string;
  /** The tsconfig files that Variant A generates, in the build folder. */
  readonly generatedTsConfigs: readonly string[];
  /** The lists that the framework generates in the build folder. */
  readonly generatedLists: NonNullable<EditionFacts['generatedLists']>;
  /** Names of folders with posts and pages of the site: their texts are not searched for paths. */
  readonly contentFolders: readonly string[];
  /** Modules and the folders that they look for in the source directory, by the name of the package. */
  readonly modules: NonNullable<EditionFacts['modules']>;
  /** The folders whose exports are auto-imported in each variant, and names that are new in Variant A. */
  readonly autoImports?: EditionFacts['autoImports'];
  /** A style tool that looks for class names in the root of the bundler. */
  readonly styleSources?: EditionFacts['styleSources'];
  /** The newest release of Variant A. */
  readonly release?: EditionFacts['release'];
  /** Which versions of modules support Variant A. */
  readonly moduleVersions?: EditionFacts['moduleVersions'];
  /** Packages that are raised together with the framework, with the first version that fits Variant A. */
  readonly related: NonNullable<EditionFacts['related']>;
  /** The paths in options of common modules whose documentation states the folder that they are relative to. */
  readonly modulePaths: { readonly [option: string]: ModulePath };
}

export const fwFacts = {
  ...table,
  aliases: { a: aliasesIn(table.aliases.a), b: aliasesIn(table.aliases.b) },
} as Facts;
