import type { Edit } from '../base/edits.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { escaped } from '../catalogue/spelling.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordTest } from '../tree/word-filter.ts';
import { callsOf, localNames, ofFramework, type Sign, signsIn } from './behaviour-signs.ts';
import { CodeNames } from './code-names.ts';
import { type CodeTokens, type Item, unquoted } from './code-tokens.ts';
import { fileTokens } from './component-tokens.ts';
import { type FileCode, followData, type NamedCall } from './data-flow.ts';

/** A place in a file that relies on a behaviour. */
export interface BehaviourPlace {
  /** The name of the behaviour. */
  readonly of: string;
  /** Its offset in the file. */
  readonly start: number;
  /** Whether the place needs no review. */
  readonly isSettled: boolean;
  /** A fact about the place, and the offset that shows it. */
  readonly note?: { readonly text: string; readonly offset?: number };
  /** Edits that keep the older behaviour; undefined if they cannot be written. */
  readonly edits?: readonly Edit[] | undefined;
  /** The key that calls share the data by. */
  readonly key?: string | undefined;
}

/** The behaviours of data, which depend on what happens to the data. */
const dataBehaviours: readonly string[] = ['deep-data', 'empty-data', 'empty-error'];

/** Finds places that rely on a behaviour. */
export function createBehaviourFinder(catalogue: Catalogue) {
  const { names, behaviours } = catalogue;
  const fetching = [...names.dataFunctions, names.cachedDataFunction];
  const signs = signsIn(catalogue);
  const hasWord = wordTest([...fetching, ...signs.flatMap((sign) => sign.words[0] ?? [])]);
  const signsOf = (text: string) =>
    signs.filter((sign) => sign.words.every((list) => includesAny(text, list)));
  return {
    /** The behaviours that a text can rely on at all. */
    mayRelyOn(text: string): readonly string[] {
      if (!hasWord(text)) return [];
      const ofData = includesAny(text, fetching)
        ? dataBehaviours.filter((of) => behaviours.has(of))
        : [];
      return [...new Set([...ofData, ...signsOf(text).map(({ of }) => of)])];
    },
    /** The places of a script or component in order. */
    placesIn({ path, text }: Pick<SourceText, 'path' | 'text'>): readonly BehaviourPlace[] {
      if (!hasWord(text)) return [];
      const code = fileTokens(path, text, names);
      if (!code.isReadable)
        return unreadablePlaces(text, [
          { of: 'deep-data', words: [names.dataFunctions] },
          ...signsOf(text),
        ]);
      const file = { code, names, declared: new CodeNames(code) };
      const places = signsOf(text).flatMap(({ of, tokensIn }) =>
        tokensIn(file).map(
          (at): BehaviourPlace => ({ of, start: code.offset(at), isSettled: false }),
        ),
      );
      for (const name of fetching.filter((word) => text.includes(word))) {
        for (const call of callsOf(file, name)) places.push(...dataPlaces(file, name, call, text));
        if (names.dataFunctions.includes(name)) places.push(...valuePlaces(file, name));
      }
      return places.sort((a, b) => a.start - b.start);
    },
  };
}

function includesAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}

/** Code that is not read counts where it names a function that fetches data, or has a sign. */
function unreadablePlaces(
  text: string,
  signs: readonly Pick<Sign, 'of' | 'words'>[],
): BehaviourPlace[] {
  return signs.flatMap(({ of, words: [list = []] }) => {
    const word = new RegExp(`(?<![\\w$])(?:${list.map(escaped).join('|')})(?![\\w$])`, 'g');
    const note = { text: 'the code cannot be read' };
    return Array.from(text.matchAll(word), ({ index: start }) => ({
      of,
      start,
      isSettled: false,
      note,
    }));
  });
}

/** The places where a function that fetches data is not called. */
function valuePlaces(file: FileCode, name: string): BehaviourPlace[] {
  const { code, declared, names } = file;
  const isSource = ofFramework(names);
  const tokens = localNames(file, name)
    .flatMap((local) => code.all(local))
    .filter(
      (at) =>
        declared.isReference(at) && code.callAt(at + 1) === -1 && code.text(at - 1) !== 'typeof',
    );
  const members = code.all(name).filter((at) => {
    const origin = code.text(at - 1) === '.' && declared.originOf(code.text(at - 2));
    return origin && origin.name === '' && isSource(origin.source);
  });
  const exported = declared.taken.filter(
    (taken) => taken.isExport && taken.name === name && isSource(taken.source),
  );
  return [...tokens, ...members, ...exported.map(({ token }) => token)].map((at) => ({
    of: 'deep-data',
    start: code.offset(at),
    isSettled: false,
    note: { text: 'the function is used as a value' },
  }));
}

