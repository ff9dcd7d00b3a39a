import { posix } from 'node:path';
import fc from 'fast-check';
import { evaluateConfig, type Tree as Options } from '../../plan/support/evaluate-config.ts';
import { Code, type Sketch, Tape } from '../../plan/support/generate-config.ts';
import { writeConfig } from '../../plan/support/write-config.ts';
import type { LayoutChoice, MoveChoices } from './property-moves.ts';
import {
  type Draft,
  merged,
  type Piece,
  type Reference,
  textOf,
  typeOf,
  writeFile,
} from './property-write.ts';
import {
  at,
  below,
  folderOf,
  hasFolder,
  type Kind,
  type PathTable,
  pathTable,
  plainFacts,
  projectOf,
  resolveFile,
  resolveOption,
  type World,
  type WorldFacts,
  within,
  worldProject,
} from './resolver.ts';

/**
 * Random repositories of Variant B: files, configs, and references whose places in the texts are remembered. Choices
 * are numbers that pick a file whatever other files there are, so that leaving one out does not change the rest.
 */

export interface GeneratedProject {
  readonly root: string;
  readonly config: string;
  /** Imports that stand on top of the config. */
  readonly imports: readonly Reference[];
}

export interface Repository {
  readonly choices: MoveChoices;
  readonly projects: readonly GeneratedProject[];
  /** What is in each file; a config has one text. */
  readonly files: ReadonlyMap<string, readonly Piece[]>;
  /** `tsconfig` files that extend the generated one: what becomes of them is not followed. */
  readonly extending: ReadonlySet<string>;
  readonly world: World;
}

// ---- the numbers

interface ProjectSpec {
  readonly srcDir: string | undefined;
  readonly dirs: { readonly [name: string]: string | undefined };
  readonly serverDir: string | undefined;
  readonly tsconfig: 'none' | 'extends' | 'own';
  readonly looks: readonly number[];
  readonly esm: boolean;
}

interface FileSpec {
  readonly project: number;
  readonly folder: number;
  readonly name: number;
  readonly look: number;
}

interface PointerSpec {
  readonly from: number;
  readonly to: number;
  readonly how: number;
  readonly form: number;
}

export interface RepositorySpec {
  readonly shape: 'single' | 'folder' | 'layer' | 'extends' | 'monorepo' | 'three';
  readonly layout: LayoutChoice;
  readonly extra: 'none' | 'move' | 'stay';
  readonly projects: readonly ProjectSpec[];
  readonly files: readonly FileSpec[];
  readonly options: readonly PointerSpec[];
  readonly references: readonly PointerSpec[];
  readonly tsconfigs: readonly PointerSpec[];
}

const number = fc.nat({ max: 1_000_003 });
const maybe = <T>(value: T, ...others: T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom(value, ...others));

const projectSpec: fc.Arbitrary<ProjectSpec> = fc.record({
  srcDir: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    fc.constantFrom('src', './src/', 'client', 'app', '.'),
  ),
  dirs: fc.record({
    pages: maybe('views', './routes/pages/', 'views/'),
    assets: maybe('resources', 'static files'),
    plugins: maybe('boot', 'lib/plugins'),
    public: maybe('static'),
    modules: maybe('mods'),
  }),
  serverDir: maybe('backend', './S/backend', 'server'),
  tsconfig: fc.constantFrom('none', 'extends', 'own'),
  looks: fc.array(number, { maxLength: 40 }),
  esm: fc.boolean(),
});

const pointer: fc.Arbitrary<PointerSpec> = fc.record({
  from: number,
  to: number,
  how: number,
  form: number,
});

export const repositorySpecs: fc.Arbitrary<RepositorySpec> = fc.noBias(
  fc.record({
    shape: fc.constantFrom('single', 'single', 'folder', 'layer', 'extends', 'monorepo', 'three'),
    layout: fc.constantFrom('auto', 'app', 'keep'),
    extra: fc.constantFrom('none', 'none', 'move', 'stay'),
    projects: fc.tuple(projectSpec, projectSpec, projectSpec),
    files: fc.array(fc.record({ project: number, folder: number, name: number, look: number }), {
      maxLength: 40,
      size: 'max',
    }),
    options: fc.array(pointer, { maxLength: 8, size: 'max' }),
    references: fc.array(pointer, { maxLength: 70, size: 'max' }),
    tsconfigs: fc.array(pointer, { maxLength: 6, size: 'max' }),
  }),
);

