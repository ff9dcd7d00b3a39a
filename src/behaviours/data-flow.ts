import {
  callbackMethods,
  functionRoles,
  type MethodRole,
  methodRoles,
  readingObjects,
  revealingNames,
} from '../catalogue/known-functions.ts';
import type { Names } from '../catalogue/names.ts';
import { ifParsed } from '../tree/syntax/source-text.ts';
import { arrowStart, type CodeNames } from './code-names.ts';
import { type CodeTokens, isName, isOperandEnd } from './code-tokens.ts';
import { templateCalls } from './component-tokens.ts';

/** A use of the data that matters, and its token. */
export interface DataEvent {
  /** Nested data may be mutated, the data leaves the file or the analysis, or is compared with `null`. */
  readonly kind: 'mutation' | 'escape' | 'empty-data' | 'empty-error';
  readonly token: number;
  /** The predicate of a sentence that starts with "the data". */
  readonly what: string;
}

/** The uses of a call's data in the same file. */
export interface DataFlow {
  /** In the order of the file. */
  readonly events: readonly DataEvent[];
  /** The members of the result that are used. */
  readonly members: readonly { readonly name: string; readonly token: number }[];
}

/**
 * What a value has to do with the data of a call:
 * - `result`: what the call returns
 * - `ref`: a ref with the data, which may be replaced; templates refer to its value
 * - `copy`: an object or list around the data, which may be changed itself
 * - `data`: the data or a part of it, which writing to a member mutates; also any value that may be one of several
 * - `error`: the error of the call, of which only comparisons matter
 */
type DataRole = 'result' | 'ref' | 'copy' | 'data' | 'error';

/** The role of a value; undefined if it has nothing to do with the data. */
type Step = DataRole | undefined;

/** A call of a function: its name, and the bracket of its arguments. */
export interface NamedCall {
  readonly callee: number;
  readonly call: number;
}

/** The names and tokens of a file. */
export interface FileCode {
  readonly code: CodeTokens;
  readonly declared: CodeNames;
  readonly names: Names;
}

/**
 * Follows the data of a call through its file: from the call to the names that get it, and on from each of their
 * occurrences. A use that no rule covers counts as leaving the file. There are no scopes, and the precedence of
 * operators hardly matters: too many uses are harmless, because the older behaviour is kept or the call is listed.
 */
export function followData(file: FileCode, { callee, call }: NamedCall): DataFlow {
  const follower = new DataFollower(file);
  const unread: DataEvent = {
    kind: 'escape',
    token: callee,
    what: 'is used in code that is nested too deeply',
  };
  return ifParsed(() => follower.start(callee, call)) ?? { events: [unread], members: [] };
}

