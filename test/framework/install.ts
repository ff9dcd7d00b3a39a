import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
  vitest: '3',
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
  const manifest = `${JSON.stringify({ private: true, dependencies: wanted }, undefined, 2)}\n`;
  const file = join(folder, 'package.json');
  const isThere =
    existsSync(join(folder, 'node_modules/nuxt')) && readFileSync(file, 'utf8') === manifest;
  if (!isThere) {
    const names = Object.entries(wanted).map(([name, range]) => `${name}@${range}`);
    log(`Installing ${names.join(', ')} into ${folder}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, manifest);
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    });
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

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}
