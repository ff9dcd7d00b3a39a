import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCatalogue } from '../../src/catalogue/index.ts';
import { readFoundLists } from '../../src/cli/generated-lists.ts';
import { cache, type Installed, ownPackages } from './install.ts';

const edition = fileURLToPath(new URL('../../editions/nuxt.json', import.meta.url));
const nuxt = createCatalogue(JSON.parse(readFileSync(edition, 'utf8')));

const folder = fileURLToPath(new URL('projects', import.meta.url));
const lists = fileURLToPath(new URL('../../src/cli/generated-lists.ts', import.meta.url));
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** The projects that prove the migration, by name. */
export const projects = readdirSync(folder).toSorted();

export const layouts: readonly string[] = ['auto', 'app', 'keep'];

/** What a built project answers, and what the framework found in it, by name. */
type Answers = ReadonlyMap<string, string>;

/** Builds and serves a project before and after its migration, with some layouts; returns what differs. */
export async function compareProject(
  name: string,
  layouts: readonly string[],
  { b: older, a: newer }: { readonly b: Installed; readonly a: Installed },
  log: (line: string) => void,
): Promise<string[]> {
  const started = Date.now();
  const before = await answersOf(placed(name, name, older), older);
  const differences: string[] = [];
  for (const layout of layouts) {
    const project = placed(name, `${name}-${layout}`, newer);
    migrate(project, layout);
    const after = await answersOf(project, newer);
    differences.push(
      ...differencesOf(before, after).map((line) => `${name} with --layout ${layout}: ${line}`),
    );
  }
  const seconds = Math.round((Date.now() - started) / 1000);
  log(
    `${name}: ${before.size} answers, ${differences.length} differ (${layouts.join(', ')}; ${seconds} s)`,
  );
  return differences;
}

/** Migrates a project. Tools that have aliases of their own get them from `next`, as a person would let it do. */
function migrate(project: string, layout: string): void {
  const run = (...args: string[]) => spawnSync(process.execPath, [cli, ...args], { cwd: project });
  execFileSync(process.execPath, [cli, 'v4', '--layout', layout, '--allow-dirty', '--quiet'], {
    cwd: project,
  });
  for (let left = 100; left > 0; left -= 1) {
    const shown = run('next').stdout.toString();
    const [, code, id] = /^\d+ follow-ups? left\. Next: ([\w-]+).*close (\w+)$/ms.exec(shown) ?? [];
    if (id === undefined) return;
    run(
      ...(code === 'tool-alias' && shown.includes('next --do') ? ['next', '--do'] : ['close', id]),
    );
  }
}

/** A fresh copy of a project below an installed framework. */
function placed(name: string, copy: string, installed: Installed): string {
  const project = join(installed.folder, 'projects', copy);
  rmSync(project, { recursive: true, force: true });
  cpSync(join(folder, name), project, { recursive: true });
  const packages = ownPackages(installed, name);
  if (packages) symlinkSync(packages, join(project, 'node_modules'));
  return project;
}

function differencesOf(before: Answers, after: Answers): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    return was === is ? [] : [`${name} was ${was ?? 'not there'}, and is ${is ?? 'not there'}`];
  });
}

/** What a project answers. The same files with the same packages do so again, and are only built once. */
async function answersOf(project: string, { versions }: Installed): Promise<Answers> {
  const hash = createHash('sha256').update(JSON.stringify([versions, nuxt.facts.generatedLists]));
  hash.update([built, serve, paths, contentOf, stylesOf, testsOf, listsOf].join('\n'));
  hash.update(readFileSync(lists));
  for (const file of filesIn(project))
    hash.update(`\0${file}\0`).update(readFileSync(join(project, file)));
  const kept = join(cache, 'answers', `${hash.digest('hex')}.json`);
  if (existsSync(kept)) return new Map(JSON.parse(readFileSync(kept, 'utf8')));
  const answers = await built(project);
  mkdirSync(join(cache, 'answers'), { recursive: true });
  writeFileSync(kept, JSON.stringify([...answers]));
  return answers;
}

function filesIn(project: string): string[] {
  return readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .filter((file) => !file.startsWith('.fw-migrate/'))
    .toSorted();
}

