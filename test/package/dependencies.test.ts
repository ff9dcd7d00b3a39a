import { readFileSync } from 'node:fs';
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

const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json'));
const lock: { readonly packages: { readonly [path: string]: Locked } } = JSON.parse(
  read('package-lock.json'),
);
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

describe('dependencies', () => {
  it('are each justified in the docs, and no others are', () => {
    const named = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)];
    expect(named.map(([, name]) => name).sort()).toEqual(Object.keys(dependencies).sort());
    for (const [, name, reason] of named) expect(reason?.length, name).toBeGreaterThan(10);
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
    expect(needed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
    expect(Object.keys(scripts).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
  });
});
