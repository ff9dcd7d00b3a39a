/** The commands about saved reports: `report`, `close` and `reopen`. */

import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { locked } from '../apply/lock.ts';
import { migratedFolderAt } from '../apply/migrated-folder.ts';
import { positionText } from '../base/position.ts';
import { readAs } from '../catalogue/shape.ts';
import {
  type Campaign,
  campaignMarkdown,
  campaignOf,
  campaignText,
  earlierCampaign,
  type Outcome,
} from '../report/campaign.ts';
import { closedText } from '../report/closed-text.ts';
import type { Format } from '../report/formats.ts';
import { type Closed, closeFollowUps, reopenFollowUps, withBaseline } from '../report/ledger.ts';
import { jsonText, type Look, plainLine } from '../report/printing.ts';
import { mergeReports, readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { counted, shardSentence } from '../report/sentences.ts';
import { openFollowUps } from '../report/summary.ts';
import { isFolder, readSnapshot } from '../tree/disk.ts';
import { mostReportBytes } from '../tree/own-files.ts';
import {
  baselineOf,
  changeLast,
  lastReportIn,
  savedReport,
  standingIn,
  treeNow,
} from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { patchPrefix, readNamedText, writeReport } from './named-files.ts';
import {
  type OutputDocument,
  outputsFor,
  printDocument,
  reportDocument,
  writeDocument,
} from './outputs.ts';

/** `fw-migrate report`: shows the report of the last run, or saved reports merged into one, in any format. */
export async function reportCommand(
  files: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  const outputs = outputsFor(flags, io);
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  const deliver = async (document: OutputDocument) => {
    if (standard) await printDocument(document, standard, flags.verbose, io);
    await writeDocument(document, outputs, io);
  };
  if (flags.campaign) {
    const formats = [...outputs.files.map((file) => file.format), ...(standard ? [standard] : [])];
    const unsupported = formats.find((format) => !campaignFormats.includes(format));
    const expected = `expected ${campaignFormats.join(', ')}.`;
    if (unsupported !== undefined)
      throw new UsageError(`Invalid format \`${unsupported}\` for a campaign: ${expected}`);
    const earlier = flags.baseline === undefined ? undefined : readCampaign(flags.baseline, io);
    const outcomes = outcomesIn(files, io);
    const campaign = campaignOf(outcomes, earlier);
    const as = (format: Format, look: Look) => renderCampaign(campaign, outcomes, format, look);
    return deliver({ what: 'campaign', as });
  }
  const advice = 'Pass a file that contains the comment.';
  const ticks = flags.ticks === undefined ? undefined : readNamedText(flags.ticks, io.cwd, advice);
  const [first, ...others] = files.map((name) => savedReport(name, io).report);
  const merged = first ? mergeReports([first, ...others]) : await lastReportIn(io);
  const earlier = baselineOf(flags, io);
  const report = earlier ? withBaseline(merged, earlier, treeNow(readSnapshot(io.cwd))) : merged;
  const part = shardSentence(report);
  // The other formats are for programs, and some have no place for this sentence.
  if (part !== undefined && standard !== 'pretty')
    io.err(`${part} Pass all shards to get the whole report.\n`);
  await deliver(reportDocument(report, { ...flags, folder: io.cwd, ticks }, io));
}

const campaignFormats: readonly Format[] = ['pretty', 'markdown', 'json', 'html'];

async function renderCampaign(
  campaign: Campaign,
  outcomes: readonly Outcome[],
  format: Format,
  look: Look,
) {
  if (format === 'json') return jsonText(campaign);
  if (format === 'markdown') return campaignMarkdown(campaign);
  if (format === 'html')
    return (await import('../report/html.ts')).campaignHtml(campaign, outcomes);
  return campaignText(campaign, look);
}

const advice = 'Pass reports written with --format json, or a folder that contains them.';

/** The outcomes of runs, by the names of their files. In a folder, `shop.error` has the error of a run. */
function outcomesIn(names: readonly string[], io: Io): Outcome[] {
  const files = names.flatMap((name) => {
    const path = resolve(io.cwd, name);
    if (!isFolder(path)) return [name];
    const inside = readdirSync(path).filter((file) => isOutcome.test(file));
    if (inside.length === 0)
      throw new UsageError(`${name}: No report found in this folder. ${advice}`);
    return inside.toSorted().map((file) => join(name, file));
  });
  const shortNames = files.map((file) => basename(file).replace(isOutcome, ''));
  const outcomes = files.flatMap((file, index): Outcome[] => {
    const text = readNamedText(file, io.cwd, advice, mostReportBytes);
    const shortName = shortNames[index] ?? '';
    const isShared = shortNames.indexOf(shortName) !== shortNames.lastIndexOf(shortName);
    const name = isShared ? file.replace(isOutcome, '') : shortName;
    if (file.endsWith('.error')) {
      const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || []);
      // Further lines are usually a list of places.
      const problem = lines.slice(0, 5).join(' ') || 'The run failed without a message.';
      return [{ name, problem }];
    }
    // An earlier campaign may be in the folder of the reports.
    return isCampaign.test(text) ? [] : [{ name, report: readReport(text, file) }];
  });
  if (outcomes.length === 0) throw new UsageError(`None of these files is a report. ${advice}`);
  const seen = new Set<string>();
  const twice = outcomes.find(({ name }) => seen.size === seen.add(name).size);
  const why = 'There are two reports for this repository. Pass only one.';
  if (twice) throw new UsageError(`${plainLine(twice.name)}: ${why}`);
  return outcomes;
}

