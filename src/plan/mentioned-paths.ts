/**
 * The edits and follow-ups for the paths in one file of a tool or of docs. How they are read is in the folder
 * `path-mentions`.
 */

import type { Span } from '../base/edits.ts';
import { groupedBy } from '../base/grouped.ts';
import { isInside } from '../base/paths.ts';
import { type Position, positionOf, startOf } from '../base/position.ts';
import { createMentionFinder, type ReportedAlias } from '../paths/path-mentions/find.ts';
import { createSyntaxFinder } from '../paths/path-mentions/syntaxes.ts';
import type { PathMention } from '../paths/path-mentions/words.ts';
import { tooLarge } from '../paths/references/readers.ts';
import type { Move } from '../tree/moves.ts';
import { folderNameSpans, isOwnReport } from '../tree/own-files.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { type FollowUp, followUpAbout, listedTexts, positionOnly } from './follow-up.ts';
import type { PlanContext } from './plan-context.ts';
import { type FileChange, noChange, unsearchedFile } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';

/** Finds paths to moved files in files of tools and docs: certain ones are edited, others reported. */
export type MentionSearch = ReturnType<typeof createMentionSearch>;

export function createMentionSearch(
  { repository, projects, moves, moved, scopes }: PlanContext,
  tooling: ToolingMode = 'edit',
) {
  const { catalogue, fileKind } = repository;
  const find = createMentionFinder(
    moved,
    projects.map(({ found }) => found.folder),
  );
  const syntaxFor = createSyntaxFinder(catalogue);
  const isMoving = moves.moves.length > 0;
  /** Whether a file that cannot be searched is asked about: outside of every project, it is data or generated. */
  const isInProject = (path: TreePath) =>
    projects.some(({ found }) => isInside(path, found.folder));
  return {
    isInProject,
    /** Whether a file may contain such a path. */
    concerns: (path: TreePath) => isMoving && syntaxFor(fileKind(path)) !== undefined,
    /** `others` are edits of the text that are already correct; texts in `refused` are reported instead of edited. */
    look(
      source: SourceText,
      others: readonly Span[],
      refused: 'all' | readonly Span[],
    ): FileChange {
      const { path, text } = source;
      const syntax = isMoving ? syntaxFor(fileKind(path)) : undefined;
      // Skip our own reports: they list old paths on purpose.
      if (!syntax || syntax.needs?.(text) === false || isOwnReport(text)) return noChange;
      const handled = [...others, ...folderNameSpans(path, text)];
      const { edits, mentions, aliases, isTooLong } = find({
        source,
        syntax,
        aliases: scopes(parentOf(path)),
        handled,
        refused: tooling === 'edit' ? refused : 'all',
      });
      if (isTooLong) {
        const asked = isInProject(path) ? [unsearchedFile(tooLarge(text), startOf(path))] : [];
        return { edits, followUps: asked };
      }
      return {
        edits,
        followUps: [
          ...mentionsReported(mentions, placesOf(source, mentions), syntax.isProse),
          ...aliasesReported(aliases, placesOf(source, aliases)),
        ],
      };
    },
  };
}

/** One place per line, which is enough to see the others. */
function placesOf(
  { path, text }: SourceText,
  matches: readonly { readonly start: number }[],
): Position[] {
  const places = matches
    .toSorted((a, b) => a.start - b.start)
    .map(({ start }) => positionOf(path, text, start));
  return places.filter(({ line }, index) => line !== places[index - 1]?.line);
}

function mentionsReported(
  mentions: readonly PathMention[],
  evidence: readonly Position[],
  inDocs = false,
): FollowUp[] {
  const message = inDocs
    ? 'Documentation mentions paths that move: update those that are still relevant.'
    : `${listedTexts(changedPaths(mentions), mostPaths)}: update these paths${counted(evidence)}.`;
  return followUpAbout(evidence, { code: inDocs ? 'path-in-docs' : 'path-in-tooling', message });
}

