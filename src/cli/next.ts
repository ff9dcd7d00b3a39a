/** The command `next`: shows the most urgent follow-up with its possible answers, and carries out a known one. */

import { spawnSync } from 'node:child_process';
import { shellWord } from '../base/shell.ts';
import { rankOf } from '../catalogue/follow-ups.ts';
import { closeFollowUps, followUpNamed } from '../report/ledger.ts';
import { type OpenItem, openItems } from '../report/open-items.ts';
import { followUpLines } from '../report/pretty.ts';
import { jsonText, plainLine, present, terminalPatch, wrapLines } from '../report/printing.ts';
import type { FollowUpReport, Report } from '../report/report.ts';
import { counted } from '../report/sentences.ts';
import { allFollowUps, openFollowUps } from '../report/summary.ts';
import { lastLedgerIn } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Answer, questionsOn } from './interactive.ts';
import { type Io, UsageError } from './io.ts';
import { type Answered, createAnswers } from './known-answers.ts';
import { printExactly } from './outputs.ts';
import { folderOfRun } from './target.ts';
import { withToolName } from './tool-name.ts';

/** `fw-migrate next`: shows or does the next follow-up; in a terminal, one by one until none is open. */
export async function nextCommand(
  id: string | undefined,
  flags: CommandFlags,
  given: Io,
): Promise<number | undefined> {
  const io = { ...given, cwd: folderOfRun(given.cwd) };
  const ledger = await lastLedgerIn(io);
  const { report } = ledger;
  const isMeant = meant(id, report);
  const open = urgentFirst(report).filter(isMeant);
  const [first] = open;
  if (flags.json || flags.all) {
    const answersTo = createAnswers(report, io.cwd);
    const items: OpenItem[] = [];
    for (const followUp of flags.all ? open : open.slice(0, 1))
      items.push((await answersTo(followUp)).item);
    printExactly(jsonText(openItems(report, items)), 'json', io);
    return items.length > 0 ? 1 : 0;
  }
  if (flags.do && first) return make(await createAnswers(report, io.cwd)(first), io, false);
  await goThrough(ledger, isMeant, io);
  return undefined;
}

type Ledger = Awaited<ReturnType<typeof lastLedgerIn>>;

/** Shows the follow-ups one by one, and does what is answered; outside a terminal, shows the first one. */
async function goThrough(
  last: Ledger,
  isMeant: (followUp: FollowUpReport) => boolean,
  io: Io,
): Promise<void> {
  const skipped = new Set<string>();
  for (let ledger = last; ; ) {
    const { report } = ledger;
    const open = urgentFirst(report).filter(isMeant);
    const next = open.find(({ id }) => !skipped.has(id));
    const all = openFollowUps(report).length;
    if (!next) {
      const skips = `${counted(open.length, 'follow-up')} skipped. No other is open.\n`;
      const done = `This one is done. ${counted(all, 'other is', 'others are')} open.\n`;
      const none = all === 0 ? 'No follow-ups are open.\n' : done;
      return io.out(open.length === 0 ? none : skips);
    }
    const answered = await createAnswers(report, io.cwd)(next);
    const left = all - skipped.size;
    io.out(`${nextText({ ...answered, next, left, report }, io)}\n`);
    if (!io.terminal || io.outKind !== 'terminal') return;
    const answer = await ask(answered, io);
    if (answer === 'quit') return;
    const current = answer === 'skip' ? undefined : await ledgerAfter(answer, answered, ledger, io);
    if (current) ledger = current;
    else skipped.add(next.id);
  }
}

/** Does what was answered. Returns the ledger afterwards; undefined if nothing was done. */
async function ledgerAfter(
  answer: 'do' | 'close' | 'open',
  answered: Answered,
  ledger: Ledger,
  io: Io,
): Promise<Ledger | undefined> {
  if (answer === 'close') {
    const { report } = ledger.change((kept) => closeFollowUps(kept, [answered.item.id]));
    return { ...ledger, report };
  }
  if (answer === 'open') openEditor(answered.item, io);
  else if ((await make(answered, io, true)) !== 0) return undefined;
  // Only after an edit, the repository is searched again.
  return lastLedgerIn(io);
}

