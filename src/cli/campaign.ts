import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Mismatch } from '../catalogue/shape.ts';
import { isFolder } from '../project/disk.ts';
import { mostReportBytes } from '../project/own-files.ts';
import { campaignText } from '../report/campaign/text.ts';
import { type Campaign, campaignOf, checkCampaign, type Outcome } from '../report/campaign.ts';
import type { Format } from '../report/formats.ts';
import { jsonText, plainLine } from '../report/plain.ts';
import { readReport } from '../report/read-report.ts';
import type { Look } from '../report/terminal.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { readNamedFile } from './named-paths.ts';
import { outputsFor, printAs, writeOutputs } from './outputs.ts';

/** `fw-migrate report --campaign`: the state of many repositories, from a report of each. */
export async function campaignCommand(files: readonly string[], flags: CommandFlags, io: Io): Promise<void> {
  const outputs = outputsFor(flags, io);
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  for (const format of [...outputs.files.map((file) => file.format), ...(standard ? [standard] : [])])
    if (!isCampaignFormat(format))
      throw new UsageError(`Invalid format \`${format}\` for a campaign: expected ${formats.join(', ')}.`);
  const earlier = flags.baseline === undefined ? undefined : readCampaign(flags.baseline, io);
  const campaign = campaignOf(outcomesIn(files, io), earlier);
  const as = (format: Format, look: Look) => renderCampaign(campaign, format, look);
  if (standard) printAs(standard, await as(standard, { ...io.outLook, verbose: flags.verbose }), io);
  await writeOutputs(outputs, io, 'campaign', as);
}

const formats = ['pretty', 'markdown', 'json', 'html'] as const;

function isCampaignFormat(format: Format): boolean {
  return formats.some((one) => one === format);
}

async function renderCampaign(campaign: Campaign, format: Format, look: Look): Promise<string> {
  if (format === 'json') return jsonText(campaign);
  if (format === 'markdown')
    return (await import('../report/campaign/markdown.ts')).campaignMarkdown(campaign);
  if (format === 'html') return (await import('../report/campaign/page.ts')).campaignPage(campaign);
  return campaignText(campaign, look);
}

const advice = 'Pass reports written with --format json, or a folder that contains them.';

/** The outcomes of runs, by the names of their files. In a folder, `shop.error` says why `shop` has no report. */
function outcomesIn(names: readonly string[], io: Io): Outcome[] {
  const files = names.flatMap((name) => {
    const path = resolve(io.cwd, name);
    if (!isFolder(path)) return [name];
    const inside = readdirSync(path).filter((file) => /\.(?:json|error)$/.test(file));
    if (inside.length === 0) throw new UsageError(`${name}: No report found in this folder. ${advice}`);
    return inside.toSorted().map((file) => join(name, file));
  });
  const short = files.map((file) => basename(file).replace(/\.(?:json|error)$/, ''));
  const nameOf = (file: string, index: number) =>
    short.filter((one) => one === short[index]).length > 1
      ? file.replace(/\.(?:json|error)$/, '')
      : (short[index] ?? file);
  const outcomes = files.flatMap((file, index): Outcome[] => {
    const text = readNamedFile(file, io.cwd, mostReportBytes, advice).toString('utf8');
    const name = nameOf(file, index);
    if (file.endsWith('.error')) return [{ name, problem: firstLines(text) }];
    // The earlier result of a campaign may lie beside the reports.
    return isCampaign(text) ? [] : [{ name, report: readReport(text, file) }];
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

function isCampaign(text: string): boolean {
  return /^\{\s*"schemaVersion": \d+,\s*"campaign": /.test(text);
}

// The rest is usually a list of places.
const mostLines = 5;

function firstLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return (
    lines
      .filter((line) => line !== '')
      .slice(0, mostLines)
      .join(' ') || 'The run failed without a message.'
  );
}

/** An earlier campaign. */
function readCampaign(name: string, io: Io): Campaign {
  const text = readNamedFile(name, io.cwd, mostReportBytes, 'Pass a campaign that was written as JSON.');
  try {
    return checkCampaign(JSON.parse(text.toString('utf8')));
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof SyntaxError)) throw error;
    throw new UsageError(
      `${name}: This is not a campaign of fw-migrate: ${error.message}. Create one with \`fw-migrate report --campaign <reports…> --format json\`.`,
    );
  }
}
