import { applyEdits, type Edit } from '../config/edits.ts';
import { type Position, positionOf } from '../config/problem.ts';
import type { ScopeFinder } from '../project/alias-scopes.ts';
import { findAmbiguousNames } from '../project/references/ambiguous-names.ts';
import { candidatesIn, pathStartIn } from '../project/references/candidates.ts';
import type {
  AliasScope,
  MovedTree,
  Offsets,
  Reference,
  ReferenceContext,
  ReferringFile,
} from '../project/references/reference.ts';
import { rewriteReference } from '../project/references/rewrite.ts';
import { readReferences, type Searcher, searcherFor } from '../project/references/search.ts';
import { remembered } from '../project/remembered.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { openSource, type SourceText } from '../project/syntax/source.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { PlannedText } from './plan.ts';

/** What a file needs for its references to reach what they reached. */
export interface Following {
  readonly edits: readonly Edit[];
  readonly followUps: readonly FollowUp[];
}

const nothing: Following = { edits: [], followUps: [] };

/** Everything that the references of files are followed with; the same for all files of a run. */
export interface FollowContext extends ReferenceContext {
  readonly scopeOf: ScopeFinder;
  readonly tsConfigs: ReadonlyMap<TreePath, unknown>;
  /** What depends on the aliases alone, by their scope. */
  readonly scopeFacts: Map<AliasScope, ScopeFacts>;
}

interface ScopeFacts {
  /** Whether every alias still leads to what it led to. */
  readonly isUnchanged: boolean;
  readonly pathStart: RegExp;
}

/** Lets the references of files follow what they name. */
export interface Follower {
  /** Whether any reference in a file could change at all: if not, it need not be read. */
  concerns(path: TreePath): boolean;
  follow(path: TreePath, text: string): Following;
  followSource(source: SourceText): Following;
  /** For bytes that are no text: only says whether a person must look. */
  followUnreadable(path: TreePath, letters: string | undefined, why: string): Following;
}

export function createFollower(
  moved: MovedTree,
  scopeOf: ScopeFinder,
  tsConfigs: ReadonlyMap<TreePath, unknown>,
): Follower {
  const ambiguous = findAmbiguousNames(moved);
  const context: FollowContext = { ...moved, ambiguous, scopeOf, tsConfigs, scopeFacts: new Map() };
  return {
    concerns: (path) =>
      searcherFor(path, tsConfigs) !== undefined &&
      (moved.moves.moves.length > 0 || !factsOf(scopeOf(parentOf(path)), context).isUnchanged),
    follow: (path, text) => followFile(openSource(path, text), context),
    followSource: (source) => followFile(source, context),
    followUnreadable(path, letters, why) {
      const isFree = letters !== undefined && wantedIn(openSource(path, letters), context).at.length === 0;
      const isSearched = searcherFor(path, tsConfigs) !== undefined;
      const at = { file: path, line: 1, column: 1 };
      return isFree || !isSearched ? nothing : { edits: [], followUps: [unfollowed(why, at)] };
    },
  };
}

/** Follows the references of one file. */
export function followFile(source: SourceText, context: FollowContext): Following {
  const { searcher, file, at } = wantedIn(source, context);
  if (!searcher || at.length === 0) return nothing;
  const { references, problem } = readReferences(searcher, source, at);
  const { edits, followUps } = followAll(references, source, file, context);
  const other = problem ? unfollowed(problem.message, problem.at) : computedLoad(at, references, source);
  return { edits, followUps: other ? [...followUps, other] : followUps };
}

function factsOf(scope: AliasScope, { moves, scopeFacts }: FollowContext): ScopeFacts {
  return remembered(scopeFacts, scope, () => ({
    isUnchanged: [...scope.before].every(([name, place]) => scope.after.get(name) === moves.after(place)),
    pathStart: pathStartIn(scope),
  }));
}

interface WantedReferences {
  readonly searcher: Searcher | undefined;
  readonly file: ReferringFile;
  /** Where references may change. */
  readonly at: Offsets;
}

function wantedIn({ path, text }: SourceText, context: FollowContext): WantedReferences {
  const before = parentOf(path);
  const aliases = context.scopeOf(before);
  const file = { before, after: parentOf(context.moves.after(path)), aliases };
  const searcher = searcherFor(path, context.tsConfigs);
  if (!searcher || searcher.kind === 'json') return { searcher, file, at: 'anywhere' };
  const { pathStart } = factsOf(aliases, context);
  return { searcher, file, at: candidatesIn(text, searcher.kind, pathStart, file, context) };
}

/** A call that loads what only running it would tell. */
const computed = /\b(?:import|require)\s*\(\s*[\w$]/;

/** A text that names what has moved, in a file that loads something by a computed name: it may be that one. */
function computedLoad(
  at: Offsets,
  references: readonly Reference[],
  { path, text }: SourceText,
): FollowUp | undefined {
  if (at === 'anywhere' || !computed.test(text)) return undefined;
  const open = at.find((offset) => !references.some(({ start, end }) => offset >= start && offset <= end));
  if (open === undefined) return undefined;
  const message =
    'This text names what has moved, and the file loads something by a computed name: check whether it is this.';
  return followUpFrom({ code: 'dynamic-reference', message }, '', positionOf(path, text, open));
}

function unfollowed(why: string, at: Position): FollowUp {
  return unsearchedFile(why, 'Its paths were not followed, and may name what has moved: check them.', at);
}

/** Tells why a file was not searched, and what to do about it. */
export function unsearchedFile(why: string, advice: string, at: Position): FollowUp {
  const reason = why.replace(/\.$/, '');
  const message = `${reason[0]?.toUpperCase()}${reason.slice(1)}. ${advice}`;
  return followUpFrom({ code: 'unsearched-file', message }, '', at);
}

function followAll(
  references: readonly Reference[],
  { path, text }: SourceText,
  file: ReferringFile,
  context: ReferenceContext,
): Following {
  const edits: Edit[] = [];
  const followUps: FollowUp[] = [];
  for (const reference of references) {
    const rewritten = rewriteReference(reference, file, context);
    const { start, end, specifier, open, encode, encodeAll } = reference;
    if (rewritten.kind === 'write') {
      const { specifiers } = rewritten;
      edits.push({ start, end, text: encodeAll ? encodeAll(specifiers) : encode(specifiers[0]) });
    } else if (rewritten.kind === 'split') {
      const code = open ? 'dynamic-reference' : 'glob-split';
      const message = `\`${specifier}${open ? '…' : ''}\` reaches files that move and files that stay: write one for each place.`;
      followUps.push(followUpFrom({ code, message }, '', positionOf(path, text, start)));
    }
  }
  return { edits, followUps };
}

/** The text with the edits made; undefined if they change nothing. */
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
