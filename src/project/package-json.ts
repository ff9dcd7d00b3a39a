import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import { names } from '../reference/names.ts';
import { parseJson, valueAt } from './json.ts';
import type { TreePath } from './snapshot.ts';

/** Where a package.json asks for the framework. */
export interface FrameworkRange {
  /** What stands there, such as `^3.2.0`. */
  readonly text: string;
  /** Without the quotes. */
  readonly start: number;
  readonly end: number;
  readonly generation: 'a' | 'b' | undefined;
}

export interface PackageJson {
  readonly path: TreePath;
  /** Names of the packages that it lists. */
  readonly dependencies: ReadonlySet<string>;
  readonly ranges: readonly FrameworkRange[];
  readonly generation: 'a' | 'b' | undefined;
}

const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const require = createRequire(import.meta.url);
let semver: typeof Semver | undefined;

/** Reads what a package.json lists; nothing where it is not JSON. */
export function readPackageJson(path: TreePath, text: string): PackageJson | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const members = groups.flatMap((group) => {
    const listed = valueAt(root, group);
    return listed?.kind === 'object' ? listed.members : [];
  });
  const ranges = members.flatMap(({ key, value }): FrameworkRange[] =>
    key === names.package && value.kind === 'string'
      ? [
          {
            text: value.text,
            start: value.start + 1,
            end: value.end - 1,
            generation: generationOf(value.text),
          },
        ]
      : [],
  );
  return {
    path,
    dependencies: new Set(members.map(({ key }) => key)),
    ranges,
    generation: ranges.map(({ generation }) => generation).find((one) => one !== undefined),
  };
}

/** The variant that a range asks for; nothing where it allows both or does not say. */
function generationOf(text: string): 'a' | 'b' | undefined {
  semver ??= require('semver') as typeof Semver;
  const range = semver.validRange(text.replace(/^(?:workspace:|npm:(?:@[^@/]+\/)?[^@/]+@)/, ''));
  if (range === null) return undefined;
  if (semver.subset(range, '>=4.0.0-0', { includePrerelease: true })) return 'a';
  return semver.subset(range, '<4.0.0-0', { includePrerelease: true }) ? 'b' : undefined;
}
