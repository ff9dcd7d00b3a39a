import { Tape } from '../../config/support/generate.ts';

/**
 * Random configs of Variant B for the property test of the whole migration: what a config says here, how it is
 * written down in `write-config.ts`. Neither knows anything of the code under test.
 */

/** A value as it will be written; what is no plain value is given as code. */
export type Sketch =
  | string
  | number
  | boolean
  | null
  | Code
  | readonly Sketch[]
  | { readonly [key: string]: Sketch };

/** An expression that is written as it is. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type LayoutChoice = 'auto' | 'app' | 'keep';

/** A config and how it is to be migrated. */
export interface Project {
  readonly layout: LayoutChoice;
  readonly keepDefaults: boolean;
  /** Whether the config is an ES module: only those have `import.meta`. */
  readonly esm: boolean;
  readonly options: { readonly [key: string]: Sketch };
}

export { Tape };

type Options = { [key: string]: Sketch };

export function sketchProject(tape: Tape): Project {
  return new Sketcher(tape).project();
}

// Where a choice is of no consequence the first one is the plainest: a failing config shrinks towards it.
const segments = [
  'custom',
  'assets',
  'components',
  'composables',
  'utils',
  'pages',
  'plugins',
  'views',
  'widgets',
  'server',
  'modules',
  'public',
  'shared',
  'app',
  'src',
  'client',
  'tests',
  'deep/widgets',
] as const;
const files = ['x.ts', 'main.css', 'deep/y.vue', 'z.client.mjs'] as const;
const packages = [
  '@scope/kit',
  'normalizer/dist/all.css',
  '@fw/image',
  'pkg',
  'pkg/server/x',
] as const;
const rootFiles = ['app.vue', 'error.vue', 'app.config.ts', 'tailwind.config.ts', 'x.css'] as const;

class Sketcher {
  readonly #tape: Tape;
  readonly #esm: boolean;
  #source = '';
  #aliases: readonly string[] = [];

  constructor(tape: Tape) {
    this.#tape = tape;
    this.#esm = !tape.chance(5);
  }