function urgentFirst(report: Report): FollowUpReport[] {
  return openFollowUps(report).toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Whether a follow-up is the one that was asked for; without an id, every one. */
function meant(id: string | undefined, report: Report): (followUp: FollowUpReport) => boolean {
  if (id === undefined) return () => true;
  const named = followUpNamed(id, allFollowUps(report)).id;
  return (followUp) => followUp.id === named;
}

/** Carries out a known answer as a separate run, which can be undone. Returns the exit code. */
async function make({ fix, item }: Answered, io: Io, asks: boolean): Promise<number> {
  if (!fix?.make)
    throw new UsageError(
      `No edit is known for ${item.code} (${item.id}). See \`fw-migrate next\`.`,
    );
  const exitCode = await fix.make(io, asks);
  if (exitCode === 0) io.out('To undo this run: fw-migrate undo\n');
  return exitCode;
}

/** Asks for a letter: Enter skips, and nothing is written or closed without its own letter. */
async function ask({ item, fix }: Answered, io: Io) {
  const { chooseKey } = await questionsOn(io);
  const editor = process.env.VISUAL || process.env.EDITOR;
  return chooseKey(
    'What about this one?',
    present<Answer<'skip' | 'do' | 'close' | 'open' | 'quit'>>([
      { value: 'skip', label: 'Skip it for now', hint: 'or press Enter' },
      fix?.make && { value: 'do', label: 'Do it', hint: plainLine(fix.what) },
      { value: 'close', label: 'Close it', hint: plainLine(closing(item)?.what ?? '') },
      editor && { value: 'open', label: `Open ${plainLine(item.file)} in ${editor}` },
      { value: 'quit', label: 'Stop here' },
    ]),
    'quit',
  );
}

function closing({ answers }: OpenItem) {
  return answers.find((answer) => answer.kind === 'close');
}

function openEditor({ file, line }: OpenItem, io: Io): void {
  const editor = process.env.VISUAL || process.env.EDITOR || '';
  const command = `${editor} ${editorArguments(editor, file, line)}`;
  spawnSync(command, { cwd: io.cwd, shell: true, stdio: 'inherit' });
}

/** Most terminal editors take a line as `+1`; graphical editors take it after the file. */
function editorArguments(editor: string, file: string, line: number): string {
  if (/\b(?:code|codium|cursor)\b/.test(editor))
    return `--wait --goto ${shellWord(`${file}:${line}`)}`;
  return /\b(?:n?vim?|nano|emacs|micro)\b/.test(editor)
    ? `+${line} ${shellWord(file)}`
    : shellWord(file);
}

interface Shown extends Answered {
  readonly next: FollowUpReport;
  /** The number of follow-ups that are left, including it. */
  readonly left: number;
  readonly report: Report;
}

function nextText({ item, fix, next, left, report }: Shown, { outLook }: Io): string {
  const { code, kind, known, answers, check, avoid } = item;
  const wrap = (text: string) =>
    wrapLines(withToolName(plainLine(text), outLook.tool), outLook.width).join('\n');
  const shown = { ...next, evidence: next.evidence.slice(0, 5) };
  const hidden = next.evidence.length - shown.evidence.length;
  const change = answers.find((answer) => answer.kind === 'change')?.what;
  const close = closing(item);
  // The last words are about every follow-up.
  const [never] = avoid.slice(0, -1);
  return present([
    outLook.colors.bold(`${counted(left, 'follow-up')} left. Next: ${code} (${kind})`),
    [
      ...followUpLines([shown], { ...outLook, verbose: true }, report),
      ...(hidden > 0 ? [`  and ${hidden} more; \`fw-migrate report --verbose\` lists them`] : []),
    ].join('\n'),
    ...known.map(wrap),
    fix?.preview && terminalPatch(fix.preview, outLook.colors).trimEnd(),
    present([
      fix && `To do it: ${plainLine(fix.command)}`,
      change && wrap(`${fix ? 'Or' : 'To do it'}: ${change}`),
      never && wrap(never),
      check.when,
      close && wrap(`Close it if this is true: ${close.what}`),
      `To close it: fw-migrate close ${item.id}`,
    ]).join('\n'),
  ]).join('\n\n');
}
