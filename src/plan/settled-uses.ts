import type * as t from '@babel/types';
import type { Catalogue } from '../catalogue/index.ts';
import type { Edit } from '../config/edits.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { type DataCall, deepEdits, hasOption, keyOf, mayMeet } from '../project/data-flow/data-call.ts';
import { type DataFlow, followData } from '../project/data-flow/follow-data.ts';
import type { FlowFact, FlowFiles } from '../project/data-flow/run.ts';
import { pathUseIn } from '../project/data-flow/watch-path.ts';
import { remembered } from '../project/remembered.ts';
import type { SourceText } from '../project/syntax/source.ts';
import type { Use, UseFinder } from '../project/uses.ts';
import type { Note } from './follow-up.ts';
import type { TransformDefinition } from './transform.ts';

/** A place that relies, or may rely, on a behaviour. */
export interface UsePlace {
  readonly of: string;
  readonly at: Position;
  /** What is known about it. */
  readonly note?: Note;
}

/** A place that a person need not look at. */
export interface SettledUse extends UsePlace {
  /** Why not. */
  readonly note: Note;
  /** What is written there instead, and the transform that does it. */
  readonly edits?: readonly Edit[];
  readonly transform?: string;
}

type Rewriter = Pick<TransformDefinition, 'id' | 'rewrites'>;

/** What reading on tells about the uses in a file. */
export interface ReadUses {
  readonly open: readonly UsePlace[];
  readonly settled: readonly SettledUse[];
}

/** Reads on from the places that rely on a behaviour: many of them do not after all. */
export interface UseReader {
  /** `rewriters` write what needs the older behaviour. */
  read(source: SourceText, uses: readonly Use[], rewriters: readonly Rewriter[]): ReadUses;
}

// Computed keys start with a few letters.
const longestKey = 40;

// The trees of more files at a time would fill the memory.
const mostSources = 300;

