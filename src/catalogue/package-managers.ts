/** How npm, pnpm, yarn and bun are recognised, and what their commands are. */

import managers from './package-managers.json' with { type: 'json' };

/** How a package manager is recognised, and its commands. */
export interface PackageManager {
  readonly name: string;
  readonly lockFiles: readonly string[];
  /** A file that no other package manager reads. */
  readonly workspaceFile?: string;
  readonly install: string;
  /** Runs a program of an installed package. */
  readonly exec: string;
  /** Runs a program of a package that is not installed. */
  readonly fetch: string;
  /** Adds a package that is only needed to build. */
  readonly add: string;
  /** Runs a script of package.json. */
  readonly run: string;
}

/** The first package manager is the default. */
export const packageManagers = managers as unknown as readonly [
  PackageManager,
  ...PackageManager[],
];

/** The package manager that a folder names in `packageManager`, or whose files it has. */
export function packageManagerIn(
  named: string | undefined,
  exists: (file: string) => boolean,
): PackageManager | undefined {
  return (
    packageManagers.find(({ name }) => named?.startsWith(`${name}@`)) ??
    packageManagers.find(({ lockFiles }) => lockFiles.some(exists)) ??
    packageManagers.find(
      ({ workspaceFile }) => workspaceFile !== undefined && exists(workspaceFile),
    )
  );
}

/** Commands of the framework to run after a migration. */
export const frameworkTasks = { prepare: 'prepare', typeCheck: 'typecheck' } as const;

/** Names that scripts for a type check usually have. */
export const typeCheckScripts: readonly string[] = [
  'typecheck',
  'type-check',
  'types',
  'check-types',
  'check:types',
  'test:types',
];
