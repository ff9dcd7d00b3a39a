import { counted } from './counted.ts';
import { diffSection } from './markdown/diffs.ts';
import { fitSections, type Section } from './markdown/fit.ts';
import { followUpItems } from './markdown/follow-ups.ts';
import { startOf } from './markdown/start.ts';
import { code, prose } from './markdown/text.ts';
import { wholeList } from './markdown/whole.ts';
import { movesOfFiles } from './moved-files.ts';
import { filesSentence, layoutSentences, proofReasons, proofSentence } from './proof-text.ts';
import type { Findings, FollowUpReport, ProjectReport, Report } from './report.ts';

// GitHub refuses comments of more than 65,536 characters. Bytes are never fewer than characters, however those count.
const mostBytes = 65_000;

/** The report as a comment on a pull request. Its first line tells a bot which comment is its own. */
export function markdownOf(report: Report): string {
  const sections = [
    decideSection(report),
    verifySection(report),
    doneSection(report),
    moveSection(report),
    changeSection(report),
    proofSection(report),
    diffSection(report),
  ];
  const filled = sections.filter(({ items }) => items.length > 0);
  return fitSections(startOf(report), filled, mostBytes);
}

function decideSection(report: Report): Section {
  const items = itemsWhere(report, ({ kind, status }) => kind === 'decide' && status !== 'done');
  const intro = 'The tool cannot settle these by itself: somebody has to choose. Tick off what is settled.';
  return { head: `### To decide (${items.length})\n\n${intro}\n\n`, items, cut: cutList(report) };
}

function verifySection(report: Report): Section {
  const items = itemsWhere(report, ({ kind, status }) => kind === 'verify' && status !== 'done');
  const intro = 'Something changed here, or a default did: see that the project still does what it should.';
  return { head: `### To verify (${items.length})\n\n${intro}\n\n`, items, cut: cutList(report) };
}

/** What an earlier run had listed, and is settled. */
function doneSection(report: Report): Section {
  const items = itemsWhere(report, ({ status }) => status === 'done');
  return folded(`Done since the earlier run (${items.length})`, items, report);
}

function itemsWhere(report: Report, wanted: (followUp: FollowUpReport) => boolean): string[] {
  const parts = [...namedProjects(report), { name: elsewhereName(report), part: report.elsewhere }];
  const wantedParts = parts.map(({ name, part }) => ({ name, followUps: part.followUps.filter(wanted) }));
  return followUpItems(wantedParts, report);
}

function moveSection(report: Report): Section {
  const items = namedProjects(report).flatMap(({ name, part }) => underName(name, moveItems(part, report)));
  return listSection(report.dryRun ? 'What would move' : 'What moved', items, report);
}

function moveItems(project: ProjectReport, { base }: Report): string[] {
  return movesOfFiles(project).map(({ from, to, files, isFolder }) => {
    const count = isFolder && files.length > 0 ? ` (${counted(files.length, 'file')})` : '';
    return `- ${code(base + from)} → ${code(base + to)}${count}\n`;
  });
}

function changeSection(report: Report): Section {
  const items = [
    ...namedProjects(report).flatMap(({ name, part }) => underName(name, changeItems(part, report))),
    ...underName(elsewhereName(report), fileItems(report.elsewhere, report)),
  ];
  return listSection(report.dryRun ? 'What would change' : 'What changed', items, report);
}

/** One item for each thing that was done: a finding may take several changes, and is told once. */
function changeItems(project: ProjectReport, report: Report): string[] {
  const messages = project.changes.map(({ message, option, kind }) => message || `${kind} ${option}`);
  const options = [...new Set(messages)].map((message) => `- ${prose(message)}\n`);
  return [...options, ...fileItems(project, report)];
}

/** What options mean before and after, and why some differ. */
function proofSection(report: Report): Section {
  const files = filesSentence(report);
  const items = namedProjects(report).flatMap(({ name, part }) => {
    const sentence = proofSentence(part);
    const reasons = proofReasons(part).map(({ option, why }) => `- ${code(option)}: ${prose(why)}\n`);
    const layout = layoutSentences(part).map((text) => `- ${prose(text)}\n`);
    return sentence === undefined ? [] : underName(name, [`${sentence}\n\n`, ...reasons, ...layout, '\n']);
  });
  const all = [...(files === undefined ? [] : [`${prose(files)}\n\n`]), ...items];
  return folded('Proof that the project means the same', all, report);
}

// Enough to see what kind of files they are; the diffs name them all.
const mostNames = 20;

/** Files that change for other reasons than their config. */
function fileItems({ files }: Findings, { base }: Report): string[] {
  const itemBy = (who: string, what: string) => {
    const names = files.filter(({ by }) => by.includes(who)).map(({ path }) => code(base + path));
    const rest = names.length > mostNames ? ` and ${counted(names.length - mostNames, 'more file')}` : '';
    return names.length === 0 ? [] : [`- ${what} ${names.slice(0, mostNames).join(', ')}${rest}\n`];
  };
  return [
    ...itemBy('framework', 'Written as Variant A wants it:'),
    ...itemBy('references', 'References follow what moved, in'),
  ];
}

interface Named {
  readonly name: string | undefined;
  readonly part: ProjectReport;
}

/** Projects under the names of their configs; where there is but one, it needs no name. */
function namedProjects({ projects, base }: Report): Named[] {
  const isOne = projects.length === 1;
  return projects.map((part) => ({ name: isOne ? undefined : code(base + part.config), part }));
}

function elsewhereName({ projects }: Report): string | undefined {
  return projects.length === 0 ? undefined : 'Outside of the projects';
}

/** The first item brings the name along. */
function underName(name: string | undefined, items: readonly string[]): string[] {
  if (name === undefined) return [...items];
  return items.map((item, index) => {
    const heading = index === 0 ? `#### ${name}\n\n` : '';
    return heading + item + (index === items.length - 1 ? '\n' : '');
  });
}

// A longer list opens on a click.
const mostOpen = 10;

function listSection(title: string, items: readonly string[], report: Report): Section {
  if (items.length > mostOpen) return folded(`${title} (${items.length})`, items, report);
  return { head: `### ${title}\n\n`, items, cut: cutList(report) };
}

function folded(title: string, items: readonly string[], report: Report): Section {
  const head = `<details><summary><b>${title}</b></summary>\n\n`;
  return { head, items, foot: '\n</details>\n', cut: cutList(report) };
}

function cutList(report: Report): Section['cut'] {
  return (count) =>
    `\n${counted(count, 'more entry', 'more entries')} did not fit in here: ${wholeList(report)}\n`;
}