async function built(project: string): Promise<Answers> {
  const env = { ...process.env, NUXT_TELEMETRY_DISABLED: '1', CI: '1' };
  const commands = join(project, '../../node_modules/.bin');
  // In a workspace, one of the packages is the app.
  const app = ['', 'web']
    .map((name) => join(project, name))
    .find((at) => existsSync(join(at, 'nuxt.config.ts')));
  const cwd = app ?? project;
  await promisify(execFile)(join(commands, 'nuxt'), ['build'], { cwd, env, maxBuffer: 1e8 });
  const own = join(cwd, 'node_modules/.bin');
  const runner = existsSync(join(own, 'vitest')) ? own : commands;
  const tested = existsSync(join(cwd, 'vitest.config.ts')) ? [testsOf(cwd, runner)] : [];
  return new Map([...(await serve(cwd, env)), ...listsOf(cwd), ...tested]);
}

/** The tests of the project, and how they end. */
function testsOf(cwd: string, commands: string): [string, string] {
  const { stdout } = spawnSync(join(commands, 'vitest'), ['run', '--reporter=tap-flat'], { cwd });
  const lines = String(stdout).match(/^(?:not )?ok .*$/gm) ?? [];
  const named = lines.map((line) => line.replace(/^(not )?ok.*> ([^#]*).*$/, '$2: $1ok'));
  return ['tests', named.toSorted().join(', ')];
}

const paths = ['/', '/private', '/about', '/api/hello', '/feed', '/note.txt', '/missing'];

/** What the built server answers. */
async function serve(project: string, env: NodeJS.ProcessEnv): Promise<[string, string][]> {
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['.output/server/index.mjs'], {
    ...{ cwd: project, stdio: 'ignore' },
    env: { ...env, PORT: port, HOST: '127.0.0.1' },
  });
  try {
    await started(origin);
    const answers: [string, string][] = [];
    for (const path of paths) {
      const response = await fetch(`${origin}${path}`, { redirect: 'manual' });
      const text = await response.text();
      answers.push([
        path,
        `${response.status} ${response.headers.get('location') ?? contentOf(text.replaceAll(origin, ''))}`,
      ]);
      if (path === '/' || path === '/about')
        answers.push([`styles of ${path}`, await stylesOf(text, origin)]);
    }
    return answers;
  } finally {
    server.kill();
  }
}

async function started(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isUp = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The server at ${origin} does not start.`);
}

/** A page without what a build makes up: scripts, ids and hashes. Other answers as they are. */
function contentOf(text: string): string {
  const [, body = text] = /<body[^>]*>(.*)<\/body>/s.exec(text) ?? [];
  return body
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/ data-v-\w+(?:="")?/g, '')
    .replace(/(?<=\/_nuxt\/[\w.-]*?)[.-][\w-]{8}(?=\.\w+)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The styles of a page, inline or in files. */
async function stylesOf(page: string, origin: string): Promise<string> {
  const inline = Array.from(page.matchAll(/<style[^>]*>(.*?)<\/style>/gs), ([, css = '']) => css);
  const links = Array.from(
    page.matchAll(/<link[^>]*href="([^"]+\.css)"[^>]*>/g),
    ([, href = '']) => href,
  );
  const linked = await Promise.all(
    [...new Set(links)].map(async (href) => (await fetch(new URL(href, origin))).text()),
  );
  const rules = [...inline, ...linked].flatMap(
    (css) => css.replace(/\/\*.*?\*\//gs, '').match(/[^{}]+\{[^{}]*\}/g) ?? [],
  );
  return [...new Set(rules.map((rule) => rule.replace(/\s+/g, '').replace(/;\}/, '}')))]
    .toSorted()
    .join(' ');
}

/** What the framework found in the project itself, by name: files may have moved. */
function listsOf(project: string): [string, string][] {
  const places = { folder: project, root: '', build: '.nuxt' };
  const found = readFoundLists(nuxt.facts.generatedLists, places, (file) =>
    existsSync(join(project, file)) ? readFileSync(join(project, file), 'utf8') : undefined,
  );
  return Object.entries(found).map(([list, items]) => [
    list,
    items
      .map(({ name, file }) => name ?? file?.replace(/^(?:app|client|src)\//, ''))
      .toSorted()
      .join(', '),
  ]);
}
