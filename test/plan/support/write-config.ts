import { Code, type Project, type Sketch, type Tape } from './generate-config.ts';

/** Writes sketched configs down: in any shape, in any formatting, with comments whose places are remembered. */

/** The way to something in a config: keys, and indexes into lists. */
export type Path = readonly (string | number)[];

export interface Note {
  readonly id: string;
  /** Whether it stands on the property or item of that path, or is loose in the object or list of that path. */
  readonly kind: 'on' | 'in';
  readonly path: Path;
}

export interface Written {
  readonly text: string;
  readonly filename: string;
  readonly eol: '\n' | '\r\n';
  readonly notes: readonly Note[];
  /** The text of each top-level property, or of the `const` that holds its value. */
  readonly properties: ReadonlyMap<string, string>;
}

type Container = readonly Sketch[] | { readonly [key: string]: Sketch };

/** What stands around the object: its place is marked by `@`. */
interface Shape {
  readonly around: string;
  readonly filename: string;
  readonly esm: boolean;
}

const helper = "import { defineFwConfig } from 'fw/config'\n\n";
const shapes: readonly Shape[] = [
  { around: 'export default defineFwConfig(@)', filename: 'fw.config.ts', esm: true },
  { around: 'export default @', filename: 'fw.config.ts', esm: true },
  { around: `${helper}export default defineFwConfig(@)`, filename: 'fw.config.mts', esm: true },
  { around: 'const config = @\n\nexport default config', filename: 'fw.config.mjs', esm: true },
  {
    around: 'const config: FwConfig = @\n\nexport { config as default }',
    filename: 'fw.config.ts',
    esm: true,
  },
  { around: 'export default () => (@)', filename: 'fw.config.js', esm: true },
  { around: 'export default defineFwConfig(() => (@))', filename: 'fw.config.ts', esm: true },
  { around: 'export default function () {\n\treturn @\n}', filename: 'fw.config.ts', esm: true },
  {
    around: 'export default async function fw() {\n\treturn defineFwConfig(@)\n}',
    filename: 'fw.config.ts',
    esm: true,
  },
  { around: 'export default @ satisfies FwConfig', filename: 'fw.config.ts', esm: true },
  { around: 'export default defineFwConfig(@ as const)', filename: 'fw.config.ts', esm: true },
  { around: 'module.exports = @', filename: 'fw.config.cjs', esm: false },
  { around: 'module.exports = defineFwConfig(@)', filename: 'fw.config.js', esm: false },
  { around: 'const config = @\nmodule.exports = config', filename: 'fw.config.cjs', esm: false },
];

export function writeConfig(project: Project, tape: Tape): Written {
  return new Writer(tape, project.esm).config(project);
}

class Writer {
  readonly #tape: Tape;
  readonly #esm: boolean;
  readonly #eol: '\n' | '\r\n';
  readonly #unit: string;
  readonly #quote: string;
  readonly #trailing: boolean;
  readonly #semicolon: string;
  readonly #commented: boolean;
  readonly #notes: Note[] = [];
  readonly #constants: string[] = [];
  readonly #properties = new Map<string, string>();
  #count = 0;

  constructor(tape: Tape, esm: boolean) {
    this.#tape = tape;
    this.#esm = esm;
    this.#eol = tape.pick<'\n' | '\r\n'>(['\n', '\n', '\r\n']);
    this.#unit = tape.pick(['  ', '    ', '\t']);
    this.#quote = tape.pick(["'", '"']);
    this.#trailing = !tape.chance(3);
    this.#semicolon = tape.pick(['', ';']);
    this.#commented = tape.chance(2) || tape.chance(2);
  }

  config({ options }: Project): Written {
    const possible = shapes.filter(({ esm }) => esm === this.#esm);
    const shape = possible[this.#tape.below(possible.length)] ?? {
      around: '@',
      filename: '',
      esm: true,
    };
    const nested = shape.around.includes('\treturn');
    const object = this.#value(options, [], nested ? this.#unit : '');
    const around = this.#inStyle(shape.around);
    const [before = '', after = ''] = around.split('@');
    const body = `${this.#constants.join('')}${before}${object}${after}${this.#semicolon}`;
    const text = `${this.#fileNote()}${this.#inStyle(this.#imports(body))}${body}${this.#eol}${this.#fileNote()}`;
    return {
      text,
      filename: shape.filename,
      eol: this.#eol,
      notes: this.#notes,
      properties: this.#properties,
    };
  }

  #inStyle(code: string): string {
    return code
      .replaceAll("'", this.#quote)
      .replaceAll('\t', this.#unit)
      .replaceAll(/(?<=[')}"])\n/g, `${this.#semicolon}\n`)
      .replaceAll('\n', this.#eol);
  }

  /** Imports of what path expressions call. */
  #imports(body: string): string {
    const sources = {
      'node:path': ['resolve', 'join'],
      'node:url': ['fileURLToPath'],
      '@fw/kit': ['createResolver'],
    };
    return Object.entries(sources)
      .map(([source, names]) => {
        const used = names
          .filter((name) => new RegExp(`(?<!\\.)\\b${name}\\(`).test(body))
          .join(', ');
        if (used === '') return '';
        return this.#esm
          ? `import { ${used} } from '${source}'\n`
          : `const { ${used} } = require('${source}')\n`;
      })
      .join('');
  }

  #fileNote(): string {
    return this.#wants(5) ? `${this.#line('in', [])}${this.#eol}` : '';
  }

  #wants(of: number): boolean {
    return this.#tape.chance(of) && this.#commented;
  }

  #remember(kind: Note['kind'], path: Path): string {
    this.#count += 1;
    const id = `n${this.#count}_`;
    this.#notes.push({ id, kind, path });
    return id;
  }

  #line(kind: Note['kind'], path: Path): string {
    const id = this.#remember(kind, path);
    return this.#tape.pick([`// ${id}`, `/* ${id} */`, `// ${id} see { css: '~/x' }, or "y`]);
  }

  #inline(kind: Note['kind'], path: Path): string {
    const id = this.#remember(kind, path);
    return this.#tape.pick([`/* ${id} */`, `/** ${id}, it's ] */`]);
  }

