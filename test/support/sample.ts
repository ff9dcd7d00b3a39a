/**
 * One of so many in a list, from the first one on or another. Where each takes its time and others try the same, a sample finds what there is to find;
 * FW_MIGRATE_FULL=1 takes them all.
 */
export function sampleOf<T>(list: readonly T[], stride: number, first = 0): T[] {
  if (process.env.FW_MIGRATE_FULL) return [...list];
  return list.filter((_, index) => index % stride === first % stride);
}
