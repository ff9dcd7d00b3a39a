/**
 * The report as a comment on a pull request, with tasks to tick. Escaping and fitting it in are in markdown/text.ts.
 */

import { positionText } from '../base/position.ts';
import { reportMarks } from '../tree/own-files.ts';
import {
  bytes,
  type CommentSection,
  code,
  details,
  fenced,
  fitSections,
  htmlCode,
  prose,
  underHeading,
  wholeList,
} from './markdown/text.ts';
import {
  doneSentences,
  type LeftCode,
  leftGroups,
  sectionTitles,
  stayingSentences,
  verified,
} from './outline.ts';
import { present } from './printing.ts';
import type { FileReport, FollowUpReport, PlaceReport, Report } from './report.ts';
import {
  commandFor,
  commandsOf,
  counted,
  countsLine,
  fromRepository,
  originText,
  sourceSentences,
} from './sentences.ts';
import {
  allFiles,
  catalogueOf,
  excerptOf,
  isEdited,
  isRewritten,
  isWholeFile,
  movesOfFiles,
  placesOf,
  repositoryPlace,
  sum,
} from './summary.ts';

// GitHub rejects comments of more than 65,536 characters, and a text never has fewer bytes than characters.
const mostBytes = 65_000;

/** The report as a comment on a pull request, with earlier ticks; a bot recognises it by its first line. */
export function markdownOf(report: Report, ticks = ''): string {
  const titles = sectionTitles(report);
  const sections = [
    { title: titles.done, items: doneItems(report) },
    { title: titles.verified, items: verifiedItems(report), isFolded: true },
    ...leftGroups(report).map(({ title, intro, codes }) => ({
      title: `${title} (${sum(codes.map(({ followUps }) => followUps.length))})`,
      ...(intro === undefined ? { isFolded: true } : { intro, isFolded: false }),
      items: codes.flatMap((left) => taskItems(left, report)),
    })),
    diffSection(report),
  ];
  const limits = { most: mostBytes, whole: wholeList(report) };
  return withTicks(fitSections(startOf(report), sections, limits), ticks);
}

function taskItems({ code: name, text, followUps }: LeftCode, report: Report): string[] {
  const heading = text
    ? `**${prose(text.title)}** (${code(name)})\n\n${prose(text.explanation)}`
    : `**${code(name)}**`;
  const tasks = followUps.map((followUp) => taskOf(followUp, report));
  return underHeading(heading, tasks);
}

// More places are folded, and very long lists are cut.
const mostVisible = 3;
const mostListed = 30;

function taskOf(followUp: FollowUpReport, report: Report): string {
  const { id, status, message, note, code: codeName } = followUp;
  const [first, ...others] = placesOf(followUp).map((place) => placeText(place, codeName, report));
  const mark = `- [${status === 'done' ? 'x' : ' '}] ${status === 'new' ? '**new** ' : ''}`;
  const hidden = others.length - mostListed;
  const list = [
    ...others.slice(0, mostListed).map((place) => `- ${place}\n`),
    ...(hidden > 0 ? [`- and ${hidden} more; ${wholeList(report)}\n`] : []),
  ].join('');
  const below = others.length < mostVisible ? list : details(`${others.length} more places`, list);
  const noteText = note === undefined ? '' : `<br>Note: ${prose(note)}`;
  // A hidden id, by which a later comment keeps the tick. A saved report may contain any text as an id.
  const tickMark = /^[\w-]{1,64}$/.test(id) ? ` <!-- fw-migrate:${id} -->` : '';
  return `${mark}${prose(message)}<br>${first}${noteText}${tickMark}\n${below.replace(/^(?=.)/gm, '  ')}`;
}

function placeText(place: PlaceReport, codeName: string, report: Report): string {
  const current = repositoryPlace(place, report);
  if (isWholeFile(codeName, current)) return code(current.file);
  const at = code(positionText(current));
  const line = code(excerptOf(place));
  const note = place.reason === undefined ? '' : `: ${prose(place.reason)}`;
  if (line === '') return at + note;
  // After the run, another line may be where the option was.
  return `${at}${isRewritten(place, report) ? ' was' : ''} ${line}${note}`;
}

const task = /^- \[( |x|X)\] .*<!-- fw-migrate:([\w-]{1,64}) -->[ \t]*\r?$/gm;

