import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { conditionOf, doneWhen, followUpRow, rankOf } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { isInside, pathFrom } from '../config/paths.ts';
import { uncommittedFiles } from '../project/git.ts';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { asWord } from '../project/layout.ts';
import { closeFollowUps } from '../report/closing.ts';
import { plainLine, present } from '../report/plain.ts';
import { followUpLines } from '../report/pretty.ts';
import type { FollowUpReport, Report } from '../report/report.ts';
import { counted, shellWord } from '../report/sentences.ts';
import { catalogueOf, openFollowUps } from '../report/summary.ts';
import { wrapLines } from '../report/terminal.ts';
import { changeLast, lastReportIn } from './earlier-reports.ts';
import { loadEditionNear } from './edition-command.ts';
import type { CommandFlags } from './flags.ts';
import { type Answer, questionsOn, Stopped } from './interactive.ts';
import type { Io } from './io.ts';
import { managerOf } from './next-steps.ts';
import { v4Command } from './v4.ts';

/** `fw-migrate next`: shows the next follow-up; in a terminal, one by one until none is open. */
export async function nextCommand(_: CommandFlags, io: Io): Promise<void> {
  const skipped = new Set<string>();
  for (;;) {
    const report = await lastReportIn(io);
    const open = openFollowUps(report).toSorted((a, b) => rankOf(a) - rankOf(b));
    const next = open.find(({ id }) => !skipped.has(id));
    if (!next) {
      const skips = `${counted(open.length, 'follow-up')} skipped. No other is open.\n`;
      return io.out(open.length === 0 ? 'No follow-ups are open.\n' : skips);
    }
    const left = open.length - skipped.size;
    const pending = { next, left, report, catalogue: await catalogueFor(next, report, io.cwd) };
    const fix = fixFor(pending, io.cwd);
    io.out(`${nextText(pending, fix, io)}\n`);
    if (!io.terminal || io.outKind !== 'terminal') return;
    try {
      if ((await handle(pending, fix, io)) === 'skip') skipped.add(next.id);
    } catch (error) {
      if (error instanceof Stopped) return;
      throw error;
    }
  }
}

/** The next follow-up, and how many are left including it. */
interface Pending {
  readonly next: FollowUpReport;
  readonly left: number;
  readonly report: Report;
  readonly catalogue: Catalogue;
}

/** The catalogue that explains a follow-up; one from an earlier run may belong to another edition. */
async function catalogueFor({ file }: FollowUpReport, report: Report, cwd: string): Promise<Catalogue> {
  const isOfRun = report.projects.some(({ root }) => isInside(file, root));
  return isOfRun ? catalogueOf(report) : (await loadEditionNear(join(cwd, file))).catalogue;
}

/** The command for a known edit; `flags` if it is a run of the migration. */
interface KnownFix {
  readonly command: string;
  readonly flags?: CommandFlags;
}

/** The known edit for a follow-up; undefined if there is none. */
function fixFor({ next, report, catalogue: { names } }: Pending, cwd: string): KnownFix | undefined {
  const { code, subject, option } = next;
  const fix = followUpRow(code)?.fix;
  if (fix === undefined) return undefined;
  const place = fix === 'move' ? (subject ?? next.file) : next.file;
  const home = report.projects.findLast(({ root }) => isInside(place, root))?.root ?? '';
  const manager = managerOf(join(cwd, home));
  const inFolder = (folder: string, command: string) =>
    folder === '' || folder.startsWith('..') ? command : `cd ${shellWord(folder)} && ${command}`;
  if (fix === 'install')
    return { command: inFolder(slashed(relative(cwd, manager.folder)), manager.install) };
  if (fix === 'add-package')
    return subject === undefined
      ? undefined
      : { command: inFolder(home, `${manager.add} ${shellWord(subject)}`) };
  const value = fix === 'keep-default' ? option : subject && pathFrom(home, subject);
  if (value === undefined) return undefined;
  const [flag, change] =
    fix === 'move' ? ['--move', { move: [value] }] : ['--keep-default', { keepDefault: [value] }];
  const isOther = names.package !== catalogueOf(report).names.package;
  const isDirty = gitFolderAbove(cwd) !== undefined && uncommittedFiles(cwd).length > 0;
  const command = present([
    `fw-migrate v4 ${flag} ${asWord(value)}`,
    isOther && `--edition ${names.package}`,
    isDirty && '--allow-dirty',
  ]);
  // The migration can still be undone after many small runs.
  const ofRun = { ...change, allowDirty: true, quiet: true, keepRuns: Number.POSITIVE_INFINITY };
  return { command: command.join(' '), flags: isOther ? { ...ofRun, edition: names.package } : ofRun };
}

/** Asks what to do with a follow-up, and does it. Returns the answer. */
async function handle({ next }: Pending, fix: KnownFix | undefined, io: Io) {
  const { choose } = await questionsOn(io);
  const answers = present<Answer<'do' | 'done' | 'skip'>>([
    fix && { value: 'do', label: 'Do it', hint: plainLine(fix.command) },
    { value: 'done', label: 'It is done', hint: 'closes it' },
    { value: 'skip', label: 'Skip it for now' },
  ]);
  const answer = await choose('What about this one?', answers, 'Stop here');
  if (answer === 'done') await changeLast(io, (current) => closeFollowUps(current, [next.id]));
  if (answer === 'do' && fix?.flags) {
    await v4Command('.', fix.flags, io);
    io.out('To undo this run: fw-migrate undo\n');
  } else if (answer === 'do' && fix) spawnSync(fix.command, { cwd: io.cwd, shell: true, stdio: 'inherit' });
  return answer;
}

// The report shows more places.
const mostPlaces = 5;

function nextText(pending: Pending, fix: KnownFix | undefined, { outLook }: Io): string {
  const { next, left, report, catalogue } = pending;
  const { code, kind, evidence, id } = next;
  const wrap = (text: string) => wrapLines(plainLine(text), outLook.width).join('\n');
  const shown = { ...next, evidence: evidence.slice(0, mostPlaces) };
  const hidden = evidence.length - shown.evidence.length;
  const explanation = catalogue.followUpText(code)?.explanation;
  return present([
    outLook.colors.bold(`${counted(left, 'follow-up')} left. Next: ${code} (${kind})`),
    [
      ...followUpLines([shown], { ...outLook, verbose: true }, report),
      ...(hidden > 0 ? [`  and ${hidden} more; \`fw-migrate report --verbose\` lists them`] : []),
    ].join('\n'),
    explanation && wrap(explanation),
    [
      ...(fix ? [`To do it: ${plainLine(fix.command)}`] : []),
      doneWhen[conditionOf(code)],
      `To close it: fw-migrate close ${id}`,
    ].join('\n'),
  ]).join('\n\n');
}
