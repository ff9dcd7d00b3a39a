/**
 * Raises the version of the framework wherever it is set: `"nuxt": "^3.15.0"` in package.json, a catalog or an
 * override.
 */

import { groupedBy } from '../base/grouped.ts';
import { placeAt } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { packageManagerIn } from '../catalogue/package-managers.ts';
import { foldersAbove } from '../tree/moves.ts';
import {
  allowsVersion,
  catalogNamed,
  type FrameworkRange,
  generationOf,
  type PackageJson,
  raisedRange,
  type VersionEntry,
} from '../tree/package-json.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { type FollowUp, type FollowUpNote, followUpFrom } from './follow-up.ts';
import { packagesFor } from './open-projects.ts';
import { type FileChange, joinedChange } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';

/** A place that sets the version of the framework for a project. */
type DecidingRange = ReturnType<typeof decidingFor>[number];

/** A package with its new range. */
type RaisedEntry = VersionEntry & { readonly to: string };

/** The ranges that a run raises. */
export type VersionChanges = ReturnType<typeof versionChanges>;

/**
 * Raises the framework wherever its version is set for projects: in the nearest package.json that lists it, in
 * the catalog that it refers to, and in overrides. A version that an unchanged project also needs is kept. Beside it,
 * packages that go with a version of the framework are raised, and the modules that are too old (`needs`).
 */
export function versionChanges(
  migrated: readonly TreePath[],
  unchanged: readonly TreePath[],
  repository: Repository,
  { tooling, needs }: { readonly tooling: ToolingMode; needs(folder: TreePath): readonly string[] },
) {
  const keyOf = ({ path, start }: DecidingRange) => `${path}:${start}`;
  const rangesOf = (folders: readonly TreePath[]) =>
    folders.flatMap((folder) =>
      decidingFor(folder, repository).map((range) => ({ folder, range })),
    );
  const byPlace = groupedBy(rangesOf(migrated), ({ range }) => keyOf(range));
  const ranges = [...byPlace.values()].map(([{ range }]) => range);
  const sharing = groupedBy(rangesOf(unchanged), ({ range }) => keyOf(range));
  const { catalogue } = repository;
  const { names, facts } = catalogue;
  const since = new Map(Object.entries(facts.moduleVersions?.since ?? {}));
  const related = new Map(Object.entries(facts.related));
  const together = new Map(
    [...byPlace].map(([place, users]) => {
      const needed = new Set(users.flatMap(({ folder }) => needs(folder)));
      // One that has to be built with a much newer version is for a person to raise.
      const raised = [...needed].filter((name) => catalogue.moduleFacts(name).builds === undefined);
      const firsts = new Map(raised.map((name) => [name, since.get(name)]));
      const { range } = users[0];
      const main = raisedSiblings(
        range,
        (name) => related.get(name) ?? firsts.get(name),
        catalogue,
      );
      const along = new Map(
        main.flatMap(({ name }) => Object.entries(catalogue.moduleFacts(name).along ?? {})),
      );
      return [place, [...main, ...raisedSiblings(range, (name) => along.get(name), catalogue)]];
    }),
  );
  // One follow-up covers the whole run.
  const unknown = ranges.flatMap((range) =>
    range.siblings.filter(
      ({ name, text }) =>
        name.startsWith(`${names.scope}/`) &&
        !related.has(name) &&
        !since.has(name) &&
        generationOf(text, names) === 'b',
    ),
  );
  const list = [...new Set(unknown.map(({ name, text }) => `\`${name}\` is \`${text}\``))].join(
    ', ',
  );
  const also = list === '' ? '' : ` Also check the versions of related packages (${list}).`;
  const byFile = groupedBy(ranges, ({ path }) => path);
  const files = new Map(
    [...byFile].map(([path, inFile]) => {
      const text = repository.readText(path) ?? '';
      // The framework may be listed twice beside the same packages.
      const done = new Set<number>();
      const changes = inFile.map((range) => {
        const others = (sharing.get(keyOf(range)) ?? []).map(({ folder }) => folder);
        const raised = together.get(keyOf(range)) ?? [];
        const siblings = raised.filter(({ start }) => !done.has(start));
        for (const { start } of siblings) done.add(start);
        const install = installCommand(path, repository);
        return raise({ ...range, siblings }, text, others, { catalogue, tooling, also, install });
      });
      return [path, joinedChange(...changes)] as const;
    }),
  );
  return {
    files,
    tooling,
    /** Whether a module of a project is raised. */
    raises: (folder: TreePath, module: string) =>
      decidingFor(folder, repository).some(({ path, ...range }) =>
        together
          .get(keyOf({ path, ...range }))
          ?.some(
            ({ name, start }) =>
              name === module && files.get(path)?.edits.some((edit) => edit.start === start),
          ),
      ),
  };
}

