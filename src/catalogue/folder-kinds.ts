import { names } from './names.ts';

type Base = 'source' | 'root';

/** Files that the framework finds by where they lie. */
export interface FolderKind {
  /** What it is called, and its name where it is by default. */
  readonly name: string;
  /** The option that names its place. */
  readonly option?: string;
  /** An older name of that option, which only Variant B knows. */
  readonly olderOption?: string;
  /** What it is in by default, in each variant. */
  readonly base: { readonly b: Base; readonly a: Base };
  /** The folder that a single file is in, and its name there, if they are not the kind's name. */
  readonly inside?: { readonly folder: string; readonly file: string };
  /** Set for single files: the extensions that they may have. */
  readonly extensions?: readonly string[];
  /** The option that lists places of its own: what is there by default does not count then. */
  readonly listedBy?: string;
  /** Whether only what is inside is found by its place; files of another folder have to be imported. */
  readonly searched?: boolean;
}

const amongSources = { b: 'source', a: 'source' } as const;
const movedToRoot = { b: 'source', a: 'root' } as const;
const inRoot = { b: 'root', a: 'root' } as const;

const scripts = names.configExtensions.map((extension) => `.${extension}`);

/** The folder among the sources that Variant B has router options and the loading template in. */
export const olderAppFolder = 'app';

/** Where each variant looks among the sources for the loading template that no option names. */
export const loadingTemplate = {
  b: `${olderAppFolder}/${names.spaLoadingTemplate}`,
  a: names.spaLoadingTemplate,
} as const;

/** Folders beside the sources that never hold any. */
export const neverSources = /^(?:node_modules|tests?|__tests__|spec|e2e|\..*)$/;

/** All kinds, in the order that reports list them. */
export const folderKinds: readonly FolderKind[] = [
  { name: 'app.vue', base: amongSources, extensions: [''] },
  { name: 'error.vue', base: amongSources, extensions: [''] },
  { name: 'app.config', base: amongSources, extensions: scripts },
  {
    name: 'router options',
    option: 'dir.app',
    base: movedToRoot,
    inside: { folder: olderAppFolder, file: names.routerOptions },
    extensions: scripts,
  },
  { name: 'pages', option: 'dir.pages', base: amongSources, searched: true },
  { name: 'layouts', option: 'dir.layouts', base: amongSources, searched: true },
  { name: 'middleware', option: 'dir.middleware', base: amongSources, searched: true },
  { name: 'plugins', option: 'dir.plugins', base: amongSources, searched: true },
  { name: 'assets', option: 'dir.assets', base: amongSources },
  { name: 'components', base: amongSources, listedBy: 'components', searched: true },
  { name: 'composables', base: amongSources, searched: true },
  { name: 'utils', base: amongSources, searched: true },
  { name: 'server', option: 'serverDir', base: movedToRoot },
  { name: 'public', option: 'dir.public', olderOption: 'dir.static', base: movedToRoot },
  { name: 'modules', option: 'dir.modules', base: movedToRoot },
  { name: 'shared', option: 'dir.shared', base: inRoot },
  { name: 'layers', base: inRoot },
];

/** The folders of `dir` that hold sources. */
export const sourceFolderKinds: readonly FolderKind[] = folderKinds.filter(
  ({ option, base }) => option?.startsWith('dir.') && base.a === 'source',
);

/** Folders that Variant B has among the sources and Variant A in the root. */
export const kindsMovedToRoot: readonly FolderKind[] = folderKinds.filter(
  ({ base, extensions }) => base === movedToRoot && !extensions,
);

/** Folders that Variant A reads from the root of a project, whatever its source directory is. */
export const rootFolderKinds: readonly FolderKind[] = folderKinds.filter(
  ({ base, extensions }) => base.a === 'root' && !extensions,
);

/** Sources whose place no option names: they are found by their names alone. */
export const kindsFoundByName: readonly FolderKind[] = folderKinds.filter(
  ({ option, base }) => option === undefined && base.a === 'source',
);

/** The kind whose place an option names. */
export function kindWithOption(option: string): FolderKind {
  const kind = folderKinds.find((one) => one.option === option);
  if (!kind) throw new RangeError(`No kind of files has its place named by \`${option}\``);
  return kind;
}
