import { type CodeTokens, isName, unquoted } from './code-tokens.ts';

/** A name that a file imports from a module, or exports from it. */
export interface TakenName {
  readonly source: string;
  /** Empty for a default export, and for all exports of a module. */
  readonly name: string;
  readonly token: number;
  readonly isExport: boolean;
}

interface Declaration {
  readonly token: number;
  readonly imported: TakenName | undefined;
}

/** The names that a file declares. There are no scopes: a name is the same everywhere in a file. */
export class CodeNames {
  readonly taken: TakenName[] = [];
  /** The pattern of each declaration, by the `=` after it. */
  readonly patterns = new Map<number, number>();
  /** The start of the parameters of each function with a name; -1 if several have it. */
  readonly functions = new Map<string, number>();
  readonly #declarations = new Map<string, Declaration[]>();
  readonly #declaring = new Set<number>();
  readonly #code: CodeTokens;

  constructor(code: CodeTokens) {
    this.#code = code;
    for (let at = 0; at < code.length; at += 1) this.#read(at);
  }

  /** The names that imports declare. */
  get importedNames(): string[] {
    return [...this.#declarations].flatMap(([name, list]) =>
      list.some(({ imported }) => imported) ? name : [],
    );
  }

  /** Whether a token refers to a name, and does not declare it. */
  isReference(token: number): boolean {
    return !this.#declaring.has(token) && !this.isLabel(token);
  }

  /** Whether a token is a member or a key. */
  isLabel(token: number): boolean {
    const code = this.#code;
    const [before, after] = [code.text(token - 1), code.text(token + 1)];
    if (before === '.' || before === '?.') return true;
    if (!/^[{},;]$/.test(before)) return false;
    return after === ':' || (after === '(' && code.text(code.after(token + 1)) === '{');
  }

  /** Whether a name is declared between two tokens; by default, in the whole file. */
  isDeclared(name: string, from = -1, to = Number.POSITIVE_INFINITY): boolean {
    return (this.#declarations.get(name) ?? []).some(({ token }) => token > from && token < to);
  }

  /** The module of a name, which is empty if no import or top-level declaration of the file has it. */
  originOf(name: string): { readonly source: string; readonly name: string } | undefined {
    const declared = (this.#declarations.get(name) ?? []).find(
      ({ token, imported }) => imported || this.#isTopLevel(token),
    );
    return declared ? declared.imported : { source: '', name };
  }

  #isTopLevel(token: number): boolean {
    const code = this.#code;
    const opener = code.opener(token);
    const isPattern = /^(?:const|let|var)$/.test(code.text(opener - 1));
    return (isPattern ? code.opener(opener) : opener) === -1;
  }

  #read(at: number): void {
    const code = this.#code;
    const text = code.text(at);
    const next = at + 1;
    if (text === '=>') this.#arrow(at);
    else if (text === 'from' && /^['"]/.test(code.text(next))) this.#module(at);
    else if (text === 'const' || text === 'let' || text === 'var') this.#pattern(next);
    else if (text === 'class') this.#declare(next);
    else if (text === 'function') {
      // `declare function` only describes a global.
      if (code.text(at - 1) === 'declare') this.#declaring.add(next);
      else this.#declare(next);
      const parameters = code.callAt(isName(code.text(next)) ? next + 1 : next);
      this.#function(code.text(next), parameters);
    }
  }

  #declare(token: number, imported?: TakenName): void {
    const name = this.#code.text(token);
    if (!isName(name)) return;
    this.#declaring.add(token);
    this.#declarations.set(name, [...(this.#declarations.get(name) ?? []), { token, imported }]);
  }

  /** Declares the names of a pattern. */
  #names(start: number): void {
    const code = this.#code;
    if (code.text(start) === '...') this.#names(start + 1);
    else if (!/^[[{(]$/.test(code.text(start))) this.#declare(start);
    else for (const item of code.items(start)) this.#names(item.start);
  }

  #pattern(start: number): void {
    const code = this.#code;
    let end = code.after(start);
    // The type of a name without a value may be followed by an assignment to another one.
    if (code.text(end) === ':')
      while (!/^(?:=|[;,)\]}]|of|)$/.test(code.text(end))) end = code.after(end);
    if (code.text(end) === '=') this.patterns.set(end, start);
    // What is loaded on demand may be the framework's, like a name without a declaration.
    const loaded = code.text(end + 1) === 'await' ? end + 2 : end + 1;
    if (!/^(?:require|import)$/.test(code.text(loaded))) this.#names(start);
  }

  #function(name: string, parameters: number): void {
    this.#names(parameters);
    if (isName(name)) this.functions.set(name, this.functions.has(name) ? -1 : parameters);
  }

  #arrow(arrow: number): void {
    const code = this.#code;
    const start = arrowStart(code, arrow);
    const equals = code.text(start - 1) === 'async' ? start - 2 : start - 1;
    const pattern = this.patterns.get(equals);
    this.#function(pattern === undefined ? '' : code.text(pattern), start);
  }

  /** Reads the names between `import` or `export` and `from`. */
  #module(from: number): void {
    const code = this.#code;
    let start = from;
    while (start > 0 && !/^(?:import|export)$/.test(code.text(start))) start -= 1;
    const isExport = code.text(start) === 'export';
    for (let at = start + 1; at < from; at += 1) {
      if (!isName(code.text(at)) || (code.text(at) === 'type' && isName(code.text(at + 1))))
        continue;
      const name = code.text(code.opener(at)) === '{' ? code.text(at) : '';
      const taken = { source: unquoted(code.text(from + 1)), name, token: at, isExport };
      this.taken.push(taken);
      this.#declaring.add(at);
      if (code.text(at + 1) === 'as') at += 2;
      if (isExport) this.#declaring.add(at);
      else this.#declare(at, taken);
    }
  }
}

/** The start of an arrow function: its parameter, or the bracket around its parameters. */
export function arrowStart(code: CodeTokens, arrow: number): number {
  const last = arrow - 1;
  if (code.text(last) === ')') return code.pair(last);
  // A type comes between the parameters and the arrow.
  for (let at = last; at > 0 && !/^[,;=({[]$/.test(code.text(at)); at = code.before(at))
    if (code.text(at) === ':' && code.text(at - 1) === ')') return code.pair(at - 1);
  return last;
}
