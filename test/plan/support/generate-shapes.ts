import { Tape } from '../../config/support/generate.ts';

/**
 * Random configs in the shapes that people write: conditional parts and lists, imports from local files, assignments
 * after the literal, override blocks, merge calls. It knows nothing of the code under test.
 */

export interface ShapedConfig {
  readonly layout: 'auto' | 'app' | 'keep';
  readonly srcDir: string | undefined;
  /** The texts by path; `fw.config.ts` is the config. */
  readonly files: { readonly [path: string]: string };
}

export { Tape };

const conditions = ['process.env.CI', 'process.env.DEV', '!process.env.CI', 'ci'] as const;
const styles = [
  '~/server/a.css',
  '~/assets/b.css',
  '@/server/c.css',
  '~~/lib/d.css',
  './assets/e.css',
  'pkg',
] as const;
const scripts = ['~/server/p.ts', '~/plugins/q.ts', '~~/lib/r.ts', './plugins/s.ts'] as const;
const routes = ['/', '/a', '/b', '/c', '/d'] as const;
const folders = ['views', 'frames', 'media', 'pages'] as const;
const publicFolders = ['cdn', 'files', 'public'] as const;

type Options = Map<string, string>;

export function shapeConfig(tape: Tape): ShapedConfig {
  return new Shaper(tape).config();
}

class Shaper {
  readonly #tape: Tape;
  readonly #constants: string[] = [];
  readonly #exports: string[] = [];
  #names = 0;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  config(): ShapedConfig {
    const tape = this.#tape;
    const layout = tape.pick<ShapedConfig['layout']>(['auto', 'app', 'keep', 'auto']);
    const srcDir = tape.chance(4) ? 'src' : undefined;
    const options = this.#options();
    if (srcDir !== undefined) options.set('srcDir', `'${srcDir}'`);
    if (tape.chance(3)) options.set('$production', this.#object(this.#options(), 1));
    const body = this.#exported(this.#object(options, 3));
    const list = this.#exports.map((one) => /^export const (\w+)/.exec(one)?.[1]).join(', ');
    const imports = [
      ...(body.includes('defu(') ? ["import { defu } from 'defu'"] : []),
      ...(list === '' ? [] : [`import { ${list} } from './parts'`]),
    ];
    const head = [...imports, "const ci = process.env.CI === '1'", ...this.#constants];
    const files = { 'fw.config.ts': `${head.join('\n')}\n\n${body}\n` };
    return {
      layout,
      srcDir,
      files:
        this.#exports.length === 0
          ? files
          : { ...files, 'parts.ts': `${this.#exports.join('\n')}\n` },
    };
  }

  /** The config as it is exported: at once, merged, or under a name and changed later. */
  #exported(object: string): string {
    const tape = this.#tape;
    if (tape.chance(5)) {
      const other = this.#object(this.#options(), 1);
      const merged = tape.pick([
        `${object}, ${other}`,
        `${object}, ${this.#condition()} ? ${other} : {}`,
        `${this.#condition()} && ${other}, ${object}`,
      ]);
      return `export default defineFwConfig(defu(${merged}))`;
    }
    if (!tape.chance(2)) return `export default defineFwConfig(${object})`;
    const statements = Array.from({ length: 1 + tape.below(3) }, () => this.#statement());
    return `const config = defineFwConfig(${object})\n\n${statements.join('\n')}\n\nexport default config`;
  }

  #statement(): string {
    const tape = this.#tape;
    const [assignment] = this.#assignments();
    const change = tape.pick([
      () => `Object.assign(config, ${this.#object(this.#options(), 0)})`,
      () => this.#push(),
      () => assignment ?? 'config.ssr = false',
      () => assignment ?? 'config.ssr = false',
    ])();
    const [other] = this.#assignments();
    return tape.pick([
      change,
      `if (${this.#condition()}) ${change}`,
      `if (${this.#condition()}) {\n  // note\n  ${change}\n}`,
      `if (${this.#condition()}) {\n  ${change}\n} else {\n  ${other}\n}`,
      change,
    ]);
  }

