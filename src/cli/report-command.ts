import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Mismatch } from '../catalogue/shape.ts';
import { isFolder, readSnapshot } from '../project/disk.ts';
import { mostReportBytes } from '../project/own-files.ts';
import {
  type Campaign,
  campaignMarkdown,
  campaignOf,
  campaignText,
  checkCampaign,
  type Outcome,
} from '../report/campaign.ts';
import type { Format } from '../report/formats.ts';
import { mergeReports } from '../report/merge.ts';
import { jsonText, plainLine } from '../report/plain.ts';
import { readReport } from '../report/read-report.ts';
import { shardSentence } from '../report/sentences.ts';
import type { Look } from '../report/terminal.ts';
import { baselineOf, compareWith, lastReportIn, readSavedReport } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { readNamedText } from './named-files.ts';
import { outputsFor, printAs, printReport, writeOutputs, writeReports } from './outputs.ts';

// Comments on GitHub are shorter.
const longestComment = 1_000_000;

/** `fw-migrate report`: shows the report of the last run, or saved reports merged into one, in any format. */
export async function reportCommand(files: readonly string[], flags: CommandFlags, io: Io): Promise<void> {
  const outputs = outputsFor(flags, io);
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  const look = { ...io.outLook, verbose: flags.verbose };
  if (flags.campaign) {
    const formats = [...outputs.files.map((file) => file.format), ...(standard ? [standard] : [])];
    const unsupported = formats.find((format) => !campaignFormats.includes(format));
    if (unsupported !== undefined)
      throw new UsageError(
        `Invalid format \`${unsupported}\` for a campaign: expected ${campaignFormats.join(', ')}.`,
      );
    const earlier = flags.baseline === undefined ? undefined : readCampaign(flags.baseline, io);
    const outcomes = outcomesIn(files, io);
    const campaign = campaignOf(outcomes, earlier);
    const as = (format: Format, fileLook: Look) => renderCampaign(campaign, outcomes, format, fileLook);
    if (standard) printAs(standard, await as(standard, look), io);
    await writeOutputs(outputs, io, 'campaign', as);
    return;
  }
  const advice = 'Pass a file that contains the comment.';
  const ticks =
    flags.ticks === undefined ? undefined : readNamedText(flags.ticks, io.cwd, longestComment, advice);
  const [first, ...others] = files.map((name) => readSavedReport(name, io));
  const merged = first ? mergeReports([first, ...others]) : await lastReportIn(io);
  const report = compareWith(baselineOf(flags, io), merged, () => readSnapshot(io.cwd));
  const part = shardSentence(report);
  // The other formats are for programs, and some have no place for this sentence.
  if (part !== undefined && standard !== 'pretty')
    io.err(`${part} Pass all shards to get the whole report.\n`);
  const run = { ...flags, folder: io.cwd, ticks };
  if (standard) await printReport(report, standard, run, io);
  await writeReports(report, outputs, run, io);
}

const campaignFormats: readonly Format[] = ['pretty', 'markdown', 'json', 'html'];

async function renderCampaign(
  campaign: Campaign,
  outcomes: readonly Outcome[],
  format: Format,
  look: Look,
): Promise<string> {
  if (format === 'json') return jsonText(campaign);
  if (format === 'markdown') return campaignMarkdown(campaign);
  if (format === 'html') return (await import('../report/html.ts')).campaignHtml(campaign, outcomes);
  return campaignText(campaign, look);
}

const advice = 'Pass reports written with --format json, or a folder that contains them.';

/** The outcomes of runs, by the names of their files. In a folder, `shop.error` has the error of a run. */
function outcomesIn(names: readonly string[], io: Io): Outcome[] {
  const files = names.flatMap((name) => {
    const path = resolve(io.cwd, name);
    if (!isFolder(path)) return [name];
    const inside = readdirSync(path).filter((file) => isOutcome.test(file));
    if (inside.length === 0) throw new UsageError(`${name}: No report found in this folder. ${advice}`);
    return inside.toSorted().map((file) => join(name, file));
  });
  const shortNames = files.map((file) => basename(file).replace(isOutcome, ''));
  const outcomes = files.flatMap((file, index): Outcome[] => {
    const text = readNamedText(file, io.cwd, mostReportBytes, advice);
    const isShared = shortNames.filter((shortName) => shortName === shortNames[index]).length > 1;
    const name = (isShared ? undefined : shortNames[index]) ?? file.replace(isOutcome, '');
    if (file.endsWith('.error')) {
      const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || []);
      const problem = lines.slice(0, mostLines).join(' ') || 'The run failed without a message.';
      return [{ name, problem }];
    }
    // An earlier campaign may be in the folder of the reports.
    return isCampaign.test(text) ? [] : [{ name, report: readReport(text, file) }];
  });
  if (outcomes.length === 0) throw new UsageError(`None of these files is a report. ${advice}`);
  const seen = new Set<string>();
  const twice = outcomes.find(({ name }) => seen.size === seen.add(name).size);
  if (twice)
    throw new UsageError(
      `${plainLine(twice.name)}: There are two reports for this repository. Pass only one.`,
    );
  return outcomes;
}

// Further lines are usually a list of places.
const mostLines = 5;
const isOutcome = /\.(?:json|error)$/;
const isCampaign = /^\{\s*"schemaVersion": \d+,\s*"campaign": /;

function readCampaign(name: string, io: Io): Campaign {
  const text = readNamedText(name, io.cwd, mostReportBytes, 'Pass a campaign that was written as JSON.');
  try {
    return checkCampaign(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof SyntaxError)) throw error;
    throw new UsageError(
      `${name}: This is not a campaign of fw-migrate: ${error.message}. Create one with \`fw-migrate report --campaign <reports…> --format json\`.`,
    );
  }
}
