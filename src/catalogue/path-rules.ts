/**
 * The base of a path. `config`: the folder of the config. `unstated`: the reference names no base; the source
 * directory is tried first. `bundler`: where the bundler starts, or the root, if only one of them has it. `none`: such
 * texts are left.
 */
type PathBase = 'source' | 'root' | 'config' | 'unstated' | 'bundler' | 'none';

/** How an option's texts are read where they do not start with an alias. */
export interface PathRule {
  /** The base in each variant. */
  readonly base: { readonly b: PathBase; readonly a: PathBase };
  /** Which texts such as `x/y` are packages: those that start with no known folder of the project, all, or none. */
  readonly packages: 'unknown' | 'all' | 'none';
  readonly globs: boolean;
  /** Whether a text without an extension means the file or the folder, if there are both. */
  readonly names: 'files' | 'folders';
  /** Whether Variant A reads `~/x` here; where it does not, only the root alias is left. */
  readonly sourceAlias: boolean;
  /** How new text starts: with the source alias where it can, always the root alias, or no alias. */
  readonly write: 'nearest' | 'root' | 'plain';
  /** The meaning of a leading slash: the root of the disk, or the folder that the bundler starts in. */
  readonly slash: 'disk' | 'bundler';
  /** The meaning of an empty text: the base itself, or no place. */
  readonly empty: 'base' | 'none';
}

function from(base: PathBase, particular: Partial<PathRule> = {}): PathRule {
  return {
    base: { b: base, a: base },
    packages: 'none',
    globs: false,
    names: 'folders',
    sourceAlias: true,
    write: 'nearest',
    slash: 'disk',
    empty: 'none',
    ...particular,
  };
}

const file = from('unstated', { packages: 'unknown', names: 'files' });

/** One folder from the root, which an empty text is as well. */
const rootFolder = from('root', { empty: 'base' });

/** One folder whose base is not the same in both variants. */
export function readFromBases(base: PathRule['base']): PathRule {
  return { ...rootFolder, base };
}

/** The ways in which options name places. */
export const rules = {
  /** Handlers: files that may also come from a package. */
  file,
  /** `css`, `plugins`: the same for files that the bundler reads. */
  bundled: { ...file, slash: 'bundler' },
  /** A file of the project; whether an alias is read there is not stated. */
  ownFile: { ...file, packages: 'none', write: 'plain' },
  /** `components`, `imports.dirs`: folders of the project. */
  folder: from('unstated', { globs: true }),
  /** The reference asks for absolute paths here: a bare `x` (`lodash: 'lodash-es'`) is a package. */
  alias: from('unstated', { packages: 'all', slash: 'bundler' }),
  /** A path for a bundler, which resolves plain texts in its own way. */
  passedOn: from('bundler', { names: 'files' }),
  /** Any other text: of what no option explains, aliases are sure to be paths. */
  anyText: from('none', { globs: true, names: 'files' }),
  /** `modules`: Variant A resolves only the root alias. */
  module: { ...file, sourceAlias: false, write: 'root' },
  watch: from('source', { globs: true }),
  ignore: from('root', { globs: true }),
  /** `extends`: a layer is a folder, a package or a repository. */
  layer: from('config', { packages: 'unknown' }),
  /** `buildDir` and similar options: one folder, from the root in both variants. */
  rootFolder,
  /** `dir.static`, which only Variant B knows. */
  namedFolder: readFromBases({ b: 'source', a: 'root' }),
  /** `rootDir`: from the folder of the config. */
  configFolder: from('config', { empty: 'base' }),
} as const satisfies { readonly [name: string]: PathRule };
