/**
 * One of so many in a list, from the first one on or another. Where each takes its time and others try the same, a
 * sample finds what there is to find; FW_MIGRATE_FULL=1 takes them all.
 */
export function sampleOf<T>(list: readonly T[], stride: number, first = 0): T[] {
  if (process.env.FW_MIGRATE_FULL) return [...list];
  return list.filter((_, index) => index % stride === first % stride);
}

/** How many random cases a property is tried with: few, many with FW_MIGRATE_FULL=1, or what FW_MIGRATE_RUNS says. */
export function roundsOf(few: number, many: number): number {
  if (process.env.FW_MIGRATE_RUNS) return Number(process.env.FW_MIGRATE_RUNS);
  return process.env.FW_MIGRATE_FULL ? many : few;
}
