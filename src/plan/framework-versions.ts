import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { Names } from '../catalogue/names.ts';
import { groupedBy } from '../config/grouped.ts';
import { positionOf } from '../config/problem.ts';
import { catalogNamed, type FrameworkRange, raisedRange } from '../project/package-json.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import { followUpFrom } from './follow-up.ts';
import { packagesFor } from './open-projects.ts';
import { type FileChange, joinedChange } from './rewrite-files.ts';

/** A place that sets the version of the framework for a project. */
interface VersionPlace extends FrameworkRange {
  readonly path: TreePath;
  /** Whether it is a range in a list of dependencies, which is updated; others are reported. */
  readonly isListed: boolean;
}

/**
 * Raises the framework in the nearest package.json that lists it, unless an unchanged project needs the same range.
 * Catalogs and overrides may be for more than the projects of a run, and are reported.
 */
export function versionChanges(
  migrated: readonly TreePath[],
  unchanged: readonly TreePath[],
  repository: Repository,
): ReadonlyMap<TreePath, FileChange> {
  const { readText, catalogue } = repository;
  const placesOf = (folders: readonly TreePath[]) =>
    new Map(
      folders
        .flatMap((folder) => versionPlaces(folder, repository))
        .map((place): [string, VersionPlace] => [`${place.path}:${place.start}`, place]),
    );
  const needed = placesOf(unchanged);
  const byFile = groupedBy([...placesOf(migrated)], ([, { path }]) => path);
  return new Map(
    [...byFile].map(([path, places]) => {
      const text = readText(path) ?? '';
      const changes = places.map(([key, place]) => raise(place, needed.has(key), text, catalogue.names));
      return [path, joinedChange(...changes)];
    }),
  );
}

/** The ranges in the nearest package.json that lists the framework, and the catalogs and overrides they depend on. */
function versionPlaces(folder: TreePath, repository: Repository): VersionPlace[] {
  const chain = packagesFor(folder, repository);
  const nearest = chain.find(({ ranges }) => ranges.length > 0);
  const ranges = nearest?.ranges ?? [];
  const catalogs = ranges.flatMap(({ text }) => catalogNamed(text) ?? []);
  const pins = chain
    .flatMap((file) => file.pins)
    .filter(({ catalog }) => !catalog || catalogs.includes(catalog));
  const isFollowed = ({ text }: FrameworkRange) =>
    pins.some(({ catalog }) => catalog && catalog === catalogNamed(text));
  return [
    ...ranges
      .filter((range) => !isFollowed(range))
      .map((range) => ({ ...range, path: nearest?.path ?? '', isListed: true })),
    ...pins.map((pin) => ({ ...pin, isListed: false })),
  ];
}

/** Raises one range, or reports it if an unchanged project needs it or its version is set elsewhere. */
function raise(range: VersionPlace, isNeeded: boolean, text: string, names: Names): FileChange {
  const { path, start, end, generation } = range;
  const isPointer = /^(?:workspace|catalog|npm|git|file|link|portal|https?|github)\b.*:/.test(range.text);
  if (generation !== 'b' && (generation !== undefined || !isPointer)) return joinedChange();
  const at = positionOf(path, text, start - (/["']/.test(text[start - 1] ?? '') ? 1 : 0));
  const report = (code: FollowUpCode, message: string) => [
    followUpFrom({ code, message: `\`${names.package}\` ${message}` }, '', at),
  ];
  if (isPointer || !range.isListed) {
    const message = `is \`${range.text}\`: update it to version ${names.generations.a} where it is defined.`;
    return { edits: [], followUps: report('framework-range', message) };
  }
  if (isNeeded) {
    const message = `stays at \`${range.text}\`, because a project that is not migrated needs it: update it to \`${names.rangeA}\` when all projects are migrated.`;
    return { edits: [], followUps: report('framework-shared', message) };
  }
  const raised = raisedRange(range.text, names);
  const message = `goes from \`${range.text}\` to \`${raised}\`: install, and commit the lock file.`;
  return { edits: [{ start, end, text: raised }], followUps: report('install-framework', message) };
}