const isOutcome = /\.(?:json|error)$/;
const isCampaign = /^\{\s*"schemaVersion": \d+,\s*"campaign": /;

function readCampaign(name: string, io: Io) {
  const text = readNamedText(
    name,
    io.cwd,
    'Pass a campaign that was written as JSON.',
    mostReportBytes,
  );
  const earlier = readAs(earlierCampaign, text);
  if (earlier) return earlier;
  throw new UsageError(
    `${name}: This is not a campaign of fw-migrate. Create one with \`fw-migrate report --campaign <reports…> --format json\`.`,
  );
}

// A note is a sentence, not a document.
const longestNote = 2_000;

/** `fw-migrate close`: closes follow-ups in the report of the last run, or in a saved one. */
export async function closeCommand(
  ids: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  const note = flags.note?.trim() || undefined;
  if (note !== undefined && note.length > longestNote)
    throw new UsageError(`The note is longer than ${longestNote} characters. Shorten it.`);
  printOutcome(
    'Closed',
    await changeLedger(flags, io, (report) => closeFollowUps(report, ids, note)),
    io,
  );
}

/** `fw-migrate reopen`: opens follow-ups again. */
export async function reopenCommand(
  ids: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<void> {
  printOutcome(
    'Reopened',
    await changeLedger(flags, io, (report) => reopenFollowUps(report, ids)),
    io,
  );
}

async function changeLedger(
  { baseline }: CommandFlags,
  io: Io,
  change: (report: Report) => Closed,
) {
  if (baseline === undefined) return changeLast(io, change);
  // A file that is not a report is refused before a lock is written beside it.
  const { report: saved } = savedReport(baseline, io);
  const isHere = saved.base === patchPrefix(io.cwd, io.cwd);
  const standing = isHere ? await standingIn(io.cwd, saved, io) : (report: Report) => report;
  return locked(migratedFolderAt(dirname(resolve(io.cwd, baseline))), () => {
    const { source, report } = savedReport(baseline, io);
    const result = change(report);
    if (result.changed.length > 0)
      writeReport(baseline, closedText(source, report, result.report), io.cwd);
    return { ...result, report: standing(result.report) };
  });
}

function printOutcome(done: string, { report, changed }: Closed, io: Io): void {
  for (const { id, code, after, ...before } of changed)
    io.out(`${done}: ${plainLine(`${id}  ${code}  ${positionText(after ?? before)}`)}\n`);
  if (changed.length === 0) io.out('Nothing has changed.\n');
  const open = openFollowUps(report).length;
  const what = open === 0 ? 'No follow-ups are' : counted(open, 'follow-up is', 'follow-ups are');
  io.out(`${what} open.\n`);
}
