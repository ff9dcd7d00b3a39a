import { applyEdits, type Edit } from '../config/edits.ts';
import { type Position, positionOf } from '../config/problem.ts';
import type { ScopeFinder } from '../project/alias-scopes.ts';
import { createCandidateTest } from '../project/references/candidates.ts';
import { follow } from '../project/references/follow.ts';
import { createMeetings } from '../project/references/meetings.ts';
import { type Offsets, type Reference, type Sought, Unparsed } from '../project/references/reference.ts';
import { longestSearched, type Searcher, searcherFor } from '../project/references/search.ts';
import type { AliasScope, Origin, World } from '../project/references/world.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { PlannedText } from './plan.ts';

/** What a file needs for its references to reach what they reached. */
export interface Following {
  readonly edits: readonly Edit[];
  readonly followUps: readonly FollowUp[];
}

const nothing: Following = { edits: [], followUps: [] };

// Each takes about a tenth of a megabyte until the run ends; later files are parsed in the usual way.
const maximumQuick = 800;

/** Lets the references of files follow what they name. */
export interface Follower {
  /** Whether any reference in a file could change at all: if not, it need not be read. */
  concerns(path: TreePath): boolean;
  follow(path: TreePath, text: string): Following;
  /** For bytes that are no text: only tells whether a person must look. */
  followUnreadable(path: TreePath, bytes: Uint8Array | undefined, why: string): Following;
}

export function createFollower(
  places: World,
  scopeOf: ScopeFinder,
  tsConfigs: ReadonlyMap<TreePath, unknown>,
): Follower {
  const world: World = { ...places, meetings: createMeetings(places) };
  const candidatesIn = createCandidateTest(world);
  const inert = new Map<AliasScope, boolean>();
  const isInert = (scope: AliasScope): boolean => {
    let known = inert.get(scope);
    if (known === undefined) {
      known = [...scope.before].every(([name, place]) => scope.after.get(name) === world.moves.after(place));
      inert.set(scope, known);
    }
    return known;
  };
  const originOf = (path: TreePath): Origin => {
    const before = parentOf(path);
    return { before, after: parentOf(world.moves.after(path)), aliases: scopeOf(before) };
  };
  const offsetsIn = (text: string, origin: Origin, { kind }: Searcher): Offsets =>
    kind === 'json' ? 'anywhere' : candidatesIn(text, origin, kind);
  let quickLeft = maximumQuick;
  return {
    concerns: (path) =>
      searcherFor(path, tsConfigs) !== undefined &&
      (world.moves.moves.length > 0 || !isInert(scopeOf(parentOf(path)))),
    follow(path, text) {
      const searcher = searcherFor(path, tsConfigs);
      if (!searcher) return nothing;
      const origin = originOf(path);
      const at = offsetsIn(text, origin, searcher);
      if (isNowhere(at)) return nothing;
      quickLeft -= 1;
      const sought = { at, quick: quickLeft >= 0 };
      try {
        const references = referencesIn(searcher, text, path, sought);
        const followed = followAll(references, path, text, origin, world);
        const computed = computedLoad(at, references, path, text);
        return computed ? { ...followed, followUps: [...followed.followUps, computed] } : followed;
      } catch (error) {
        if (!(error instanceof Unparsed)) throw error;
        const { edits, followUps } = followAll(error.found, path, text, origin, world);
        return { edits, followUps: [...followUps, unsearched(error.message, error.at)] };
      }
    },
    followUnreadable(path, bytes, why) {
      const searcher = searcherFor(path, tsConfigs);
      if (!searcher) return nothing;
      // Paths are mostly plain letters, which every encoding that is in use writes alike.
      const text = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
      if (text !== undefined && isNowhere(offsetsIn(text.replaceAll('\0', ''), originOf(path), searcher)))
        return nothing;
      return { edits: [], followUps: [unsearched(why, { file: path, line: 1, column: 1 })] };
    },
  };
}

/** A call that loads what only running it would tell. */
const computed = /\b(?:import|require)\s*\(\s*[\w$]/;

/** A text that names what has moved, in a file that loads something by a computed name: it may be that one. */
function computedLoad(
  at: Offsets,
  references: readonly Reference[],
  path: TreePath,
  text: string,
): FollowUp | undefined {
  if (at === 'anywhere' || !computed.test(text)) return undefined;
  const open = at.find((offset) => !references.some(({ start, end }) => offset >= start && offset <= end));
  if (open === undefined) return undefined;
  const message =
    'This text names what has moved, and the file loads something by a computed name: check whether it is this.';
  return followUpFrom({ code: 'dynamic-reference', message }, '', positionOf(path, text, open));
}

function isNowhere(at: Offsets): boolean {
  return at !== 'anywhere' && at.length === 0;
}

function referencesIn(searcher: Searcher, text: string, path: TreePath, sought: Sought): Reference[] {
  if (text.length > longestSearched) {
    const size = `${(text.length / 1e6).toFixed(1)} MB`;
    throw new Unparsed(`the file is too large to be searched (${size})`, { file: path, line: 1, column: 1 });
  }
  return searcher.search(text, path, sought);
}

function unsearched(why: string, at: Position): FollowUp {
  const reason = why.replace(/\.$/, '');
  const message = `${reason[0]?.toUpperCase()}${reason.slice(1)}. Its paths were not followed, and may name what has moved: check them.`;
  return followUpFrom({ code: 'unsearched-file', message }, '', at);
}

function followAll(
  references: readonly Reference[],
  path: TreePath,
  text: string,
  origin: Origin,
  world: World,
): Following {
  const edits: Edit[] = [];
  const followUps: FollowUp[] = [];
  for (const reference of references) {
    const followed = follow(reference, origin, world);
    if (followed.kind === 'same') continue;
    const { start, end, specifier, encode, encodeAll } = reference;
    if (followed.kind === 'split') {
      const code = reference.open ? 'dynamic-reference' : 'glob-split';
      const message = `\`${specifier}${reference.open ? '…' : ''}\` reaches files that move and files that stay: write one for each place.`;
      followUps.push(followUpFrom({ code, message }, '', positionOf(path, text, start)));
      continue;
    }
    const { specifiers } = followed;
    edits.push({ start, end, text: encodeAll ? encodeAll(specifiers) : encode(specifiers[0]) });
  }
  return { edits, followUps };
}

/** The text with the edits made; nothing where they change nothing. */
export function edited(text: string, edits: readonly Edit[]): PlannedText | undefined {
  if (edits.length === 0) return undefined;
  const after = applyEdits(text, edits);
  if (after === text) return undefined;
  const made = edits.map((edit) => ({
    start: edit.start,
    end: edit.end,
    text: typeof edit.text === 'string' ? edit.text : edit.text(),
  }));
  return { before: text, after, edits: made.sort((a, b) => a.start - b.start || a.end - b.end) };
}
