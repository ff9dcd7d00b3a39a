import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Variant = 'b' | 'a';

/** The major version of the framework that each variant runs on. */
const framework: { readonly [variant in Variant]: string } = { b: '3', a: '4' };

/** The modules that the projects use, with both versions of the framework. */
const modules: { readonly [name: string]: string } = {
  '@pinia/nuxt': '0.11',
  pinia: '3',
  '@nuxtjs/i18n': '9',
  '@nuxtjs/tailwindcss': '6',
  '@nuxt/content': '2',
  'shadcn-nuxt': '1',
  '@nuxt/test-utils': '3',
  '@vue/test-utils': '2',
  'happy-dom': '20',
  vitest: '3',
};

const packages = fileURLToPath(new URL('packages', import.meta.url));

type ByProject = { readonly [project: string]: { readonly [name: string]: string } };

/** Packages that only one project has, because they do not go together with those of the others. */
const inBoth: ByProject = {
  'tailwind-4': { '@tailwindcss/vite': '4', tailwindcss: '4' },
  shadcn: { clsx: '2', 'tailwind-merge': '3' },
  'package-layer': { '@acme/base-layer': `file:${packages}/base-layer` },
};
const own: { readonly [variant in Variant]: ByProject } = {
  b: inBoth,
  // The first versions that work with it, which follow-ups name.
  a: {
    ...inBoth,
    i18n: { '@nuxtjs/i18n': '10' },
    'nuxt-tests': {
      ...{ '@nuxt/test-utils': '4', '@vue/test-utils': '2', 'happy-dom': '20', vitest: '4' },
    },
  },
};

/** Outside of the repository, so that nothing of it is found by tests, builds or searches. */
export const cache =
  process.env.FW_MIGRATE_FRAMEWORK_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fw-migrate', 'framework');

/** An installed variant of the framework. */
export interface Installed {
  readonly folder: string;
  readonly versions: { readonly [name: string]: string };
}

/** Installs a variant of the framework into the cache, unless it is there; says what, and how large it is. */
export function install(variant: Variant, log: (line: string) => void): Installed {
  const wanted = { nuxt: framework[variant], ...modules };
  const folder = join(cache, `nuxt-${wanted.nuxt}`);
  installInto(folder, wanted, log);
  for (const [project, packages] of Object.entries(own[variant]))
    try {
      installInto(ownFolder(folder, project), packages, log);
    } catch (error) {
      // Without them, only this project fails.
      log(`${project}: ${(error as Error).message}`);
    }
  const versions = Object.fromEntries(
    Object.keys(wanted).map((name) => {
      const { version } = JSON.parse(
        readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
      );
      return [name, String(version)];
    }),
  );
  const shown = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  log(`${shown.join(', ')} (${Math.round(sizeOf(folder) / 1_000_000)} MB in ${folder})`);
  return { folder, versions };
}

/** The folder with the packages that only one project has; undefined if there are none. */
export function ownPackages({ folder }: Installed, project: string): string | undefined {
  const packages = join(ownFolder(folder, project), 'node_modules');
  return existsSync(packages) ? packages : undefined;
}

/** Inside the installed framework, so that packages find what they share with it. */
function ownFolder(folder: string, project: string): string {
  return join(folder, 'own', project);
}

function installInto(
  folder: string,
  wanted: { readonly [name: string]: string },
  log: (line: string) => void,
): void {
  const manifest = `${JSON.stringify({ private: true, dependencies: wanted }, undefined, 2)}\n`;
  const file = join(folder, 'package.json');
  const isThere =
    existsSync(join(folder, 'node_modules')) && readFileSync(file, 'utf8') === manifest;
  if (isThere) return;
  const names = Object.entries(wanted).map(([name, range]) => `${name}@${range}`);
  log(`Installing ${names.join(', ')} into ${folder}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, manifest);
  // What packages share with the framework is not installed twice; local packages are copied.
  const how = folder.includes('/own/') ? ['--legacy-peer-deps', '--install-links'] : [];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...how, ...quiet], { cwd: folder, stdio: 'inherit' });
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}
