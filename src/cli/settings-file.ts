import { lstatSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { transforms } from '../../transforms/index.ts';
import type { Names } from '../catalogue/names.ts';
import { inside, Mismatch } from '../catalogue/shape.ts';
import { ConfigProblem, codeFrame, positionOf } from '../config/problem.ts';
import type { Span } from '../config/source.ts';
import { type Settings, settingsShape } from '../plan/settings.ts';
import { findProjects } from '../project/discover.ts';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { type JsonNode, jsonErrorAt, memberOf, parseJson } from '../project/json.ts';
import { readIfRegular } from '../project/open-file.ts';
import { parentOf, type Snapshot, type TreePath } from '../project/snapshot.ts';
import { type Io, UsageError } from './io.ts';
import { defaultOf, loadModule } from './migrate-options.ts';
import { decode, readNamedFile, refuseLinks } from './named-paths.ts';

/** The flags about the settings file. */
export interface SettingsFlags {
  /** The name of a file, or false: none is wanted. */
  readonly config?: string | false;
  readonly trustConfig?: boolean;
}

/** A settings file that was read. */
export interface SettingsFile {
  /** As messages name it. */
  readonly name: string;
  readonly path: string;
  readonly settings: Settings;
  /** Whether the code that it names may be run. */
  readonly isTrusted: boolean;
  /** An error about what is at a place in it, such as `projects.web.layout`. */
  problem(at: string, summary: string, advice: string): Error;
}

const packageFile = 'package.json';
const packageKey = 'fw-migrate';
const stem = `${packageKey}.config`;

/** The names that a settings file may have. */
const settingsNames: readonly string[] = [
  `${stem}.json`,
  ...['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${stem}.${extension}`),
];

/**
 * The settings for a run in a folder: those that are named, else those of the folder or the nearest one above it in its
 * repository; undefined if there are none, or none are wanted.
 */
export async function readSettings(
  folder: string,
  { config, trustConfig = false }: SettingsFlags,
  io: Io,
): Promise<SettingsFile | undefined> {
  if (config === false) return undefined;
  if (config !== undefined)
    return readSettingsFile(resolve(io.cwd, config), config || "''", true, trustConfig, io);
  const path = findSettings(folder);
  if (path === undefined) return undefined;
  const name = slashed(relative(io.cwd, path));
  return readSettingsFile(path, name, trustConfig, trustConfig, io);
}

/** The settings files in folders of projects below the folder of a run, which are not read. */
export function settingsBelow({ files }: Pick<Snapshot, 'files'>, names: Names): TreePath[] {
  const found = files.map(({ path }) => path).filter((path) => settingsNames.includes(posix.basename(path)));
  const below = found.filter((path) => parentOf(path) !== '');
  if (below.length === 0) return [];
  const projects = new Set(findProjects(files, names).map(({ folder }) => folder));
  return below.filter((path) => projects.has(parentOf(path)));
}

/** Up to the top of the repository; without one, what lies above may be anybody's. */
function findSettings(folder: string): string | undefined {
  const top = gitFolderAbove(folder) ?? folder;
  for (let place = folder; ; place = dirname(place)) {
    const [first, ...others] = settingsIn(place);
    if (first !== undefined && others.length > 0)
      throw new UsageError(
        `There is more than one settings file in ${place}: ${[first, ...others].join(', ')}. Keep one of them, or name one with --config.`,
      );
    if (first !== undefined) return join(place, first);
    if (place === top) return undefined;
  }
}

function settingsIn(folder: string): string[] {
  // What is no file counts as well, to be refused by its name.
  const files = settingsNames.filter((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
  return hasPackageKey(join(folder, packageFile)) ? [...files, packageFile] : files;
}

function hasPackageKey(path: string): boolean {
  const text = readIfRegular(path, mostPackageBytes)?.toString('utf8') ?? '';
  if (!text.includes(`"${packageKey}"`)) return false;
  const root = parseJson(text);
  // Most likely it has settings, and somebody wants to know why they are not read.
  return root ? memberOf(root, packageKey) !== undefined : /"fw-migrate"\s*:\s*\{/.test(text);
}

// Nobody writes one as long as this.
const mostBytes = 100_000;
const mostPackageBytes = 10_000_000;

async function readSettingsFile(
  path: string,
  name: string,
  mayRun: boolean,
  isTrusted: boolean,
  io: Io,
): Promise<SettingsFile> {
  const isPackage = basename(path) === packageFile;
  if (isPackage || /\.json$/i.test(path)) return { ...readJson(path, name, isPackage, io), isTrusted };
  if (!/\.[cm]?[jt]s$/.test(path))
    throw new UsageError(
      `${name}: Settings are written in JSON, TypeScript or JavaScript. Name such a file.`,
    );
  if (!mayRun)
    throw new UsageError(
      `${name}: Loading these settings would run code of the repository, which is never done without asking. If you trust it, run with --trust-config, or with --config ${name}. --no-config runs without it.`,
    );
  readNamedFile(name, io.cwd, mostCodeBytes, advice);
  const loaded = await loadModule(path, `The settings ${name} cannot be loaded`);
  const problem = (_: string, summary: string, todo: string) => new UsageError(`${name}: ${summary} ${todo}`);
  return { ...checked(defaultOf(loaded), { name, path, problem }), isTrusted: true };
}

const mostCodeBytes = 10_000_000;
const advice = 'Name a settings file with --config, or run with --no-config.';

function readJson(
  path: string,
  name: string,
  isPackage: boolean,
  { cwd }: Io,
): Omit<SettingsFile, 'isTrusted'> {
  refuseLinks(name, cwd);
  const text = decode(readNamedFile(name, cwd, isPackage ? mostPackageBytes : mostBytes, advice), name);
  const problemAt = (offset: number, summary: string, todo: string) => {
    const at = positionOf(name, text, offset);
    return new ConfigProblem(summary, at, todo, codeFrame(text, at));
  };
  const root = parseJson(text);
  if (!root) throw problemAt(jsonErrorAt(text), 'This is not JSON.', 'Correct it, or run with --no-config.');
  const node = isPackage ? memberOf(root, packageKey)?.value : root;
  if (!node)
    throw new UsageError(
      `${name}: There is no \`${packageKey}\` in this file. Name a file that has settings.`,
    );
  const spans = new Map<string, Span>();
  const value = readValue(node, '', text, spans, (twice, offset) =>
    problemAt(offset, `\`${twice}\` is written twice.`, 'Remove one of the two.'),
  );
  const problem: SettingsFile['problem'] = (place, summary, todo) =>
    problemAt(spans.get(place)?.start ?? node.start, summary, todo);
  return checked(value, { name, path, problem });
}

/** The settings if they have the right shape. */
function checked(
  value: unknown,
  file: Pick<SettingsFile, 'name' | 'path' | 'problem'>,
): Omit<SettingsFile, 'isTrusted'> {
  try {
    shape(value, '');
    return { ...file, settings: value as Settings };
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const summary =
      error.at === '' ? 'The settings should be an object.' : error.message.replace(/[^?]$/, '$&.');
    throw file.problem(error.at, summary, correctSettings);
  }
}

const shape = settingsShape(transforms);
/** The next step where something in the file is wrong. */
export const correctSettings = 'Correct it, or run with --no-config.';

/** The value of a JSON text, as it is checked: with the place of everything in it, and no prototypes. */
function readValue(
  node: JsonNode,
  at: string,
  text: string,
  spans: Map<string, Span>,
  repeated: (at: string, offset: number) => Error,
): unknown {
  if (!spans.has(at)) spans.set(at, node);
  switch (node.kind) {
    case 'string':
      return node.text;
    case 'other':
      return JSON.parse(text.slice(node.start, node.end));
    case 'array':
      return node.items.map((item, index) => readValue(item, `${at}[${index}]`, text, spans, repeated));
    case 'object': {
      const value: { [key: string]: unknown } = Object.create(null);
      for (const { key, start, value: inner } of node.members) {
        const place = inside(at, key);
        if (Object.hasOwn(value, key)) throw repeated(place, start);
        spans.set(place, { start, end: inner.end });
        value[key] = readValue(inner, place, text, spans, repeated);
      }
      return value;
    }
  }
}