/** The same, with a file in the source directory that lands on another one. */
export const collidingSpecs: fc.Arbitrary<RepositorySpec> = repositorySpecs.map((spec) => {
  const [first, ...others] = spec.projects as [ProjectSpec, ...ProjectSpec[]];
  const dirs = { ...first.dirs, public: undefined };
  const served = { project: 0, folder: looseFolders.indexOf('public'), name: 0, look: 0 };
  return {
    ...spec,
    layout: 'app',
    projects: [{ ...first, srcDir: 'src', dirs }, ...others],
    files: [served, { ...served, folder: looseFolders.lastIndexOf('public') }, ...spec.files],
  };
});

/** The item that a number stands for: the same one as long as it is in the list. */
function choose<T>(list: readonly T[], seed: number, name: (item: T) => string): T | undefined {
  let best: { readonly item: T; readonly score: number } | undefined;
  for (const item of list) {
    const score = hash(`${seed}:${name(item)}`);
    if (!best || score < best.score) best = { item, score };
  }
  return best?.item;
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619) >>> 0;
  value = Math.imul(value ^ (value >>> 15), 2_246_822_519) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

function nth<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

// ---- folders and files

/** A project, or the package beside projects. */
interface Home {
  readonly root: string;
  readonly source: string;
  readonly spec: ProjectSpec | undefined;
}

const sourceFolders = [
  'pages',
  'components',
  'composables',
  'utils',
  'layouts',
  'middleware',
  'plugins',
  'assets',
  'components/deep',
  'utils/deep',
  'assets/img',
  'stores',
  'types',
  'widgets',
  'lib',
  'lib/auto',
  '',
];
const servedFolders = ['server/api', 'server', 'public', 'modules', 'server/utils'];
const rootFolders = [
  'shared',
  'shared/utils',
  'tests',
  'tests/unit',
  'scripts',
  '.storybook',
  'utils',
  'public',
  '',
];
const packageFolders = ['src', 'src/deep', 'styles', ''];

const codeNames = [
  'a.ts',
  'index.ts',
  'b.ts',
  'use thing.ts',
  'größe.ts',
  'c.mjs',
  'd.js',
  'deep/inner.ts',
  'deep/index.ts',
  'globals.d.ts',
  'x.test.ts',
  'plug.client.ts',
  '[slug].ts',
  "it's.ts",
  'broken.ts',
  'view.tsx',
  'old.jsx',
];
const viewNames = [
  'Card.vue',
  '[id].vue',
  '[...slug].vue',
  '(group)/list.vue',
  'index.vue',
  '日本.vue',
  'broken.vue',
];
const otherNames = [
  'main.css',
  'theme.scss',
  '_vars.scss',
  'mix.less',
  'mixins/_index.scss',
  'logo.png',
  'hero.png',
  'big icon.svg',
  'a&b.png',
  'data.json',
  '.gitkeep',
  'notes.md',
];
const looseNames = [
  'app.vue',
  'error.vue',
  'app.config.ts',
  'utils.ts',
  'components.ts',
  'router.ts',
  'x.css',
  'app/router.options.ts',
  'app/spa-loading-template.html',
];
const looseRootNames = ['vitest.config.ts', 'README.md', 'Dockerfile', 'tool.js', 'utils.ts'];
const looseFolders = [
  ...sourceFolders,
  ...sourceFolders,
  ...servedFolders,
  ...servedFolders,
  ...rootFolders,
];

