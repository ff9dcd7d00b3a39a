import type { TreePath } from '../project/snapshot.ts';
import type { Plan, PlannedFile } from './plan.ts';

/** What one plan does to files beyond another that is made from the same tree. */
export function beyond(less: Plan, more: Plan): PlannedFile[] {
  const [done, wanted] = [byOrigin(less), byOrigin(more)];
  const origins = [...new Set([...done.keys(), ...wanted.keys()])].toSorted();
  return origins.flatMap((from) => {
    const pair = [done.get(from), wanted.get(from)] as const;
    const original = pair.find((file) => file?.text)?.text?.before;
    const [before, after] = pair.map((file) => file?.text?.after ?? original);
    const text =
      before === undefined || after === undefined || before === after ? undefined : { before, after };
    const place = { from: pair[0]?.to ?? from, to: pair[1]?.to ?? from };
    if (place.from === place.to && !text) return [];
    const { kind = 'file', by = [] } = pair[1] ?? pair[0] ?? {};
    return [{ ...place, kind, by, ...(text ? { text } : {}) }];
  });
}

function byOrigin({ files }: Plan): ReadonlyMap<TreePath, PlannedFile> {
  return new Map(files.map((file) => [file.from, file]));
}
