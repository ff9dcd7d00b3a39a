import { isBlank, isNameCharacter, isNewline, isSpace } from './characters.ts';
import { escapeLength } from './escapes.ts';
import type { StyleSyntax } from './syntax.ts';

/** The characters that start an interpolation when a brace follows. */
const INTERPOLATION: Record<StyleSyntax, string> = { css: '', scss: '#', sass: '#', less: '@$' };

/** A style sheet, and how far it has been read. */
export class Cursor {
  readonly text: string;
  readonly syntax: StyleSyntax;
  at: number;

  constructor(text: string, syntax: StyleSyntax) {
    this.text = text;
    this.syntax = syntax;
    this.at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  /** What comes next. */
  get char(): string | undefined {
    return this.text[this.at];
  }

  /** Goes behind the next character, or the escape that it starts. */
  step(): void {
    this.at += this.char === '\\' ? escapeLength(this.text, this.at) : 1;
  }

  startsInterpolation(): boolean {
    return this.text[this.at + 1] === '{' && INTERPOLATION[this.syntax].includes(this.text[this.at] ?? ' ');
  }

  startsEscape(at = this.at): boolean {
    const next = this.text[at + 1];
    return this.text[at] === '\\' && next !== undefined && !isNewline(next);
  }

  startsName(at = this.at): boolean {
    return isNameCharacter(this.text[at]) || this.startsEscape(at);
  }

  /** Reads a name, whose case does not matter. */
  readName(): string {
    const start = this.at;
    while (this.startsName()) this.step();
    return this.text.slice(start, this.at).toLowerCase();
  }

  /** How far a token is indented; nothing when it is not the first of its line. */
  indentation(token: number): number | undefined {
    let start = token;
    while (isBlank(this.text[start - 1])) start -= 1;
    const before = this.text[start - 1];
    const isFirst = before === undefined || before === '\uFEFF' || isNewline(before);
    return isFirst ? token - start : undefined;
  }

  endOfLine(from: number): number {
    let at = from;
    while (at < this.text.length && !isNewline(this.text[at])) at += 1;
    return at;
  }

  afterBlanks(from: number): number {
    let at = from;
    while (isBlank(this.text[at])) at += 1;
    return at;
  }

  afterSpaces(from: number): number {
    let at = from;
    while (isSpace(this.text[at])) at += 1;
    return at;
  }
}