/** Where a file of a project is; nothing where it would be of no use there. */
function placeOf(home: Home, { folder, name }: FileSpec): string | undefined {
  const names = [...codeNames, ...codeNames, ...viewNames, ...otherNames, ...otherNames];
  if (!home.spec) return at(at(home.root, nth(packageFolders, folder)), nth(names, name));
  const index = folder % looseFolders.length;
  const logical = looseFolders[index] ?? '';
  const sources = sourceFolders.length * 2;
  if (index < sources + servedFolders.length * 2)
    return logical === ''
      ? looseFile(home, nth(looseNames, name))
      : at(folderIn(home, logical), nth(names, name));
  if (logical === '') return at(home.root, nth(looseRootNames, name));
  // Beside a source directory of its own, these are folders like any other.
  return at(at(home.root, logical), nth(names, name));
}

function looseFile({ root, source }: Home, name: string): string | undefined {
  const inApp = name.startsWith('app/');
  return inApp && source === root && !name.endsWith('.html') ? undefined : at(source, name);
}

/** A folder of Variant B by the name that it has without options. */
function folderIn({ root, source, spec }: Home, logical: string): string {
  const [top = '', ...rest] = logical.split('/');
  const below = rest.join('/');
  const custom = spec?.dirs[top];
  if (custom !== undefined) return at(at(source, custom), below);
  if (top === 'server' && spec?.serverDir !== undefined)
    return at(at(root, serverDirOf(spec, source, root)), below);
  return at(source, logical);
}

function serverDirOf(spec: ProjectSpec, source: string, root: string): string {
  return (spec.serverDir ?? '').replace('./S', below(root, source) || '.');
}

/** Two names that a reference without an ending could not tell apart. */
function stem(path: string): string {
  return at(
    folderOf(path),
    posix
      .basename(path)
      .replace(/^_/, '')
      .replace(/(?<=.)\.\w+$/, ''),
  );
}

// ---- the parts of a repository

function rootsOf({ shape, projects }: RepositorySpec): string[] {
  const odd = (projects[0]?.looks[0] ?? 0) % 7 === 6;
  if (shape === 'single') return [''];
  if (shape === 'folder') return [odd ? 'my web' : 'web'];
  if (shape === 'layer') return odd ? ['web', 'web/layers/base'] : ['', 'layers/base'];
  if (shape === 'extends') return odd ? ['web', 'web/base'] : ['', 'base'];
  return shape === 'three'
    ? ['apps/web', 'apps/admin', 'packages/site']
    : ['apps/web', 'packages/site'];
}

function homesOf(spec: RepositorySpec): Home[] {
  const projects = rootsOf(spec).map((root, index): Home => {
    const own = spec.projects[index] as ProjectSpec;
    return { root, source: at(root, own.srcDir ?? '.'), spec: own };
  });
  if (!['monorepo', 'three', 'folder'].includes(spec.shape)) return projects;
  return [...projects, { root: 'packages/lib', source: 'packages/lib', spec: undefined }];
}

/** The files by path with the number that decides their look. */
function placeFiles(spec: RepositorySpec, homes: readonly Home[]): Map<string, number> {
  const files = new Map<string, number>();
  const stems = new Set<string>();
  const add = (path: string | undefined, look: number) => {
    if (path === undefined || files.has(path) || stems.has(stem(path))) return;
    // A file cannot be where a folder is, and one that a layer would have is the layer's.
    if ([...files.keys()].some((other) => within(other, path) || within(path, other))) return;
    files.set(path, look);
    stems.add(stem(path));
  };
  for (const home of homes) if (home.spec) add(at(home.source, 'app.vue'), 1);
  for (const file of spec.files) {
    const home = nth(homes, file.project);
    add(placeOf(home, file), file.look);
  }
  return files;
}

// ---- configs

type Draftable = { [key: string]: Sketch };

interface Setting {
  readonly project: Home;
  readonly files: readonly string[];
  readonly world: World;
}

const plain = /^[\w./-]+$/;

