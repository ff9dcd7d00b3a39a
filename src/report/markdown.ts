import { reportMarks } from '../project/own-files.ts';
import { followUpSections, withTicks } from './markdown/follow-up-sections.ts';
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
import { present } from './plain.ts';
import type { FileReport, Report, ReportPart, Status } from './report.ts';
import {
  commandFor,
  commandPlace,
  counted,
  filesSentence,
  layoutSentences,
  migrateCommand,
  optionReasons,
  optionsSentence,
  originText,
  referenceDetails,
  settingsSentence,
  shardSentence,
  stayingSentence,
  undoCommand,
} from './sentences.ts';
import {
  allFiles,
  allFollowUps,
  catalogueOf,
  changeMessages,
  isEdited,
  movesOfFiles,
  pathsChangedBy,
  writtenUses,
} from './summary.ts';

// GitHub rejects comments of more than 65,536 characters, and a text never has fewer bytes than characters.
const mostBytes = 65_000;

/**
 * The report as a comment on a pull request, with the ticks of an earlier comment. Its first line lets a bot
 * recognise its own comment.
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
  const { base, dryRun } = report;
  const items = namedProjects(report).flatMap(({ name, part }) => {
    const moves = movesOfFiles(part).map(({ from, to, files, isFolder }) => {
      const count = isFolder && files.length > 0 ? ` (${counted(files.length, 'file')})` : '';
      return `- ${code(base + from)} → ${code(base + to)}${count}\n`;
    });
    const staying = (part.staying ?? []).map(
      (entry) => `- ${prose(stayingSentence({ ...entry, folder: base + entry.folder }, report))}\n`,
    );
    return underName(name, [...moves, ...staying]);
  });
  return listSection(dryRun ? 'What would move' : 'What moved', items, report);
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

// Enough names to see what kind of files they are; the diffs name all of them.
const mostNames = 20;

/** Files that change for other reasons than their config. */
function fileItems(part: ReportPart, report: Report): string[] {
  const { base } = report;
  const { a } = catalogueOf(report).names.variants;
  const updated = report.dryRun ? 'Would update' : 'Updated';
  const itemBy = (reason: string, what: (files: string) => string) => {
    const names = pathsChangedBy(reason, part).map((path) => code(base + path));
    const more = names.length > mostNames ? ` and ${counted(names.length - mostNames, 'more file')}` : '';
    const start = what(counted(names.length, 'file'));
    return names.length === 0 ? [] : [`- ${start}: ${names.slice(0, mostNames).join(', ')}${more}\n`];
  };
  return [
    ...itemBy('framework', (files) => `${updated} ${files} for ${a}`),
    ...itemBy('references', (files) => `${updated} references in ${files}`),
    ...itemBy('tooling', (files) => `${updated} paths in ${files} of tools`),
  ];
}

/** The results of the checks, with the options that differ and the reasons. */
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

/** The diff of every edited file, each folded. */
function diffSection(report: Report): CommentSection {
  const files = allFiles(report);
  const changed = files.filter(isEdited);
  const moved = files.length - changed.length;
  const would = report.dryRun ? 'would only move' : 'only moved';
  const others = moved > 0 ? ` ${counted(moved, 'other file')} ${would}.` : '';
  const where = report.dryRun
    ? `${code(`npx ${migrateCommand(report)} --dry-run --format patch`)} prints the whole patch.`
    : 'see the commit of the run.';
  return {
    head: `### Diffs (${changed.length})\n\nOpen a file to see its diff.${others}\n\n`,
    items: changed.map((file) => diffItem(file, report, where)),
    cut: (count) => `\n${counted(count, 'more diff')} did not fit here: ${where}\n`,
  };
}

// A longer diff would leave no room for the others.
const longestDiff = 16_000;

function diffItem({ path, from, diff }: FileReport, { base }: Report, where: string): string {
  const names = from === undefined ? [path] : [from, path];
  const summary = names.map((name) => htmlCode(base + name)).join(' → ');
  const isLong = bytes(diff) > longestDiff;
  const content = isLong ? `The diff is too long to be shown here: ${where}\n` : fenced(diff, 'diff');
  return `${details(summary, content)}\n`;
}