  project(): Project {
    const tape = this.#tape;
    const layout = tape.pick<LayoutChoice>(['auto', 'app', 'keep', 'auto']);
    const keepDefaults = tape.chance(4);
    const options: Options = {};
    if (tape.chance(2)) {
      const source = tape.pick(['src', '.', './src/', 'client', 'app', './', 'packages/web']);
      this.#source = source.replace(/^\.\/?|\/$/g, '');
      options.srcDir = tape.chance(6) ? this.#expression(this.#source || 'src') : source;
    }
    if (tape.chance(40)) options.srcDir = '../web';
    if (tape.chance(14)) options.rootDir = tape.pick(['.', './web', 'web/']);
    const version = tape.pick([0, 0, 0, 0, 3, 3, 4, 5]);
    if (version > 0)
      options.future = { compatibilityVersion: version, ...this.#some({ multiApp: true }) };
    this.#paths(options);
    this.#rest(options);
    for (const name of ['$production', '$development', '$env'])
      if (tape.chance(5))
        options[name] = name === '$env' ? { staging: this.#block() } : this.#block();
    if (tape.chance(40)) options.$test = { srcDir: 'elsewhere' };
    return { layout, keepDefaults, esm: this.#esm, options };
  }

  /** An override block: a config of its own that is read with the directories of the whole. */
  #block(): Options {
    const options: Options = {};
    this.#aliases = [];
    if (this.#tape.chance(3)) this.#paths(options);
    else if (this.#tape.chance(2)) options.dir = this.#dir();
    this.#rest(options);
    // Aliases of one block would count in the others too, as far as the text tells.
    delete options.alias;
    return options;
  }

  #some(options: Options): Options {
    return this.#tape.chance(3) ? options : {};
  }

  #maybe(options: Options, key: string, of: number, value: () => Sketch): void {
    if (this.#tape.chance(of)) options[key] = value();
  }

  #list(item: () => Sketch): Sketch[] {
    return Array.from({ length: 1 + this.#tape.below(3) }, item);
  }

  #paths(options: Options): void {
    const tape = this.#tape;
    this.#maybe(options, 'alias', 3, () => this.#alias());
    this.#maybe(options, 'serverDir', 4, () => this.#serverDir());
    this.#maybe(options, 'dir', 2, () => this.#dir());
    this.#maybe(options, 'css', 2, () => this.#list(() => this.#file()));
    this.#maybe(options, 'plugins', 2, () =>
      this.#list(() => (tape.chance(2) ? { src: this.#file(), mode: 'client' } : this.#file())),
    );
    this.#maybe(options, 'components', 3, () => this.#components());
    this.#maybe(options, 'imports', 3, () => ({
      dirs: this.#list(() => this.#folder()),
      ...this.#some({ global: true }),
    }));
    this.#maybe(options, 'modules', 2, () => this.#list(() => this.#module()));
    for (const name of ['serverHandlers', 'devServerHandlers'])
      this.#maybe(options, name, 3, () =>
        this.#list(() => ({ route: '/x', handler: this.#file(), ...this.#some({ lazy: true }) })),
      );
    this.#maybe(options, 'watch', 2, () => this.#list(() => this.#watched()));
    this.#maybe(options, 'ignore', 3, () => this.#list(() => this.#ignored()));
    this.#maybe(options, 'build', 4, () => ({
      ...this.#some({ transpile: ['pkg', new Code('/src/')] }),
      templates: this.#list(() => ({ src: this.#file(), dst: 'x.ts' })),
    }));
    this.#maybe(options, 'spaLoadingTemplate', 5, () =>
      tape.chance(3) ? tape.chance(2) : this.#file(),
    );
  }

  /** Options that are no paths, and some that look like one. */
  #rest(options: Options): void {
    const tape = this.#tape;
    this.#maybe(options, 'ssr', 4, () => tape.chance(2));
    this.#maybe(options, 'app', 6, () => ({
      baseURL: '/docs/',
      ...this.#some({ head: { link: [] } }),
    }));
    this.#maybe(options, 'devServer', 6, () => ({ port: 4000 }));
    this.#maybe(options, 'generate', 3, () => this.#generate());
    this.#maybe(options, 'serverEngine', 4, () => this.#serverEngine());
    this.#maybe(options, 'transformer1', 5, () => ({ options: this.#transformer() }));
    this.#maybe(options, 'transformer2', 4, () => ({
      transform: { options: this.#transformer(), ...this.#some({ include: ['src/**'] }) },
    }));
    this.#maybe(options, 'experimental', 3, () => this.#experimental());
    this.#maybe(options, 'headManager', 10, () => ({
      renderSSRHeadOptions: { omitLineBreaks: true },
    }));
    this.#maybe(options, 'features', 10, () => ({}));
    this.#maybe(options, 'hooks', 10, () => ({ 'build:done': new Code("() => '~/pages/x'") }));
    this.#maybe(options, 'pwa', 6, () => ({
      srcDir: 'src',
      css: ['~/server/x.css'],
      dir: { pages: 'views', static: 'old' },
      generate: { routes: ['/p'] },
      experimental: { templateUtils: true },
    }));
    this.#maybe(options, 'my-module', 12, () => [
      { plugins: ['~/server/x'], serverDir: './x' },
      null,
    ]);
    this.#maybe(options, 'runtimeConfig', 12, () => ({
      public: { css: '~/server/x.css' },
      ignore: ['pages/**'],
    }));
  }

  #generate(): Options {
    const tape = this.#tape;
    const generate: Options = {};
    this.#maybe(generate, 'routes', 2, () =>
      tape.chance(6) ? new Code("() => ['/a']") : this.#list(() => tape.pick(['/a', '/b', '/c'])),
    );
    this.#maybe(generate, 'exclude', 2, () =>
      this.#list(() => tape.pick(['/b', '/secret', new Code('/^\\/x/')])),
    );
    this.#maybe(generate, 'fallback', 6, () => '404.html');
    return generate;
  }

  #serverEngine(): Options {
    const tape = this.#tape;
    const prerender: Options = {};
    this.#maybe(prerender, 'routes', 2, () =>
      tape.chance(4) ? [] : this.#list(() => tape.pick(['/a', '/z'])),
    );
    this.#maybe(prerender, 'ignore', 3, () => this.#list(() => tape.pick(['/b', '/y'])));
    this.#maybe(prerender, 'crawlLinks', 3, () => true);
    return {
      ...this.#some({ preset: 'static', experimental: { templateUtils: true } }),
      prerender,
    };
  }

  #transformer(): Options {
    const options: Options = {};
    this.#maybe(options, 'jsxFactory', 2, () => this.#tape.pick(['h', 'jsx']));
    this.#maybe(options, 'jsxFragment', 3, () => 'Frag');
    this.#maybe(options, 'target', 2, () => this.#tape.pick(['es2020', 'esnext']));
    return options;
  }

  #experimental(): Options {
    const experimental: Options = {};
    for (const name of ['compileTemplate', 'templateUtils', 'relativeWatchPaths'])
      this.#maybe(experimental, name, 2, () => this.#tape.chance(2));
    this.#maybe(experimental, 'viewTransition', 3, () => true);
    this.#maybe(experimental, 'resetAsyncDataToUndefined', 5, () => false);
    this.#maybe(experimental, 'defaults', 5, () => ({ useAsyncData: this.#some({ deep: false }) }));
    return experimental;
  }

  #alias(): Options {
    const alias: Options = {};
    const names = ['#ui', 'images', '@lib', '#deep/er'].filter(() => this.#tape.chance(2));
    for (const name of names) {
      alias[name] = this.#aliasTarget();
      this.#aliases = [...this.#aliases, name];
    }
    if (this.#tape.chance(6)) alias.lodash = 'lodash-es';
    return alias;
  }

  #aliasTarget(): Sketch {
    const folder = this.#tape.pick(segments);
    return this.#tape.pick<Sketch>([
      `~/${folder}`,
      `./${folder}/ui`,
      `~~/${folder}/`,
      `@/${folder}/ui`,
      this.#expression(folder),
      `server/${folder}`,
    ]);
  }

  #serverDir(): Sketch {
    const inSource = this.#source === '' ? 'server' : `${this.#source}/server`;
    return this.#tape.pick<Sketch>([
      'backend',
      'server',
      inSource,
      `./${inSource}/`,
      '~/server',
      this.#expression('backend'),
    ]);
  }

  #dir(): Options {
    const tape = this.#tape;
    const dir: Options = {};
    const names = [
      'assets',
      'layouts',
      'middleware',
      'pages',
      'plugins',
      'modules',
      'public',
      'static',
      'shared',
      'app',
    ];
    for (const name of names)
      this.#maybe(dir, name, name === 'public' || name === 'static' ? 2 : 4, () =>
        this.#dirValue(name === 'static' ? 'public' : name),
      );
    if (tape.chance(12)) dir.custom = 'src/custom';
    return dir;
  }

  #dirValue(name: string): Sketch {
    const inSource = this.#source === '' ? `app/${name}` : `${this.#source}/${name}`;
    return this.#tape.pick<Sketch>([
      'views',
      name,
      `./${name}/`,
      inSource,
      `../${name}`,
      'deep/views',
      'assets/views',
      'public/views',
      'utils',
      `~/${name}`,
      this.#expression('views'),
    ]);
  }

  /** A path expression, which is read from the folder of the config. */
  #expression(path: string): Code {
    const forms: [string, ...string[]] = [
      `resolve(__dirname, '${path}')`,
      `join(__dirname, './${path}')`,
    ];
    if (this.#esm) {
      forms.push(
        `fileURLToPath(new URL('./${path}', import.meta.url))`,
        `new URL('${path}', import.meta.url).pathname`,
        `createResolver(import.meta.url).resolve('./${path}')`,
      );
    }
    return new Code(this.#tape.pick(forms));
  }

  /** The name of a file in any of the ways in which options name one. */
  #file(): Sketch {
    const tape = this.#tape;
    const below = tape.chance(6)
      ? tape.pick(rootFiles)
      : `${tape.pick(segments)}/${tape.pick(files)}`;
    const query = tape.chance(12) ? '?inline' : '';
    const own = this.#aliases[tape.below(this.#aliases.length + 1)] ?? '~';
    return tape.pick<Sketch>([
      `~/${below}${query}`,
      `@/${below}${query}`,
      `~~/${below}${query}`,
      `@@/${below}`,
      `~~/${this.#source}/${below}`.replace('//', '/'),
      `./${below}${query}`,
      below,
      `#server/${tape.pick(files)}`,
      `#shared/${tape.pick(files)}`,
      `assets/${tape.pick(files)}`,
      `public/${tape.pick(files)}`,
      `${own}/${tape.pick(files)}`,
      tape.pick(packages),
      this.#expression(below),
      this.#expression(this.#source === '' ? below : `${this.#source}/${below}`),
      '/usr/share/x.css',
      `../${below}`,
    ]);
  }

  #folder(): Sketch {
    const tape = this.#tape;
    const folder = tape.pick(segments);
    const glob = tape.chance(4)
      ? tape.pick(['/**', '/*', '/*/index.{ts,js}', '/@(a|b)'])
      : tape.pick(['', '/']);
    return tape.pick<Sketch>([
      `~/${folder}${glob}`,
      `@/${folder}${glob}`,
      `~~/${folder}${glob}`,
      `./${folder}${glob}`,
      `${folder}${glob}`,
      `#shared/${folder}${glob}`,
      `${this.#aliases[0] ?? '@@'}/${folder}`,
      this.#expression(folder),
      `!~/${folder}/**`,
    ]);
  }

  #components(): Sketch {
    const tape = this.#tape;
    const dirs = this.#list(() =>
      tape.chance(2)
        ? { path: this.#folder(), prefix: 'Ui', ...this.#some({ global: true }) }
        : this.#folder(),
    );
    return tape.pick<Sketch>([
      dirs,
      { dirs, ...this.#some({ transform: { include: ['~/server/x'] } }) },
      true,
    ]);
  }

  #module(): Sketch {
    const tape = this.#tape;
    const name = tape.chance(2) ? tape.pick(packages) : this.#file();
    return tape.pick<Sketch>([
      name,
      [name, { css: '~/server/x.css', srcDir: 'x' }],
      new Code('() => {}'),
    ]);
  }

  #watched(): Sketch {
    const tape = this.#tape;
    const below = tape.chance(4)
      ? tape.pick(rootFiles)
      : `${tape.pick(segments)}/${tape.pick(files)}`;
    return tape.pick<Sketch>([
      below,
      `./${below}`,
      `~/${below}`,
      `@/${below}`,
      `${tape.pick(segments)}/**/*.ts`,
      `~~/${tape.pick(segments)}/*`,
      `#server/x/**`,
      '**/*.yml',
      '*.toml',
      '../outside/x.ts',
      '/abs/x.ts',
      this.#expression(below),
      new Code('/^pages\\//'),
    ]);
  }

  #ignored(): Sketch {
    const tape = this.#tape;
    const folder = tape.pick(segments);
    return tape.pick<Sketch>([
      `${folder}/**`,
      `/${folder}`,
      `${folder}/x.ts`,
      `!${folder}/deep/keep.ts`,
      `${folder}/*.ts`,
      `${this.#source || 'src'}/${folder}/**`,
      '**/*.bak',
      'custom',
      '*.tmp',
      'pages/',
      '/app.config.ts',
      `${folder}/[id]/*.ts`,
    ]);
  }
}
