import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import {
  type EffectiveConfig,
  type EffectiveOption,
  effectiveOptions,
} from '../../src/effective/option-rows.ts';
import type { Layer } from '../../src/plan/layers.ts';
import type { DiskView } from '../../src/tree/evidence.ts';
import { open } from '../config/support/open.ts';

function config(body: string, before = ''): string {
  return `${before}export default defineFwConfig(${body})\n`;
}

function resolve(
  body: string,
  variant: 'a' | 'b' = 'b',
  more: {
    readonly layers?: readonly Layer[];
    readonly disk?: DiskView;
    readonly before?: string;
  } = {},
): EffectiveConfig {
  return effectiveOptions({ config: open(config(body, more.before)), variant, ...more });
}

function rowOf({ options: rows }: EffectiveConfig, option: string): EffectiveOption {
  const found = rows.filter((row) => row.option === option);
  expect(found, option).toHaveLength(1);
  return found[0] as EffectiveOption;
}

/** A row in a form that reads well in an expectation. */
function brief(effective: EffectiveConfig, option: string): unknown {
  const { value } = rowOf(effective, option);
  switch (value.kind) {
    case 'value':
      return [
        value.value,
        value.from.kind === 'default'
          ? 'default'
          : `${value.from.kind} ${value.from.at.line}:${value.from.at.column}`,
      ];
    case 'unknown':
      return `unknown: ${value.why}${value.at ? ` ${value.at.line}:${value.at.column}` : ''}`;
    default:
      return value.kind;
  }
}

function places(effective: EffectiveConfig, option: string): unknown {
  return rowOf(effective, option).places.map(({ at, place }) =>
    at.length === 0 ? place : [at.join('.'), place],
  );
}

/** A disk that has these files, and the folders they are in. */
function diskWith(...files: readonly string[]): DiskView {
  const folders = new Set(
    files.flatMap((file) =>
      file
        .split('/')
        .slice(0, -1)
        .map((_, end, all) => all.slice(0, end + 1).join('/')),
    ),
  );
  const kindOf: DiskView['kindOf'] = (place) =>
    place === '' || folders.has(place) ? 'folder' : files.includes(place) ? 'file' : undefined;
  const hasFile: DiskView['hasFile'] = (place) =>
    files.some((file) => file === place || file.startsWith(`${place}.`));
  return {
    kindOf,
    resolve: (place) => files.find((file) => file === place || file.startsWith(`${place}.`)),
    hasFile,
    exists: (place) => kindOf(place) !== undefined || hasFile(place),
    isListed: () => true,
    folds: false,
    spelled: (place: string) => place,
    aliases: new Map(),
    rangeOf: () => undefined,
  };
}