/** The start of the comment: a summary, the counts and the next steps. */
function startOf(report: Report): string {
  const { names } = catalogueOf(report);
  const part = shardSentence(report);
  const blocks = present([
    `${reportMarks.markdown}\n## Migration of ${code(names.package)} projects to ${prose(names.variants.a)} (${report.target})`,
    part && `**${part}** The other shards have separate reports.`,
    introOf(report),
    countsTable(report),
    prose(settingsSentence(report.settings, report.base) ?? ''),
    nextSteps(report),
    report.run && `Made with fw-migrate, ${prose(originText(report.run))}.`,
  ]);
  return `${blocks.join('\n\n')}\n`;
}

function introOf(report: Report): string {
  const { summary, dryRun } = report;
  const { projects, refused = 0, moved, changed } = summary;
  const command = code(migrateCommand(report));
  if (projects === 0) return `${command} found no project here.`;
  const all = counted(projects, 'project');
  const what = refused === 0 ? all : `${projects - refused} of ${all}`;
  const remaining = remainingSentence(summary);
  if (moved + changed === 0) return `${command} found nothing to change in ${what}. ${remaining}`;
  const files = `${counted(moved, 'file')} ${dryRun ? 'would move' : 'moved'}, and the text of ${counted(changed, 'file')} ${dryRun ? 'would change' : 'changed'}`;
  return dryRun
    ? `${command} would migrate ${what}: ${files}. Nothing was written yet. ${remaining}`
    : `${command} migrated ${what}: ${files}. ${remaining}`;
}

function remainingSentence({ decide, verify }: Report['summary']): string {
  if (decide + verify === 0) return 'Nothing is left for you to decide or verify.';
  const parts = present([
    decide > 0 && `**${counted(decide, 'follow-up')} to decide**`,
    verify > 0 && `${counted(verify, 'follow-up')} to verify`,
  ]);
  return `Left for you: ${parts.join(' and ')}.`;
}

function countsTable(report: Report): string {
  const { projects, refused, moved, changed, decide, verify, done } = report.summary;
  const statuses = allFollowUps(report).map(({ status }) => status);
  const countOf = (wanted: Status) => statuses.filter((status) => status === wanted).length;
  const cells: readonly (readonly [string, number])[] = [
    ['Projects', projects],
    ...(refused === undefined ? [] : ([['Not migrated', refused]] as const)),
    [report.dryRun ? 'Files to move' : 'Files moved', moved],
    [report.dryRun ? 'Files to change' : 'Files changed', changed],
    ['To decide', decide],
    ['To verify', verify],
    ...(done === undefined
      ? []
      : ([
          ['New', countOf('new')],
          ['Already open', countOf('open')],
          ['Done since', done],
        ] as const)),
  ];
  return [
    `| ${cells.map(([name]) => name).join(' | ')} |`,
    `|${cells.map(() => ' ---: |').join('')}`,
    `| ${cells.map(([, count]) => count).join(' | ')} |`,
  ].join('\n');
}

function nextSteps(report: Report): string {
  const { summary, dryRun } = report;
  const { moved, changed, decide, verify } = summary;
  const steps = present([
    dryRun &&
      moved + changed > 0 &&
      `Run ${code(`npx ${migrateCommand(report)}`)}${commandPlace(report)}. It makes all of these changes or none.`,
    decide > 0 && 'Go through **To decide**: these need your decision.',
    verify > 0 && 'Go through **To verify**: start the project and check that everything works as before.',
  ]);
  const hints = present([
    decide + verify > 0 &&
      `${code(`npx ${commandFor(report, 'explain <code>')}`)} explains a follow-up; its code is shown after the title.`,
    moved + changed > 0 && `To undo the run: ${code(`npx ${undoCommand(report)}`)}.`,
  ]);
  const list = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return present([list, hints.join(' ')]).join('\n\n');
}