const unanalysed = 'is used in code that cannot be analysed';
const assignments = /^(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=$/;
/** Operators whose result contains nothing of their operands. A type before a value ends with `>`. */
const reading = /^(?:[-+/%&|^~!<]|[=!]==?|[<>]=|\*\*|typeof|void|in|instanceof)$/;
const readingAfter = /^(?:[-+*/%&|^<>?]|[=!]==?|[<>]=|\*\*|&&|in|instanceof)$/;
/** Where the expression around an operand may start. */
const boundary = /^(?:[,;([{:]|\$\{|=>|return|throw|yield|of|in|case|default|export|else|do|)$/;
const blockStarts = /^(?:[);{}>\]]|=>|else|try|finally|do|)$/;

/** A name that gets the data, and the block that declares it; -1 for the whole file. */
interface DataName {
  readonly role: DataRole;
  readonly block: number;
}

const literal = /^(?:['"\d]|(?:null|undefined|true|false|\$input)$)/;

class DataFollower {
  readonly #file: FileCode;
  readonly #code: CodeTokens;
  readonly #names = new Map<string, DataName>();
  readonly #pending = new Set<string>();
  readonly #events = new Map<string, DataEvent>();
  readonly #members: { name: string; token: number }[] = [];

  constructor(file: FileCode) {
    this.#file = file;
    this.#code = file.code;
  }

  start(callee: number, call: number): DataFlow {
    const revealing = revealingNames.find((name) =>
      this.#code.all(name).some((token) => !this.#file.declared.isLabel(token)),
    );
    if (revealing !== undefined) this.#escape(callee, `is visible to \`${revealing}\``);
    this.#keptOutside(call);
    this.#follow(callee, this.#code.after(call), 'result');
    // Set iteration also visits names added during the loop.
    for (const name of this.#pending) {
      this.#pending.delete(name);
      const { role, block } = this.#names.get(name) ?? { role: 'data', block: -1 };
      const isSeen = (token: number) =>
        block === -1 || (token > block && token < this.#code.pair(block));
      for (const token of this.#code.all(name))
        if (isSeen(token) && this.#file.declared.isReference(token)) this.#reference(token, role);
    }
    const offset = ({ token }: DataEvent) => this.#code.offset(token);
    const events = [...this.#events.values()].sort((a, b) => offset(a) - offset(b));
    return { events, members: this.#members };
  }

  /** Records a use; a name is visited again when its role changes. */
  #note(kind: DataEvent['kind'], token: number, what: string): undefined {
    const key = `${kind} ${token}`;
    if (!this.#events.has(key)) this.#events.set(key, { kind, token, what });
  }

  #escape(token: number, what = unanalysed): undefined {
    return this.#note('escape', token, what);
  }

  #mutate(token: number, by: string): undefined {
    return this.#note('mutation', token, `is changed by ${by}`);
  }

  /** Templates refer to the value of a ref. */
  #reference(token: number, role: DataRole): void {
    const isUnwrapped = token >= this.#code.template && (role === 'ref' || role === 'data');
    if (isUnwrapped && this.#isWritten(token, token + 1)) {
      if (role === 'data') this.#mutate(token, this.#changeAt(token + 1));
      else this.#replace(token, token + 1);
    }
    this.#follow(token, token + 1, isUnwrapped ? 'data' : role);
  }

  /** Follows the members and calls after a value, and then the expression around it. */
  #follow(start: number, from: number, given: DataRole): undefined {
    const code = this.#code;
    let [at, role, object] = [from, given as Step, undefined as Step];
    let member: string | undefined;
    for (let next = code.memberAt(at); next; next = code.memberAt(at)) {
      if (!role && !this.#isWritten(start, at)) return;
      if (next.end > at + 1) {
        [member, object] = [next.name, role];
        if (role === 'result' && member !== undefined)
          this.#members.push({ name: member, token: at + 1 });
        const call = code.callAt(next.end);
        [role, at] =
          call === -1
            ? [this.#memberOf(role, member), next.end]
            : [this.#method(start, call, member, role), code.after(call)];
      } else at = next.end;
    }
    const isWritten = this.#isWritten(start, at);
    if (!role && !isWritten) return;
    if (code.callAt(at) !== -1) return this.#escape(start);
    if (isWritten && this.#write(start, at, object)) return;
    if (role) this.#context(start, at, role, [undefined, 'value'].includes(member));
  }

  /** Handles a write to a member of an object; whether it replaces what the member was. */
  #write(start: number, end: number, object: Step): boolean {
    if (object === 'data') this.#mutate(start, this.#changeAt(end));
    else if (object === 'ref') this.#replace(start, end);
    return /^(?:=|\+\+|--)$/.test(this.#code.text(end));
  }

  #isWritten(start: number, end: number): boolean {
    const before = this.#code.text(start - 1);
    const after = this.#code.text(end);
    return (
      assignments.test(after) ||
      (/^(?:\+\+|--)$/.test(after) && !this.#code.isFirst(end)) ||
      /^(?:\+\+|--|delete)$/.test(before)
    );
  }

  #changeAt(end: number): string {
    return this.#code.text(end + 1) === templateCalls.input ? '`v-model`' : 'an assignment';
  }

  /** A member without a known name may be any. */
  #memberOf(role: Step, name: string | undefined): Step {
    const { data, error } = this.#file.names.dataResult;
    if (role === 'error') return name === 'value' ? role : undefined;
    if (role !== 'result' || name === undefined)
      return role && !/^(?:length|size)$/.test(name ?? '') ? 'data' : undefined;
    return name === data ? 'ref' : name === error ? 'error' : undefined;
  }

  /** The role of what a method of the value returns. */
  #method(start: number, call: number, name: string | undefined, role: Step): Step {
    const isPromise = /^(?:then|catch|finally)$/.test(name ?? 'then');
    // Other methods of the result load or clear the data.
    if (!role || role === 'error' || (role === 'result' && !isPromise)) return undefined;
    const method = role === 'result' ? undefined : methodRoles.get(name ?? '');
    const written = this.#code.dotted(call - 1) || `….${name ?? '[…]'}`;
    if (!method && !/^reduce(?:Right)?$/.test(name ?? ''))
      return this.#escape(start, `is used in \`${written}()\`, which is unknown`);
    if (role === 'data' && method === 'change') this.#mutate(start, `\`${written}()\``);
    const [first] = this.#code.items(call);
    if (first && callbackMethods.has(name ?? '')) this.#callBack(first.start, first.end);
    return method ? methodResults[method] : 'data';
  }

  /** Follows a value into the expression around it; `isWhole` if it is not a member of the data. */
  #context(start: number, end: number, role: DataRole, isWhole: boolean): undefined {
    const code = this.#code;
    const [before, after] = [code.text(start - 1), code.text(end)];
    const isNull = (comparison: string, operand: number) =>
      /^[!=]==$/.test(comparison) && code.text(operand) === 'null';
    if (isWhole && role !== 'result' && (isNull(before, start - 2) || isNull(after, end + 1)))
      this.#note(role === 'error' ? 'empty-error' : 'empty-data', start, 'is compared with `null`');
    if (reading.test(before) || readingAfter.test(after)) return;
    const at = this.#boundary(start - 1);
    if (assignments.test(code.text(at))) return this.#assign(at, role);
    if (role === 'error') return;
    switch (code.text(at)) {
      case '=>':
        return this.#returned(arrowStart(code, at));
      case 'return':
        return this.#returned(this.#functionAround(at));
      case 'of':
        if (!/^(?:const|let|var)$/.test(code.text(code.opener(at) + 1))) return this.#escape(start);
        return this.#declare(code.opener(at) + 2, 'data');
      case '${':
        return isOperandEnd(code.text(code.opener(at) - 1)) ? this.#escape(start) : undefined;
      case ',':
      case ':':
      case '(':
      case '[':
      case '{':
        return this.#enclosed(code.opener(start), start, role);
      default:
        return /^(?:;|in|case|else|do|)$/.test(code.text(at)) ? undefined : this.#escape(start);
    }
  }

  /** The token before the expression around an operand: an assignment, a bracket, a keyword or the like. */
  #boundary(from: number): number {
    const code = this.#code;
    let at = from;
    for (; !boundary.test(code.text(at)) && !assignments.test(code.text(at)); at = code.before(at))
      // A statement without a semicolon before it.
      if (code.isFirst(at + 1) && isOperandEnd(code.text(at)) && isStart(code.text(at + 1)))
        return -1;
    if (code.text(at) !== ':') return at;
    // A colon is part of a conditional expression, or follows a key.
    for (let before = code.before(at); ; before = code.before(before)) {
      if (code.text(before) === '?') return this.#boundary(before - 1);
      if (boundary.test(code.text(before)) && code.text(before) !== ':') return at;
    }
  }

  /** Follows a value into the brackets around its expression. */
  #enclosed(opener: number, start: number, role: DataRole): undefined {
    const code = this.#code;
    const [text, before] = [code.text(opener), code.text(opener - 1)];
    const next = code.after(opener);
    if (text === '(') {
      if (/^(?:if|while|switch|for|with)$/.test(before)) return;
      const callee = code.calleeOf(opener);
      return callee === -1
        ? this.#follow(opener, next, role)
        : this.#argument(opener, callee, start, role);
    }
    if (before === 'export') return this.#escape(start, 'is exported');
    if (text === '[' ? isOperandEnd(before) : this.#isBlock(opener) || text === '${') return;
    if (code.text(next) === '=' || code.text(next) === 'of') return this.#escape(start);
    return this.#follow(opener, next, 'copy');
  }

  /** Whether braces are of a block, and not of an object. */
  #isBlock(opener: number): boolean {
    const before = this.#code.text(opener - 1);
    return blockStarts.test(before) || isName(before);
  }

  /** Assigns the data to a name, a pattern or a member. */
  #assign(equals: number, role: DataRole): undefined {
    const code = this.#code;
    // Operators such as `+=` produce a string or a number.
    if (!/^(?:=|\|\|=|&&=|\?\?=)$/.test(code.text(equals))) return;
    const pattern = this.#file.declared.patterns.get(equals);
    const last = equals - 1;
    if (pattern !== undefined) {
      const isBlock =
        /^(?:const|let)$/.test(code.text(pattern - 1)) && code.text(code.opener(pattern)) === '{';
      this.#declare(pattern, role, isBlock ? code.opener(pattern) : -1);
      if (code.text(pattern - 2) === 'export' && role !== 'error')
        this.#escape(pattern, 'is exported');
      if (code.after(pattern) === equals || !code.isFirst(last)) return;
    }
    const target = code.operandStart(last);
    if (target === last && isName(code.text(last)) && last < code.template)
      this.#hold(code.text(last), role, -1);
    else {
      const stored = this.#names.get(code.text(target))?.role;
      if (stored !== 'ref' && stored !== 'data' && !(stored === 'copy' && target !== last))
        this.#escape(target, `is stored in \`${code.dotted(last).replace(/\..*/, '') || '…'}\``);
    }
    return this.#context(target, equals, role, false);
  }

  /** Declares the names of a pattern that gets the data. */
  #declare(start: number, role: DataRole, block = -1): undefined {
    const code = this.#code;
    if (code.text(start) === '...') this.#declare(start + 1, 'data', block);
    else if (isName(code.text(start))) this.#hold(code.text(start), role, block);
    else if (!/^[[{(]$/.test(code.text(start))) this.#escape(start);
    else
      for (const { first, key, start: target } of code.items(start)) {
        const isRest = code.text(target) === '...';
        const inner = this.#memberOf(role, isRest ? undefined : key);
        if (role === 'result' && key !== undefined) this.#members.push({ name: key, token: first });
        if (inner && target < code.pair(start)) this.#declare(target, inner, block);
      }
  }

  /** Records the role of a name. */
  #hold(name: string, given: DataRole, block: number): void {
    const previous = this.#names.get(name);
    const role = !previous || previous.role === given ? given : 'data';
    if (previous?.role === role && previous.block === block) return;
    this.#names.set(name, { role, block: !previous || previous.block === block ? block : -1 });
    this.#pending.add(name);
  }

  /** A value that replaces the data becomes the data, so it may only be a literal, the data itself, or from a call. */
  #replace(token: number, equals: number): undefined {
    const code = this.#code;
    const start = code.text(equals + 1) === 'await' ? equals + 2 : equals + 1;
    const text = code.text(start);
    let end = code.after(start);
    for (let next = code.memberAt(end); next; next = code.memberAt(end)) {
      const call = code.callAt(next.end);
      end = call === -1 ? next.end : code.after(call);
    }
    if (code.text(end) === '(') end = code.after(end);
    const isEmpty = /^[[{]$/.test(text) && code.pair(start) === start + 1;
    const isCall = isName(text) && code.text(end - 1) === ')';
    const isKnown = isEmpty || isCall || this.#names.has(text) || literal.test(text);
    const isWhole = code.isFirst(end) || /^[;,)\]}]?$/.test(code.text(end));
    if (code.text(equals) !== '=' || !isKnown || !isWhole)
      this.#escape(token, 'is replaced by another value');
  }

  #functionAround(from: number): number {
    const code = this.#code;
    for (let at = code.opener(from); at !== -1; at = code.opener(at)) {
      const before = code.text(at - 1);
      if (before === '=>') return arrowStart(code, at - 1);
      const head = code.pair(at - 1);
      const fn = code.text(head - 1) === 'function' ? head - 1 : head - 2;
      if (before === ')' && code.text(fn) === 'function') return fn;
      const isControl =
        before === ')' && /^(?:if|for|while|switch|catch|await)$/.test(code.text(head - 1));
      if (!isControl && !/^(?:else|try|finally|do|catch|[;{}])$/.test(before)) return -1;
    }
    return -1;
  }

  /** A function that returns data is only followed to a call that gets it, alone or in an object. */
  #returned(start: number): undefined {
    const code = this.#code;
    const before = code.text(start - 1) === 'async' ? start - 2 : start - 1;
    let opener = code.opener(start);
    const isAlone = code.text(opener) === '(';
    while (/^[[{]$/.test(code.text(opener)) && !this.#isBlock(opener)) opener = code.opener(opener);
    const callee = code.text(opener) === '(' ? code.calleeOf(opener) : -1;
    if (callee === -1 || !/^[(,:[]$/.test(code.text(before)))
      return this.#escape(Math.max(start, 0), 'is returned by a function');
    const name =
      code.text(callee - 1) === '.' || code.text(callee - 1) === '?.' ? code.text(callee) : '';
    if (!isAlone || !callbackMethods.has(name))
      return this.#argument(opener, callee, start, 'copy');
    const method = methodRoles.get(name);
    // The data that other callbacks return is only tested.
    const result = method === 'results' ? 'copy' : method ? undefined : 'data';
    return result && this.#follow(code.operandStart(callee), code.after(opener), result);
  }

  /** The name of a function that is built in, imported from a package, or auto-imported. */
  #globalName(last: number): string {
    const name = this.#code.dotted(last);
    const [root = ''] = name.split('.');
    const { declared } = this.#file;
    const isImported = declared.originOf(root)?.source;
    return !declared.isDeclared(root) || (isImported && !/^[./~]|^@@?\//.test(isImported))
      ? name
      : '';
  }

  #isReader(name: string): boolean {
    const [object = ''] = name.split('.');
    const { readingFunctions } = this.#file.names;
    return (
      functionRoles.get(name) === 'read' ||
      name === templateCalls.read ||
      readingFunctions.includes(name) ||
      readingObjects.includes(object)
    );
  }

  /** Handles the data in an argument of a call. */
  #argument(opener: number, callee: number, token: number, role: DataRole): undefined {
    const code = this.#code;
    const name = this.#globalName(callee);
    const known = functionRoles.get(name);
    const items = code.items(opener);
    const isFirst = token < (items[0]?.end ?? 0);
    // A function beside the data may get it, as the second argument of `JSON.stringify()` does.
    const functions = items.filter(({ start, end }) => this.#functionAt(start, end) > 0);
    if (this.#isReader(name)) for (const { start, end } of functions) this.#callBack(start, end);
    else if (known === 'watch') {
      if (isFirst && items[1]) this.#callBack(items[1].start, items[1].end);
    } else if (known && known !== 'read') {
      // Refs in a reactive object are unwrapped.
      const result = known === 'same' ? (role === 'result' ? 'copy' : role) : known;
      this.#follow(code.operandStart(callee), code.after(opener), result);
    } else if (name === 'Object.assign' && isFirst && role === 'data')
      this.#mutate(token, `\`${name}()\``);
    else this.#pass(callee, token);
  }

  /** Passes the data to a method or a function of the file; any other function is unknown. */
  #pass(callee: number, token: number): undefined {
    const code = this.#code;
    const root = code.text(code.operandStart(callee));
    // The data has no methods of its own.
    if (this.#names.get(root)?.role === 'data' && methodRoles.get(code.text(callee)) === 'read')
      return;
    const parameters =
      root === code.text(callee) ? (this.#file.declared.functions.get(root) ?? -1) : -1;
    if (parameters > 0) return this.#parameters(parameters);
    const name = code.dotted(callee);
    const target = /^<|^v-/.test(name) ? name : `${root === 'new' ? 'new ' : ''}${name}()`;
    return this.#escape(
      token,
      `is passed to ${name ? `\`${target}\`` : 'a function that cannot be analysed'}`,
    );
  }

  #parameters(start: number): undefined {
    if (this.#code.text(start) !== '(') this.#declare(start, 'data');
    else for (const item of this.#code.items(start)) this.#declare(item.start, 'data');
  }

  /** The parameters of the function that an argument is; -1 if it is none of the file. */
  #functionAt(start: number, end: number): number {
    const code = this.#code;
    const at = code.text(start) === 'async' ? start + 1 : start;
    if (code.text(at) === 'function')
      return code.callAt(isName(code.text(at + 1)) ? at + 2 : at + 1);
    const next = code.text(code.after(at));
    if (next === '=>' || (code.text(at) === '(' && next === ':')) return at;
    return end === start + 1 ? (this.#file.declared.functions.get(code.text(at)) ?? -1) : -1;
  }

  /** Gives data to the parameters of a callback. */
  #callBack(start: number, end: number): undefined {
    const parameters = this.#functionAt(start, end);
    if (parameters > 0) return this.#parameters(parameters);
    const name = this.#code.dotted(end - 1);
    if (this.#isReader(this.#globalName(end - 1))) return;
    return this.#escape(start, `is passed to \`${name || '…'}()\``);
  }

  /** Finds values that the functions in the arguments of a call keep elsewhere, or get from there. */
  #keptOutside(call: number): void {
    const code = this.#code;
    const { declared } = this.#file;
    for (let at = call + 1; at < code.pair(call); at += 1) {
      const name = code.text(at);
      if (!isName(name) || !declared.isReference(at) || !declared.isDeclared(name)) continue;
      if (declared.isDeclared(name, call, code.pair(call))) continue;
      let end = at + 1;
      for (
        let next = code.memberAt(end);
        next && code.callAt(next.end) === -1;
        next = code.memberAt(end)
      )
        end = next.end;
      const isChanged =
        /\.$/.test(code.text(end)) && methodRoles.get(code.text(end + 1)) === 'change';
      const isHandler = code.opener(at) === call || code.opener(code.opener(at)) === call;
      const isReturned =
        code.text(at - 1) === 'return' || (code.text(at - 1) === '=>' && isHandler);
      const isValue = isReturned && code.callAt(end) === -1 && !/^\??\.$/.test(code.text(end));
      if (isChanged || isValue || this.#isWritten(at, end) || declared.functions.has(name))
        this.#escape(at, 'is also kept outside the function that fetches it');
    }
  }
}

/** Whether a statement may start with a token, and an operator cannot. */
function isStart(text: string): boolean {
  return /^[\w$'"]/.test(text) && !/^(?:in|instanceof|of|as|satisfies)$/.test(text);
}

/** The role of what a method returns, apart from the results of a callback. */
const methodResults: Readonly<Record<MethodRole, Step>> = {
  read: undefined,
  results: 'copy',
  copy: 'copy',
  item: 'data',
  change: 'data',
};