/** The places of a call that fetches data: its mutated or escaping data, and comparisons with `null`. */
function dataPlaces(
  file: FileCode,
  name: string,
  { callee, call }: NamedCall,
  text: string,
): BehaviourPlace[] {
  const { code, names } = file;
  const options = callOptions(file, name, call);
  const { events } = followData(file, { callee, call });
  const compared = events.flatMap(({ kind, what, token }): BehaviourPlace[] => {
    const note = { text: `the ${kind.slice('empty-'.length)} ${what}` };
    return /^empty/.test(kind)
      ? [{ of: kind, start: code.offset(token), isSettled: false, note }]
      : [];
  });
  if (optionOf(file, options, names.deepOption)) return compared;
  const key = sharedKey(file, name, call, options);
  const about = { of: 'deep-data', start: code.offset(callee), ...(key !== undefined && { key }) };
  const mutation = events.find(({ kind }) => kind === 'mutation');
  const event = mutation ?? events.find(({ kind }) => kind === 'escape');
  if (!event)
    return [{ ...about, isSettled: true, note: { text: 'the data is only read' } }, ...compared];
  const what = `${mutation ? 'nested' : 'the'} data ${event.what}`;
  const note = { text: what, offset: code.offset(event.token) };
  const edits = mutation && { edits: deepEdits(file, call, options, text) };
  return [{ ...about, isSettled: false, ...edits, note }, ...compared];
}

/** The options of a call: the bracket of an object, none, or unknown without running the code. */
type CallOptions = number | 'none' | 'unknown';

/** The options of a call of one of the framework's functions. */
function callOptions(file: FileCode, name: string, call: number): CallOptions {
  const { code, names } = file;
  const items = code.items(call);
  const isAddress = names.addressFunctions.includes(name);
  if (items.some(({ start }) => code.text(start) === '...')) return 'unknown';
  const isKnown = isAddress || names.handlerFunctions.includes(name);
  const index = isAddress ? 1 : indexAfterHandler(code, items);
  const options = isKnown ? items[index] : undefined;
  if (!options) return isKnown && index === items.length ? 'none' : 'unknown';
  const next = code.after(options.start);
  const isObject =
    code.text(options.start) === '{' && (next === options.end || code.text(next) === 'as');
  return isObject && !mayHideOption(file, options.start) ? options.start : 'unknown';
}

/** Whether an object may set the option for deep data in another way: under a computed key, or as undefined. */
function mayHideOption({ code, names }: FileCode, object: number): boolean {
  return code
    .items(object)
    .some(
      ({ first, key, start }) =>
        code.text(first) === '[' || (key === names.deepOption && code.text(start) === 'undefined'),
    );
}

/** The index of the options of a call with a handler, which may follow a key. */
function indexAfterHandler(code: CodeTokens, [first, second, third]: readonly Item[]): number {
  if (!first) return -1;
  const isFunction = ({ start }: Item) =>
    /^(?:\(|async|function)$/.test(code.text(start)) || code.text(start + 1) === '=>';
  if (third || (second && isFunction(second)) || /^['"`]/.test(code.text(first.start))) return 2;
  return !second || code.text(second.start) === '{' || isFunction(first) ? 1 : -1;
}

/** The value of an option. */
function optionOf({ code }: FileCode, options: CallOptions, key: string): Item | undefined {
  return typeof options === 'number'
    ? code.items(options).find((item) => item.key === key)
    : undefined;
}

/** The key that a call shares its data by, if it is a string literal. */
function sharedKey(
  file: FileCode,
  name: string,
  call: number,
  options: CallOptions,
): string | undefined {
  const isAddress = file.names.addressFunctions.includes(name);
  const key = isAddress ? optionOf(file, options, 'key') : file.code.items(call)[0];
  const text = file.code.text(key?.start ?? -1);
  return key?.end === (key?.start ?? 0) + 1 && /^['"]/.test(text) ? unquoted(text) : undefined;
}

/** Edits that add `deep: true` to the options of a call; undefined if the options cannot be edited. */
function deepEdits(
  { code, names }: FileCode,
  call: number,
  options: CallOptions,
  text: string,
): Edit[] | undefined {
  const option = `${names.deepOption}: true`;
  const insertion = (at: number, inserted: string) => [{ start: at, end: at, text: inserted }];
  if (options === 'unknown') return undefined;
  if (options === 'none') {
    const last = code.items(call).at(-1);
    if (!last) return undefined;
    const end = code.offset(last.end - 1) + code.text(last.end - 1).length;
    return insertion(end, `,${spaceBefore(text, code.offset(last.start))}{ ${option} }`);
  }
  const [first] = code.items(options);
  const [start, end] = [code.offset(options), code.offset(code.pair(options)) + 1];
  // The option comes first, so that an object spread after it still takes precedence.
  const property = code.offset(options + 1);
  if (first) return insertion(property, `${option},${spaceBefore(text, property)}`);
  return text.slice(start + 1, end - 1).trim() === ''
    ? [{ start, end, text: `{ ${option} }` }]
    : undefined;
}

/** The space before an item of a list: a line break and an indent if it is on a line of its own. */
function spaceBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  const lineEnd = text[lineStart - 2] === '\r' ? '\r\n' : '\n';
  return indent.trim() === '' && lineStart > 0 ? `${lineEnd}${indent}` : ' ';
}
