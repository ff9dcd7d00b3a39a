import type * as t from '@babel/types';
import type { Catalogue } from '../catalogue/index.ts';
import type { Edit } from '../config/edits.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { type DataCall, deepEdits, hasOption, isOpenKey } from '../project/data-flow/data-call.ts';
import type { FlowFact, FlowFiles } from '../project/data-flow/run.ts';
import { createSharedData, mostCalls } from '../project/data-flow/shared-data.ts';
import { pathUseIn } from '../project/data-flow/watch-path.ts';
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

/** A place that someone need not look at. */
export interface SettledUse extends UsePlace {
  /** Why not. */
  readonly note: Note;
  /** What is written there instead, and the transform that does it. */
  readonly edits?: readonly Edit[];
  readonly transform?: string;
}

type Rewriter = Pick<TransformDefinition, 'id' | 'rewrites'>;

/**
 * Reads on from the places that rely on a behaviour: many of them do not after all. `rewriters` write what needs the
 * older behaviour.
 */
type UseReader = (
  source: SourceText,
  uses: readonly Use[],
  rewriters: readonly Rewriter[],
) => { readonly open: readonly UsePlace[]; readonly settled: readonly SettledUse[] };

const crowded = 'too many calls share its key to analyse all of them';

export function createUseReader(from: FlowFiles, finder: UseFinder, { names }: Catalogue): UseReader {
  const { files, enter, callsIn, callsWith, factsAbout } = createSharedData(from, finder, names);
  const placeOf = ({ path, offset }: FlowFact) => positionOf(path, files.open(path)?.text ?? '', offset);

  function deepData(call: DataCall, source: SourceText, isRewriting: boolean): Outcome {
    const { path, text } = source;
    const firstFact = factsAbout(call, path);
    if (!firstFact) return { open: { text: crowded } };
    const mutation = firstFact('mutation', true);
    if (mutation) {
      const changed = `nested data ${mutation.what}`;
      const at = placeOf(mutation);
      const edits = isRewriting ? deepEdits(call, text, names) : undefined;
      const added = { what: `\`${names.deepOption}: true\``, done: `added: ${changed}` };
      if (edits) return { settled: { text: added, at }, edits };
      const why = isRewriting ? 'the options of the call cannot be edited, and ' : '';
      return { open: { text: why + changed, at } };
    }
    const lost = firstFact('escape', true);
    if (lost) return { open: { text: `the data ${lost.what}`, at: placeOf(lost) } };
    const doubt = firstFact('mutation', false) ?? firstFact('escape', false);
    if (!doubt) return { settled: { text: 'the data is only read' } };
    return { open: { text: `data of a call that may have the same key ${doubt.what}`, at: placeOf(doubt) } };
  }

  function clearedCall(call: DataCall, path: string): Note | undefined {
    const hasDefault = hasOption(call.options, names.defaultOption);
    if (hasDefault === true) return { text: `the call has a \`${names.defaultOption}\`` };
    if (hasDefault === 'unknown') return { text: 'the options of the call cannot be read' };
    const firstFact = factsAbout(call, path);
    if (!firstFact) return { text: crowded };
    const comparison = firstFact('comparison', true) ?? firstFact('comparison', false);
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
    if (key?.type !== 'StringLiteral') return { open: { text: 'it is unknown which data is cleared' } };
    const wanted = { text: key.value, isWhole: true };
    const found = callsWith(wanted).filter(([{ name }]) => name !== names.cachedDataFunction);
    const isFound = found.some(([call]) => call.key && !isOpenKey(call.key));
    return isFound
      ? judged(found.map(([call, other]) => clearedCall(call, other)))
      : { open: { text: `no call with the key \`${key.value}\` was found` } };
  }

  function outcomeOf(use: Use, source: SourceText, isRewriting: boolean): Outcome {
    const { of, subjects = [], doubt } = use;
    if (doubt === 'unreadable') return { open: { text: 'the code cannot be parsed' } };
    if (doubt === 'value') return { open: { text: 'the function is used as a value' } };
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

  return (source, uses, rewriters) => {
    enter(source);
    const open: UsePlace[] = [];
    const settled: SettledUse[] = [];
    const isFull = uses.filter(({ subjects }) => subjects !== undefined).length > mostCalls;
    for (const use of uses) {
      const at = positionOf(source.path, source.text, use.start);
      const rewriter = rewriters.find(({ rewrites }) => rewrites === use.of);
      const outcome = isFull ? tooMany : outcomeOf(use, source, rewriter !== undefined);
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
  };
}

/** What is said about a use: a reason why it is settled, or what is open about it. */
interface Outcome {
  readonly settled?: Note;
  readonly open?: Note;
  readonly edits?: readonly Edit[];
}

const tooMany: Outcome = { open: { text: 'this file has too many calls to analyse all of them' } };

/** Settled if nothing was found. */
function judged(found: readonly (Note | undefined)[]): Outcome {
  const first = found.find((one) => one !== undefined);
  return first === undefined
    ? { settled: { text: 'nothing distinguishes `null` from `undefined` after the data is cleared' } }
    : { open: first };
}
