import { expectsAfter, expectsAtOnce, type Role, roleOfStatement } from './roles.ts';
import type { Specifier } from './specifiers.ts';

/** A statement, or a pair of brackets in it. */
export interface Place {
  role: Role;
  /** A string that stands here names a file. */
  expects: boolean;
  /** The last string so far, where only the last one counts. */
  held?: Specifier;
}

/** The statement that is being read: whether a string in it names a file depends on what stands before. */
export class Statement {
  /** The statement itself, and the brackets that are open in it. */
  #places: Place[] = [{ role: 'start', expects: false }];
  #interpolations = 0;
  #rule = '';
  #lastToken = '';

  /** The innermost brackets, or the statement itself. */
  get place(): Place {
    return this.#places.at(-1) ?? this.end();
  }

  /** Whether no brackets are open. */
  get isFlat(): boolean {
    return this.#places.length === 1;
  }

  /** The name of the at-rule that it starts with. */
  get rule(): string {
    return this.#rule;
  }

  get lastToken(): string {
    return this.#lastToken;
  }

  /** Starts the next one. */
  end(): Place {
    const place: Place = { role: 'start', expects: false };
    this.#places = [place];
    this.#interpolations = 0;
    this.#rule = '';
    this.#lastToken = '';
    return place;
  }

  /** Takes note of an at-rule; one that does not start the statement is a token like others. */
  startRule(name: string, role: Role | undefined): void {
    const place = this.place;
    if (place.role !== 'start') {
      this.saw(`@${name}`);
      return;
    }
    this.#rule = name;
    place.role = role ?? 'none';
    place.expects = expectsAtOnce(place.role);
    this.#lastToken = '@';
  }

  /** Takes note of a token. */
  saw(token: string): void {
    const place = this.place;
    if (place.role === 'start') place.role = roleOfStatement(token);
    else if (place.role === 'colon') place.role = 'none';
    place.expects = expectsAfter(token, place.role, place.expects);
    this.#lastToken = token;
  }

  open(role: Role): void {
    this.#places.push({ role, expects: expectsAtOnce(role) });
  }

  openInterpolation(): void {
    this.saw('interpolation');
    this.#interpolations += 1;
    this.open('interpolation');
  }

  /** Gives the string that was held in the brackets. */
  closeBracket(): Specifier | undefined {
    this.#lastToken = ')';
    return this.isFlat ? undefined : this.#places.pop()?.held;
  }

  /** Ends an interpolation, or else the statement. */
  closeBrace(): void {
    if (this.#interpolations === 0) {
      this.end();
      return;
    }
    this.#interpolations -= 1;
    while (!this.isFlat) if (this.#places.pop()?.role === 'interpolation') return;
  }
}