  /** Adds to a list that is there; another one may be missing, which is what `?.` is for. */
  #push(): string {
    const tape = this.#tape;
    const [list, values] = tape.pick<readonly [string, readonly [string, ...string[]]]>([
      ['css', styles],
      ['plugins', scripts],
      ['generate?.routes', routes],
      ['serverEngine?.prerender?.routes', routes],
    ]);
    const items = Array.from({ length: 1 + tape.below(2) }, () => `'${tape.pick(values)}'`);
    return `config.${list}?.push(${items.join(', ')})`;
  }

  #assignments(): string[] {
    const [entry] = [...this.#options(1)];
    if (!entry) return ['config.ssr = false'];
    const [key, value] = entry;
    const name = this.#tape.chance(3) ? `['${key}']` : `.${key}`;
    const operator = this.#tape.pick(['=', '=', '??=', '||=', '&&=']);
    // A key of a group that may not be there fails when the config is read, as it would for its author.
    return [`config${name} ${operator} ${value}`];
  }

  #condition(): string {
    return this.#tape.pick(conditions);
  }

  /** Some options with the texts of their values. */
  #options(count = 1 + this.#tape.below(4)): Options {
    const options: Options = new Map();
    const tape = this.#tape;
    const makers: readonly [string, () => string][] = [
      ['css', () => this.#list(styles)],
      ['plugins', () => this.#list(scripts)],
      ['dir', () => this.#dir()],
      ['generate', () => this.#generate()],
      ['serverEngine', () => this.#serverEngine()],
      [
        'experimental',
        () => this.#group('experimental', ['templateUtils', 'other'], ['true', 'false']),
      ],
      [
        'transformer1',
        () => `{ options: ${this.#group('t', ['target', 'jsxFactory'], ["'one'", "'two'"])} }`,
      ],
      [
        'transformer2',
        () =>
          `{ transform: { options: ${this.#group('t', ['target', 'jsxFactory'], ["'three'", "'four'"])} } }`,
      ],
      [
        'runtimeConfig',
        () => `{ key: process.env.KEY || 'none', ...(${this.#condition()} && { more: 1 }) }`,
      ],
      ['ssr', () => tape.pick(['true', 'false', `${this.#condition()} ? true : false`])],
    ];
    for (let index = 0; index < count; index += 1) {
      const [key, make] = makers[tape.below(makers.length)] ?? makers[0] ?? ['ssr', () => 'true'];
      if (!options.has(key)) options.set(key, make());
    }
    return options;
  }

  /** An object with conditional parts, `depth` of them at most. */
  #object(options: Options, depth: number): string {
    const tape = this.#tape;
    const entries = [...options].map(([key, value]) => `  ${key}: ${value},`);
    for (let index = 0; index < depth; index += 1) {
      if (!tape.chance(3)) continue;
      const part = this.#object(this.#options(), 0).replaceAll('\n', '\n  ');
      const other = tape.chance(2)
        ? '{}'
        : this.#object(this.#options(), 0).replaceAll('\n', '\n  ');
      const spread = tape.pick([
        `...(${this.#condition()} && ${part})`,
        `...(${this.#condition()} ? ${part} : ${other})`,
      ]);
      entries.splice(tape.below(entries.length + 1), 0, `  ${spread},`);
    }
    return `{\n${entries.join('\n')}\n}`;
  }

  #scalar(values: readonly [string, ...string[]]): string {
    const tape = this.#tape;
    const text = () => `'${tape.pick(values)}'`;
    return tape.pick([text(), text(), `${this.#condition()} ? ${text()} : ${text()}`]);
  }

  #group(_: string, keys: readonly string[], values: readonly [string, ...string[]]): string {
    const tape = this.#tape;
    const written = keys.filter(() => tape.chance(2)).map((key) => `${key}: ${tape.pick(values)}`);
    const [key = 'other'] = keys;
    if (tape.chance(4))
      written.push(`...(${this.#condition()} && { ${key}: ${tape.pick(values)} })`);
    return `{ ${written.join(', ')} }`;
  }

  #dir(): string {
    const tape = this.#tape;
    const entries: string[] = [];
    for (const name of ['pages', 'layouts', 'middleware'])
      if (tape.chance(3)) entries.push(`${name}: ${this.#scalar(folders)}`);
    for (const name of ['public', 'static'])
      if (tape.chance(4)) entries.push(`${name}: ${this.#scalar(publicFolders)}`);
    if (tape.chance(4)) entries.push(`...(${this.#condition()} && { pages: 'views' })`);
    const object = `{ ${entries.join(', ')} }`;
    return tape.chance(6) ? `${this.#condition()} ? ${object} : { layouts: 'frames' }` : object;
  }

  #generate(): string {
    const tape = this.#tape;
    const entries = ['routes', 'exclude'].filter(() => tape.chance(2));
    const written = entries.map((key) => `${key}: ${this.#list(routes)}`);
    if (tape.chance(8)) written.push('fallback: true');
    return `{ ${written.join(', ')} }`;
  }

  #serverEngine(): string {
    const tape = this.#tape;
    const lists = ['routes', 'ignore'].filter(() => tape.chance(2));
    const prerender = `prerender: { ${lists.map((key) => `${key}: ${this.#list(routes)}`).join(', ')} }`;
    return tape.pick([
      `{ ${prerender} }`,
      `{ preset: 'node', ${prerender} }`,
      "{ preset: 'node' }",
    ]);
  }

  /** A list in any of the ways to write one. */
  #list(values: readonly [string, ...string[]]): string {
    const tape = this.#tape;
    const item = () => `'${tape.pick(values)}'`;
    const items = () => Array.from({ length: tape.below(3) }, item).join(', ');
    const kinds: readonly [() => string, ...(() => string)[]] = [
      item,
      item,
      () => `${this.#condition()} ? ${item()} : ${item()}`,
      () => `...(${this.#condition()} ? [${items()}] : [${items()}])`,
      () => `...${this.#named(`[${items()}]`)}`,
    ];
    const parts = () =>
      Array.from({ length: 1 + tape.below(3) }, () => tape.pick(kinds)()).join(', ');
    const shapes: readonly [() => string, ...(() => string)[]] = [
      () => `[${items()}]`,
      () => `[${parts()}]`,
      () => `[${parts()}, ${this.#condition()} && ${item()}].filter(Boolean) as string[]`,
      () => `${this.#condition()} ? [${items()}] : [${parts()}]`,
      () => this.#named(`[${parts()}]`),
    ];
    return tape.pick(shapes)();
  }

  /** A value behind a name: of this file, or of another one. */
  #named(value: string): string {
    this.#names += 1;
    const name = `list${this.#names}`;
    const isForeign = this.#tape.chance(2) && !/\bci\b|list\d/.test(value);
    if (isForeign) this.#exports.push(`export const ${name} = ${value}`);
    else this.#constants.push(`const ${name} = ${value}`);
    return name;
  }
}