/** The ways in which an option can name a place. */
function optionTexts({ root, source }: Home, place: string, esm: boolean): Sketch[] {
  const inSource = within(place, source) ? below(source, place) : undefined;
  const inRoot = below(root, place);
  const texts: Sketch[] = [`~~/${inRoot}`, `@@/${inRoot}`, `./${inRoot}`, inRoot];
  if (inSource !== undefined)
    texts.push(`~/${inSource}`, `@/${inSource}`, `./${inSource}`, inSource);
  if (inSource?.startsWith('server/')) texts.push(`#${inSource}`);
  if (inRoot.startsWith('shared/')) texts.push(`#${inRoot}`);
  if (plain.test(inRoot)) texts.push(new Code(`resolve(__dirname, '${inRoot}')`));
  if (plain.test(inRoot) && esm)
    texts.push(new Code(`fileURLToPath(new URL('./${inRoot}', import.meta.url))`));
  return texts;
}

const codeEnding = /(?<!\.d)\.(?:ts|js|mjs)$/;

/** A text for a file or folder that means it: the first fitting one from a number on. */
function optionText(
  setting: Setting,
  rule: 'file' | 'folder' | 'module' | 'alias',
  place: string,
  { form }: PointerSpec,
): Sketch | undefined {
  const { project, world } = setting;
  const esm = project.spec?.esm ?? false;
  const target = codeEnding.test(place) && form % 3 === 2 ? place.replace(codeEnding, '') : place;
  const texts = optionTexts(project, target, esm).filter((text) => {
    // What no alias begins and no dot is taken for a package where both can be.
    if (typeof text !== 'string') return true;
    if (rule === 'alias' && !/^[~@]/.test(text)) return false;
    if (rule === 'module' && !/^[~@.]/.test(text)) return false;
    const owner = world.projects.find(({ root }) => root === project.root);
    return owner && resolveOption(world, owner, rule, text) === place;
  });
  return texts.length === 0 ? undefined : nth(texts, form >> 2);
}

const optionNames = [
  'css',
  'plugins',
  'components',
  'imports',
  'modules',
  'serverHandlers',
  'alias',
  'alias',
] as const;

function addOption(options: Draftable, setting: Setting, spec: PointerSpec): void {
  const name = nth(optionNames, spec.from);
  if (name === 'alias') addAlias(options, setting, spec);
  else if (name === 'components' || name === 'imports') addFolder(options, setting, spec, name);
  else addFile(options, setting, spec, name);
}

function push(options: Draftable, key: string, item: Sketch): void {
  options[key] = [...((options[key] ?? []) as Sketch[]), item];
}