// Written down from the reference by hand, apart from the tables that the code reads.
const [, ...lines] = readFileSync(
  new URL('../../__testfixtures__/catalogue/options.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n');
const paths = lines.map((line) => line.split('\t')[0] ?? '');
const hasParts = (path: string) => paths.some((other) => other.startsWith(`${path}.`));

/** Whether an option has a row: not an object, whose parts have rows, or a field of list items. */
function isShown(path: string, text: string): boolean {
  if (path === 'alias' || path.includes('[]')) return false;
  return !(hasParts(path) && (text === 'none' || /^(?:implied:)?\{/.test(text)));
}

function expectedRow(text: string): unknown {
  if (text === 'none') return { kind: 'unset' };
  if (text === 'missing') return { kind: 'missing' };
  if (text === 'not-shown') return { kind: 'unknown', why: 'has an undocumented default' };
  if (text === 'computed') return { kind: 'unknown', why: expect.stringMatching(/^is /) };
  const [, implied, json = text] = /^(implied:)(.*)$/.exec(text) ?? [];
  const from = implied ? { kind: 'default', implied: true } : { kind: 'default' };
  return { kind: 'value', value: JSON.parse(json), from };
}

describe('an empty config has the defaults of the reference', () => {
  it.each(['a', 'b'] as const)('in Variant %s, option by option', (variant) => {
    const listed = resolve('{}', variant).options.filter((row) => row.listed);
    const rows = lines.flatMap((line) => {
      const [path = '', b = '', a = ''] = line.split('\t');
      const text = variant === 'a' ? a : b;
      return isShown(path, text) ? [[path, expectedRow(text)] as const] : [];
    });
    expect(new Map(listed.map((row) => [row.option, row.value]))).toEqual(new Map(rows));
    expect(lines).toHaveLength(fwCatalogue.options.size);
  });

  it('and nothing else but the aliases', () => {
    const others = resolve('{}').options.filter((row) => !row.listed);
    expect(others.map((row) => row.option)).toEqual([
      "alias['~']",
      "alias['@']",
      "alias['~~']",
      "alias['@@']",
      "alias['#shared']",
      'alias.assets',
      'alias.public',
      "alias['#server']",
      "alias['#build']",
      "alias['#internal/fw/paths']",
    ]);
  });
});

describe('what is written counts before the default', () => {
  it('as a plain value', () => {
    const effective = resolve('{ ssr: false, app: { baseURL: "/shop/" } }');
    expect(brief(effective, 'ssr')).toEqual([false, 'config 1:38']);
    expect(brief(effective, 'app.baseURL')).toEqual(['/shop/', 'config 1:61']);
    expect(brief(effective, 'app.cdnURL')).toEqual(['', 'default']);
  });

  it('key by key in objects', () => {
    const effective = resolve(
      '{ sourcemap: { client: true }, app: { head: { title: "Shop", link: [{ rel: "icon" }] } } }',
    );
    expect(brief(effective, 'sourcemap.server')).toEqual([true, 'default']);
    expect(brief(effective, 'sourcemap.client')).toEqual([true, 'config 1:54']);
    expect(brief(effective, 'app.head.title')).toEqual(['Shop', 'config 1:84']);
    expect(brief(effective, 'app.head.style')).toEqual([[], 'default']);
  });

  it('as a whole where it is a list, but for lists that are added', () => {
    const effective = resolve(
      '{ extensions: [".vue"], typescript: { hoist: ["mine"] }, ignore: ["a/b"] }',
      'a',
    );
    expect(brief(effective, 'extensions')).toEqual([['.vue'], 'config 1:45']);
    const hoist = rowOf(effective, 'typescript.hoist').value;
    expect(hoist.kind === 'value' && (hoist.value as string[]).slice(0, 2)).toEqual([
      'mine',
      'nitropack/types',
    ]);
    const ignore = rowOf(effective, 'ignore').value;
    expect(ignore.kind === 'value' && (ignore.value as string[]).slice(0, 2)).toEqual([
      'a/b',
      '**/*.stories.{js,cts,mts,ts,jsx,tsx}',
    ]);
  });

  it('not where it is undefined or null', () => {
    const effective = resolve('{ ssr: undefined, appId: null }');
    expect(brief(effective, 'ssr')).toEqual([true, 'default']);
    expect(brief(effective, 'appId')).toEqual(['fw-app', 'default']);
  });

  it('and takes the parts away where it is no object', () => {
    const effective = resolve('{ components: false }');
    expect(rowOf(effective, 'components.dirs').value).toEqual({
      kind: 'unset',
      why: '`components` is not an object',
    });
  });

  it('in merged objects, the first of which counts', () => {
    const effective = effectiveOptions({
      config: open(
        'export default defu({ ssr: false, css: ["a.css"] }, { ssr: true, css: ["b.css"], test: true })',
      ),
      variant: 'b',
    });
    expect(brief(effective, 'ssr')).toEqual([false, 'config 1:28']);
    expect(brief(effective, 'test')).toEqual([true, 'config 1:88']);
    expect(brief(effective, 'css')).toBe('unknown: is merged from several objects 1:16');
  });
});

describe('what the text does not tell is unknown, with a reason and a position', () => {
  it('where a spread may set it', () => {
    const effective = resolve('{ ...base, ssr: false, app: { baseURL: "/" } }', 'b', {
      before: 'import { base } from "x"\n',
    });
    expect(brief(effective, 'ssr')).toEqual([false, 'config 2:47']);
    expect(brief(effective, 'test')).toMatch(/^unknown: may be set by a spread .* 2:36$/);
    expect(brief(effective, 'app.cdnURL')).toEqual(['', 'default']);
    expect(rowOf(effective, 'test').value).not.toHaveProperty('text');
  });

  it('where it is a function or a call', () => {
    const effective = resolve(
      '{ hooks: { "build:done": () => {} }, appId: name(), app: { head: { title: name() } } }',
    );
    expect(brief(effective, "hooks['build:done']")).toBe('unknown: is a function 1:56');
    expect(rowOf(effective, 'appId').value).toMatchObject({ kind: 'unknown', text: 'name()' });
    expect(rowOf(effective, 'app.head.title').value).toMatchObject({ kind: 'unknown' });
    expect(brief(effective, 'app.head.link')).toEqual([[], 'default']);
  });

  it('where defaults depend on a compatibility version that is no number the reference knows', () => {
    const effective = resolve('{ future: { compatibilityVersion: version } }');
    const why = 'unknown: depends on `future.compatibilityVersion`, which is unknown';
    expect(brief(effective, 'srcDir')).toBe(why);
    expect(brief(effective, 'typescript.hoist')).toBe(why);
    expect(brief(effective, 'ssr')).toEqual([true, 'default']);
    expect(places(effective, 'dir.pages')).toEqual([]);
  });

  it('where the source directory is computed', () => {
    for (const variant of ['a', 'b'] as const) {
      const effective = resolve(
        '{ srcDir: process.env.SRC, css: ["~/a.css", "~~/b.css"] }',
        variant,
      );
      expect(places(effective, 'css')).toEqual([['1', 'b.css']]);
      expect(places(effective, "alias['~']")).toEqual([]);
      expect(brief(effective, 'dir.pages')).toEqual(
        variant === 'b'
          ? ['pages', 'default']
          : expect.stringMatching(/^unknown: depends on `srcDir`/),
      );
    }
  });
});

describe('override blocks', () => {
  it('are listed beside the value of the config', () => {
    const effective = resolve(
      '{ ssr: true, $production: { ssr: false, dir: { pages: "views" } }, $env: { staging: { pwa: { on: true } } } }',
    );
    expect(brief(effective, 'ssr')).toEqual([true, 'config 1:38']);
    expect(rowOf(effective, 'ssr').overrides).toEqual([
      {
        block: '$production',
        value: {
          kind: 'value',
          value: false,
          from: { kind: 'config', at: { file: 'fw.config.ts', line: 1, column: 64 } },
        },
        places: [],
      },
    ]);
    expect(rowOf(effective, 'dir.pages').overrides).toMatchObject([
      { block: '$production', value: { value: 'views' }, places: [{ place: 'views' }] },
    ]);
    expect(brief(effective, 'pwa.on')).toBe('unset');
    expect(rowOf(effective, 'pwa.on').overrides).toMatchObject([
      { block: '$env.staging', value: { value: true } },
    ]);
    expect(effective.notes).toEqual([]);
  });

  it('that hold something unknown are noted', () => {
    const { notes } = resolve('{ $production: { ...base, ssr: false } }');
    expect(notes).toMatchObject([
      {
        message:
          '`$production` contains something that cannot be read: options set there are not shown.',
      },
    ]);
  });
});

describe('layers', () => {
  const base: Layer = {
    folder: 'layers/base',
    config: open(
      config(
        '{ srcDir: "src", ssr: false, css: ["~/a.css"], app: { rootId: "base", rootTag: "main" }, dir: { pages: "views" } }',
      ),
      'layers/base/fw.config.ts',
    ),
  };
  const theme: Layer = {
    folder: '../theme',
    config: open(
      config('{ app: { rootId: "theme", spaLoaderTag: "p" }, css: ["~~/b.css"] }'),
      '../theme/fw.config.ts',
    ),
  };

  it('count after the project, and earlier ones before later ones', () => {
    const effective = resolve('{ app: { rootTag: "section" } }', 'b', { layers: [base, theme] });
    expect(rowOf(effective, 'ssr').value).toEqual({
      kind: 'value',
      value: false,
      from: { kind: 'layer', at: { file: 'layers/base/fw.config.ts', line: 1, column: 53 } },
    });
    expect(brief(effective, 'app.rootTag')).toEqual(['section', 'config 1:49']);
    expect(rowOf(effective, 'app.rootId').value).toMatchObject({ value: 'base' });
    expect(rowOf(effective, 'app.spaLoaderTag').value).toMatchObject({
      value: 'p',
      from: { at: { file: '../theme/fw.config.ts' } },
    });
  });

  it('have their paths read from their own folders, and keep their folders to themselves', () => {
    const effective = resolve('{}', 'b', { layers: [base, theme] });
    expect(places(effective, 'css')).toEqual([['0', 'layers/base/src/a.css']]);
    expect(places(resolve('{}', 'b', { layers: [theme] }), 'css')).toEqual([
      ['0', '../theme/b.css'],
    ]);
    expect(brief(effective, 'srcDir')).toEqual(['<srcDir>', 'default']);
    expect(brief(effective, 'dir.pages')).toEqual(['pages', 'default']);
  });
});

describe('paths mean the places that the variant reads in them', () => {
  it.each([
    [
      'b',
      '{}',
      {
        srcDir: '',
        serverDir: 'server',
        'dir.pages': 'pages',
        'dir.public': 'public',
        "alias['~']": '',
      },
    ],
    [
      'a',
      '{}',
      {
        srcDir: 'app',
        serverDir: 'server',
        'dir.pages': 'app/pages',
        'dir.public': 'public',
        "alias['~']": 'app',
        'alias.assets': 'app/assets',
      },
    ],
    [
      'b',
      '{ srcDir: "src" }',
      {
        srcDir: 'src',
        serverDir: 'src/server',
        'dir.pages': 'src/pages',
        'dir.modules': 'src/modules',
        'dir.shared': 'shared',
        'alias.public': 'src/public',
      },
    ],
    [
      'a',
      '{ srcDir: "src" }',
      {
        srcDir: 'src',
        serverDir: 'server',
        'dir.pages': 'src/pages',
        'dir.modules': 'modules',
        'alias.public': 'public',
        "alias['@']": 'src',
      },
    ],
    ['a', '{ srcDir: "." }', { srcDir: '', 'dir.pages': 'pages', 'alias.assets': 'assets' }],
    [
      'b',
      '{ dir: { pages: "views" }, serverDir: "api" }',
      { 'dir.pages': 'views', serverDir: 'api' },
    ],
    ['b', '{ srcDir: "src", dir: { pages: "views" } }', { 'dir.pages': 'src/views' }],
    ['a', '{ srcDir: "src", dir: { pages: "views" } }', { 'dir.pages': 'views' }],
    [
      'b',
      '{ rootDir: "web", srcDir: "src", buildDir: "out" }',
      { rootDir: 'web', srcDir: 'web/src', buildDir: 'web/out', 'dir.shared': 'web/shared' },
    ],
    [
      'b',
      '{ future: { compatibilityVersion: 4 } }',
      { srcDir: 'app', 'dir.pages': 'app/pages', serverDir: 'server' },
    ],
    [
      'a',
      '{ future: { compatibilityVersion: 3 } }',
      { srcDir: '', 'dir.pages': 'pages', serverDir: 'server' },
    ],
  ] as const)('Variant %s: %s', (variant, body, expected) => {
    const effective = resolve(body, variant);
    const found = Object.keys(expected).map((option) => [
      option,
      rowOf(effective, option).places[0]?.place,
    ]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it('in lists and items', () => {
    const body =
      '{ css: ["~/a.css", "pkg/b.css"], plugins: [{ src: "@/p.ts" }, "./q"], modules: ["~/modules/m", ["~~/n", {}], "@fw/image"], watch: ["x/**"] }';
    const b = resolve(body, 'b', { disk: diskWith('q.ts') });
    expect(places(b, 'css')).toEqual([['0', 'a.css']]);
    expect(places(b, 'plugins')).toEqual([
      ['0.src', 'p.ts'],
      ['1', 'q'],
    ]);
    expect(places(b, 'modules')).toEqual([
      ['0', 'modules/m'],
      ['1.0', 'n'],
    ]);
    expect(places(b, 'watch')).toEqual([['0', 'x/**']]);
    const a = resolve(body, 'a', { disk: diskWith('app/other.ts', 'q.ts') });
    expect(places(a, 'css')).toEqual([['0', 'app/a.css']]);
    expect(places(a, 'plugins')).toEqual([
      ['0.src', 'app/p.ts'],
      ['1', 'q'],
    ]);
    // Variant A looks for modules behind the root alias alone.
    expect(places(a, 'modules')).toEqual([['1.0', 'n']]);
    expect(places(a, 'watch')).toEqual([['0', 'app/x/**']]);
  });

  it('with the aliases of the config', () => {
    const effective = resolve(
      '{ alias: { "#ui": "~/components/ui", lib: "lodash-es", "@deep": new URL("./x/y", import.meta.url).pathname }, css: ["#ui/a.css", "@deep/b.css", "lib/c.css"] }',
    );
    expect(places(effective, "alias['#ui']")).toEqual(['components/ui']);
    expect(places(effective, 'alias.lib')).toEqual([]);
    expect(places(effective, 'css')).toEqual([
      ['0', 'components/ui/a.css'],
      ['1', 'x/y/b.css'],
    ]);
    const redefined = resolve('{ alias: { "~": "./web" }, css: ["~/b.css"] }');
    expect(places(redefined, 'css')).toEqual([['0', 'web/b.css']]);
  });
});

describe('options of one variant alone', () => {
  it('do not exist in the other, also where they are written', () => {
    const body = '{ generate: { routes: ["/a"], interval: 1 }, dir: { static: "files" } }';
    expect(brief(resolve(body, 'b'), 'generate.routes')).toEqual([['/a'], 'config 1:53']);
    const a = resolve(body, 'a');
    expect(rowOf(a, 'generate.routes').value).toMatchObject({
      kind: 'missing',
      at: { line: 1, column: 53 },
    });
    expect(rowOf(a, 'generate.interval').value).toMatchObject({ kind: 'missing' });
    expect(rowOf(a, 'dir.static').value).toMatchObject({ kind: 'missing' });
    expect(rowOf(resolve('{}', 'a'), 'dir.static').value).toEqual({ kind: 'missing' });
  });

  it('take the newer defaults with the compatibility version 4', () => {
    const effective = resolve('{ future: { compatibilityVersion: 4 } }');
    expect(brief(effective, 'experimental.compileTemplate')).toEqual([false, 'default']);
    expect(brief(effective, 'experimental.defaults.useAsyncData.deep')).toEqual([false, 'default']);
    expect(brief(effective, 'experimental.appManifest')).toEqual([true, 'default']);
    expect(brief(effective, 'dir.static')).toEqual(['public', 'default']);
  });
});

describe('keys that the reference does not list', () => {
  it('have a row each, one level deep', () => {
    const effective = resolve(
      '{ pwa: { srcDir: "x", manifest: { name: "a" } }, plain: 1, runtimeConfig: { apiKey: "", public: { a: { b: 1 } } }, routeRules: { "/x/**": { ssr: false } }, dir: { odd: "y" } }',
    );
    const unlisted = effective.options.filter(
      (row) => !row.listed && !row.option.startsWith('alias'),
    );
    expect(
      unlisted.map((row) => [row.option, row.value.kind === 'value' && row.value.value]),
    ).toEqual([
      ['dir.odd', 'y'],
      ["routeRules['/x/**']", { ssr: false }],
      ['runtimeConfig.public.a', { b: 1 }],
      ['runtimeConfig.apiKey', ''],
      ['pwa.srcDir', 'x'],
      ['pwa.manifest', { name: 'a' }],
      ['plain', 1],
    ]);
  });

  it('have theirs also where not all of them are known', () => {
    const effective = resolve('{ pwa: { ...base, on: true } }');
    expect(brief(effective, 'pwa.on')).toEqual([true, 'config 1:53']);
  });
});
