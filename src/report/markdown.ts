import { catalogueOf } from './catalogue-of.ts';
import { migrateCommand } from './commands.ts';
import { followUpSections, withTicks } from './markdown/follow-ups.ts';
import { startOf } from './markdown/start.ts';
import {
  bytes,
  type CommentSection,
  code,
  details,
  fenced,
  fitSections,
  foldedSection,
  htmlCode,
  listSection,
  namedElsewhere,
  namedProjects,
  prose,
  underName,
} from './markdown/text.ts';
import type { FileReport, ProjectReport, Report, ReportPart } from './report.ts';
import {
  counted,
  filesSentence,
  layoutSentences,
  optionReasons,
  optionsSentence,
  referenceDetails,
  stayingSentence,
} from './sentences.ts';
import { allFiles, changeMessages, isEdited, movesOfFiles, pathsChangedBy, writtenUses } from './summary.ts';

// GitHub refuses comments of more than 65,536 characters. Bytes are never fewer than characters, however those count.
const mostBytes = 65_000;

/**
 * The report as a comment on a pull request, with the ticks of an earlier one. Its first line lets a bot recognise its
 * own comment.
 */
export function markdownOf(report: Report, ticks = ''): string {
  const sections = [
    ...followUpSections(report),
    moveSection(report),
    changeSection(report),
    checksSection(report),
    diffSection(report),
  ];
  const filled = sections.filter(({ items }) => items.length > 0);
  return withTicks(fitSections(startOf(report), filled, mostBytes), ticks);
}

function moveSection(report: Report): CommentSection {
  const items = namedProjects(report).flatMap(({ name, part }) => underName(name, moveItems(part, report)));
  return listSection(report.dryRun ? 'What would move' : 'What moved', items, report);
}

function moveItems(project: ProjectReport, report: Report): string[] {
  const { base } = report;
  const moves = movesOfFiles(project).map(({ from, to, files, isFolder }) => {
    const count = isFolder && files.length > 0 ? ` (${counted(files.length, 'file')})` : '';
    return `- ${code(base + from)} → ${code(base + to)}${count}\n`;
  });
  const staying = (project.staying ?? []).map((one) => {
    return `- ${prose(stayingSentence({ ...one, folder: base + one.folder }, report))}\n`;
  });
  return [...moves, ...staying];
}

function changeSection(report: Report): CommentSection {
  const elsewhere = namedElsewhere(report);
  const items = [
    ...namedProjects(report).flatMap(({ name, part }) => {
      const changes = changeMessages(part.changes).map((message) => `- ${prose(message)}\n`);
      const uses = writtenUses(part, report).map((text) => `- ${prose(text)}\n`);
      return underName(name, [...changes, ...fileItems(part, report), ...uses]);
    }),
    ...underName(elsewhere.name, fileItems(elsewhere.part, report)),
  ];
  return listSection(report.dryRun ? 'What would change' : 'What changed', items, report);
}

// Enough to see what kind of files they are; the diffs name them all.
const mostNames = 20;

/** Files that change for other reasons than their config. */
function fileItems(part: ReportPart, report: Report): string[] {
  const { base } = report;
  const { a } = catalogueOf(report).names.variants;
  const updated = report.dryRun ? 'Would update' : 'Updated';
  const itemBy = (reason: string, what: (files: string) => string) => {
    const names = pathsChangedBy(reason, part).map((path) => code(base + path));
    const rest = names.length > mostNames ? ` and ${counted(names.length - mostNames, 'more file')}` : '';
    const start = what(counted(names.length, 'file'));
    return names.length === 0 ? [] : [`- ${start}: ${names.slice(0, mostNames).join(', ')}${rest}\n`];
  };
  return [
    ...itemBy('framework', (files) => `${updated} ${files} for ${a}`),
    ...itemBy('references', (files) => `${updated} references in ${files}`),
    ...itemBy('config-strings', (files) => `${updated} other paths in ${files}`),
    ...itemBy('tooling', (files) => `${updated} paths in ${files} of tools`),
    ...itemBy('todos', (files) => `${updated} comments about follow-ups in ${files}`),
  ];
}

/** What options mean before and after, and why some differ. */
function checksSection(report: Report): CommentSection {
  const files = filesSentence(report);
  const items = namedProjects(report).flatMap(({ name, part }) => {
    const sentence = optionsSentence(part);
    const reasons = optionReasons(part).map(({ option, why }) => `- ${code(option)}: ${prose(why)}\n`);
    const layout = layoutSentences(part, report).map((text) => `- ${prose(text)}\n`);
    return sentence === undefined ? [] : underName(name, [`${sentence}.\n\n`, ...reasons, ...layout, '\n']);
  });
  const details = referenceDetails(report).map((text) => `- ${prose(text)}\n`);
  const all = [...(files === undefined ? [] : [`${prose(files)}.\n\n`, ...details, '\n']), ...items];
  return foldedSection('What was verified', all, report);
}

/** The diff of every file whose text changes, each to be opened on a click. */
function diffSection(report: Report): CommentSection {
  const files = allFiles(report);
  const changed = files.filter(isEdited);
  const moved = files.length - changed.length;
  const would = report.dryRun ? 'would only move' : 'only moved';
  const others = moved > 0 ? ` ${counted(moved, 'other file')} ${would}.` : '';
  const where = wholePatch(report);
  return {
    head: `### Diffs (${changed.length})\n\nOpen a file to see its diff.${others}\n\n`,
    items: changed.map((file) => diffItem(file, report, where)),
    cut: (count) => `\n${counted(count, 'more diff')} did not fit here: ${where}\n`,
  };
}

// One that is longer is better read elsewhere, and would leave no room for the others.
const longestDiff = 16_000;

function diffItem({ path, from, diff }: FileReport, { base }: Report, where: string): string {
  const names = from === undefined ? [path] : [from, path];
  const summary = names.map((name) => htmlCode(base + name)).join(' → ');
  const isLong = bytes(diff) > longestDiff;
  const content = isLong ? `The diff is too long to be shown here: ${where}\n` : fenced(diff, 'diff');
  return `${details(summary, content)}\n`;
}

/** Where the diffs are that had to be left out. */
function wholePatch(report: Report): string {
  return report.dryRun
    ? `${code(`${migrateCommand(report)} --dry-run --format patch`)} prints the whole patch.`
    : 'see the commit of the run.';
}