/** The packages beside a range of the framework that are raised with it, as strict as before. */
function raisedSiblings(
  { siblings }: DecidingRange,
  firstOf: (name: string) => string | null | undefined,
  { names, facts }: Catalogue,
): RaisedEntry[] {
  return siblings.flatMap((entry) => {
    const first = firstOf(entry.name);
    const isPlain = /^[^:]*\d[^:]*$/.test(entry.text) && !entry.isShared;
    return first && isPlain && allowsVersion(entry.text, `<${first}`) !== 'none'
      ? [
          {
            ...entry,
            to: raisedRange(
              entry.text,
              first,
              first === names.firstVersionA ? facts.release?.version : first,
            ),
          },
        ]
      : [];
  });
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

/** The command that installs for a package.json, if the package manager is known. */
function installCommand(path: TreePath, { packages, tree }: Repository): string {
  for (const folder of foldersAbove(path)) {
    const named = packages.get(folder)?.manager;
    const exists = (file: string) => tree.kindOf(placeAt(folder, file)) !== undefined;
    const manager = packageManagerIn(named, exists);
    if (manager) return `run \`${manager.install}\``;
  }
  return 'install';
}

/** Whether a text can be raised: a range of Variant B, or a tag that such a version is installed for. */
function isPlain({ text, generation, installed, isShared }: DecidingRange): boolean {
  const isMeant = generation === 'b' || /^[a-z][\w.-]*$/i.test(text);
  return installed === 'b' && isMeant && !text.includes(':') && !isShared;
}

/** Raises one range, or reports it if an unchanged project needs it (`sharing`) or its version is set elsewhere. */
function raise(
  range: Omit<DecidingRange, 'siblings'> & { readonly siblings: readonly RaisedEntry[] },
  text: string,
  sharing: readonly TreePath[],
  {
    catalogue: { names, facts, path: known },
    tooling,
    also,
    install,
  }: {
    readonly catalogue: Catalogue;
    readonly tooling: ToolingMode;
    readonly also: string;
    readonly install: string;
  },
): FileChange {
  const { path, start, scope, version } = range;
  const placeOf = (at: number) =>
    positionOf(path, text, at - (/["']/.test(text[at - 1] ?? '') ? 1 : 0));
  const asFollowUps = (note: FollowUpNote): FollowUp[] => [followUpFrom(note, '', placeOf(start))];
  const isOwn = isPlain(range);
  if (isOwn && sharing.length > 0) {
    const others = sharing.map((folder) => `\`${folder || '.'}\``).join(', ');
    const message = `\`${names.package}\` stays at \`${range.text}\`, which ${others} still ${sharing.length === 1 ? 'needs' : 'need'}: update it to \`${names.rangeA}\` when all projects are migrated. Until then, the migrated ones need \`${known['future.compatibilityVersion']}: ${names.generations.a}\`.`;
    return { edits: [], followUps: asFollowUps({ code: 'framework-shared', message }) };
  }
  if (isOwn && (scope === 'package' || tooling === 'edit')) {
    const newest = facts.release?.version ?? names.firstVersionA;
    const raised = [
      { ...range, to: raisedRange(range.text, names.firstVersionA, newest) },
      ...range.siblings,
    ];
    const events = raised.map(
      ({ name, text: from, to }) => `\`${name}\` goes from \`${from}\` to \`${to}\``,
    );
    const message = `${events.join('; ')}: ${install}, and commit the lock file.${also}`;
    const edits = raised.map((entry) => ({ start: entry.start, end: entry.end, text: entry.to }));
    const evidence = raised.length > 1 ? raised.map((entry) => placeOf(entry.start)) : [];
    const note = { code: 'install-framework', message, evidence } as const;
    return { edits, followUps: asFollowUps(note) };
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
function isDecidedElsewhere({
  text,
  installed,
}: Pick<DecidingRange, 'text' | 'installed'>): boolean {
  const isPointer = /^(?:workspace|catalog|npm|git|file|link|portal|https?|github)\b.*:/.test(text);
  return installed === 'b' || (installed === undefined && isPointer);
}
