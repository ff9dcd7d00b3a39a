/** Finds the places of a repository that set a version of Node, and raises those that are too old. */

import { groupedBy } from '../base/grouped.ts';
import { isInside } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import table from '../catalogue/node-versions.json' with { type: 'json' };
import { createOwnerFinder } from '../tree/discover.ts';
import { semver } from '../tree/package-json.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { followUpAbout } from './follow-up.ts';
import type { FileChange } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';

const places = table.places.map(({ files, versions }) => ({
  files: new RegExp(files, 'i'),
  versions: new RegExp(versions, 'gimd'),
}));
const majors = new Map(Object.entries(table.codenames));

/** A single version: `20`, `v20.11.1`, `20.x`, or `lts/iron`. */
const single = /(?<![\w.])(?:v?\d+(?:\.[\dxX*]+){0,2}|lts\/[a-z]+)(?![\w.])/g;

/** A range of versions, as package.json may have it. */
const isRange = (text: string) => /[<>^~|]/.test(text);

/** The change of each file that sets a version for projects; the first one has the follow-up about all of them. */
export function nodeVersionChanges(
  projects: readonly TreePath[],
  { snapshot, packages, readText, catalogue }: Repository,
  tooling: ToolingMode,
): ReadonlyMap<TreePath, FileChange> {
  const { facts, names } = catalogue;
  const { version = '', node = '*' } = facts.release ?? {};
  const packageOf = createOwnerFinder([...packages.keys()]);
  // Packages beside the projects have versions of their own.
  const isMeant = (path: TreePath) =>
    projects.some((project) => isInside(project, packageOf(path) ?? ''));
  const old = snapshot.files.flatMap(({ path }) =>
    places.flatMap(({ files, versions }) => {
      if (!files.test(path) || !isMeant(path)) return [];
      const text = readText(path) ?? '';
      return oldVersions(text, versions, node).map(({ start, found, fitting, isAlone }) => ({
        at: positionOf(path, text, start),
        isEdited: isAlone && tooling === 'edit',
        edit: { start, end: start + found.length, text: fitting },
        found,
      }));
    }),
  );
  // One of several on a line is enough.
  const lines = groupedBy(old, ({ at: { file, line } }) => `${file}:${line}`);
  const evidence = Array.from(lines.values(), ([first]) => first).map(
    ({ at, found, edit: { text }, isEdited }) => {
      const updated = { what: `\`${found}\``, done: `updated to \`${text}\`` };
      const asked = `\`${found}\` is too old: use \`${text}\``;
      return { ...at, note: { text: isEdited ? updated : asked } };
    },
  );
  const message = `${names.framework} ${version} needs Node.js \`${node}\`: use such a version here, on your machine and where the app runs.`;
  const followUps = followUpAbout(evidence, { code: 'node-version', message });
  return new Map(
    Array.from(
      groupedBy(old, ({ at }) => at.file),
      ([path, all], index) => {
        const edits = all.flatMap(({ edit, isEdited }) => (isEdited ? edit : []));
        return [path, { edits, followUps: index === 0 ? followUps : [] }];
      },
    ),
  );
}

/** The versions in a text that are older than what is required, each with the smallest one that fits. */
function oldVersions(text: string, versions: RegExp, required: string) {
  return Array.from(text.matchAll(versions)).flatMap(({ indices, groups }) => {
    const [start = 0] = indices?.groups?.version ?? [];
    const whole = groups?.version ?? '';
    const all = [...whole.matchAll(isRange(whole) ? /\S.*\S/g : single)];
    return all.flatMap(({ 0: found, index }) => {
      const fitting = fittingVersion(found, required);
      const isAlone = all.length === 1 && !isRange(found);
      return fitting === undefined ? [] : { start: start + index, found, fitting, isAlone };
    });
  });
}

/** The smallest version that fits, written like the one that does not; undefined if that does. */
function fittingVersion(text: string, required: string): string | undefined {
  const { validRange, minVersion, satisfies, intersects, gt } = semver();
  const range = validRange(String(majors.get(text.replace('lts/', '')) ?? text));
  const least = range && minVersion(range);
  // A single version stands for the newest one of that number, and a range also allows the oldest one.
  if (!least || (isRange(text) ? satisfies(least, required) : intersects(range, required)))
    return undefined;
  const smallest = required.split('||').flatMap((part) => minVersion(part) ?? []);
  const fitting = smallest.find((version) => gt(version, least));
  if (!fitting) return undefined;
  if (text.startsWith('lts/'))
    return `lts/${[...majors].find(([, major]) => major === fitting.major)?.[0]}`;
  const [, sign, numbers] = /^(v?|[~^]|>=\s*)(\d[\dxX*.]*)$/.exec(text) ?? [];
  if (numbers === undefined) return required;
  const parts = [fitting.major, fitting.minor, fitting.patch];
  const written = isRange(text)
    ? parts
    : numbers.split('.').map((part, index) => (/\d/.test(part) ? parts[index] : part));
  return sign + written.join('.');
}