/** Sets the ticks of an earlier comment in a comment; nothing else is taken from the earlier one. */
export function withTicks(comment: string, earlier: string): string {
  const ticked = new Set(
    [...earlier.matchAll(task)].flatMap(([, mark, id]) => (mark === ' ' ? [] : [id])),
  );
  return comment.replace(task, (line: string, mark: string, id: string) =>
    mark === ' ' && ticked.has(id) ? line.replace('- [ ]', '- [x]') : line,
  );
}

function proseItem(text: string): string {
  return `- ${prose(text)}\n`;
}

/** What was done, under the name of each config; a single project needs no name. */
function doneItems(report: Report): string[] {
  const { base, projects, elsewhere } = report;
  const look = fromRepository(report);
  const items = projects.map((project) => ({
    name: code(base + project.config),
    items: [
      ...movesOfFiles(project).map(({ from, to, files, isFolder }) => {
        const count = isFolder && files.length > 0 ? ` (${counted(files.length, 'file')})` : '';
        return `- ${code(base + from)} → ${code(base + to)}${count}\n`;
      }),
      ...doneSentences(project, report, look).map(proseItem),
      ...stayingSentences(project.staying ?? [], report, look).map(proseItem),
    ],
  }));
  const others = doneSentences(elsewhere, report, look).map(proseItem);
  const parts = [...items, { name: 'Outside the projects', items: others }];
  return parts.flatMap(({ name, items: inPart }, index) =>
    index === 0 && projects.length === 1 ? inPart : underHeading(`#### ${name}`, inPart),
  );
}

function verifiedItems(report: Report): string[] {
  return verified(report).flatMap(({ sentence, details: more }) => [
    `${prose(sentence)}.\n\n`,
    ...more.map(proseItem),
    '\n',
  ]);
}

/** The diff of every edited file, each folded. */
function diffSection(report: Report): CommentSection {
  const files = allFiles(report);
  const changed = files.filter(isEdited);
  const moved = files.length - changed.length;
  const would = report.dryRun ? 'would only move' : 'only moved';
  const others = moved > 0 ? ` ${counted(moved, 'other file')} ${would}.` : '';
  return {
    title: `Diffs (${changed.length})`,
    intro: `Open a file to see its diff.${others}`,
    items: changed.map((file) => diffItem(file, report)),
    isFolded: false,
  };
}

// A longer diff would leave no room for the others.
const longestDiff = 16_000;

function diffItem({ path, from, diff }: FileReport, report: Report): string {
  const names = from === undefined ? [path] : [from, path];
  const summary = names.map((name) => htmlCode(report.base + name)).join(' → ');
  const isLong = bytes(diff) > longestDiff;
  const content = isLong
    ? `The diff is too long to be shown here: ${wholeList(report)}\n`
    : fenced(diff, 'diff');
  return `${details(summary, content)}\n`;
}

/** The start of the comment: a summary and the next steps. */
function startOf(report: Report): string {
  const { names } = catalogueOf(report);
  const command = code(commandsOf(report).migrate);
  const unwritten = report.dryRun ? ' Nothing was written yet.' : '';
  const blocks = present([
    `${reportMarks.markdown}\n## Migration of ${code(names.package)} projects to ${prose(names.variants.a)} (${report.target})`,
    report.summary.projects === 0
      ? `${command} found no project here.`
      : `${command}: ${prose(countsLine(report))}${unwritten}`,
    ...sourceSentences(report, fromRepository(report)).map(prose),
    nextSteps(report),
    report.run && `Made with fw-migrate, ${prose(originText(report.run))}.`,
  ]);
  return `${blocks.join('\n\n')}\n`;
}

/** The commands for the next steps; each list of follow-ups says what to do with it. */
function nextSteps(report: Report): string {
  const { moved, changed, decide, verify } = report.summary;
  const { migrate, undo, where } = commandsOf(report);
  const hasChanges = moved + changed > 0;
  const [first] = leftGroups(report).flatMap(({ codes }) => codes);
  return present([
    report.dryRun &&
      hasChanges &&
      `To migrate, run ${code(`npx ${migrate}`)}${where}: it makes all of these changes or none.`,
    first &&
      decide + verify > 0 &&
      `${code(`npx ${commandFor(report, `explain ${first.code}`)}`)} explains the first follow-up.`,
    hasChanges && `To undo the run: ${code(`npx ${undo}`)}.`,
  ]).join(' ');
}
