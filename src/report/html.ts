/** The report as an HTML page: its texts, its links and the next steps; html-document.ts builds the file around them. */

import { shellWord } from '../base/shell.ts';
import { followUpRow } from '../catalogue/follow-ups.ts';
import { reportMarks } from '../tree/own-files.ts';
import { dataElement, documentOf } from './html/html-document.ts';
import style from './html/page.css?raw';
import script from './html/page.js?raw';
import { plainLine, present } from './printing.ts';
import type { ProjectReport, Report } from './report.ts';
import {
  commandFor,
  commandsOf,
  counted,
  countsLine,
  fromRepository,
  originSentence,
  sourceSentences,
  stayingSentences,
  variantText,
  verifiedFiles,
  verifiedProject,
} from './sentences.ts';
import { allFollowUps, catalogueOf, movesOfFiles, openFollowUps } from './summary.ts';

/** Facts about the location of a page that its report does not contain. */
export interface PagePlace {
  /** The path from the page's folder to the migrated folder; without it, places are not links to an editor. */
  readonly folder?: string | undefined;
  /** The report in which follow-ups are closed, if it is not the report of the last run. */
  readonly ledger?: string | undefined;
  readonly nextSteps?: readonly string[] | undefined;
}

/** A step after the run, with its command if it has one. */
interface NextStep {
  readonly text: string;
  readonly command?: string;
}

/** Texts that the report does not contain; the script of the page shows them with the report. */
export type ReportTexts = ReturnType<typeof reportTexts>;

/** A report as an HTML page with the report as JSON inside; by default for the migrated folder. */
export function htmlOf(report: Report, place: PagePlace = { folder: '.' }): string {
  const texts = reportTexts(report, place);
  const body = [
    '<main></main>',
    '<noscript><p>This page shows its report with JavaScript. Without it, read the same report as Markdown or JSON: <code>fw-migrate report --format markdown</code>.</p></noscript>',
    dataElement(texts, 'id="texts"'),
    dataElement(report, 'class="report"'),
  ];
  const date = report.run?.date;
  const title = plainLine(texts.title + (date === undefined ? '' : `, ${date}`));
  const head = `${reportMarks.html}\n`;
  return documentOf({ title, style, script, head, body: body.join('\n') });
}

function reportTexts(report: Report, { folder, ledger, nextSteps = [] }: PagePlace) {
  const catalogue = catalogueOf(report);
  const { moved, changed } = report.summary;
  const { undo, where } = commandsOf(report);
  const codes = [...new Set(allFollowUps(report).map(({ code }) => code))].map((code) => {
    const { title, explanation } = catalogue.followUpText(code) ?? { title: code, explanation: '' };
    const explain = `npx ${commandFor(report, `explain ${code}`)}`;
    return [
      code,
      { title, explanation, explain, isAboutFile: followUpRow(code)?.about === 'file' },
    ] as const;
  });
  return {
    title: titleOf(report),
    counts: countsLine(report),
    lead: leadOf(report),
    close: {
      command: 'npx fw-migrate close',
      options: ledger === undefined ? '' : ` --baseline ${shellWord(ledger)}`,
    },
    codes: Object.fromEntries(codes),
    projects: report.projects.map((project) => projectTexts(project, report)),
    verified: verifiedFiles(report),
    next: stepsOf(report, nextSteps),
    about: present([
      moved + changed > 0 && `To undo the run${where}: \`npx ${undo}\``,
      originSentence(report),
      ...sourceSentences(report, fromRepository(report)),
    ]),
    folder,
  };
}

function leadOf(report: Report): string {
  if (openFollowUps(report).length === 0) return 'There is nothing left to do manually.';
  const when = report.dryRun ? 'Nothing is written yet. After the migration, close' : 'Close';
  const where = report.base === '' ? '' : `, with its command in \`${report.base.slice(0, -1)}\``;
  return `${when} each one when it is done${where}.`;
}

function projectTexts(project: ProjectReport, report: Report) {
  return {
    state: variantText(project, report),
    moves: movesOfFiles(project).map(({ from, to, files, isFolder }) => {
      return { from, to, files: isFolder ? counted(files.length, 'file') : '' };
    }),
    staying: stayingSentences(project.staying ?? [], report),
    verified: verifiedProject(project, report),
  };
}

/** The title: the migrated projects and the two variants. */
function titleOf(report: Report): string {
  const { run, projects } = report;
  const { a, b } = catalogueOf(report).names.variants;
  const isDone = projects.every(({ variant }) => variant === 'a') && projects.length > 0;
  const [first = '', ...others] = projects.map(({ root }) => root);
  const several = `${first || '.'} and ${counted(others.length, 'other project')}`;
  const name = run?.name || (others.length === 0 ? first : several);
  if (name === '') return isDone ? `Already ${a}` : `From ${b} to ${a}`;
  return isDone ? `${name}: already ${a}` : `${name}: from ${b} to ${a}`;
}

function stepsOf(report: Report, nextSteps: readonly string[]): NextStep[] {
  const { moved, changed, decide, verify } = report.summary;
  const { migrate, where } = commandsOf(report);
  return present<NextStep>([
    report.dryRun &&
      moved + changed > 0 && {
        text: `Migrate, which makes all of these changes or none. Run this${where}: `,
        command: `npx ${migrate}`,
      },
    ...nextSteps.map((command) => ({ text: 'Run this: ', command })),
    decide + verify > 0 && { text: 'Go through the follow-ups above, from top to bottom.' },
    verify > 0 && { text: 'Start the project and check that everything works as before.' },
  ]);
}
