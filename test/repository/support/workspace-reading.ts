import { posix } from 'node:path';
import { evaluateConfig, type Tree as Options } from '../../plan/support/evaluate-config.ts';
import { at, folderOf, hasFolder, within } from './resolver.ts';

/**
 * What the texts of a workspace mean, worked out from its files alone: it runs each config, and shares nothing with
 * the code under test. Places are paths from the top of the workspace.
 */

export type Files = ReadonlyMap<string, string>;

export type ReferenceKind = 'module' | 'style' | 'asset';

export interface ReadProject {
  readonly root: string;
  readonly source: string;
  /** Aliases that its config defines; undefined for a place that cannot be told. */
  readonly aliases: Aliases;
  /** Aliases of its tsconfig, which hold in its own folder alone. */
  readonly paths: Aliases;
  readonly isReadable: boolean;
}

type Aliases = ReadonlyMap<string, string | undefined>;

export interface Workspace {
  readonly files: Files;
  readonly projects: readonly ReadProject[];
  /** Folders of the layers of each project, those of layers included. */
  readonly layers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Folders of the packages by name. */
  readonly packages: ReadonlyMap<string, string>;
}

// A folder that configs are run in, which is far enough from the top for any `../`.
const top = '/home/workspace';

export function readWorkspace(files: Files): Workspace {
  const packages = new Map(
    [...files].flatMap(([path, text]) =>
      /.\/package\.json$/.test(path)
        ? [[String(JSON.parse(text).name), folderOf(path)] as const]
        : [],
    ),
  );
  const roots = [...files.keys()]
    .filter((path) => posix.basename(path) === 'fw.config.ts')
    .map(folderOf);
  const configs = new Map(roots.map((root) => [root, configIn(files, root)]));
  const direct = new Map(
    [...configs].map(([root, config]) => [
      root,
      [
        ...((config?.extends ?? []) as string[]).map(
          (text) => packages.get(text) ?? at(root, text),
        ),
        ...roots.filter((other) => other !== root && at(root, 'layers') === folderOf(other)),
      ],
    ]),
  );
  return {
    files,
    packages,
    projects: roots.map((root) => readProject(files, root, configs.get(root))),
    layers: new Map(roots.map((root) => [root, reached(root, direct)])),
  };
}

function configIn(files: Files, root: string): Options | undefined {
  try {
    return evaluateConfig(files.get(at(root, 'fw.config.ts')) ?? '', posix.join(top, root));
  } catch {
    return undefined;
  }
}

function reached(root: string, direct: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const visit = (place: string) => {
    for (const layer of direct.get(place) ?? []) {
      if (found.has(layer) || layer === root) continue;
      found.add(layer);
      visit(layer);
    }
  };
  visit(root);
  return found;
}

const sourceFolders = ['assets', 'components', 'composables', 'pages', 'utils'];

function readProject(files: Files, root: string, config: Options | undefined): ReadProject {
  const { future, srcDir, alias, bundler1 } = (config ?? {}) as {
    future?: { compatibilityVersion?: number };
    srcDir?: string;
    alias?: { [name: string]: string };
    bundler1?: {
      resolve: { alias: { [name: string]: string } | { find: string; replacement: string }[] };
    };
  };
  const hasSources = (folder: string) =>
    sourceFolders.some((name) => hasFolder(files.keys(), at(folder, name)));
  const [isInApp, isInRoot] = [hasSources(at(root, 'app')), hasSources(root)];
  const range = rangeIn(files, root);
  const isNewer =
    future?.compatibilityVersion === 4 || (range === '' ? isInApp : range.startsWith('^4'));
  // The flag says which rules hold, the disk where the sources are.
  const isAtRoot = !isNewer || (isInRoot && !isInApp);
  const source = at(root, srcDir ?? (isAtRoot ? '' : 'app'));
  const isThere = (place: string) =>
    place === '' || files.has(place) || hasFolder(files.keys(), place);
  const placeOf = (text: string): string | undefined => {
    if (text.startsWith('/')) return at('', posix.relative(top, text));
    const [name = '', ...rest] = text.split('/');
    const base = { '~': source, '@': source, '~~': root, '@@': root }[name];
    if (base !== undefined) return at(base, `./${rest.join('/')}`);
    return name === '.' || name === '..'
      ? [source, root].map((one) => at(one, text)).find(isThere)
      : undefined;
  };
  const listed = bundler1?.resolve.alias ?? {};
  const bundled = Array.isArray(listed)
    ? listed.map(({ find, replacement }) => [find, replacement] as const)
    : Object.entries(listed);
  const named = [...bundled, ...Object.entries(alias ?? {})];
  const tsConfig = JSON.parse(files.get(at(root, 'tsconfig.json')) ?? '{}') as {
    compilerOptions?: { paths?: { [name: string]: string[] } };
  };
  const paths = Object.entries(tsConfig.compilerOptions?.paths ?? {});
  return {
    root,
    source,
    aliases: new Map(named.map(([name, text]) => [name, placeOf(text)])),
    paths: new Map(
      paths.map(([name, [target = '']]) => [
        name.replace(/\/\*$/, ''),
        at(root, target.replace(/\*$/, '')),
      ]),
    ),
    isReadable: config !== undefined,
  };
}

