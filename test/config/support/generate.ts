/**
 * Random configs for the property test. The generator writes the text and remembers where each property stands and
 * whose each comment is; it knows nothing of the code under test.
 */

/** A series of random choices. Shrinks well: fewer and smaller numbers make a simpler config. */
export class Tape {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number from 0 to `count - 1`; 0 when the tape has run out. */
  below(count: number): number {
    const number = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return number % count;
  }

  /** True about once in `of` times, never when the tape has run out. */
  chance(of: number): boolean {
    return this.below(of) === of - 1;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}

export interface Span {
  start: number;
  end: number;
}

export interface NoteSpan extends Span {
  readonly id: string;
  /** The property it stands directly on; loose comments have none. */
  readonly owner: Prop | undefined;
  /** The property whose text it is part of. */
  readonly inside: Prop | undefined;
}

export interface Prop extends Span {
  readonly key: string;
  readonly path: readonly string[];
  readonly parent: Prop | undefined;
  readonly kind: 'scalar' | 'array' | 'object' | 'method' | 'getter' | 'shorthand';
  readonly children: Prop[];
  /** How many comments in the object belong to none of its properties. */
  loose: number;
}

export interface Generated {
  readonly text: string;
  readonly filename: string;
  readonly eol: string;
  readonly trailing: boolean;
  readonly commaFirst: boolean;
  readonly root: Prop;
  readonly props: readonly Prop[];
  readonly notes: readonly NoteSpan[];
}

const names = [
  'ssr',
  'srcDir',
  'dir',
  'css',
  'generate',
  'experimental',
  'serverEngine',
  'pwa',
  'my-module',
  'future',
  '$production',
  'runtimeConfig',
] as const;

export function generate(tape: Tape): Generated {
  return new Generator(tape).config();
}

class Generator {
  readonly #tape: Tape;
  readonly #eol: string;
  readonly #unit: string;
  readonly #quote: string;
  readonly #trailing: boolean;
  readonly #semicolon: string;
  readonly #commented: boolean;
  readonly #notes: NoteSpan[] = [];
  readonly #props: Prop[] = [];
  readonly #consts: string[] = [];
  #text = '';
  #leadingCommas = false;
  #count = 0;

  constructor(tape: Tape) {
    this.#tape = tape;
    this.#eol = tape.pick(['\n', '\n', '\r\n']);
    this.#unit = tape.pick(['  ', '    ', '\t']);
    this.#quote = tape.pick(["'", '"']);
    this.#trailing = tape.pick([true, false]);
    this.#semicolon = tape.pick(['', ';']);
    this.#commented = !tape.chance(4);
  }

