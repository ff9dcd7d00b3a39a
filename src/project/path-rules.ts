/** How an option's texts are read where they do not start with an alias. */
export interface PathRule {
  /**
   * `config`: the folder of the config. `unstated`: the reference names no base; the source directory is tried first.
   * `none`: such texts are left.
   */
  readonly base: 'source' | 'root' | 'config' | 'unstated' | 'none';
  /** Which texts such as `x/y` are packages: those that start with no known folder of the project, all, or none. */
  readonly packages: 'unknown' | 'all' | 'none';
  readonly globs: boolean;
  /** What a text without an ending names rather, where there is a file and a folder. */
  readonly names: 'files' | 'folders';
  /** Whether Variant A reads `~/x` here; where it does not, only the root alias is left. */
  readonly sourceAlias: boolean;
  /** What new text starts with: the source alias where it can, or always the root alias. */
  readonly write: 'nearest' | 'root';
}

export const rules = {
  /** `css`, `plugins`, handlers: files that may also come from a package. */
  file: {
    base: 'unstated',
    packages: 'unknown',
    globs: false,
    names: 'files',
    sourceAlias: true,
    write: 'nearest',
  },
  /** `components`, `imports.dirs`: folders of the project. */
  folder: {
    base: 'unstated',
    packages: 'none',
    globs: true,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
  },
  /** The reference asks for absolute paths here: a bare `x` (`lodash: 'lodash-es'`) is a package in its stead. */
  alias: {
    base: 'unstated',
    packages: 'all',
    globs: false,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
  },
  /** What is handed on to a bundler: only aliases and path expressions are sure to be paths of the project. */
  passedOn: {
    base: 'none',
    packages: 'none',
    globs: false,
    names: 'files',
    sourceAlias: true,
    write: 'nearest',
  },
  /** `modules`: Variant A resolves only the root alias. */
  module: {
    base: 'unstated',
    packages: 'unknown',
    globs: false,
    names: 'files',
    sourceAlias: false,
    write: 'root',
  },
  watch: {
    base: 'source',
    packages: 'none',
    globs: true,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
  },
  ignore: {
    base: 'root',
    packages: 'none',
    globs: true,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
  },
  /** `extends`: a layer is a folder, a package or a repository. */
  layer: {
    base: 'config',
    packages: 'unknown',
    globs: false,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
  },
  /** `buildDir` and its likes: one folder, from the root in both variants. */
  rootFolder: {
    base: 'root',
    packages: 'none',
    globs: false,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
  },
} as const satisfies { readonly [name: string]: PathRule };
