import { reportMarks } from '../../project/own-files.ts';
import { catalogueOf } from '../catalogue-of.ts';
import { commandFor, commandPlace, migrateCommand, undoCommand } from '../commands.ts';
import { present } from '../plain.ts';
import type { Report, Status } from '../report.ts';
import { counted, originText, settingsSentence, shardSentence } from '../sentences.ts';
import { allFollowUps } from '../summary.ts';
import { code, prose } from './text.ts';

/** What comes first: what this is about, how much there is, and what to do. */
export function startOf(report: Report): string {
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
  const left = leftOf(summary);
  if (moved + changed === 0) return `${command} found nothing to change in ${what}. ${left}`;
  const files = `${counted(moved, 'file')} ${dryRun ? 'would move' : 'moved'}, and the text of ${counted(changed, 'file')} ${dryRun ? 'would change' : 'changed'}`;
  return dryRun
    ? `${command} would migrate ${what}: ${files}. Nothing was written yet. ${left}`
    : `${command} migrated ${what}: ${files}. ${left}`;
}

function leftOf({ decide, verify }: Report['summary']): string {
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
    ['Files moved', moved],
    ['Files changed', changed],
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
      `${code(commandFor(report, 'explain <code>'))} explains a follow-up; its code is shown after the title.`,
    moved + changed > 0 && `To undo the run: ${code(undoCommand(report))}.`,
  ]);
  const list = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return present([list, hints.join(' ')]).join('\n\n');
}
