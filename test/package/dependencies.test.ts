import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

function read(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8');
}

interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
  readonly version?: string;
}

const { dependencies, devDependencies, exports, scripts } = JSON.parse(read('package.json'));
const lock: { readonly packages: { readonly [path: string]: Locked } } = JSON.parse(
  read('package-lock.json'),
);
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

/** What was built, by the name of the file. */
const built = readdirSync(distFolder(), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:js|cjs)$/.test(file))
  .map((file) => [file, readFileSync(join(distFolder(), file), 'utf8')] as const);

function distFolder(): string {
  return fileURLToPath(new URL('../../dist', import.meta.url));
}

/** The packages whose code is in `dist`, by the comments of the bundler. */
function bundledPackages(): Set<string> {
  const names = built.flatMap(([, text]) => [
    ...text.matchAll(/^\s*\/\/#region node_modules\/((?:@[^/]+\/)?[^/]+)/gm),
  ]);
  return new Set(names.map(([, name = '']) => name));
}

describe('what is bundled', () => {
  it('has its licence beside it', () => {
    const headings = [
      ...read('dist/THIRD-PARTY-LICENSES.txt').matchAll(/^-{80}\n\n(\S+) [\d.]+ \((.+)\)$/gm),
    ];
    expect(headings.map(([, name]) => name)).toEqual([...bundledPackages()].toSorted());
    for (const [, name, licence] of headings)
      expect(licence, name).toMatch(/^(?:MIT|ISC|BSD-[23]-Clause)$/);
    const texts = read('dist/THIRD-PARTY-LICENSES.txt')
      .split(/^-{80}$/m)
      .slice(1);
    for (const text of texts) expect(text).toMatch(/copyright.*(?:without|provided)/is);
    expect(read('docs/playground/THIRD-PARTY-LICENSES.txt')).toContain('\n@babel/parser ');
  });

  it('loads nothing but dependencies, Node and its own exports', () => {
    const loaded = built.flatMap(([file, text]) =>
      [
        ...text.matchAll(
          /(?:^(?:import|export)\b[^"\n]*|(?<!\{)\bimport\(|\brequire(?:\$\d+)?\()"([\w@][^"\n]*)"/gm,
        ),
      ].map(([, name = '']) => `${name} in ${file}`),
    );
    expect(loaded.length).toBeGreaterThan(20);
    const isThere = (name: string) =>
      name in dependencies ||
      name.replace(/^fw-migrate/, '.') in exports ||
      builtinModules.includes(name.replace('node:', ''));
    expect(loaded.filter((one) => !isThere(one.split(' in ')[0] ?? ''))).toEqual([]);
  });
});

describe('dependencies', () => {
  it('are each justified in the docs, and no others are', () => {
    const [installed = '', bundled = ''] = read('docs/dependencies.md').split('\n## ');
    const named = (text: string) => [...text.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)];
    const names = (text: string) => named(text).map(([, name]) => name);
    expect(names(installed).toSorted()).toEqual(Object.keys(dependencies).toSorted());
    expect(names(bundled).toSorted()).toEqual(
      [...bundledPackages()].filter((name) => name in devDependencies).toSorted(),
    );
    for (const [, name, reason] of named(installed + bundled))
      expect(reason?.length, name).toBeGreaterThan(10);
  });

  it('are pinned, and the lock file knows the content of each', () => {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    for (const [path, { integrity }] of locked) expect(integrity, path).toMatch(/^sha512-/);
  });

  it('run nothing when they are installed, and neither do we', () => {
    const needed = locked.filter(([, { dev }]) => !dev);
    expect(needed.length).toBeGreaterThan(50);
    expect(
      needed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    ).toEqual([]);
    expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
  });
});
