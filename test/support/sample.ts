/**
 * One of so many in a list. Where each takes its time and others try the same, a sample finds what there is to find;
 * FW_MIGRATE_FULL=1 takes them all.
 */
export function sampleOf<T>(list: readonly T[], stride: number): T[] {
  return process.env.FW_MIGRATE_FULL ? [...list] : list.filter((_, index) => index % stride === 0);
}