  config(): Generated {
    const tape = this.#tape;
    const root: Prop = {
      start: 0,
      end: 0,
      key: '',
      path: [],
      parent: undefined,
      kind: 'object',
      children: [],
      loose: 0,
    };
    const [before, after, indent, filename] = this.#wrapper();
    // What stands in front of the object is known only when the object has been written: consts are used in it.
    this.#object(root, indent, 0);
    const head =
      (tape.chance(8) ? '\uFEFF' : tape.chance(8) ? `#!/usr/bin/env fw${this.#eol}` : '') +
      this.#consts.map((line) => line + this.#semicolon + this.#eol).join('') +
      before;
    for (const span of [...this.#props, ...this.#notes, root]) {
      span.start += head.length;
      span.end += head.length;
    }
    const text = head + this.#text + after + this.#semicolon + this.#eol;
    return {
      text,
      filename,
      eol: this.#eol,
      trailing: this.#trailing,
      commaFirst: this.#leadingCommas,
      root,
      props: this.#props,
      notes: this.#notes,
    };
  }

  #wrapper(): readonly [before: string, after: string, indent: string, filename: string] {
    const e = this.#eol;
    const q = this.#quote;
    return this.#tape.pick<readonly [string, string, string, string]>([
      ['export default ', '', '', 'fw.config.ts'],
      [
        `import { defineFwConfig } from ${q}fw/config${q}${this.#semicolon}${e}${e}export default defineFwConfig(`,
        ')',
        '',
        'fw.config.ts',
      ],
      ['const config = ', `${this.#semicolon}${e}export default config`, '', 'fw.config.mjs'],
      ['export default () => (', ')', '', 'fw.config.ts'],
      ['module.exports = ', '', '', 'fw.config.cjs'],
      ['export default ', ' satisfies FwConfig', '', 'fw.config.ts'],
      [
        `export default defineFwConfig(async () => {${e}${this.#unit}return `,
        `${e}})`,
        this.#unit,
        'fw.config.ts',
      ],
      ['/* head */ export default defineFwConfig(() => (', ')) // tail', '', 'fw.config.js'],
    ]);
  }

  #id(): string {
    this.#count += 1;
    return `n${this.#count}_`;
  }

  #write(text: string): void {
    this.#text += text;
  }

  #note(text: string, id: string, owner: Prop | undefined, inside: Prop | undefined): void {
    const start = this.#text.length;
    this.#write(text);
    this.#notes.push({ id, start, end: this.#text.length, owner, inside });
    if (!owner && inside?.kind === 'object') inside.loose += 1;
  }

  #block(owner: Prop | undefined, inside: Prop | undefined): void {
    const id = this.#id();
    this.#note(this.#tape.pick([`/* ${id} */`, `/** ${id}, it's } */`]), id, owner, inside);
  }

  #line(owner: Prop | undefined, inside: Prop | undefined): void {
    const id = this.#id();
    this.#note(this.#tape.pick([`// ${id}`, `// ${id} "x: { y, z" */`]), id, owner, inside);
  }

  #section(inside: Prop): void {
    const id = this.#id();
    const text = this.#tape.pick([
      `// ---- ${id} ----`,
      `/* ==== ${id} ==== */`,
      `// #region ${id}`,
    ]);
    this.#note(text, id, undefined, inside);
  }

  #wants(of: number): boolean {
    return this.#tape.chance(of) && this.#commented;
  }

  #object(self: Prop, indent: string, depth: number): void {
    const size = depth === 0 ? 1 + this.#tape.below(6) : this.#tape.below(4);
    const taken = new Set<string>();
    const keys = Array.from({ length: size }, () => this.#key(taken));
    const style = this.#tape.pick(['lines', 'lines', 'lines', 'one-line', 'comma-first']);
    this.#write('{');
    if (style === 'one-line') this.#oneLine(self, keys, indent, depth);
    else if (style === 'comma-first' && keys.length > 0)
      this.#commaFirst(self, keys, indent, depth);
    else this.#lines(self, keys, indent, depth);
    this.#write('}');
  }

  #key(taken: Set<string>): string {
    const name = this.#tape.chance(2) ? this.#tape.pick(names) : `k${this.#id()}`;
    const key = taken.has(name) ? `k${this.#id()}` : name;
    taken.add(key);
    return key;
  }

  #oneLine(self: Prop, keys: readonly string[], indent: string, depth: number): void {
    if (keys.length === 0) {
      if (this.#wants(6)) this.#block(undefined, self);
      return;
    }
    const pad = this.#tape.pick([' ', '']);
    this.#write(pad);
    for (const [index, key] of keys.entries()) {
      const prop = this.#declare(self, key, depth);
      if (this.#wants(8)) {
        this.#block(prop, self);
        this.#write(' ');
      }
      this.#property(prop, indent, depth);
      if (this.#wants(8)) {
        this.#write(' ');
        this.#block(prop, self);
      }
      if (index < keys.length - 1) this.#write(', ');
    }
    this.#write(pad);
  }

  #lines(self: Prop, keys: readonly string[], indent: string, depth: number): void {
    const inner = indent + this.#unit;
    if (this.#wants(10)) this.#behind(undefined, self, 2);
    this.#write(this.#eol);
    let joined = false;
    for (const [index, key] of keys.entries()) {
      const prop = this.#declare(self, key, depth);
      const last = index === keys.length - 1;
      if (!joined) {
        this.#above(self, prop, inner, index === 0);
        this.#write(inner);
      }
      this.#propertyWithComments(prop, self, inner, depth);
      if (!last || this.#trailing) this.#write(',');
      // The next one may stand on the same line; what is written between them is about that one.
      joined = !last && this.#tape.chance(10);
      if (!joined && this.#wants(6)) this.#behind(prop, self, 3);
      this.#write(joined ? ' ' : this.#eol);
    }
    if (this.#wants(8)) {
      if (this.#tape.chance(3)) this.#write(this.#eol);
      this.#write(inner);
      this.#line(undefined, self);
      this.#write(this.#eol);
    }
    this.#write(indent);
  }

  #behind(owner: Prop | undefined, inside: Prop, blocks: number): void {
    this.#write(' ');
    if (this.#tape.chance(blocks)) this.#block(owner, inside);
    else this.#line(owner, inside);
  }

  /** A property with comments directly before and behind it. */
  #propertyWithComments(prop: Prop, self: Prop, indent: string, depth: number): void {
    if (this.#wants(14)) {
      this.#block(prop, self);
      this.#write(' ');
    }
    this.#property(prop, indent, depth);
    if (this.#wants(10)) {
      this.#write(' ');
      this.#block(prop, self);
    }
  }

  /** The lines between two properties. */
  #above(self: Prop, prop: Prop, indent: string, first: boolean): void {
    const e = this.#eol;
    if (!first && this.#tape.chance(6)) this.#write(e);
    if (this.#wants(12)) {
      this.#write(indent);
      this.#line(undefined, self);
      this.#write(e + e);
    }
    if (this.#wants(12)) {
      this.#write(indent);
      this.#section(self);
      this.#write(e);
    }
    while (this.#wants(6)) {
      this.#write(indent);
      if (this.#tape.chance(3)) {
        const id = this.#id();
        this.#note(`/**${e}${indent} * ${id}${e}${indent} */`, id, prop, self);
      } else this.#line(prop, self);
      this.#write(e);
    }
  }

  #commaFirst(self: Prop, keys: readonly string[], indent: string, depth: number): void {
    const inner = indent + this.#unit;
    const e = this.#eol;
    this.#leadingCommas = true;
    for (const [index, key] of keys.entries()) {
      const prop = this.#declare(self, key, depth);
      this.#write(e);
      if (this.#wants(8)) {
        // In front of a leading comma nobody can tell whose it is: it must stay.
        this.#write(inner);
        this.#line(index === 0 ? prop : undefined, self);
        this.#write(e);
      }
      this.#write(index === 0 ? `${inner}  ` : `${inner}, `);
      this.#property(prop, inner, depth);
      if (this.#wants(8)) {
        this.#write(' ');
        this.#line(prop, self);
      }
    }
    this.#write(e + indent);
  }

  #declare(parent: Prop, key: string, depth: number): Prop {
    const kinds = ['scalar', 'scalar', 'array', 'object', 'method', 'getter', 'shorthand'] as const;
    const wanted = this.#tape.pick(kinds);
    const flat = wanted === 'object' && depth >= 3 ? 'scalar' : wanted;
    const kind = flat === 'shorthand' && !/^[a-z]\w*$/i.test(key) ? 'scalar' : flat;
    const path = [...parent.path, key];
    const prop: Prop = { start: 0, end: 0, key, path, parent, kind, children: [], loose: 0 };
    parent.children.push(prop);
    this.#props.push(prop);
    return prop;
  }

  #property(prop: Prop, indent: string, depth: number): void {
    prop.start = this.#text.length;
    const plain = /^[a-z$]\w*$/i.test(prop.key);
    const key = plain && !this.#tape.chance(8) ? prop.key : this.#quoted(prop.key);
    switch (prop.kind) {
      case 'shorthand':
        // Each name is declared once; a second object with the key makes do with a plain value.
        if (this.#consts.some((line) => line.startsWith(`const ${prop.key} `))) {
          this.#write(`${key}: ${this.#scalar()}`);
        } else {
          this.#consts.push(`const ${prop.key} = ${this.#quoted(this.#id())}`);
          this.#write(prop.key);
        }
        break;
      case 'method':
        this.#write(
          `${this.#tape.pick(['', 'async '])}${key}() {${this.#eol}${indent}${this.#unit}`,
        );
        this.#write(`return ${this.#quoted(this.#id())}${this.#semicolon}${this.#eol}${indent}}`);
        break;
      case 'getter':
        this.#write(`get ${key}() { return ${this.#quoted(this.#id())} }`);
        break;
      default:
        this.#write(`${key}:`);
        this.#write(this.#tape.pick([' ', ' ', '']));
        if (this.#wants(12)) {
          this.#block(prop, prop);
          this.#write(' ');
        }
        if (prop.kind === 'object') this.#object(prop, indent, depth + 1);
        else if (prop.kind === 'array') this.#array(prop, indent);
        else this.#write(this.#scalar());
    }
    prop.end = this.#text.length;
  }

  #quoted(text: string): string {
    return this.#quote + text + this.#quote;
  }

  #scalar(): string {
    const id = this.#id();
    const number = id.slice(1, -1);
    return this.#tape.pick([
      this.#quoted(id),
      `9${number}`,
      'true',
      `-9${number}`,
      `(${this.#quoted(id)})`,
      `\`${id}\``,
      `\`${id}${this.#eol}  y${this.#eol}z\``,
      this.#quoted(`${id}\\n\\u00e9`),
      'null',
    ]);
  }

  #array(prop: Prop, indent: string): void {
    const size = this.#tape.below(4);
    const items = Array.from({ length: size }, () => this.#scalar());
    if (this.#tape.chance(2) || size === 0) {
      this.#write(`[${items.join(', ')}]`);
      return;
    }
    this.#write('[');
    for (const [index, item] of items.entries()) {
      this.#write(this.#eol);
      this.#write(indent + this.#unit + item);
      if (index < items.length - 1 || this.#trailing) this.#write(',');
      if (this.#wants(8)) {
        this.#write(' ');
        this.#line(undefined, prop);
      }
    }
    this.#write(`${this.#eol}${indent}]`);
  }
}