function addFile(
  options: Draftable,
  setting: Setting,
  spec: PointerSpec,
  name: 'css' | 'plugins' | 'modules' | 'serverHandlers',
): void {
  const wanted = name === 'css' ? /\.(?:css|scss|less)$/ : codeEnding;
  const fitting = setting.files.filter((file) => wanted.test(file) && !/[[\](){}']/.test(file));
  const file = choose(fitting, spec.to, String);
  const text = file && optionText(setting, name === 'modules' ? 'module' : 'file', file, spec);
  if (text === undefined) return;
  const odd = spec.how % 2 === 1;
  if (name === 'plugins' && odd) push(options, name, { src: text, mode: 'client' });
  else if (name === 'modules' && odd) push(options, name, [text, { path: '~/utils/a' }]);
  else if (name === 'serverHandlers') push(options, name, { route: '/~/utils/a', handler: text });
  else push(options, name, text);
}

function addFolder(
  options: Draftable,
  setting: Setting,
  spec: PointerSpec,
  name: 'components' | 'imports',
): void {
  const folder = choose(nameable(setting), spec.to, String);
  const text = folder === undefined ? undefined : optionText(setting, 'folder', folder, spec);
  if (text === undefined) return;
  if (name === 'imports') {
    const dirs = ((options.imports as Draftable | undefined)?.dirs ?? []) as Sketch[];
    const glob = typeof text === 'string' && spec.how % 4 === 3 ? `${text}/**` : text;
    options.imports = { dirs: [...dirs, glob] };
    return;
  }
  const item: Sketch = spec.how % 2 === 1 ? { path: text, prefix: 'Ui' } : text;
  if (spec.how % 3 === 2 && options.components === undefined) options.components = { dirs: [item] };
  else if (options.components === undefined || Array.isArray(options.components))
    push(options, name, item);
}

/** Folders that may be called source folders: what the server, the build or another project has is none. */
function nameable({ project, files }: Setting): string[] {
  const { root, source, spec } = project;
  const taken = ['server', 'public', 'modules'].map((name) => folderIn(project, name));
  const folders = new Set(files.map(folderOf));
  return [...folders].filter((folder) => {
    if (/[[\](){}*]/.test(folder) || within(root, folder) || within(source, folder)) return false;
    if (spec === undefined || within(folder, at(source, 'app'))) return false;
    return !taken.some((other) => within(folder, other) || within(other, folder));
  });
}

const aliasNames = ['#ui', '@lib', 'kit', '#src'];

function addAlias(options: Draftable, setting: Setting, spec: PointerSpec): void {
  const { project, files } = setting;
  const name = nth(aliasNames, spec.how);
  const aliases = (options.alias ?? {}) as Draftable;
  if (name in aliases) return;
  // A name for a folder is not at the same time one for the file beside it.
  const folders = [...new Set(files.map(folderOf))].filter(
    (folder) => within(folder, project.source) && !files.some((file) => stem(file) === folder),
  );
  const file =
    name === 'kit'
      ? choose(
          files.filter((one) => codeEnding.test(one) && !one.includes("'")),
          spec.to,
          String,
        )
      : undefined;
  const place = name === '#src' ? project.source : (file ?? choose(folders, spec.to, String));
  const text =
    place === undefined
      ? undefined
      : optionText(setting, 'alias', place, { ...spec, form: spec.form - (spec.form % 3) });
  if (text !== undefined) options.alias = { ...aliases, [name]: text };
}

function baseOptions({ root, source, spec }: Home, layer: string | undefined): Draftable {
  const options: Draftable = {};
  if (!spec) return options;
  if (spec.srcDir !== undefined) options.srcDir = spec.srcDir;
  const dirs = Object.entries(spec.dirs).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (dirs.length > 0) options.dir = Object.fromEntries(dirs);
  if (spec.serverDir !== undefined) options.serverDir = serverDirOf(spec, source, root);
  if (layer !== undefined) options.extends = [layer];
  options.runtimeConfig = { path: '~/utils/a' };
  return options;
}

// ---- references

/** Texts that may name a place from a file; which of them do is for the resolver to say. */
function texts(world: World, from: string, place: string, kind: Kind): string[] {
  const relative = below(folderOf(from), place);
  const dotted = relativeFrom(folderOf(from), place);
  if (kind === 'path') return [dotted, relative];
  const project = projectOf(world.projects, from);
  if (!project) {
    const mapped = world.tables.flatMap((table) => throughPaths(table, place));
    return [dotted, ...mapped, ...mapped];
  }
  const list = [dotted, dotted];
  if (kind === 'style' && !isAliasLike(relative, project.aliases)) list.push(relative);
  for (const [name, base] of project.aliases) {
    if (within(place, base)) list.push(...throughAlias(name, below(base, place), kind));
  }
  return list;
}

/** Assets and styles take any alias behind a sign. */
function throughAlias(name: string, rest: string, kind: Kind): string[] {
  const text = rest === '' ? name : `${name}/${rest}`;
  if (kind === 'module' || kind === 'glob' || /^[~@]/.test(name)) return [text];
  return [`~${text}`];
}

function isAliasLike(text: string, aliases: ReadonlyMap<string, string>): boolean {
  return aliases.has(text.split('/')[0] ?? '') || text.startsWith('.');
}

function throughPaths({ entries }: PathTable, place: string): string[] {
  return entries.flatMap(([pattern, [target = '']]) => {
    if (!target.endsWith('*')) return target === place ? [pattern] : [];
    const folder = target.slice(0, -1);
    return place.startsWith(folder) ? [pattern.replace('*', place.slice(folder.length))] : [];
  });
}

/** The places that a target may be called by: without its ending, or as the folder that it is the index of. */
function calledBy(target: string, kind: Kind): string[] {
  if (kind === 'module' && /(?<!\.d)\.(?:tsx?|jsx?|mjs|vue)$/.test(target)) {
    const short = target.replace(/\.\w+$/, '');
    const compiled = target.endsWith('.ts') ? [`${short}.js`] : [];
    if (posix.basename(short) !== 'index')
      return [target, target, short, short, short, ...compiled];
    return [target, short, ...compiled, folderOf(target), folderOf(target), `${folderOf(target)}/`];
  }
  if (kind === 'style' && target.endsWith('.scss')) {
    const short = at(folderOf(target), posix.basename(target, '.scss').replace(/^_/, ''));
    return posix.basename(short) === 'index' ? [target, short, folderOf(target)] : [target, short];
  }
  return [target];
}

function draftOf(world: World, from: string, target: string, spec: PointerSpec, id: string): Draft {
  return {
    id,
    how: spec.how,
    target,
    text(kind, { suffix = '', folder = false, exact = false } = {}) {
      const broken = spec.form % 17 === 16;
      if (folder) {
        const place = folderOf(target);
        if (/[[\](){}*]/.test(place) || place === '') return undefined;
        return nth(texts(world, from, place, 'glob'), spec.form);
      }
      if (broken)
        return nth(['./nope', '~/utils/nope.ts', '../utils/nope', '~~/nope/x'], spec.form >> 5);
      const place = exact ? target : nth(calledBy(target, kind), spec.form >> 6);
      const slash = place.endsWith('/') ? '/' : '';
      const all = texts(world, from, at('', place), kind).map((text) => text + slash + suffix);
      const right = all.filter((text) => resolveFile(world, kind, from, text) === target);
      return right.length === 0 ? undefined : nth(right, spec.form);
    },
  };
}

// ---- tsconfig files

function tsconfigPlaces(homes: readonly Home[]): { path: string; home: Home }[] {
  return homes.flatMap((home) => {
    if (!home.spec) return [{ path: at(home.root, 'tsconfig.json'), home }];
    if (home.spec.tsconfig !== 'own') return [];
    return [
      { path: at(home.root, 'tsconfig.json'), home },
      { path: at(home.root, 'tests/tsconfig.json'), home },
    ];
  });
}

interface TsEntries {
  readonly paths: Piece[][];
  readonly files: Piece[][];
  readonly include: string[];
}

/** Where the entries of such a file are read from. */
interface TsBases {
  readonly folder: string;
  /** That of `paths`, which only the package has. */
  readonly paths: string | undefined;
}

function addTsEntry(
  entries: TsEntries,
  { folder, paths }: TsBases,
  spec: PointerSpec,
  target: string,
): void {
  const id = `t${hash(`${folder}${target}${spec.how}`) % 100_000}`;
  const around = folderOf(target);
  const read = (place: string) =>
    spec.form % 2 === 1 ? relativeFrom(folder, place) : below(folder, place) || '.';
  if (paths !== undefined && spec.how % 3 === 0) {
    const whole = spec.how % 2 === 0;
    const text = whole ? `${relativeFrom(paths, around)}/*` : relativeFrom(paths, target);
    entries.paths.push([`"@${id}${whole ? '/*' : ''}": ["`, { id, kind: 'paths', text }, '"]']);
  } else if (spec.how % 3 === 1 && typeOf(target) === 'code')
    entries.files.push(['"', { id, kind: 'files', text: read(target) }, '"']);
  else if (around !== '' && around !== folder)
    entries.include.push(read(around) + nth(['', '/**/*', '/*.ts', '/**/*.ts'], spec.form >> 3));
}

/** The text of one such file, as pieces. */
function tsconfigPieces(
  path: string,
  isPackage: boolean,
  specs: readonly PointerSpec[],
  files: readonly string[],
): Piece[] {
  const entries: TsEntries = { paths: [], files: [], include: [] };
  const folder = folderOf(path);
  const baseUrl = nth([undefined, '.', './src'], isPackage ? (specs[0]?.form ?? 0) : 0);
  const bases: TsBases = { folder, paths: isPackage ? at(folder, baseUrl ?? '.') : undefined };
  for (const spec of specs) {
    const target = choose(files, spec.to, String);
    if (target !== undefined && !/[[\](){}*]|\.gitkeep$/.test(target))
      addTsEntry(entries, bases, spec, target);
  }
  const list = (items: readonly Piece[][]) =>
    items.flatMap((item, index) => (index > 0 ? [', ', ...item] : item));
  const include = entries.include.map((text) => `"${text}"`).join(', ');
  return merged([
    '{\n  // see ~/utils/a and "include": ["./utils"]\n  "compilerOptions": { ',
    baseUrl === undefined ? '"strict": true' : `"baseUrl": "${baseUrl}"`,
    ', "paths": { ',
    ...list(entries.paths),
    ' } },\n  "files": [',
    ...list(entries.files),
    '],\n  "include": [',
    // One entry may have to become several.
    { id: `t${hash(path) % 1000}`, kind: 'include', text: include },
    ']\n}\n',
  ]);
}

function relativeFrom(base: string, place: string): string {
  const text = below(base, place) || '.';
  return /^\.{1,2}(?:\/|$)/.test(text) ? text : `./${text}`;
}

// ---- the whole

export function buildRepository(spec: RepositorySpec, facts: WorldFacts = plainFacts): Repository {
  const homes = homesOf(spec);
  const looks = placeFiles(spec, homes);
  const files = new Map<string, readonly Piece[]>();
  const paths = [...looks.keys()];
  const extending = new Set<string>();
  addPackages(homes, files, extending);

  const tables: PathTable[] = [];
  for (const { path, home } of tsconfigPlaces(homes)) {
    const own = spec.tsconfigs.filter(({ from }) => nth(tsconfigPlaces(homes), from).path === path);
    const pieces = tsconfigPieces(path, !home.spec, own, paths);
    files.set(path, pieces);
    if (!home.spec) tables.push(pathTable(folderOf(path), textOf(pieces)));
  }

  const configs = configsOf(spec, homes, paths, looks, facts);
  const world: World = {
    variant: 'b',
    files: new Set([...paths, ...files.keys(), ...configs.map(({ config }) => config)]),
    projects: configs.map(({ root, options }) => worldProject('b', root, options, facts)),
    tables,
  };
  const drafts = draftsOf(
    spec,
    world,
    [...paths, ...configs.filter(({ esm }) => esm).map(({ config }) => config)],
    paths,
  );
  for (const [path, number] of looks)
    files.set(path, writeFile({ number, path }, drafts.get(path) ?? []));
  const projects = configs.map(({ root, config, text }): GeneratedProject => {
    const imports = (drafts.get(config) ?? []).flatMap((draft) =>
      configImport(draft, world, config),
    );
    const lines = imports.map(
      ({ id, text: specifier }) => `import { ${id} } from '${specifier}'\n`,
    );
    files.set(config, [lines.join('') + text]);
    return { root, config, imports };
  });
  return { choices: choicesOf(spec, world), projects, files, extending, world };
}

/** A config names files by relative paths alone. */
function configImport(draft: Draft, world: World, config: string): Reference[] {
  const type = typeOf(draft.target);
  if (type !== 'code' || draft.target.includes("'")) return [];
  const place = draft.target.replace(/\.(?:ts|js)$/, draft.how % 2 === 1 ? '' : '$&');
  const text = relativeFrom(folderOf(config), place);
  return resolveFile(world, 'module', config, text) === draft.target
    ? [{ id: draft.id, kind: 'module', text }]
    : [];
}

/** Folders can be named to move or to stay where they are among the sources of a project. */
function choicesOf(spec: RepositorySpec, { projects, files }: World): MoveChoices {
  const { layout, extra } = spec;
  const atRoot = projects.filter(({ root, source }) => root === source);
  const isIn = (some: World['projects'], name: string) =>
    some.some(({ root }) => hasFolder(files, at(root, name)));
  // Sources stay where the config says that they are, unless all are to be moved.
  const moving = projects.filter((_, index) => layout === 'app' || !spec.projects[index]?.srcDir);
  const move = ['stores', 'types'].filter((name) =>
    isIn(
      atRoot.filter((one) => moving.includes(one)),
      name,
    ),
  );
  if (extra === 'move' && layout !== 'keep' && move.length > 0) return { layout, move };
  const everywhere = atRoot.length === projects.length && isIn(atRoot, 'widgets');
  return extra === 'stay' && everywhere ? { layout, stay: ['widgets'] } : { layout };
}

function addPackages(
  homes: readonly Home[],
  files: Map<string, readonly Piece[]>,
  extending: Set<string>,
): void {
  for (const { root, spec } of homes) {
    const path = at(root, 'package.json');
    const isLayer = /(?:^|\/)base$/.test(root);
    if (!spec)
      files.set(path, ['{ "name": "@acme/lib", "scripts": { "x": "echo ../site/utils/a.ts" } }\n']);
    else if (!isLayer || spec.esm) {
      const range: Reference = { id: `range-${root}`, kind: 'range', text: '^3.1.0' };
      files.set(path, [
        '{\n\t"scripts": { "x": "echo utils" },\n\t"devDependencies": { "fw": "',
        range,
        '" }\n}\n',
      ]);
    }
    if (spec?.tsconfig !== 'extends') continue;
    const tsconfig = at(root, 'tsconfig.json');
    files.set(tsconfig, ['{\n  "extends": "./.fw/tsconfig.json"\n}\n']);
    extending.add(tsconfig);
  }
}

interface BuiltConfig {
  readonly root: string;
  readonly config: string;
  readonly text: string;
  readonly options: Options;
  readonly esm: boolean;
}

function configsOf(
  spec: RepositorySpec,
  homes: readonly Home[],
  paths: readonly string[],
  looks: ReadonlyMap<string, number>,
  facts: WorldFacts,
): BuiltConfig[] {
  const projects = homes.filter((home) => home.spec !== undefined);
  return projects.map((project, index) => {
    const layer = spec.shape === 'extends' && index === 0 ? './base' : undefined;
    const options = baseOptions(project, layer);
    const own = paths.filter((path) => projectOf(projects, path) === project);
    const world: World = {
      variant: 'b',
      files: new Set(looks.keys()),
      projects: [worldProject('b', project.root, plainOf(options), facts)],
      tables: [],
    };
    for (const option of spec.options)
      if (option.how % projects.length === index)
        addOption(options, { project, files: own, world }, { ...option, how: option.how >> 2 });
    const tape = new Tape(project.spec?.looks ?? []);
    const esm = project.spec?.esm ?? true;
    const written = writeConfig({ layout: 'auto', keepDefaults: false, esm, options }, tape);
    return {
      root: project.root,
      config: at(project.root, written.filename),
      text: written.text,
      options: evaluateConfig(written.text),
      esm,
    };
  });
}

/** The directories among the options, which hold no code. */
function plainOf({ srcDir, serverDir, dir }: Draftable): Options {
  return { srcDir, serverDir, dir };
}

function draftsOf(
  spec: RepositorySpec,
  world: World,
  sources: readonly string[],
  targets: readonly string[],
): Map<string, Draft[]> {
  const drafts = new Map<string, Draft[]>();
  const able = sources.filter((path) => ['code', 'vue', 'style'].includes(typeOf(path)));
  for (const [index, reference] of spec.references.entries()) {
    const from = choose(able, reference.from, String);
    if (from === undefined) continue;
    // Most files refer to what is near.
    const home = projectOf(world.projects, from);
    const near = targets.filter((target) => projectOf(world.projects, target) === home);
    const to = choose(reference.to % 3 > 0 && home ? near : targets, reference.to, String);
    if (to === undefined || from === to || to.endsWith('.gitkeep')) continue;
    const draft = draftOf(world, from, to, reference, `r${index}_`);
    drafts.set(from, [...(drafts.get(from) ?? []), draft]);
  }
  return drafts;
}
