import { splitGlob } from '../../config/paths.ts';
import type { Span } from '../../config/source.ts';
import type { StyleSyntax } from '../syntax/file-kind.ts';
import type { Reference } from './reference.ts';

const computing: readonly StyleSyntax[] = ['scss', 'sass', 'less'];
const sassy: readonly StyleSyntax[] = ['scss', 'sass'];

/** The text of a statement before a string that is a reference, and the languages in which it counts. */
interface NamingStart {
  readonly before: RegExp;
  readonly syntaxes?: readonly StyleSyntax[];
  /** The text that has to follow the string. */
  readonly behind?: RegExp;
  /** Whether the string may be a pattern. */
  readonly takesPatterns?: boolean;
}

// Earlier strings of the statement are written as `""`.
const namingStarts: readonly NamingStart[] = [
  { before: /^@(?:import|plugin|config|reference)\s*(?:\([^()]*\)\s*)?$/i },
  { before: /^@import(?![\w-])(?:[^()]|\((?:[^()]|\([^()]*\))*\))*,\s*$/i, syntaxes: computing },
  { before: /^@(?:use|forward)\s*$/i, syntaxes: sassy },
  { before: /^@source\s*(?:\snot\s*)?$/i, takesPatterns: true },
  { before: /^@(?:import|tailwind)(?![\w-]).*(?<![\w-])source\(\s*$/is, takesPatterns: true },
  { before: /^(?:@value(?![\w-])|composes\s*:).*(?<![.\w-])from\s*$/is },
  { before: /^:import\(\s*$/i },
  // The `url()` of these rules is a name or an address, never a file.
  { before: /^(?!@(?:namespace|document|-moz-document)(?![\w-])).*(?<![\w-])url\(\s*$/is },
  { before: /(?<![\w-])(?:-webkit-)?image-set\((?:[^()]|\([^()]*\))*$/i },
  { before: /(?<![\w-])load-css\(\s*(?:\$[\w-]+\s*:\s*)?$/i, syntaxes: sassy },
  { before: /(?<![\w-])data-uri\([^()]*$/i, syntaxes: ['less'], behind: /^[^"')]*\)/ },
];

const escaped = String.raw`\\(?:[\da-f]{1,6}(?:\r\n|[ \t\n\r\f])?|\r\n|[^])`;
const lineStart = String.raw`(?<=(?:^|[\n\r\f\uFEFF])(?<indent>[ \t]*))`;

/** The start of an interpolation. */
const interpolations: Record<StyleSyntax, string> = {
  ...{ css: '(?!)', less: '[@$]\\{' },
  ...{ scss: '#\\{', sass: '#\\{' },
};

const comments: Record<StyleSyntax, string> = {
  css: String.raw`\/\*(?:[^]*?\*\/|[^]*)`,
  less: String.raw`\/\*(?:[^]*?\*\/|[^]*)|(?<!:)\/\/[^\n\r\f]*`,
  scss: String.raw`\/\*(?:[^]*?\*\/|[^]*)|(?<!:)\/\/[^\n\r\f]*`,
  // Deeper lines below a comment belong to it, whether it is closed or not.
  sass: [
    `${lineStart}\\/[/*][^\\n\\r\\f]*(?:[\\n\\r\\f]+(?:\\k<indent>[ \\t]+[^\\n\\r\\f]*|[ \\t]*(?=[\\n\\r\\f])))*`,
    String.raw`\/\*(?:[^\n\r\f]*?\*\/|[^\n\r\f]*)|(?<!:)\/\/[^\n\r\f]*`,
  ].join('|'),
};

/** The tokens of a language. Every repetition has one way to match, and interpolations are bounded. */
function tokensOf(syntax: StyleSyntax): RegExp {
  const computed = interpolations[syntax];
  const inner = `${computed}(?:[^{}"'\\n\\r\\f]|"[^"\\n\\r\\f]*"|'[^'\\n\\r\\f]*'){0,200}\\}`;
  const stringOf = (quote: string) =>
    `${quote}(?:(?!${computed})[^${quote}\\\\\\n\\r\\f]|${escaped}|${inner})*${quote}`;
  const parts = [
    `(?<comment>${comments[syntax]})`,
    `(?<string>${stringOf('"')}|${stringOf("'")})`,
    `url\\([ \\t\\n\\r\\f]*(?<url>(?:(?!${computed})[^\\0- \\x7f"'()\\\\]|(?!\\\\[\\n\\r\\f])${escaped})*)(?:[ \\t\\n\\r\\f]*(?<closed>\\))|(?=${computed}))`,
    // A rule at the start of a line starts a statement even if the previous statement lacks its end.
    `(?<rule>${lineStart.replace('?<indent>', '?:')}@(?:import|use|forward|plugin|config|reference|source|value)(?![\\w-]))`,
    `(?:[\\w-]|[^\\0-\\x7f]|${escaped})+[ \\t]*`,
    `(?<open>${computed})`,
    '(?<space>[ \\t\\n\\r\\f]+)',
    '[^]',
  ];
  return new RegExp(parts.join('|'), 'gi');
}

/** The part of a string before the first interpolation. */
function literalOf(syntax: StyleSyntax): RegExp {
  return new RegExp(`^(?:(?!${interpolations[syntax]})[^\\\\]|\\\\[^])*`);
}

function bySyntax(patternOf: (syntax: StyleSyntax) => RegExp): Record<StyleSyntax, RegExp> {
  return {
    ...{ css: patternOf('css'), less: patternOf('less') },
    ...{ scss: patternOf('scss'), sass: patternOf('sass') },
  };
}

const tokens = bySyntax(tokensOf);
const literals = bySyntax(literalOf);

/** The references in a style sheet, in order. Broken text never throws. */
export function styleReferences(text: string, syntax: StyleSyntax): Reference[] {
  const references: Reference[] = [];
  const scanner = new RegExp(tokens[syntax]);
  const statement = new Statement(syntax);
  const add = ({ start, end }: Span, open: boolean, takesPatterns = false) => {
    const specifier = readEscapes(text.slice(start, end));
    const isPlain = end - start === specifier.length;
    const isPattern = takesPatterns && !open && splitGlob(specifier).pattern !== '';
    const kind = !isPattern ? 'style' : specifier.startsWith('.') ? 'glob' : 'pattern';
    if (namesFile(specifier)) references.push({ kind, specifier, start, end, open, isPlain });
  };
  for (let match = scanner.exec(text); match; match = scanner.exec(text)) {
    const { 0: token, index, groups: { comment, string, url, closed } = {} } = match;
    const bare = comment === undefined ? statement.bareImport(text, index) : 0;
    if (bare > 0) {
      add({ start: index, end: index + bare }, false);
      statement.goesOn('import');
      scanner.lastIndex = index + bare;
    } else if (string !== undefined) {
      const start = index + 1;
      const end = start + literalLength(string.slice(1, -1), syntax);
      const behind = index + token.length;
      const isOpen = end < behind - 1 || isSummand(text, behind, syntax);
      const naming = statement.expects(text, behind);
      if (naming) add({ start, end }, isOpen, naming.takesPatterns);
      statement.goesOn('""');
    } else if (url !== undefined) {
      const start = index + token.lastIndexOf(url);
      const isUrl = statement.goesOn('url(').expects(text, start + url.length);
      const open = closed === undefined;
      if (isUrl && !isComputedUrl(url, syntax)) add({ start, end: start + url.length }, open);
      statement.goesOn(closed ?? '');
    } else statement.read(token, match.groups ?? {});
  }
  return references;
}

/** The length of a text up to its first interpolation. */
function literalLength(text: string, syntax: StyleSyntax): number {
  return literals[syntax].exec(text)?.[0].length ?? 0;
}

/** Whether a string that ends at an offset is the start of a sum. */
function isSummand(text: string, end: number, syntax: StyleSyntax): boolean {
  return syntax !== 'css' && /^\s*\+/.test(text.slice(end, end + 100));
}

/** The statement that is being read: its text so far decides whether a string is a reference. */
class Statement {
  readonly #syntax: StyleSyntax;
  #before = '';
  /** The numbers of open brackets and of open interpolations. */
  #depth = 0;
  #computed = 0;

  constructor(syntax: StyleSyntax) {
    this.#syntax = syntax;
  }

  /** Why a string that ends at an offset is a reference; after a plus it is the end of a longer text. */
  expects(text: string, end: number): NamingStart | undefined {
    const isEnd = this.#before.trimEnd().endsWith('+');
    return namingStarts.find(
      ({ before, syntaxes, behind }) =>
        !isEnd &&
        (syntaxes?.includes(this.#syntax) ?? true) &&
        before.test(this.#before) &&
        (behind?.test(text.slice(end, end + 1000)) ?? true),
    );
  }

  /** The length of an unquoted import, which the indented syntax allows up to a comma or the line end. */
  bareImport(text: string, at: number): number {
    if (this.#syntax !== 'sass' || this.#depth > 0) return 0;
    const before = this.#before.trimEnd();
    const isListed = before.endsWith(',') || before.length === '@import'.length;
    if (!isListed || !/^@import(?![\w-])/i.test(before)) return 0;
    bareImport.lastIndex = at;
    return bareImport.exec(text)?.[0].length ?? 0;
  }

  read(
    token: string,
    { comment, space, rule, open }: { readonly [group: string]: string | undefined },
  ): void {
    if (comment !== undefined) this.goesOn(' ');
    else if (space !== undefined) {
      if (this.#endsWithLine(space)) this.#start();
      else this.goesOn(' ');
    } else if (open !== undefined) {
      this.#computed += 1;
      this.goesOn('#');
    } else if (token === '{' || token === ';' || (token === '}' && this.#computed === 0)) this.#start();
    else {
      if (token === '}') this.#computed -= 1;
      if (rule !== undefined) this.#start();
      this.goesOn(token);
    }
  }

  /** Appends a token to the statement. Only its beginning and its end matter. */
  goesOn(token: string): this {
    if (token.endsWith('(')) this.#depth += 1;
    if (token === ')') this.#depth -= 1;
    if (this.#before !== '' || token !== ' ') this.#before += token;
    if (this.#before.length > 1000) this.#before = this.#before.slice(0, 100) + this.#before.slice(-400);
    return this;
  }

  #start(): void {
    [this.#before, this.#depth, this.#computed] = ['', 0, 0];
  }

  /** In the indented syntax a line break ends a statement, except in a list or in brackets. */
  #endsWithLine(space: string): boolean {
    const goesOn = this.#depth > 0 || this.#before.trimEnd().endsWith(',');
    return this.#syntax === 'sass' && /[\n\r\f]/.test(space) && !goesOn;
  }
}

/** Whether a specifier may be a file: addresses and fragments are not; `#name/…` is an alias. */
function namesFile(specifier: string): boolean {
  const address = specifier.trimStart();
  if (address === '' || address.startsWith('//') || /^[a-z][a-z\d+.-]*:/i.test(address)) return false;
  return !address.startsWith('#') || address.includes('/');
}

const escapes = new RegExp(escaped, 'gi');

/** Decodes the escapes of a text. */
function readEscapes(text: string): string {
  return text.replace(escapes, (written) => {
    const [hex] = /^[\da-f]+/i.exec(written.slice(1)) ?? [];
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    // An escaped line break only wraps the text.
    return /[\n\r\f]/.test(written) ? '' : written.slice(1).replace('\0', '\uFFFD');
  });
}

function characterOf(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}

/** Whether an unquoted `url()` is computed: it may have variables and sums without interpolation. */
function isComputedUrl(url: string, syntax: StyleSyntax): boolean {
  if (syntax === 'css') return false;
  return syntax === 'less' ? /^[@$][\w-]/.test(url) : /[$+]/.test(url.replace(escapes, ''));
}

const bareImport = /[^\s"'`(),;\\{}$]+(?=[ \t]*(?:[\n\r\f,;]|\/[/*]|$))/y;
