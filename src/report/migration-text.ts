import { excerptAround } from '../config/columns.ts';
import { effectText } from '../plan/effect.ts';
import type { FollowUp } from '../plan/follow-up.ts';
import type { Migration } from '../plan/migrate.ts';
import { plainLine, present, withoutCommands } from './plain.ts';
import type { FollowUpReport, PlaceReport, Report } from './report.ts';
import { counted } from './sentences.ts';
import { evidenceOf, isRewritten, isWholeFile, placeNow } from './summary.ts';
import { doneLine, hanging, type Look } from './terminal.ts';

/** The result for one config, with its name as the user wrote it. */
interface MigrationSummary extends Pick<Migration, 'changes' | 'followUps'> {
  readonly name: string;
  /** The changed files: the config, or local files that it imports. */
  readonly files: readonly string[];
}

/** The changes to a config, made or planned, and the follow-ups. */
export function migrationText(
  { name, files, changes, followUps }: MigrationSummary,
  written: boolean,
  look: Look,
): string {
  const { colors, width } = look;
  const others = files.filter((file) => file !== name).map(plainLine);
  const messages = new Set(changes.map(({ effect }) => effectText(effect, written ? 'done' : 'planned')));
  const lines = [
    colors.bold(plainLine(name)),
    ...(messages.size > 0
      ? [...messages].map((message) => doneLine(plainLine(message), look))
      : [colors.dim('  nothing to change')]),
    ...(others.length > 0 ? [hanging(colors.dim('  in'), 4, others.join(', '), width)] : []),
    ...followUpLines(listedFollowUps(followUps), look),
  ];
  return withoutCommands(`${lines.join('\n')}\n`);
}

/** The totals of all configs in one line. */
export function countsText(summaries: readonly MigrationSummary[], written: boolean): string {
  const changed = new Set(summaries.flatMap(({ files }) => files)).size;
  const followUps = summaries.flatMap((summary) => summary.followUps);
  const decide = followUps.filter(({ kind }) => kind === 'decide').length;
  const files = `${counted(changed, 'file')} ${written ? 'changed' : 'would change'}`;
  const explain = followUps.length > 0 ? '\nRun `fw-migrate explain <code>` for details.' : '';
  return `${files}, ${decide} to decide, ${followUps.length - decide} to verify.${explain}\n`;
}

/** A follow-up of a report, or of a single config, which needs no id. */
type ListedFollowUp = Omit<FollowUpReport, 'id'> & Partial<Pick<FollowUpReport, 'id'>>;

/** The follow-ups of a single config, which have one place each. */
export function listedFollowUps(followUps: readonly FollowUp[]): ListedFollowUp[] {
  return followUps.map((followUp) => ({ ...followUp, text: '', evidence: [] }));
}

// More places would push the next follow-up out of sight.
const mostPlaces = 3;
const margin = ' '.repeat(9);

/** The list of follow-ups. */
export function followUpLines(
  followUps: readonly ListedFollowUp[],
  look: Look,
  run: Pick<Report, 'dryRun'> = { dryRun: true },
): string[] {
  return followUps.flatMap((followUp) => {
    const { id = '', message, code, status, note } = followUp;
    // `close` needs the id. Before the first run, there is no report in which a follow-up can be closed.
    const names = id !== '' && (!run.dryRun || status) ? [code, id] : [code];
    const places = evidenceOf(followUp);
    const shown = look.verbose ? places : places.slice(0, mostPlaces);
    const hidden = places.length - shown.length;
    const text = (status === 'new' ? 'new: ' : '') + plainLine(message);
    return present([
      hanging(`  ${markOf(followUp, look)}`, 8, text, look.width),
      ...shown.flatMap((place, index) => placeLines(place, index === 0 ? names : [], code, look, run)),
      hidden > 0 && dimmed(`and ${hidden} more; --verbose lists them`, look),
      note !== undefined && dimmed(`note: ${plainLine(note)}`, look),
    ]);
  });
}

function markOf({ kind, status }: ListedFollowUp, { colors }: Look): string {
  if (status === 'done') return colors.green('done  ');
  const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
  return status === 'new' ? colors.bold(mark) : mark;
}

/** A place with its notes and its line; if a run changed the line, also the former line. */
function placeLines(
  place: PlaceReport,
  names: readonly string[],
  code: string,
  look: Look,
  run: Pick<Report, 'dryRun'>,
): string[] {
  const current = placeNow(place, run);
  const name = `${plainLine((look.prefix ?? '') + current.file)}:${current.line}:${current.column}`;
  const notes = [...names, ...(place.reason === undefined ? [] : [place.reason])];
  const heading = dimmed([name, ...notes.map((note) => `· ${plainLine(note)}`)], look);
  if (isWholeFile(code, current)) return [heading];
  if (isRewritten(place, run))
    return [heading, ...frameLines('was', place, look), ...frameLines(current.line, current, look, false)];
  return [heading, ...frameLines(current.line, current, look)];
}

function dimmed(text: string | readonly string[], { colors, width }: Look): string {
  return colors.dim(hanging(margin.slice(1), margin.length - 1, text, width));
}

// Only the part of a longer line near the column helps, also in a pipe.
const widestFrame = 100;

/** A line after its number, with a mark under the column unless `isMarked` is false. */
function frameLines(
  number: number | 'was',
  { column, text }: Pick<PlaceReport, 'column' | 'text'>,
  { colors, width }: Look,
  isMarked = true,
): string[] {
  if (text.trim() === '') return [];
  const room = Math.max(20, Math.min(widestFrame, (width ?? widestFrame) - margin.length - 8));
  const indent = Math.min(text.search(/\S|$/), column - 1);
  const show = (part: string) => plainLine(part.replaceAll('\t', '  '));
  const excerpt = excerptAround(text.slice(indent).trimEnd(), column - 1 - indent, room, show);
  const gutter = (name: string) => colors.dim(`${margin}${name.padStart(4)} │ `);
  const marked = `${gutter('')}${' '.repeat(excerpt.column)}${colors.bold('^')}`;
  return [`${gutter(String(number))}${excerpt.text}`, ...(isMarked ? [marked] : [])];
}
