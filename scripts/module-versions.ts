import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import semver from 'semver';
import table from '../editions/nuxt-modules.json' with { type: 'json' };

// `npm run module-versions`: asks the npm registry which version of each module is the first one that supports the
// newer variant, and writes the table. With names, only these are looked up: `npm run module-versions -- @acme/store`.
const run = promisify(execFile);
const file = fileURLToPath(new URL('../editions/nuxt-modules.json', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'module-versions-'));
const most = { maxBuffer: 100_000_000 };

/** Runs npm with the settings of the user, so that it asks their registry. */
async function npm(...words: readonly string[]): Promise<unknown> {
  const quiet = ['--json', '--loglevel', 'error', '--cache', join(work, 'cache')];
  return JSON.parse(
    (await run('npm', [...words, ...quiet], { ...most, cwd: work })).stdout || '[]',
  );
}

/** The versions of a package, newest first: first without prereleases, then all. */
async function versionsOf(name: string): Promise<string[][]> {
  const all = [await npm('view', name, 'versions')].flat().map(String);
  const stable = all.filter((version) => !semver.prerelease(version));
  return [stable, all].filter(({ length }) => length > 0).map((versions) => semver.rsort(versions));
}

/** Whether an unpacked module supports a version of the framework; undefined if it is no module. */
function supports(folder: string, framework: string): boolean | undefined {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const description = files.find((path) => path === join('dist', 'module.json'));
  if (description !== undefined) {
    const { compatibility, meta } = JSON.parse(read(description));
    return isIn(framework, (compatibility ?? meta?.compatibility)?.nuxt);
  }
  // Modules that are built in another way only say it in their code.
  const code = files.filter((path) => /\.[cm]?js$/.test(path) && !path.includes('node_modules'));
  const modules = code.map(read).filter((text) => /\bdefineNuxtModule\b/.test(text));
  const stated = /compatibility:\s*\{[^{}]*?\bnuxt:\s*(["'`])(.+?)\1/;
  const ranges = modules.flatMap((text) => stated.exec(text)?.[2] ?? []);
  return modules.length === 0 ? undefined : ranges.every((range) => isIn(framework, range));
}

function isIn(version: string, range: string | undefined): boolean {
  return range === undefined || semver.satisfies(version, range, { includePrerelease: true });
}

/** Downloads some versions of a package, and tells which of them support a version of the framework. */
async function supported(name: string, versions: readonly string[], framework: string) {
  const folder = mkdtempSync(join(work, 'packages-'));
  const specs = versions.map((version) => `${name}@${version}`);
  const packed = await npm('pack', ...specs, '--ignore-scripts', '--pack-destination', folder);
  const answers: (boolean | undefined)[] = [];
  for (const { filename } of packed as { readonly filename: string }[]) {
    const unpacked = mkdtempSync(join(folder, 'unpacked-'));
    await run('tar', ['-xzf', join(folder, filename), '-C', unpacked, '--strip-components', '1']);
    answers.push(supports(unpacked, framework));
    rmSync(unpacked, { recursive: true });
  }
  rmSync(folder, { recursive: true });
  return answers;
}

/**
 * The version of a module from which on no version refuses the framework; `0.0.0` if none does, `null` if the newest
 * does, and undefined if it is no module. Prereleases count if no other version supports it.
 */
async function firstOf(name: string, framework: string): Promise<string | null | undefined> {
  let first: string | null | undefined;
  for (const versions of await versionsOf(name)) {
    first = await firstIn(name, versions, framework);
    if (typeof first === 'string') return first;
  }
  return first;
}

async function firstIn(name: string, versions: readonly string[], framework: string) {
  let first: string | undefined;
  for (let [from, size] = [0, 4]; from < versions.length; from += size, size = 16) {
    const answers = await supported(name, versions.slice(from, from + size), framework);
    for (const [index, answer] of answers.entries()) {
      if (answer === false) return first ?? null;
      // A version without files, which someone published by mistake, says nothing.
      if (answer) first = versions[from + index];
    }
    if (first === undefined) return undefined;
  }
  return first === undefined ? undefined : '0.0.0';
}

/** The versions before the first one that also support the framework, as a range: `0.5.2 - 0.9.0`. */
async function backportsOf(name: string, first: string, framework: string): Promise<string> {
  const [stable = []] = await versionsOf(name);
  const older = stable.filter((version) => semver.lt(version, first)).reverse();
  const runs: string[][] = [];
  let isOpen = false;
  for (let from = 0; from < older.length; from += 16) {
    const versions = older.slice(from, from + 16);
    const answers = await supported(name, versions, framework);
    for (const [index, version] of versions.entries()) {
      if (answers[index] && !isOpen) runs.push([]);
      isOpen = answers[index] ?? false;
      if (isOpen) runs.at(-1)?.push(version);
    }
  }
  return runs.map((run) => [...new Set([run[0], run.at(-1)])].join(' - ')).join(' || ');
}

try {
  const range = `^${semver.major(table.facts.release.version)}.0.0`;
  const [framework = ''] = semver.rsort(
    [await npm('view', `nuxt@${range}`, 'version')].flat().map(String),
  );
  const node = await npm('view', `nuxt@${framework}`, 'engines.node');
  const former = new Map<string, string | null>(Object.entries(table.facts.moduleVersions.since));
  const also = new Map<string, string>(Object.entries(table.facts.moduleVersions.also));
  const names = process.argv.slice(2);
  const since = new Map(names.length > 0 ? former : []);
  const waiting = [...new Set(names.length > 0 ? names : former.keys())].sort();
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const first = await firstOf(name, framework).catch((error: Error) => {
        console.error(`${name} stays as it was: ${error.message}`);
        return former.get(name);
      });
      console.log(name, first);
      if (first !== undefined) since.set(name, first);
      const older =
        first && first !== '0.0.0'
          ? await backportsOf(name, first, framework).catch(() => also.get(name) ?? '')
          : '';
      if (older) also.set(name, older);
      else also.delete(name);
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  const sorted = [...since].sort(([a], [b]) => (a < b ? -1 : 1));
  const { date: lastDate } = table.facts.moduleVersions;
  const date = names.length > 0 ? lastDate : new Date().toISOString().slice(0, 10);
  const release = { version: framework, node };
  const backports = [...also].sort(([a], [b]) => (a < b ? -1 : 1));
  const moduleVersions = {
    ...{ date, since: Object.fromEntries(sorted) },
    also: Object.fromEntries(backports),
  };
  const facts = { release, moduleVersions };
  writeFileSync(file, `${JSON.stringify({ ...table, facts }, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
