import { fwNames } from './names.ts';

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

const amongSources = { b: 'source', a: 'source' } as const;
const movedToRoot = { b: 'source', a: 'root' } as const;
const inRoot = { b: 'root', a: 'root' } as const;

/** The base of the options of `dir`: the source directory in Variant B, the root in Variant A. */
const named = { readFrom: movedToRoot } as const;

const scripts = fwNames.configExtensions.map((extension) => `.${extension}`);

/** The file names of a component of the framework: a component file or a script. */
function written(name: string): string[] {
  return ['.vue', '.ts', '.tsx', '.js', '.jsx', '.mjs'].map((extension) => name + extension);
}

/** The folder of Variant B's router options and loading template. */
export const olderAppFolder = 'app';

/** Folders that never contain sources. */
export const neverSources = /^(?:node_modules|tests?|__tests__|spec|e2e|\..*)$/;

/** All kinds, in the order that reports list them. */
const rows: readonly (Omit<FolderKind, 'id'> & { readonly id?: string })[] = [
  {
    name: 'app.vue',
    base: amongSources,
    extensions: [''],
    spellings: [...written('App'), ...written('app')],
  },
  { name: 'error.vue', base: amongSources, extensions: [''], spellings: written('error') },
  { name: 'app.config', base: amongSources, extensions: scripts },
  {
    id: 'app',
    name: 'router options',
    option: 'dir.app',
    ...named,
    base: movedToRoot,
    inside: { folder: olderAppFolder, file: 'router.options' },
    extensions: scripts,
  },
  { name: 'pages', option: 'dir.pages', ...named, base: amongSources, searched: true },
  { name: 'layouts', option: 'dir.layouts', ...named, base: amongSources, searched: true },
  { name: 'middleware', option: 'dir.middleware', ...named, base: amongSources, searched: true },
  { name: 'plugins', option: 'dir.plugins', ...named, base: amongSources, searched: true },
  { name: 'assets', option: 'dir.assets', ...named, base: amongSources },
  { name: 'components', base: amongSources, listedBy: 'components', searched: true },
  { name: 'composables', base: amongSources, searched: true },
  { name: 'utils', base: amongSources, searched: true },
  { name: 'server', option: 'serverDir', readFrom: inRoot, base: movedToRoot },
  { name: 'public', option: 'dir.public', olderOption: 'dir.static', ...named, base: movedToRoot },
  { name: 'modules', option: 'dir.modules', ...named, base: movedToRoot },
  { name: 'shared', option: 'dir.shared', readFrom: inRoot, base: inRoot },
  { name: 'layers', base: inRoot },
];

export const fwFolderKinds: readonly FolderKind[] = rows.map((row) => ({ id: row.name, ...row }));

/** All folder kinds, and groups of them. */
export type FolderKinds = ReturnType<typeof sortKinds>;

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