  #quoted(text: string): string {
    return `${this.#quote}${text}${this.#quote}`;
  }

  #value(sketch: Sketch, path: Path, indent: string): string {
    if (sketch instanceof Code) return sketch.text.replaceAll("'", this.#quote);
    if (typeof sketch === 'string')
      return this.#tape.chance(12) ? `\`${sketch}\`` : this.#quoted(sketch);
    if (typeof sketch !== 'object' || sketch === null) return String(sketch);
    const list = Array.isArray(sketch);
    const entries: readonly (readonly [string | number, Sketch])[] = list
      ? sketch.map((item, index) => [index, item] as const)
      : this.#shuffled(Object.entries(sketch as Exclude<Container, readonly Sketch[]>));
    const [open, close] = list ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0) return open + this.#empty(path) + close;
    const oneLine = this.#tape.chance(path.length === 0 ? 12 : 3);
    const inside = oneLine
      ? this.#oneLine(entries, path, indent, list)
      : this.#lines(entries, path, indent);
    return open + inside + close;
  }

  #empty(path: Path): string {
    return this.#wants(4) ? ` ${this.#inline('in', path)} ` : '';
  }

  #shuffled<T>(entries: readonly T[]): T[] {
    const rest = [...entries];
    const result: T[] = [];
    while (rest.length > 0) result.push(...rest.splice(this.#tape.below(rest.length), 1));
    return result;
  }

  #oneLine(
    entries: readonly (readonly [string | number, Sketch])[],
    path: Path,
    indent: string,
    list: boolean,
  ): string {
    const pad = list ? '' : this.#tape.pick([' ', '']);
    const parts = entries.map(([key, sketch]) => {
      const at = [...path, key];
      const before = this.#wants(14) ? `${this.#inline('on', at)} ` : '';
      const text = this.#entry(key, sketch, path, indent);
      const after = this.#wants(14) ? ` ${this.#inline('on', at)}` : '';
      return before + text + after;
    });
    return pad + parts.join(', ') + pad;
  }

  #lines(
    entries: readonly (readonly [string | number, Sketch])[],
    path: Path,
    indent: string,
  ): string {
    const inner = indent + this.#unit;
    let text = this.#wants(16) ? ` ${this.#line('in', path)}${this.#eol}` : this.#eol;
    for (const [index, [key, sketch]] of entries.entries()) {
      const at = [...path, key];
      const last = index === entries.length - 1;
      if (index > 0 && this.#tape.chance(8)) text += this.#eol;
      if (this.#wants(16)) text += `${inner}${this.#line('in', path)}${this.#eol}${this.#eol}`;
      if (this.#wants(6)) text += `${inner}${this.#line('on', at)}${this.#eol}`;
      if (this.#wants(14))
        text += `${inner}/**${this.#eol}${inner} * ${this.#remember('on', at)}${this.#eol}${inner} */${this.#eol}`;
      text += inner + this.#entry(key, sketch, path, inner);
      if (this.#wants(14)) text += ` ${this.#inline('on', at)}`;
      if (!last || this.#trailing) text += ',';
      if (this.#wants(6)) text += ` ${this.#line('on', at)}`;
      text += this.#eol;
    }
    if (this.#wants(12)) text += `${this.#eol}${inner}${this.#line('in', path)}${this.#eol}`;
    return text + indent;
  }

  #entry(key: string | number, sketch: Sketch, path: Path, indent: string): string {
    const at = [...path, key];
    if (typeof key === 'number') return this.#value(sketch, at, indent);
    const text = this.#property(key, sketch, at, indent);
    if (path.length === 0 && !this.#properties.has(key)) this.#properties.set(key, text);
    return text;
  }

  #property(key: string, sketch: Sketch, at: Path, indent: string): string {
    const plain = /^[a-z$]\w*$/i.test(key);
    if (at.length === 1 && plain && this.#tape.chance(12)) return this.#hoisted(key, sketch, at);
    const name = plain && !this.#tape.chance(12) ? key : this.#quoted(key);
    const note = this.#wants(20) ? `${this.#inline('on', at)} ` : '';
    return `${name}: ${note}${this.#value(sketch, at, indent)}`;
  }

  /** The value behind a name of its own. */
  #hoisted(key: string, sketch: Sketch, at: Path): string {
    const name = `${key.replace('$', '')}Value`;
    const declaration = `const ${name} = ${this.#value(sketch, at, '')}${this.#semicolon}${this.#eol}`;
    this.#constants.push(declaration);
    this.#properties.set(key, declaration);
    return `${key}: ${name}`;
  }
}