/** The paths of a file that change, each once, in the order of the text. */
function changedPaths(mentions: readonly PathMention[]): string[] {
  const paths = new Map<string, Move>();
  for (const { oldText, newText, splitOff } of mentions.toSorted((a, b) => a.start - b.start)) {
    // A folder that stays is mentioned because a part of it moves.
    const ownMove = oldText === newText ? [] : [{ from: oldText, to: newText }];
    for (const move of [...ownMove, ...splitOff]) {
      const name = move.from.replace(/^(?:\.\/)+|\/+$/g, '');
      if (!paths.has(name)) paths.set(name, move);
    }
  }
  return Array.from(paths.values(), ({ from, to }) => `\`${from}\` becomes \`${to}\``);
}

// Enough to show the kind of paths; the follow-up also lists their lines.
const mostPaths = 3;

function aliasesReported(
  aliases: readonly ReportedAlias[],
  evidence: readonly Position[],
): FollowUp[] {
  const [first] = aliases;
  if (!first) return [];
  const alike = aliases.filter(({ source }) => source === first.source);
  const names = [...new Set(alike.map(({ name }) => name))];
  const shown = (list: readonly string[]) => list.map((name) => `\`${name}\``).join(' and ');
  const [points, them] = names.length === 1 ? ['points', 'it'] : ['point', 'them'];
  // Files that stay are now referenced from the root, by an alias that the tool may not have.
  const rooted = shown(names.map((name) => name.replace(/^[~@]/, '$&$&')));
  const message = `${shown(names)} still ${points} to the old source directory: point ${them} to \`${first.source}\`, and make sure that ${rooted} ${points} to the project root${counted(evidence)}.`;
  return followUpAbout(evidence, { code: 'tool-alias', message, subject: first.source });
}

function counted({ length }: readonly Position[]): string {
  return length === 1 ? '' : ` (${length} places)`;
}

/** A text that resolved to files, and no longer does. */
interface LostPath extends Position {
  readonly text: string;
  readonly was: readonly TreePath[];
  readonly now: readonly TreePath[];
}

/** One follow-up for all lost paths of a file that are not reported yet. */
export function unverifiedPaths(
  lost: readonly LostPath[],
  followUps: readonly FollowUp[],
): FollowUp[] {
  const reported = followUps.flatMap(({ code, message, evidence, ...place }) =>
    [place, ...evidence].map(({ line, column }) => ({ code, message, line, column })),
  );
  const byLine = groupedBy(reported, ({ line }) => line);
  // A follow-up on the same line may be about another text. Of choices, as in `{a,b}/*`, it names one.
  const isReported = ({ text, line, column }: LostPath) => {
    const names = text.includes('{') ? (text.split('*', 1)[0]?.match(/[\w-]+/g) ?? []) : [text];
    return byLine.get(line)?.some(
      ({ code, message, column: start }) =>
        // Of the paths of a tool, one place stands for all on its line.
        code === 'path-in-tooling' ||
        names.some((name) => message.includes(name)) ||
        (start >= column - 1 && start <= column + text.length),
    );
  };
  const unreported = lost.filter((text) => !isReported(text));
  const [first] = unreported;
  if (!first) return [];
  const texts = [...new Set(unreported.map(({ text }) => `\`${text}\``))];
  const [matched = '', isKept = false] = [first.was[0], first.now.includes(first.was[0] ?? '')];
  const difference = isKept
    ? 'no longer matches the same files'
    : `matched ${shownPlace(matched)} and now matches ${shownPlace(first.now[0])}`;
  const what =
    texts.length === 1
      ? `${texts[0]} ${difference}: update it if it is used as a path`
      : `${listedTexts(texts, mostPaths)} no longer match the same files: update those that are used as paths`;
  const message = `${what}${counted(unreported)}.`;
  return followUpAbout(unreported.map(positionOnly), { code: 'unverified-path', message });
}

/** A place of the tree in a message. */
export function shownPlace(place: TreePath | undefined): string {
  return place === undefined ? 'nothing' : `\`${place || '.'}\``;
}
