/** Finds the places in a file that rely on a behaviour. */

import type { Edit } from '../base/edits.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordTest } from '../tree/word-filter.ts';
import { createSignTest, placesOfSigns, type SharedKey } from './behaviour-signs.ts';
import { decidesDepth, deepEdit } from './deep-option.ts';
import {
  callsWritten,
  createFetchTest,
  type DataCall,
  mayWrite,
  readOrigins,
} from './fetched-data.ts';
import type { FileOrigins, Use } from './origins.ts';

/** A place in a file that relies on a behaviour. */
export interface BehaviourPlace {
  /** The name of the behaviour. */
  readonly of: string;
  /** Set for a call that only counts if others with its key differ. */
  readonly shares?: SharedKey | undefined;
  /** Its offset in the file. */
  readonly start: number;
  /** A fact about the place, and the offset that shows it. */
  readonly note?: { readonly text: string; readonly offset?: number };
  /** The edit that settles the place, and what it does. */
  readonly edit?: Edit | undefined;
  readonly done?: { readonly what: string; readonly done: string };
}

/** Finds places that rely on a behaviour. */
export function createBehaviourFinder({ names, behaviours }: Catalogue) {
  const { data, error } = names.dataResult;
  const fetches = createFetchTest(names);
  const clears = wordTest([names.clearMethod]);
  const usesData = (text: string) =>
    fetches(text) && (mayWrite(text) || clears(text) || /[!=]== *null/.test(text));
  const rows = [...behaviours].flatMap(([of, { signs }]) =>
    signs ? { of, signs, test: createSignTest(signs) } : [],
  );
  const isIn = (path: string, files: readonly string[]) =>
    files.length === 0 ? holdsCode(path) : files.some((part) => path.includes(part));
  const textsIn = ({ path, text }: Pick<SourceText, 'path' | 'text'>) =>
    rows.flatMap(({ of, signs: { texts, files } }) =>
      texts.flatMap(({ word, pattern }) =>
        text.includes(word) && isIn(path, files) ? { of, pattern } : [],
      ),
    );
  /** The behaviours of data, which depend on what happens to the data. */
  const ofData = ['deep-data', 'empty-data', 'empty-error', 'reset-data'];
  return {
    /** Whether a text fetches data. */
    fetches,
    /** The behaviours that a text can rely on at all. */
    mayRelyOn(source: Pick<SourceText, 'path' | 'text'>): readonly string[] {
      const isCode = holdsCode(source.path);
      const all = [
        ...textsIn(source).map(({ of }) => of),
        ...(isCode && usesData(source.text) ? ofData : []),
        ...rows.flatMap(({ of, test }) => (isCode && test(source.text) ? of : [])),
      ];
      return [...new Set(all)].filter((of) => behaviours.has(of));
    },
    /** Whether a file is searched at all. */
    concerns: (path: string) =>
      holdsCode(path) || rows.some(({ signs: { files } }) => files.length > 0 && isIn(path, files)),
    /** The places of a script or component in order. */
    search(source: SourceText): BehaviourPlace[] {
      const { text } = source;
      const isCode = holdsCode(source.path);
      const signed = rows.filter(({ test }) => isCode && test(text));
      const isNeeded = signed.length > 0 || (isCode && usesData(text));
      const file = isNeeded ? readOrigins(source, names) : undefined;
      const all = [
        ...textsIn(source).flatMap(({ of, pattern }) =>
          Array.from(text.matchAll(pattern), ({ index: start }) => ({ of, start })),
        ),
        ...(file ? usesOf(file) : []),
        ...signed.flatMap(({ of, signs }) =>
          (file ? placesOfSigns(signs, file) : []).map(({ start, edit, shares }) => ({
            of,
            start,
            edit,
            shares,
            done: { what: 'A word', done: `replaced by \`${edit?.text}\`` },
          })),
        ),
      ].filter(({ of }) => behaviours.has(of));
      const unique = new Map(all.map((place) => [`${place.of} ${place.start}`, place]));
      return [...unique.values()].sort((a, b) => a.start - b.start);
    },
    /** Whether a write of another file matters: the call neither decides itself, nor is edited. */
    isOpen: ({ call, file }: DataCall) =>
      !decidesDepth(call, names) &&
      !usesOf(file).some(({ edit, note }) => edit && note?.offset === call.start),
  };

  function usesOf(file: FileOrigins): BehaviourPlace[] {
    const edited = new Set<unknown>();
    return file.uses.flatMap((use) => {
      if (use.kind !== 'write') return usesOfResult(use);
      return callsWritten(use, file).flatMap(({ call }): BehaviourPlace[] => {
        // One edit is enough for all writes.
        if (decidesDepth(call, names) || edited.has(call)) return [];
        const { name } = file.nameOrigin(call.callee);
        const isCached = name === names.cachedDataFunction;
        const edit = isCached ? undefined : deepEdit(call, name, names, file.source.text);
        if (edit) edited.add(call);
        const note = { text: `the data comes from \`${name}\``, offset: call.start ?? 0 };
        const done = {
          what: `\`${names.deepOption}: true\``,
          done: 'added: nested data is changed',
        };
        return [{ of: 'deep-data', start: use.start, note, edit, done }];
      });
    });
  }

  function usesOfResult({ kind, start, origin, edit }: Use): BehaviourPlace[] {
    const { root = '', path = [] } = origin() ?? {};
    const [member, ...inner] = path;
    if (typeof root === 'string' || inner.length > 0) return [];
    if (kind === 'read') return member === names.clearMethod ? [{ of: 'reset-data', start }] : [];
    if (member !== data && member !== error) return [];
    const note = { text: `the ${member} is compared with \`null\`` };
    const done = { what: 'A comparison with `null`', done: 'made true for `undefined` as well' };
    return [{ of: member === data ? 'empty-data' : 'empty-error', start, note, edit, done }];
  }
}
