import type * as t from '@babel/types';
import type { Names } from '../../catalogue/names.ts';
import { once, remembered } from '../remembered.ts';
import { piecesOf, type SourceText } from '../syntax/source.ts';
import type { UseFinder } from '../uses.ts';
import {
  type DataCall,
  type DataKey,
  type DataSource,
  isOpenKey,
  mayMeet,
  payloadMembersIn,
} from './data-call.ts';
import { type DataFlow, followData } from './follow-data.ts';
import type { FlowFact, FlowFiles } from './run.ts';

/** A call, and the file that it is in. */
type PlacedCall = readonly [call: DataCall, path: string];

/** The same for any expression that gives data. */
type PlacedSource = readonly [source: DataSource, path: string];

/** The first fact of a kind: about a call or one that surely shares its data, or about one that may. */
type FirstFact = (kind: keyof DataFlow, isSure: boolean) => FlowFact | undefined;

/** Follows the data of calls, together with that of other calls which share it by their key. */
export interface SharedData {
  readonly files: FlowFiles;
  /** Goes on to a file, whose nodes are asked about. What is known of others may be forgotten. */
  enter(source: SourceText): void;
  callsIn(path: string): readonly DataCall[];
  /** Calls whose key may be this one. */
  callsWith(wanted: DataKey): readonly PlacedCall[];
  /** Tells what happens to the data of a call. Undefined if more calls may share it than can be followed. */
  factsAbout(call: DataCall, path: string): FirstFact | undefined;
}

/** Each call is followed through all that it reaches: more than people write would take minutes. */
export const mostCalls = 100;

// The trees of more files at a time would fill the memory.
const mostSources = 150;

export function createSharedData(from: FlowFiles, finder: UseFinder, names: Names): SharedData {
  const sources = new Map<string, SourceText | 'none'>();
  const calls = new Map<string, readonly DataCall[]>();
  const flows = new Map<t.Node, DataFlow>();
  const files: FlowFiles = {
    ...from,
    open(path) {
      const source = remembered(sources, path, () => from.open(path) ?? 'none');
      return source === 'none' ? undefined : source;
    },
  };
  const callsIn = (path: string): readonly DataCall[] =>
    remembered(calls, path, () => {
      const source = files.open(path);
      return source ? finder.dataCallsIn(source) : [];
    });
  const flowOf = (call: DataSource, path: string): DataFlow =>
    remembered(flows, call.node, () => followData(call, path, names, files));

  /** Files with calls that have a key. Only the keys are remembered: the trees of all files are too large. */
  const keyedFiles = once(() => {
    const { handlerFunctions, addressFunctions, cachedDataFunction } = names;
    const given = addressFunctions.flatMap(files.mentioning);
    const named = new Set(files.mentioning('key'));
    const paths = new Set([
      ...[...handlerFunctions, cachedDataFunction].flatMap(files.mentioning),
      ...given.filter((path) => named.has(path)),
    ]);
    return [...paths].map((path) => {
      const source = sources.has(path) ? files.open(path) : from.open(path);
      const own = source ? finder.dataCallsIn(source) : [];
      return [path, own.flatMap(({ key }) => key ?? [])] as const;
    });
  });
  /** Whether more calls may have this key than can be followed. */
  const isCrowded = (wanted: DataKey): boolean => {
    let count = 0;
    for (const [, own] of keyedFiles())
      for (const key of own) {
        if (mayMeet(wanted, key)) count += 1;
        if (count > mostCalls) return true;
      }
    return false;
  };
  const callsWith = (wanted: DataKey): readonly PlacedCall[] =>
    keyedFiles()
      .filter(([, own]) => own.some((key) => mayMeet(wanted, key)))
      .flatMap(([path]) =>
        callsIn(path)
          .filter(({ key }) => key && mayMeet(wanted, key))
          .map((call) => [call, path] as const),
      );

  /** Members of the payload that give data by its key. Hardly any file has one. */
  const payloadMembers = once(() => {
    const [outer = '', inner] = names.payloadMembers;
    const word = new RegExp(`\\b${outer}[?!]*\\.${inner}\\b`);
    return files.mentioning(outer).flatMap((path): PlacedSource[] => {
      const source = from.open(path);
      if (!source || !word.test(source.text)) return [];
      const pieces = piecesOf(source, (code) => word.test(code));
      return pieces.flatMap((piece) => payloadMembersIn(piece, names)).map((one) => [one, path]);
    });
  });

  const sourcesWith = (wanted: DataKey): readonly PlacedSource[] => [
    ...callsWith(wanted),
    ...payloadMembers().filter(([{ key }]) => key && mayMeet(wanted, key)),
  ];

  const factsAbout = (call: DataCall, path: string): FirstFact | undefined => {
    const { key } = call;
    if (key && isCrowded(key)) return undefined;
    const found = key ? sourcesWith(key) : [];
    const sharing = found.filter(([{ node }]) => node !== call.node);
    const isKnown = (one: DataKey | undefined) => one !== undefined && !isOpenKey(one);
    const isSurely = ([one]: PlacedSource) => isKnown(key) && isKnown(one.key);
    const certain: PlacedSource[] = [[call, path], ...sharing.filter(isSurely)];
    const possible = sharing.filter((one) => !isSurely(one));
    return (kind, isSure) => {
      for (const [one, at] of isSure ? certain : possible) {
        const fact = flowOf(one, at)[kind];
        if (fact) return fact;
      }
      return undefined;
    };
  };
  return {
    files,
    enter(source) {
      if (sources.size > mostSources) for (const memory of [sources, calls, flows]) memory.clear();
      // It may have been opened for another file: nodes are compared with those of this one.
      if (sources.get(source.path) !== source) calls.delete(source.path);
      sources.set(source.path, source);
    },
    callsIn,
    callsWith,
    factsAbout,
  };
}
