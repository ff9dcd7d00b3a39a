/** How a package manager is recognised, and what people type. */
export interface PackageManager {
  readonly name: string;
  readonly lockFiles: readonly string[];
  /** A file that no other one reads. */
  readonly workspaceFile?: string;
  readonly install: string;
  /** Runs a program of an installed package. */
  readonly exec: string;
  /** Runs one of a package that is not installed. */
  readonly fetch: string;
  /** Adds a package that is only needed to build. */
  readonly add: string;
  /** Runs a script of package.json. */
  readonly run: string;
}

/** The first one is meant if nothing says which. */
export const packageManagers: readonly [PackageManager, ...PackageManager[]] = [
  {
    name: 'npm',
    lockFiles: ['package-lock.json', 'npm-shrinkwrap.json'],
    install: 'npm install',
    exec: 'npx',
    fetch: 'npx',
    add: 'npm install --save-dev',
    run: 'npm run',
  },
  {
    name: 'pnpm',
    lockFiles: ['pnpm-lock.yaml'],
    workspaceFile: 'pnpm-workspace.yaml',
    install: 'pnpm install',
    exec: 'pnpm exec',
    fetch: 'pnpm dlx',
    add: 'pnpm add --save-dev',
    run: 'pnpm run',
  },
  {
    name: 'yarn',
    lockFiles: ['yarn.lock'],
    install: 'yarn install',
    exec: 'yarn',
    fetch: 'yarn dlx',
    add: 'yarn add --dev',
    run: 'yarn run',
  },
  {
    name: 'bun',
    lockFiles: ['bun.lock', 'bun.lockb'],
    install: 'bun install',
    exec: 'bunx',
    fetch: 'bunx',
    add: 'bun add --dev',
    run: 'bun run',
  },
];

/** Commands of the framework to run after a migration. */
export const frameworkTasks = { prepare: 'prepare', typeCheck: 'typecheck' } as const;

/** Names that scripts for a type check usually have. */
export const typeCheckScripts = [
  'typecheck',
  'type-check',
  'types',
  'check-types',
  'check:types',
  'test:types',
] as const;
