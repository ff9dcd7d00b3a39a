import { createRequire } from 'node:module';
import type * as Semver from 'semver';
import { names } from '../catalogue/names.ts';
import { type JsonMember, parseJson, valueAt } from './json.ts';
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
  /** Ranges that only a person can change, because they overrule others. */
  readonly forced: readonly FrameworkRange[];
  /** Names of the packages that it lists. */
  readonly dependencies: ReadonlySet<string>;
  readonly ranges: readonly FrameworkRange[];
  readonly generation: 'a' | 'b' | undefined;
}

/** Where a version is forced upon all that ask for one. */
const forcing = [['overrides'], ['resolutions'], ['pnpm', 'overrides']] as const;
const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

const require = createRequire(import.meta.url);
let semver: typeof Semver | undefined;

/** Reads what a package.json lists; undefined if it is not JSON. */
export function readPackageJson(path: TreePath, text: string): PackageJson | undefined {
  const root = parseJson(text);
  if (root?.kind !== 'object') return undefined;
  const members = groups.flatMap((group) => {
    const listed = valueAt(root, group);
    return listed?.kind === 'object' ? listed.members : [];
  });
  const ranges = members.flatMap(rangeOf);
  return {
    path,
    forced: forcing.flatMap((keys) => {
      const listed = valueAt(root, ...keys);
      return listed?.kind === 'object' ? listed.members.flatMap(rangeOf) : [];
    }),
    dependencies: new Set(members.map(({ key }) => key)),
    ranges,
    generation: ranges.map(({ generation }) => generation).find((one) => one !== undefined),
  };
}

function rangeOf({ key, value }: JsonMember): FrameworkRange[] {
  if (key !== names.package || value.kind !== 'string') return [];
  const { text, start, end } = value;
  return [{ text, start: start + 1, end: end - 1, generation: generationOf(text) }];
}

/** The variant that a range asks for; undefined if it allows both or does not say. */
function generationOf(text: string): 'a' | 'b' | undefined {
  semver ??= require('semver') as typeof Semver;
  const range = semver.validRange(text.replace(/^(?:workspace:|npm:(?:@[^@/]+\/)?[^@/]+@)/, ''));
  if (range === null) return undefined;
  if (semver.subset(range, '>=4.0.0-0', { includePrerelease: true })) return 'a';
  return semver.subset(range, '<4.0.0-0', { includePrerelease: true }) ? 'b' : undefined;
}
