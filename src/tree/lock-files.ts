/** Reads the versions of packages in lock files of every package manager. */

/** A package in a lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** For whom: a folder (`apps/web`, or `apps/web/` for everything below), or everybody who requires a range. */
  readonly of: string;
}

// The lengths are limited because a search that starts everywhere would take quadratic time in other texts.
const name = '(?<name>(?:@[^"/]{1,99}/)?[^"/]{1,214})';
const formats: readonly (readonly [file: RegExp, entry: RegExp])[] = [
  [
    /package-lock\.json$|npm-shrinkwrap\.json$/,
    new RegExp(
      `"(?<of>[^"]{0,300}?)(?:node_modules/)?${name}": \\{\\s*"version": "(?<version>[^"]+)"`,
      'g',
    ),
  ],
  [
    /bun\.lock$/,
    new RegExp(`^\\s*"(?<of>[^"]{0,300}?)${name}": \\["\\k<name>@(?<version>[^"]+)"`, 'gm'),
  ],
  [
    /pnpm-lock\.yaml$/,
    /^ +["']?(?<name>[^\s"':]+)["']?:(?:\r?\n +specifier: .*\r?\n +version:)? '?(?<version>\d[^\s('_]*)|^ {2}["']?(?<of>[^\s"':]+)["']?:\r?$/gm,
  ],
  [/yarn\.lock$/, /^"?(?<of>[^\s#].{0,5000}?)"?:\r?\n +version:? "?(?<version>[^\s"]+)/gm],
];

/** The names that lock files have. */
export const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
];

/** The packages in a lock file. */
export function lockedPackages(file: string, text: string): LockedPackage[] {
  const [, entry] = formats.find(([named]) => named.test(file)) ?? [];
  // In the lock file of pnpm, the packages that each project requires come first.
  const [required = ''] = text.split(/^packages:/m, 1);
  let owner = '';
  return Array.from(entry ? required.matchAll(entry) : []).flatMap(({ groups = {} }) => {
    const { name, version, of = owner } = groups;
    if (version === undefined) owner = of;
    if (version === undefined) return [];
    if (name !== undefined) return [{ name, version, of }];
    // `"@acme/store@npm:^1.0.0, @acme/store@npm:^1.2.0"`
    return of.split(/"?, "?/).map((key) => {
      const at = key.indexOf('@', 1);
      return { name: key.slice(0, at), version, of: key.slice(at + 1).replace(/^npm:/, '') };
    });
  });
}
