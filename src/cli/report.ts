import { readSnapshot } from '../project/disk.ts';
import { mergeReports } from '../report/merge.ts';
import { shardSentence } from '../report/summary.ts';
import { compareWith, readSavedReport } from './baseline.ts';
import { type Io, UsageError } from './io.ts';
import { type OutputFlags, outputsFor, printReport, writeReports } from './outputs.ts';

export interface ReportFlags extends OutputFlags {
  readonly baseline?: string;
  readonly verbose?: boolean;
}

/** `fw-migrate report`: shows saved reports again, in any format; several become one. */
export async function reportCommand(files: readonly string[], flags: ReportFlags, io: Io): Promise<void> {
  const outputs = outputsFor(flags, io);
  const [first, ...others] = files.map((name) => readSavedReport(name, io));
  if (!first) throw new UsageError('Name a report that was written with --format json.');
  const merged = mergeReports([first, ...others]);
  const { baseline } = flags;
  const report =
    baseline === undefined
      ? merged
      : compareWith(readSavedReport(baseline, io), merged, () => readSnapshot(io.cwd));
  const { standard = outputs.files.length === 0 ? 'pretty' : undefined } = outputs;
  const part = shardSentence(report);
  // The other formats go on to programs, of which some have no room for it.
  if (part !== undefined && standard !== 'pretty') io.err(`${part} Name all shards to have the whole.\n`);
  if (standard) await printReport(report, standard, { ...io.outLook, verbose: flags.verbose }, io);
  await writeReports(report, outputs, io);
}
