/** How npm, pnpm, yarn and bun are recognised, and what their commands are. */

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

function manager(
  name: string,
  lockFiles: readonly string[],
  particulars: Pick<PackageManager, 'exec' | 'fetch' | 'add' | 'workspaceFile'>,
): PackageManager {
  return { name, lockFiles, install: `${name} install`, run: `${name} run`, ...particulars };
}

const npmLocks = ['package-lock.json', 'npm-shrinkwrap.json'];

/** The first package manager is the default. */
export const packageManagers: readonly [PackageManager, ...PackageManager[]] = [
  manager('npm', npmLocks, { exec: 'npx', fetch: 'npx', add: 'npm install --save-dev' }),
  manager('pnpm', ['pnpm-lock.yaml'], {
    exec: 'pnpm exec',
    fetch: 'pnpm dlx',
    add: 'pnpm add --save-dev',
    workspaceFile: 'pnpm-workspace.yaml',
  }),
  manager('yarn', ['yarn.lock'], { exec: 'yarn', fetch: 'yarn dlx', add: 'yarn add --dev' }),
  manager('bun', ['bun.lock', 'bun.lockb'], { exec: 'bunx', fetch: 'bunx', add: 'bun add --dev' }),
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