export function createUseReader(from: FlowFiles, finder: UseFinder, { names }: Catalogue): UseReader {
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
  const flowOf = ({ node }: DataCall, path: string): DataFlow =>
    remembered(flows, node, () => followData(node, path, names, files));

  /** Files with a text that starts so, or one that goes on with something computed where this does. */
  const quoting = (key: string): readonly string[] => {
    const heads = [...key.slice(0, longestKey)].map((_, end) => `\`${key.slice(0, end + 1)}\${`);
    const words = [...["'", '"', '`'].map((quote) => quote + key), ...heads];
    return [...new Set(words.flatMap((word) => files.mentioning(word)))];
  };

  /** Calls that may have the same key share their data. */
  const sharing = (call: DataCall, path: string): readonly (readonly [DataCall, string])[] => {
    const key = keyOf(call, names);
    const open = files.mentioning(names.cachedDataFunction).flatMap((other) =>
      callsIn(other)
        .filter(
          (one) => one.name === names.cachedDataFunction && !keyOf(one, names) && one.node !== call.node,
        )
        .map((one) => [one, other] as const),
    );
    if (!key) return [[call, path], ...open];
    const others = quoting(key.text).flatMap((other) =>
      callsIn(other)
        .filter((one) => {
          const otherKey = one.node === call.node ? undefined : keyOf(one, names);
          return otherKey !== undefined && mayMeet(key, otherKey);
        })
        .map((one) => [one, other] as const),
    );
    return [[call, path], ...others, ...open];
  };
  const firstFact = (call: DataCall, path: string, kind: keyof DataFlow): FlowFact | undefined => {
    for (const [one, at] of sharing(call, path)) {
      const fact = flowOf(one, at)[kind];
      if (fact) return fact;
    }
    return undefined;
  };
  const placeOf = ({ path, offset }: FlowFact) => positionOf(path, files.open(path)?.text ?? '', offset);

  function deepData(call: DataCall, source: SourceText, isRewriting: boolean): Outcome {
    const { path, text } = source;
    const mutation = firstFact(call, path, 'mutation');
    if (mutation) {
      const changed = `nested data ${mutation.what}`;
      const at = placeOf(mutation);
      const edits = isRewriting ? deepEdits(call, text, names) : undefined;
      if (edits) return { settled: { text: `\`${names.deepOption}: true\` added: ${changed}`, at }, edits };
      const why = isRewriting ? 'the options of the call cannot be edited, and ' : '';
      return { open: { text: why + changed, at } };
    }
    const lost = firstFact(call, path, 'escape');
    return lost
      ? { open: { text: `the data ${lost.what}`, at: placeOf(lost) } }
      : { settled: { text: 'the data is only read' } };
  }

  function clearedCall(call: DataCall, path: string): Note | undefined {
    const hasDefault = hasOption(call.options, names.defaultOption);
    if (hasDefault === true) return { text: `the call has a \`${names.defaultOption}\`` };
    if (hasDefault === 'unknown') return { text: 'the options of the call are not known' };
    const comparison = firstFact(call, path, 'comparison');
    if (!comparison) return undefined;
    const what = comparison.about === 'error' ? 'the error' : 'the data';
    return { text: `${what} ${comparison.what}`, at: placeOf(comparison) };
  }

  function resetData(subjects: readonly t.Node[], { path }: SourceText): Outcome {
    const [subject] = subjects;
    const own = callsIn(path).filter(({ node }) => subjects.includes(node));
    if (own.length > 0) return judged(own.map((call) => clearedCall(call, path)));
    const given = subject?.type === 'CallExpression' ? subject.arguments : undefined;
    const [key] = given ?? [];
    if (given?.length === 0) {
      const fetching = new Set(names.dataFunctions.flatMap((name) => files.mentioning(name)));
      const all = [...fetching].flatMap((other) => callsIn(other).map((call) => clearedCall(call, other)));
      return judged(all);
    }
    if (key?.type !== 'StringLiteral') return { open: { text: 'which data is cleared is not known' } };
    const wanted = { text: key.value, isWhole: true };
    const cleared = quoting(key.value).flatMap((other) =>
      callsIn(other).flatMap((call) => {
        const callKey = keyOf(call, names);
        return callKey && mayMeet(wanted, callKey) ? [clearedCall(call, other)] : [];
      }),
    );
    return cleared.length > 0
      ? judged(cleared)
      : { open: { text: `no call with the key \`${key.value}\` was found` } };
  }

  function outcomeOf(use: Use, source: SourceText, isRewriting: boolean): Outcome {
    const { of, subjects = [] } = use;
    const [subject] = subjects;
    if (of === 'deep-data') {
      const call = callsIn(source.path).find(({ node }) => node === subject);
      return call ? deepData(call, source, isRewriting) : {};
    }
    if (of === 'reset-data') return resetData(subjects, source);
    if (of !== 'watch-paths' || !subject) return {};
    const path = pathUseIn(subject);
    if (path === undefined) return {};
    const isUnused = path === 'unused';
    return {
      settled: { text: isUnused ? 'the listener ignores the path' : 'the listener handles absolute paths' },
    };
  }

  return {
    read(source, uses, rewriters) {
      if (sources.size > mostSources) for (const memory of [sources, calls, flows]) memory.clear();
      // It may have been opened for another file: nodes are compared with those of this one.
      if (sources.get(source.path) !== source) calls.delete(source.path);
      sources.set(source.path, source);
      const open: UsePlace[] = [];
      const settled: SettledUse[] = [];
      for (const use of uses) {
        const at = positionOf(source.path, source.text, use.start);
        const rewriter = rewriters.find(({ rewrites }) => rewrites === use.of);
        const outcome = outcomeOf(use, source, rewriter !== undefined);
        const { settled: reason, open: doubt, edits } = outcome;
        if (reason === undefined) open.push({ of: use.of, at, ...(doubt && { note: doubt }) });
        else
          settled.push({
            of: use.of,
            at,
            note: reason,
            ...(edits && rewriter && { edits, transform: rewriter.id }),
          });
      }
      return { open, settled };
    },
  };
}

/** What is said about a use: a reason why it is settled, or what is open about it. */
interface Outcome {
  readonly settled?: Note;
  readonly open?: Note;
  readonly edits?: readonly Edit[];
}

/** Settled if nothing was found. */
function judged(found: readonly (Note | undefined)[]): Outcome {
  const first = found.find((one) => one !== undefined);
  return first === undefined
    ? { settled: { text: 'nothing distinguishes `null` from `undefined` after the data is cleared' } }
    : { open: first };
}
