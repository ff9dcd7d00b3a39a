/** The report for a terminal: what changed, what was verified, and what is left. */

import { columnInPart } from '../base/position.ts';
import { excerptAround } from '../config/problem.ts';
import { effectText, type FollowUp } from '../plan/follow-up.ts';
import type { Migration } from '../plan/migrate.ts';
import {
  doneSentences,
  leftGroups,
  sectionTitles,
  stayingSentences,
  type Verified,
  verified,
} from './outline.ts';
import { hunksOf } from './patch.ts';
import {
  blocksText,
  doneLine,
  hanging,
  heading,
  type Look,
  paintedLine,
  plainLine,
  present,
  shownPath,
  visibleLine,
  withoutCommands,
  wrapLines,
} from './printing.ts';
import type {
  FileReport,
  FollowUpReport,
  PlaceReport,
  ProjectReport,
  Report,
  ReportPart,
} from './report.ts';
import { counted, sourceSentences, variantText } from './sentences.ts';
import {
  allFiles,
  isEdited,
  isRewritten,
  isWholeFile,
  type MoveOfFiles,
  movesOfFiles,
  placeNow,
  placesOf,
  type RunKind,
} from './summary.ts';

/** The report: what was done, project by project, what was verified, and what is left. */
export function prettyOf(report: Report, look: Look): string {
  const { projects, elsewhere } = report;
  const { bold } = look.colors;
  const left = leftGroups(report).flatMap(({ codes }) =>
    codes.flatMap(({ followUps }) => followUpLines(followUps, look, report)),
  );
  const blocks = [
    ...sourceSentences(report, look).map((text) => wrapLines(plainLine(text), look.width)),
    ...projects.map((project) => projectLines(project, report, look)),
    elsewhere.files.length > 0 ? [bold('Elsewhere'), ...doneLines(elsewhere, report, look)] : [],
    verified(report).flatMap((check) => verifiedLines(check, look)),
    left.length > 0 ? [bold(sectionTitles(report).left), ...left] : [],
  ];
  return blocksText(blocks.filter(({ length }) => length > 0));
}

function projectLines(project: ProjectReport, report: Report, look: Look): string[] {
  const { colors, width, verbose } = look;
  const done = [
    ...movesOfFiles(project).map((move) => moveLine(move, look)),
    ...doneLines(project, report, look),
  ];
  // Only the folders whose move would save updates are worth a line.
  const staying = (project.staying ?? []).filter(({ saves }) => verbose || saves > 0);
  return [
    heading(shownPath(look, project.config), variantText(project, report), look),
    ...(done.length > 0 || project.isRefused ? done : [colors.dim('  nothing to change')]),
    ...stayingSentences(staying, report, look).map((sentence) =>
      hanging(`  ${colors.cyan('•')}`, plainLine(sentence), width),
    ),
  ];
}

function doneLines(part: ReportPart, report: Report, look: Look): string[] {
  return doneSentences(part, report, look).map((text) => doneLine(plainLine(text), look));
}

/** The result of a check, with its details if `verbose` is set. */
function verifiedLines({ sentence, details }: Verified, look: Look): string[] {
  const { colors, width, verbose } = look;
  const more = details.length > 0 && !verbose ? ' (--verbose for details)' : '';
  return [
    hanging(colors.green('='), plainLine(sentence) + more, width),
    ...(verbose ? details : []).map((text) => hanging('   ', plainLine(text), width)),
  ];
}

function moveLine({ from, to, files, isFolder }: MoveOfFiles, look: Look): string {
  const { colors } = look;
  const [before, after] = [from, to].map((path) =>
    plainLine(shownPath(look, path) + (isFolder ? '/' : '')),
  );
  const count = isFolder && colors.dim(`(${counted(files.length, 'file')})`);
  return doneLine(present([before, `→ ${after}`, count]), look);
}

// About three screens; more would scroll the first edits out of reach.
const mostLines = 120;

/** The edits of a dry run for a terminal; files with more than updated references come first. */
export function editsText(report: Report, look: Look): string {
  const { colors, verbose } = look;
  const edited = allFiles(report).filter(isEdited);
  const isOther = ({ by }: FileReport) => by.some((reason) => reason !== 'references');
  const files = edited.toSorted((a, b) => Number(isOther(b)) - Number(isOther(a)));
  let room = verbose ? Number.POSITIVE_INFINITY : mostLines;
  const blocks = files.flatMap(({ path, from, diff }, index) => {
    const names = present([from, path]).map((name) => plainLine(shownPath(look, name)));
    const lines = hunksOf(diff).flatMap((hunk) => hunk.filter((line) => !line.startsWith('\\')));
    room -= lines.length + 1;
    if (index > 0 && room < 0) return [];
    // A carriage return at the end of a line is not worth showing.
    const shown = lines.map((line) =>
      visibleLine(line.replace(/\r$/, '').replaceAll('\t', '    ')),
    );
    return [
      [colors.bold(names.join(' → ')), ...shown.map((line) => paintedLine(line, colors))].join(
        '\n',
      ),
    ];
  });
  const hidden = files.length - blocks.length;
  const more = `and edits in ${counted(hidden, 'more file')}; --patch or --verbose shows them`;
  return withoutCommands([...blocks, ...(hidden > 0 ? [colors.dim(more)] : [])].join('\n\n'));
}

