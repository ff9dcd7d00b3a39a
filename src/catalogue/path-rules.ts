/**
 * The base of a path. `config`: the folder of the config. `unstated`: the reference names no base; the source
 * directory is tried first. `bundler`: the root folder of the bundler or of the project, if only one of them
 * has the path. `none`: the text is not changed.
 */
type PathBase = 'source' | 'root' | 'config' | 'unstated' | 'bundler' | 'none';

/** How paths in an option are resolved if they do not start with an alias. */
export interface PathRule {
  /** The base in each variant. */
  readonly base: { readonly b: PathBase; readonly a: PathBase };
  /** Which texts such as `x/y` are packages: those without a known folder at the start, all, or none. */
  readonly packages: 'unknown' | 'all' | 'none';
  readonly globs: boolean;
  /** Whether a text without an extension means the file or the folder, if both exist. */
  readonly names: 'files' | 'folders';
  /** Whether Variant A resolves `~/x` here; if not, only the root alias can be used. */
  readonly sourceAlias: boolean;
  /** How a new path starts: with the source alias if possible, with the root alias, or without an alias. */
  readonly write: 'nearest' | 'root' | 'plain';
  /** The meaning of a leading slash: the root of the disk, or the root folder of the bundler. */
  readonly slash: 'disk' | 'bundler';
  /** The meaning of an empty text: the base itself, or no place. */
  readonly empty: 'base' | 'none';
  /** Whether a text without an alias only counts if its place exists; always the case without a stated base. */
  readonly mustExist: boolean;
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
    mustExist: base === 'unstated',
    ...particular,
  };
}

const file = from('unstated', { packages: 'unknown', names: 'files' });

/** A folder relative to the root; an empty text is the root itself. */
const rootFolder = from('root', { empty: 'base' });

/** A folder whose base may differ between the variants. */
export function readFromBases(base: PathRule['base']): PathRule {
  return { ...rootFolder, base };
}

/** The rules for paths in options. */
export const rules = {
  /** Handlers: files that may also come from a package. */
  file,
  /** `css`, `plugins`: the same for files that the bundler reads. */
  bundled: { ...file, slash: 'bundler' },
  /** A file of the project; the reference does not state whether an alias is resolved there. */
  ownFile: { ...file, packages: 'none', write: 'plain' },
  /** `components`, `imports.dirs`: folders of the project. */
  folder: from('unstated', { globs: true }),
  /** The same where the base is known. */
  sourceFolder: from('source', { globs: true, mustExist: true }),
  /** The reference asks for absolute paths here: a bare `x` (`lodash: 'lodash-es'`) is a package. */
  alias: from('unstated', { packages: 'all', slash: 'bundler' }),
  /** A path for a bundler, which resolves plain texts in its own way. */
  passedOn: from('bundler'),
  /** Any other text: without a known option, only texts with an alias are certain to be paths. */
  anyText: from('none', { globs: true }),
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
