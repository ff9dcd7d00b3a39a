/** The texts that the page of a report shows besides the report itself: titles, explanations, checks and commands. */

import { shellWord } from '../../base/shell.ts';
import { followUpRow } from '../../catalogue/follow-ups.ts';
import { sectionTitles, stayingSentences, verified } from '../outline.ts';
import { present } from '../printing.ts';
import type { Report } from '../report.ts';
import {
  commandFor,
  commandsOf,
  counted,
  extentLine,
  fromRepository,
  originSentence,
  sourceSentences,
  variantText,
} from '../sentences.ts';
import { allFollowUps, catalogueOf, movesOfFiles } from '../summary.ts';

/** Facts about the location of a page that its report does not contain. */
export interface PagePlace {
  /** The path from the page's folder to the migrated folder; without it, places are not links to an editor. */
  readonly folder?: string | undefined;
  /** The report in which follow-ups are closed, if it is not the report of the last run. */
  readonly ledger?: string | undefined;
  /** Commands to run after the migration. */
  readonly nextSteps?: readonly string[] | undefined;
}

/** What the script of the page gets besides the report. */
export type ReportTexts = ReturnType<typeof reportTexts>;

export function reportTexts(report: Report, { folder, ledger, nextSteps = [] }: PagePlace = {}) {
  const { followUpText, names } = catalogueOf(report);
  const { a, b } = names.variants;
  const { run, dryRun, projects, base, summary } = report;
  const { migrate, undo, where } = commandsOf(report);
  const hasChanges = summary.moved + summary.changed > 0;
  const codes = [...new Set(allFollowUps(report).map(({ code }) => code))].map((code) => {
    const { title = code, explanation = '', change = '' } = followUpText(code) ?? {};
    const explain = `npx ${commandFor(report, `explain ${code}`)}`;
    return [
      code,
      { title, explanation, change, explain, isAboutFile: followUpRow(code)?.about === 'file' },
    ] as const;
  });
  const isDone = projects.length > 0 && projects.every(({ variant }) => variant === 'a');
  return {
    title: run?.name || (projects.length === 1 && projects[0]?.root) || 'Migration',
    target: isDone ? `Already ${a}` : `${b} to ${a}`,
    extent: extentLine(report),
    sections: sectionTitles(report),
    codes: Object.fromEntries(codes),
    projects: projects.map((project) => ({
      state: variantText(project, report),
      moves: movesOfFiles(project).map(({ from, to, files, isFolder }) => {
        return { from, to, isFolder, files: isFolder ? counted(files.length, 'file') : '' };
      }),
      staying: stayingSentences(project.staying ?? [], report, {}),
    })),
    verified: verified(report),
    migrate: dryRun && hasChanges ? `npx ${migrate}` : '',
    undo: hasChanges ? `npx ${undo}` : '',
    where,
    close: {
      command: 'npx fw-migrate close',
      options: ledger === undefined ? '' : ` --baseline ${shellWord(ledger)}`,
      where: base === '' ? '' : ` in \`${base.slice(0, -1)}\``,
    },
    nextSteps,
    about: present([originSentence(report), ...sourceSentences(report, fromRepository(report))]),
    folder,
  };
}