/** The changes to a config, made or planned, and the follow-ups. */
export function migrationText(migration: Migration, written: boolean, look: Look): string {
  const { path, files, changes, followUps } = migration;
  const { colors, width } = look;
  const others = files.flatMap((file) => (file.path === path ? [] : plainLine(file.path)));
  const messages = new Set(
    changes.map(({ effect }) => effectText(effect, written ? 'done' : 'planned')),
  );
  const done = [...messages].map((message) => doneLine(plainLine(message), look));
  const lines = [
    colors.bold(plainLine(path)),
    ...(done.length > 0 ? done : [colors.dim('  nothing to change')]),
    ...(others.length > 0 ? [hanging(colors.dim('  in'), others.join(', '), width)] : []),
    ...followUpLines(listedFollowUps(followUps), look),
  ];
  return withoutCommands(`${lines.join('\n')}\n`);
}

/** The totals of all configs in one line. */
export function countsText(migrations: readonly Migration[], written: boolean): string {
  const changed = new Set(migrations.flatMap(({ files }) => files.map(({ path }) => path))).size;
  const followUps = migrations.flatMap((migration) => migration.followUps);
  const decide = followUps.filter(({ kind }) => kind === 'decide').length;
  const files = `${counted(changed, 'file')} ${written ? 'changed' : 'would change'}`;
  const [first] = followUps;
  const explain = first ? `\nRun \`fw-migrate explain ${plainLine(first.code)}\` for details.` : '';
  return `${files}, ${decide} to decide, ${followUps.length - decide} to verify.${explain}\n`;
}

/** The follow-ups of a single config, which have one place each and need no id. */
export function listedFollowUps(followUps: readonly FollowUp[]): FollowUpReport[] {
  return followUps.map((followUp) => ({ ...followUp, id: '', text: '', evidence: [] }));
}

// More places would push the next follow-up out of sight.
const mostPlaces = 3;
const margin = ' '.repeat(9);

/** The list of follow-ups. */
export function followUpLines(
  followUps: readonly FollowUpReport[],
  look: Look,
  run: RunKind = { dryRun: true },
): string[] {
  return followUps.flatMap((followUp) => {
    const { id, message, code, status, note } = followUp;
    // `close` needs the id. Before the first run, there is no report in which a follow-up can be closed.
    const names = id !== '' && (!run.dryRun || status) ? [code, id] : [code];
    const places = placesOf(followUp);
    const shown = look.verbose ? places : places.slice(0, mostPlaces);
    const hidden = places.length - shown.length;
    const text = (status === 'new' ? 'new: ' : '') + plainLine(message);
    return present([
      hanging(`  ${markOf(followUp, look)}`, text, look.width),
      ...shown.flatMap((place, index) => [
        placeLine(place, index === 0 ? names : [], look, run),
        ...(isWholeFile(code, placeNow(place, run)) ? [] : codeLines(place, look, run)),
      ]),
      hidden > 0 && dimmed(`and ${hidden} more; --verbose lists them`, look),
      note !== undefined && dimmed(`note: ${plainLine(note)}`, look),
    ]);
  });
}

function markOf({ kind, status }: FollowUpReport, { colors }: Look): string {
  if (status === 'done') return colors.green('done  ');
  const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
  return status === 'new' ? colors.bold(mark) : mark;
}

function placeLine(place: PlaceReport, names: readonly string[], look: Look, run: RunKind) {
  const { file, line, column } = placeNow(place, run);
  const notes = [...names, ...(place.reason === undefined ? [] : [place.reason])];
  const name = `${plainLine(shownPath(look, file))}:${line}:${column}`;
  return dimmed([name, ...notes.map((note) => `· ${plainLine(note)}`)], look);
}

/** The line of a place; if a run changed it, also the former line. */
function codeLines(place: PlaceReport, look: Look, run: RunKind): string[] {
  const current = placeNow(place, run);
  const isSame = !isRewritten(place, run);
  const former = isSame ? [] : frameLines('was', place, look);
  return [...former, ...frameLines(current.line, current, look, isSame)];
}

function dimmed(text: string | readonly string[], { colors, width }: Look): string {
  return colors.dim(hanging(margin.slice(1), text, width));
}

// Only the part of a longer line near the column helps, also in a pipe.
const widestFrame = 100;

/** A line after its number, with a mark under the column unless `isMarked` is false. */
function frameLines(
  number: number | 'was',
  place: Pick<PlaceReport, 'column' | 'text' | 'textColumn'>,
  { colors, width }: Look,
  isMarked = true,
): string[] {
  const [text, column] = [place.text, columnInPart(place)];
  if (text.trim() === '') return [];
  const room = Math.max(20, Math.min(widestFrame, (width ?? widestFrame) - margin.length - 8));
  const indent = Math.min(text.search(/\S|$/), column - 1);
  const show = (part: string) => plainLine(part.replaceAll('\t', '  '));
  const excerpt = excerptAround(text.slice(indent).trimEnd(), column - 1 - indent, room, show);
  const gutter = (name: string) => colors.dim(`${margin}${name.padStart(4)} │ `);
  const marked = `${gutter('')}${' '.repeat(excerpt.column)}${colors.bold('^')}`;
  return [`${gutter(String(number))}${excerpt.text}`, ...(isMarked ? [marked] : [])];
}
