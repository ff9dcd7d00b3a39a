/**
 * Raises the version of the framework wherever it is set: `"nuxt": "^3.15.0"` in package.json, a catalog or an
 * override.
 */

import { groupedBy } from '../base/grouped.ts';
import { positionOf } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  catalogNamed,
  type FrameworkRange,
  generationOf,
  type PackageJson,
  raisedRange,
} from '../tree/package-json.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { type FollowUp, type FollowUpNote, followUpFrom } from './follow-up.ts';
import { packagesFor } from './open-projects.ts';
import { type FileChange, joinedChange } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';

/** A place that sets the version of the framework for a project. */
type DecidingRange = ReturnType<typeof decidingFor>[number];

/**
 * Raises the framework wherever its version is set for projects: in the nearest package.json that lists it, in
 * the catalog that it refers to, and in overrides. A version that an unchanged project also needs is kept.
 */
export function versionChanges(
  migrated: readonly TreePath[],
  unchanged: readonly TreePath[],
  repository: Repository,
  tooling: ToolingMode,
): ReadonlyMap<TreePath, FileChange> {
  const keyOf = ({ path, start }: DecidingRange) => `${path}:${start}`;
  const rangesOf = (folders: readonly TreePath[]) =>
    folders.flatMap((folder) =>
      decidingFor(folder, repository).map((range) => ({ folder, range })),
    );
  const byPlace = groupedBy(rangesOf(migrated), ({ range }) => keyOf(range));
  const ranges = [...byPlace.values()].map(([{ range }]) => range);
  const sharing = groupedBy(rangesOf(unchanged), ({ range }) => keyOf(range));
  // One follow-up covers the whole run.
  const siblings = ranges.flatMap((range) => range.siblings);
  const related = new Set(siblings.map(({ name, text }) => `\`${name}\` is \`${text}\``));
  const list = [...related].join(', ');
  const also = list === '' ? '' : ` Also check the versions of related packages (${list}).`;
  const byFile = groupedBy(ranges, ({ path }) => path);
  return new Map(
    [...byFile].map(([path, inFile]) => {
      const text = repository.readText(path) ?? '';
      const changes = inFile.map((range) => {
        const others = (sharing.get(keyOf(range)) ?? []).map(({ folder }) => folder);
        return raise(range, text, others, { catalogue: repository.catalogue, tooling, also });
      });
      return [path, joinedChange(...changes)];
    }),
  );
}

/**
 * The nearest package.json that lists the framework, and the pins from there upwards. A range is followed if
 * another place sets the version, which is handled as well.
 */
function decidingFor(folder: TreePath, repository: Repository) {
  const { names } = repository.catalogue;
  const chain = packagesFor(folder, repository);
  const nearest = chain.find(({ ranges }) => ranges.length > 0);
  // A package.json with an override also has to list a matching range.
  const isForced = ({ path, pins }: PackageJson) =>
    pins.some((pin) => pin.path === path && pin.scope === 'overrides' && pin.generation === 'b');
  const listings = chain.filter((file) => file === nearest || isForced(file));
  const ranges = listings.flatMap((file) => file.ranges);
  const catalogs = new Set(ranges.map(({ text }) => catalogNamed(text)));
  const pins = chain
    .flatMap((file) => file.pins)
    .filter(({ scope }) => scope === 'overrides' || catalogs.has(scope));
  const isSet = ({ text }: FrameworkRange) =>
    pins.some(({ scope }) => scope === catalogNamed(text));
  return [
    ...ranges.map((range) => {
      // Tags, other protocols and wide ranges mean what is installed or locked.
      const { version = '' } = repository.usedPackage(folder, names.package, range.text);
      const installed = range.generation ?? generationOf(version, names);
      return { ...range, installed, version, isFollowed: isSet(range) };
    }),
    ...pins.map((pin) => ({ ...pin, installed: pin.generation, version: '', isFollowed: false })),
  ];
}

/** Whether a project still gets an older version of the framework after the run; `kept` are not migrated. */
export function keepsOlderVersion(
  folder: TreePath,
  kept: readonly TreePath[],
  repository: Repository,
): boolean {
  const needed = kept.flatMap((other) => decidingFor(other, repository));
  const isNeeded = ({ path, start }: DecidingRange) =>
    needed.some((range) => range.path === path && range.start === start);
  const older = decidingFor(folder, repository).filter(
    ({ installed, isFollowed }) => installed === 'b' && !isFollowed,
  );
  return older.length > 0 && older.every((range) => !isPlain(range) || isNeeded(range));
}

/** Whether a text can be raised: a range of Variant B, or a tag that such a version is installed for. */
function isPlain({ text, generation, installed, isShared }: DecidingRange): boolean {
  const isMeant = generation === 'b' || /^[a-z][\w.-]*$/i.test(text);
  return installed === 'b' && isMeant && !text.includes(':') && !isShared;
}

/** Raises one range, or reports it if an unchanged project needs it (`sharing`) or its version is set elsewhere. */
function raise(
  range: DecidingRange,
  text: string,
  sharing: readonly TreePath[],
  {
    catalogue: { names, facts },
    tooling,
    also,
  }: { readonly catalogue: Catalogue; readonly tooling: ToolingMode; readonly also: string },
): FileChange {
  const { path, start, end, scope, version } = range;
  const asFollowUps = (note: FollowUpNote): FollowUp[] => [
    followUpFrom(
      note,
      '',
      positionOf(path, text, start - (/["']/.test(text[start - 1] ?? '') ? 1 : 0)),
    ),
  ];
  const isOwn = isPlain(range);
  if (isOwn && sharing.length > 0) {
    const others = sharing.map((folder) => `\`${folder || '.'}\``).join(', ');
    const message = `\`${names.package}\` stays at \`${range.text}\`, which ${others} still ${sharing.length === 1 ? 'needs' : 'need'}: update it to \`${names.rangeA}\` when all projects are migrated.`;
    return { edits: [], followUps: asFollowUps({ code: 'framework-shared', message }) };
  }
  if (isOwn && (scope === 'package' || tooling === 'edit')) {
    const raised = raisedRange(range.text, names, facts.release?.version ?? names.firstVersionA);
    const message = `\`${names.package}\` goes from \`${range.text}\` to \`${raised}\`: install, and commit the lock file.${also}`;
    const edits = [{ start, end, text: raised }];
    return { edits, followUps: asFollowUps({ code: 'install-framework', message }) };
  }
  if (range.isFollowed || !isDecidedElsewhere(range)) return { edits: [], followUps: [] };
  const { a } = names.generations;
  const advice = version
    ? `, and ${version} is installed or locked: install version ${a}.`
    : `: update it to version ${a} where it is defined.`;
  const message = `\`${names.package}\` is \`${range.text}\`${advice}`;
  return { edits: [], followUps: asFollowUps({ code: 'framework-range', message }) };
}

/** Whether a range refers to another place that sets the version, and not to Variant A. */
function isDecidedElsewhere({ text, installed }: DecidingRange): boolean {
  const isPointer = /^(?:workspace|catalog|npm|git|file|link|portal|https?|github)\b.*:/.test(text);
  return installed === 'b' || (installed === undefined && isPointer);
}
