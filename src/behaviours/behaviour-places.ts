/** Finds the places in a file that rely on a behaviour, and the fetched data that other files may get from it. */

import type { Edit } from '../base/edits.ts';
import { positionOf } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordTest } from '../tree/word-filter.ts';
import { placesOfSign, signsIn } from './behaviour-signs.ts';
import { type DataLinks, type DataUse, dataLinks } from './data-links.ts';
import { decidesDepth, deepEdits } from './deep-option.ts';
import { createFetchTest } from './fetch-test.ts';
import { type DataFact, outgoing, spreadFacts, usesOf } from './fetched-data.ts';

/** A place in a file that relies on a behaviour. */
export interface BehaviourPlace {
  /** The name of the behaviour. */
  readonly of: string;
  /** Its offset in the file. */
  readonly start: number;
  /** A fact about the place, and the offset that shows it. */
  readonly note?: { readonly text: string; readonly offset?: number };
  /** Edits that settle the place, and what they do. */
  readonly edits?: readonly Edit[] | undefined;
  readonly done?: { readonly what: string; readonly done: string };
}

/** What was found in a file. */
export interface FoundPlaces {
  readonly places: readonly BehaviourPlace[];
  /** Data that other files may write to. */
  readonly data: readonly DataFact[];
}

/** The behaviours of data, which depend on what happens to the data. */
const dataBehaviours: readonly string[] = ['deep-data', 'empty-data', 'empty-error', 'reset-data'];

/** Finds places that rely on a behaviour. */
export function createBehaviourFinder(catalogue: Catalogue) {
  const { names, behaviours } = catalogue;
  const usesFetched = createFetchTest(names);
  const signs = signsIn(catalogue).map((sign) => ({ ...sign, tests: sign.words.map(wordTest) }));
  const texts = [...behaviours].flatMap(([of, { signs: own }]) =>
    (own?.texts ?? []).map((sign) => ({ of, ...sign, files: own?.files ?? [] })),
  );
  const isIn = (path: string, files: readonly string[]) =>
    files.some((part) => path.includes(part));
  const textsIn = ({ path, text }: Pick<SourceText, 'path' | 'text'>) =>
    texts.filter(
      ({ word, files }) => text.includes(word) && (files.length === 0 || isIn(path, files)),
    );
  const signsOf = (text: string) => signs.filter(({ tests }) => tests.every((test) => test(text)));
  return {
    /** The behaviours that a text can rely on at all. */
    mayRelyOn(source: Pick<SourceText, 'path' | 'text'>): readonly string[] {
      const { text } = source;
      const all = [
        ...textsIn(source).map(({ of }) => of),
        ...(usesFetched(text) ? dataBehaviours : []),
        ...signsOf(text).map(({ of }) => of),
      ];
      return [...new Set(all)].filter((of) => behaviours.has(of));
    },
    /** Whether a file is searched at all. */
    concerns: (path: string) => holdsCode(path) || texts.some(({ files }) => isIn(path, files)),
    /** The places of a script or component in order, and the data that leaves it. */
    search(source: SourceText): FoundPlaces {
      const written = textsIn(source).flatMap(({ of, pattern }) =>
        Array.from(source.text.matchAll(pattern), ({ index: start }) => ({ of, start })),
      );
      written.sort((a, b) => a.start - b.start);
      const named = holdsCode(source.path) ? signsOf(source.text) : [];
      if (named.length === 0 && !(holdsCode(source.path) && usesFetched(source.text)))
        return { places: written, data: [] };
      const links = dataLinks(source, names);
      const places = named.flatMap((sign) =>
        placesOfSign(sign, links).map(({ start, edit }) => ({
          ...{ of: sign.of, start, edits: edit && [edit] },
          done: { what: 'A word', done: `replaced by \`${edit?.text}\`` },
        })),
      );
      const found = searchData(source, links, catalogue);
      const all = [...written, ...places, ...found.places].filter(({ of }) => behaviours.has(of));
      // A value may be known by several keys.
      const unique = new Map(all.map((place) => [`${place.of} ${place.start}`, place]));
      return { places: [...unique.values()].sort((a, b) => a.start - b.start), data: found.data };
    },
  };
}

/** The uses of the data that a file fetches. */
function searchData(
  { path, text }: SourceText,
  links: DataLinks,
  { names }: Catalogue,
): FoundPlaces {
  const { data, error } = names.dataResult;
  const calls = links.calls.map((call) => {
    const source = { name: call.name, ...positionOf(path, text, call.start) };
    // Other files decide about the data of a cached call.
    const isOpen = names.dataFunctions.includes(call.name) && !decidesDepth(call, names);
    return { call, source, isOpen };
  });
  const factsOf = (member: string, of: typeof calls) =>
    spreadFacts(
      of.map(({ call, source }) => ({ key: call.key, path: [member], isNew: false, call: source })),
      links.links,
    );
  const used = (member: string, kind: DataUse['kind'], of: string, said?: string) =>
    usesOf(factsOf(member, calls), links.uses)
      .filter(({ use }) => use.kind === kind)
      .map(({ use: { start, edit } }) => ({
        ...{ of, start, edits: edit && [edit] },
        done: { what: 'A comparison with `null`', done: 'made true for `undefined` as well' },
        ...(said && { note: { text: said } }),
      }));
  const open = calls.filter(({ isOpen }) => isOpen);
  const written = usesOf(factsOf(data, open), links.uses).filter(({ use }) => use.kind === 'write');
  const deep = open.flatMap(({ call, source }): BehaviourPlace[] => {
    const writes = written.filter((write) => write.call === source).map(({ use }) => use);
    const edits = deepEdits(call, names, text);
    const note = { text: `the data comes from \`${call.name}\``, offset: call.start };
    // One edit is enough for all of them.
    return (edits ? writes.slice(0, 1) : writes).map(({ by, start }) => {
      const what = `\`${names.deepOption}: true\``;
      const done = { what, done: `added: nested data is changed by ${by}` };
      return { of: 'deep-data', start, note, edits, done };
    });
  });
  // A call that gets the option needs nothing else.
  const isDone = (at: number) => deep.some(({ edits, note }) => edits && note?.offset === at);
  const left = open.filter(({ call }) => !isDone(call.start));
  return {
    places: [
      ...used(data, 'null', 'empty-data', 'the data is compared with `null`'),
      ...used(error, 'null', 'empty-error', 'the error is compared with `null`'),
      ...used(names.clearMethod, 'read', 'reset-data'),
      ...deep,
    ],
    data: outgoing(path, links, factsOf(data, left)),
  };
}
