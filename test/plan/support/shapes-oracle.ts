import { posix } from 'node:path';

/**
 * What a config means in each variant, worked out by running it: the code under test has no part in it. Only what
 * `generate-shapes.ts` writes is understood.
 */

export type Tree = { [key: string]: unknown };
export type Files = { readonly [path: string]: string };

/** The environments that a config is run in: every combination of what it asks for. */
export const environments: readonly NodeJS.ProcessEnv[] = [
  {},
  { CI: '1' },
  { DEV: '1' },
  { CI: '1', DEV: '1' },
];

/** The plain object that a config exports. */
export function run(files: Files, env: NodeJS.ProcessEnv): Tree {
  const load = (name: string): unknown => {
    if (name === 'defu') return { defu };
    const module = { exports: {} as Tree };
    const text = files[`${posix.normalize(name)}.ts`] ?? '';
    const exported = [...text.matchAll(/^export const (\w+)/gm)].map(([, one]) => one);
    const script = text
      .replaceAll(/^import \{ (.*) \} from (["'].*["'])/gm, 'const { $1 } = require($2)')
      .replaceAll(' as string[]', '')
      .replaceAll(/^export const/gm, 'const')
      .replace('export default ', 'module.exports.default = ');
    const tail = exported.map((one) => `module.exports.${one} = ${one};`).join('');
    const names = ['module', 'require', 'process', 'defineFwConfig'];
    new Function(...names, `'use strict';${script}\n${tail}`)(
      module,
      load,
      { env },
      (config: unknown) => config,
    );
    return module.exports;
  };
  return (load('fw.config') as Tree).default as Tree;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Merges as the framework does: the first counts, objects are merged, lists are joined. */
function defu(...trees: unknown[]): Tree {
  const merged: Tree = {};
  const entries = trees.filter(isTree).flatMap((tree) => Object.entries(tree));
  for (const [key, value] of entries) {
    const there = merged[key] ?? undefined;
    if (value === undefined || value === null) continue;
    if (there === undefined) merged[key] = isTree(value) ? defu(value) : value;
    else if (Array.isArray(there) && Array.isArray(value)) merged[key] = [...there, ...value];
    else if (isTree(there) && isTree(value)) merged[key] = defu(there, value);
  }
  return merged;
}

/** The modes that a config is read in. */
export const modes = ['production', undefined] as const;
export type Mode = (typeof modes)[number];

/** Whether a condition of a config holds in an environment. */
export function holds(condition: string, env: NodeJS.ProcessEnv): boolean {
  return Boolean(new Function('process', 'ci', `return ${condition}`)({ env }, env.CI === '1'));
}

/** The config in one mode: an override block is merged over the rest. */
export function inMode(config: Tree, mode: Mode): Tree {
  const { $production, ...rest } = config;
  return defu(mode === 'production' ? $production : {}, rest);
}

export interface Choice {
  readonly layout: 'auto' | 'app' | 'keep';
  readonly srcDir: string | undefined;
}

const sourceKinds = ['assets', 'layouts', 'middleware', 'pages', 'plugins'];
const movingNames = [
  ...sourceKinds,
  'components',
  'composables',
  'utils',
  'views',
  'frames',
  'media',
];

const transformerKeys = ['target', 'jsxFactory'];
/** What Variant A does not have, under any name: nothing of it may be left. */
const endedOptions = [
  ['dir', 'static'],
  ['experimental', 'templateUtils'],
];

/** Where a place is afterwards. */
function moved(place: string, { layout, srcDir }: Choice): string {
  if (layout === 'keep' || (layout === 'auto' && srcDir !== undefined)) return place;
  const [first = '', ...rest] = place.split('/');
  if (srcDir === undefined) return movingNames.includes(first) ? `app/${place}` : place;
  if (first !== srcDir) return place;
  const [second = ''] = rest;
  return ['server', 'public', 'modules'].includes(second)
    ? rest.join('/')
    : ['app', ...rest].join('/');
}

/** What a config does, by the option of Variant B that a follow-up on a difference has to name. */
export type Meaning = ReadonlyMap<string, unknown>;

function at(base: string, path: string): string {
  return posix.join(base, path);
}

/** A text of `css` or `plugins` as a place. */
function placeOf(text: string, source: string): string {
  const signed = /^(~~?|@@?)\/(.*)$/.exec(text);
  if (signed) return at(signed[1]?.length === 2 ? '.' : source, signed[2] ?? '');
  return text.startsWith('./') ? at(source, text) : text;
}

function getIn(tree: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isTree(value) ? value[key] : undefined), tree);
}

function listAt(tree: Tree, ...path: readonly string[]): unknown[] {
  const value = getIn(tree, ...path);
  return Array.isArray(value) ? value.filter(Boolean) : [];
}

function sorted(...lists: readonly unknown[][]): unknown[] {
  return [...new Set(lists.flat())].toSorted();
}

/** What Variant B makes of a config, with every place where it is to be afterwards. */
export function meaningB(config: Tree, choice: Choice): Meaning {
  const source = choice.srcDir ?? '.';
  const follow = (place: string) => moved(posix.normalize(place), choice);
  const folder = (name: string) => follow(at(source, String(getIn(config, 'dir', name) ?? name)));
  return new Map<string, unknown>([
    ...(['css', 'plugins'] as const).map((key): [string, unknown] => [
      key,
      listAt(config, key).map((text) => follow(placeOf(String(text), source))),
    ]),
    ...sourceKinds.map((name): [string, unknown] => [`dir.${name}`, folder(name)]),
    [
      'dir.public',
      follow(
        at(
          source,
          String(getIn(config, 'dir', 'public') ?? getIn(config, 'dir', 'static') ?? 'public'),
        ),
      ),
    ],
    [
      'generate.routes',
      sorted(
        listAt(config, 'generate', 'routes'),
        listAt(config, 'serverEngine', 'prerender', 'routes'),
      ),
    ],
    [
      'generate.exclude',
      sorted(
        listAt(config, 'generate', 'exclude'),
        listAt(config, 'serverEngine', 'prerender', 'ignore'),
      ),
    ],
    // The option of the first transformer counts where both are set.
    ...transformerKeys.map((key): [string, unknown] => [
      `transformer2.transform.options.${key}`,
      getIn(config, 'transformer1', 'options', key) ??
        getIn(config, 'transformer2', 'transform', 'options', key),
    ]),
    ...endedOptions.map((path): [string, unknown] => [path.join('.'), undefined]),
    ['dir.app', choice.layout === 'keep' && choice.srcDir === undefined ? 'app' : undefined],
    ...rest(config),
  ]);
}

/** What Variant A makes of a config. */
export function meaningA(config: Tree): Meaning {
  const source = String(config.srcDir ?? 'app');
  const folder = (name: string) =>
    posix.normalize(String(getIn(config, 'dir', name) ?? at(source, name)));
  return new Map<string, unknown>([
    ...(['css', 'plugins'] as const).map((key): [string, unknown] => [
      key,
      listAt(config, key).map((text) => posix.normalize(placeOf(String(text), source))),
    ]),
    ...sourceKinds.map((name): [string, unknown] => [`dir.${name}`, folder(name)]),
    ['dir.public', posix.normalize(String(getIn(config, 'dir', 'public') ?? 'public'))],
    ['generate.routes', sorted(listAt(config, 'serverEngine', 'prerender', 'routes'))],
    ['generate.exclude', sorted(listAt(config, 'serverEngine', 'prerender', 'ignore'))],
    ...transformerKeys.map((key): [string, unknown] => [
      `transformer2.transform.options.${key}`,
      getIn(config, 'transformer1', 'options', key),
    ]),
    ...endedOptions.map((path): [string, unknown] => [path.join('.'), getIn(config, ...path)]),
    ['dir.app', getIn(config, 'dir', 'app')],
    ...rest(config),
  ]);
}

/** Options that no variant reads differently. */
function rest(config: Tree): [string, unknown][] {
  return [
    ['ssr', config.ssr],
    ['runtimeConfig', config.runtimeConfig],
    ['experimental.other', getIn(config, 'experimental', 'other')],
    ['serverEngine.preset', getIn(config, 'serverEngine', 'preset')],
  ];
}
