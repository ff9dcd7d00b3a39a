import type { Report } from './report.ts';

/** Says that a report is of a part of the run; nothing where it is of all. */
export function shardSentence({ shard }: Pick<Report, 'shard'>): string | undefined {
  return shard && `Shard ${shard.index} of ${shard.count}: a part of the projects.`;
}