/** The range of the framework that the nearest package.json has. */
function rangeIn(files: Files, folder: string): string {
  const text = files.get(at(folder, 'package.json'));
  const own = text === undefined ? undefined : JSON.parse(text).dependencies?.fw;
  if (own !== undefined || folder === '') return own ?? '';
  return rangeIn(files, folderOf(folder));
}

export function ownerOf(projects: readonly ReadProject[], path: string): ReadProject | undefined {
  const around = projects.filter(({ root }) => within(path, root));
  return around.toSorted((a, b) => b.root.length - a.root.length)[0];
}

/** The aliases of a project and its layers: its own count most; undefined where its layers disagree. */
function mergedAliases({ projects, layers }: Workspace, user: ReadProject): Aliases {
  const merged = new Map<string, string | undefined>();
  const own = projects.filter(({ root }) => layers.get(user.root)?.has(root));
  const named = own.flatMap(({ root }) =>
    root === '' ? [] : [[`#layers/${posix.basename(root)}`, root] as const],
  );
  for (const [name, place] of [...own.flatMap(({ aliases }) => [...aliases]), ...named])
    merged.set(name, merged.has(name) && merged.get(name) !== place ? undefined : place);
  return new Map([...merged, ...user.aliases]);
}

/** The aliases that everyone who reads a file agrees on, with their places. */
export function aliasesAt(workspace: Workspace, path: string): ReadonlyMap<string, string> {
  const { projects, layers, packages } = workspace;
  const owner = ownerOf(projects, path);
  if (!owner) return packages;
  const users = projects.filter(({ root }) => layers.get(root)?.has(owner.root));
  const [first, ...others] = (users.length > 0 ? users : [owner]).map((user) =>
    mergedAliases(workspace, user),
  );
  const table = new Map(packages);
  for (const [name, place] of [...owner.paths, ...(first ?? [])])
    if (place !== undefined && others.every((other) => other.get(name) === place))
      table.set(name, place);
  for (const sign of ['~', '@']) table.set(sign, owner.source).set(sign + sign, owner.root);
  return table;
}

/** The file that a text reaches. */
export function reachedFile(
  workspace: Workspace,
  kind: ReferenceKind,
  from: string,
  text: string,
): string | undefined {
  const table = aliasesAt(workspace, from);
  const through = (one: string) => {
    const name = [...table.keys()]
      .filter((key) => one.startsWith(`${key}/`))
      .sort((a, b) => b.length - a.length)[0];
    return name === undefined ? undefined : at(table.get(name) ?? '', one.slice(name.length + 1));
  };
  const isPlain = /^\.{1,2}\//.test(text) || (kind === 'style' && /^\w/.test(text));
  // The compiler of templates cuts a `~` off.
  const places = isPlain
    ? [at(folderOf(from), text)]
    : [
        through(text),
        ...(kind === 'asset' && text.startsWith('~') ? [through(text.slice(1))] : []),
      ];
  return places
    .flatMap((place) => (place === undefined ? [] : [place, `${place}.ts`]))
    .find((place) => workspace.files.has(place));
}
