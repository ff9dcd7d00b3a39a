import { type Dirent, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  type Catalogue,
  createCatalogue,
  type Edition,
  EditionProblem,
  editionShape,
  fwCatalogue,
} from '../catalogue/index.ts';
import { fwNames, type Names } from '../catalogue/names.ts';
import { isObject } from '../catalogue/shape.ts';
import { findProjects, isConfigFile } from '../project/discover.ts';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { errorCode, isWithin } from '../project/open-file.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import { editionCheckText, editionStart } from '../report/edition-text.ts';
import { type DataFile, type DataKind, isJsonFile, isModuleFile, loadDataFile } from './data-file.ts';
import { type Io, UsageError } from './io.ts';
import { refuseLinks, repositoryFolders } from './named-files.ts';

/** A loaded edition, merged with those that it extends. */
export interface LoadedEdition {
  readonly catalogue: Catalogue;
  /** As reports name it; undefined for the default edition. */
  readonly edition?: { readonly from: string; readonly overlay: Edition };
}

const kind: DataKind<Edition> = {
  shape: editionShape,
  what: 'The edition',
  any: 'An edition',
  advice: 'Pass the file of an edition, or a package that exports one.',
  correct: 'Fix it; `fw-migrate edition check <file>` checks the whole file.',
};

// Nobody writes one as long as this.
const mostBytes = 1_000_000;

/** Where a name stands, and what may be loaded because of it. */
export interface EditionSource {
  /** The folder that it is read from. */
  readonly folder: string;
  /** Set where nobody trusts the code of a repository: then only JSON in this folder is read. */
  readonly within?: string | undefined;
  /** Whether someone trusts all that a JSON file extends. */
  readonly isTrusted: boolean;
}

/** The edition with a name: a built-in one, or that of a file or package. */
export async function loadEdition(name: string, io: Io, source: EditionSource): Promise<LoadedEdition> {
  const builtIn = await builtInEdition(name);
  if (builtIn) return asLoaded(builtIn, name);
  const { overlay, file } = await readWithBases(name, source, io, []);
  try {
    return asLoaded(overlay, name);
  } catch (error) {
    if (!(error instanceof EditionProblem)) throw error;
    const summary = `\`${error.key}\`: ${error.message.replace(/[^?.]$/, '$&.')}`;
    throw file.problem(error.key, summary, kind.correct);
  }
}

/** The edition of the configs in or near a file or folder; the default one if there are none. */
export async function loadEditionNear(path: string): Promise<LoadedEdition> {
  const overlay = await builtInEdition(editionNear(path) ?? '');
  // It is found by itself, so commands need not name it.
  return asLoaded(overlay ?? {}, '');
}

function asLoaded(overlay: Edition, from: string): LoadedEdition {
  return Object.keys(overlay).length === 0
    ? { catalogue: fwCatalogue }
    : { catalogue: createCatalogue(overlay), edition: { from, overlay } };
}

/** An edition merged with those that it extends. */
async function readWithBases(
  name: string,
  { folder, within, isTrusted }: EditionSource,
  io: Io,
  before: readonly string[],
): Promise<{ readonly overlay: Edition; readonly file: DataFile<Edition> }> {
  const path = placeOf(name, folder, io.cwd);
  const shown = (one: string) => slashed(relative(io.cwd, one));
  if (within !== undefined && !(isJsonFile(path) && isWithin(path, within)))
    throw new UsageError(
      `${shown(path)}: A JSON edition may only extend JSON files in its repository. If you trust this file, add --trust-config.`,
    );
  if (before.includes(path)) {
    const circle = [...before.slice(before.indexOf(path)), path].map(shown);
    throw new UsageError(
      `${circle[0]}: The edition extends itself (${circle.join(' → ')}). Remove one \`extends\`.`,
    );
  }
  const file = await loadDataFile({ path, name: shown(path) || path, cwd: io.cwd, mostBytes }, kind);
  const { extends: base, $schema: _, ...own } = file.value;
  if (base === undefined) return { overlay: own, file };
  const builtIn = await builtInEdition(base);
  if (builtIn) return { overlay: merged(builtIn, own) as Edition, file };
  const home = dirname(path);
  // JSON is data, whoever names it, and what it names is not asked for by anybody.
  const bounds = isTrusted || !isJsonFile(path) ? within : (within ?? gitFolderAbove(home) ?? home);
  const source = { folder: home, within: bounds, isTrusted };
  const outer = await readWithBases(base, source, io, [...before, path]);
  return { overlay: merged(outer.overlay, own) as Edition, file };
}

/** Whether a text names a file, and not a package. */
export function isFileName(text: string): boolean {
  return /^\.{0,2}[/\\]|^[a-z]:[/\\]|^[^@].*\.(?:json|[cm]?[jt]s)$/i.test(text);
}

/** The file that a name stands for: itself, or the main module of a package. */
function placeOf(name: string, folder: string, cwd: string): string {
  if (isFileName(name)) return resolve(folder, name);
  try {
    return createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    const where = slashed(relative(cwd, folder)) || 'this folder';
    throw new UsageError(
      `The package \`${name}\` cannot be loaded from ${where}. Install it, or pass the file of an edition (\`./${name}.edition.json\`).`,
    );
  }
}

/** Objects are merged key by key; everything else replaces what was there. */
function merged(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(own)])];
  return Object.fromEntries(
    keys.map((key) => [key, Object.hasOwn(own, key) ? merged(base[key], own[key]) : base[key]]),
  );
}

/** The editions that come with fw-migrate, by the name of their package, which their configs are named after, too. */
const shipped: { readonly [name: string]: () => Promise<Edition> } = {
  nuxt: async () => (await import('../../editions/nuxt.json', { with: { type: 'json' } })).default as Edition,
};

/** Whether an edition with this name comes with fw-migrate. */
export function isBuiltIn(name: string): boolean {
  return name === fwNames.package || Object.hasOwn(shipped, name);
}

/** Loads a built-in edition; undefined if there is none with this name. The default edition has nothing to overlay. */
export async function builtInEdition(name: string): Promise<Edition | undefined> {
  if (!isBuiltIn(name)) return undefined;
  const { $schema: _, ...edition } = (await shipped[name]?.()) ?? {};
  return edition;
}

/** How the configs of each edition are called; those of the default one come first. */
const configsOf = [fwNames.package, ...Object.keys(shipped)].map((name): readonly [string, Names] => [
  name,
  { ...fwNames, configFile: `${name}.config` },
]);

/** The edition that a file is a config of, by its name. */
function editionOfFile(file: string): string | undefined {
  return configsOf.find(([, names]) => isConfigFile(file, names))?.[0];
}

// A folder without any config ends a search like this one soon enough.
const mostFolders = 2_000;

/**
 * The built-in edition of a file or folder, by the configs that are there: of a folder, its own ones count most, then
 * those below, the outermost first, then those above it in its repository.
 */
export function editionNear(path: string): string | undefined {
  const above = () => repositoryFolders(path).map((folder) => editionIn(entriesOf(folder)));
  return editionOfFile(basename(path)) ?? editionBelow([path]) ?? above().find(Boolean);
}

function editionBelow(folders: readonly string[], looked = 0): string | undefined {
  if (folders.length === 0 || looked > mostFolders) return undefined;
  const listed = folders.map((folder) => ({ folder, entries: entriesOf(folder) }));
  const found = editionIn(listed.flatMap(({ entries }) => entries));
  if (found !== undefined) return found;
  const inside = listed.flatMap(({ folder, entries }) =>
    entries
      .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
      .map(({ name }) => join(folder, name)),
  );
  return editionBelow(inside, looked + folders.length);
}

/** The edition of the configs among some files. If there are several, the default one wins, and the others are named. */
function editionIn(entries: readonly Dirent[]): string | undefined {
  const found = new Set(entries.map(({ name }) => editionOfFile(name)));
  return configsOf.find(([name]) => found.has(name))?.[0];
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Configs of other built-in editions in a folder, which a run with one edition leaves alone. */
export function configsOfOthers(
  { files }: Pick<Snapshot, 'files'>,
  own: Names,
): { readonly edition: string; readonly config: TreePath }[] {
  const taken = new Set(findProjects(files, own).map(({ folder }) => folder));
  return configsOf
    .filter(([, { configFile }]) => configFile !== own.configFile)
    .flatMap(([edition, names]) =>
      findProjects(files, names)
        .filter(({ folder }) => !taken.has(folder))
        .map(({ config }) => ({ edition, config })),
    );
}

/** `fw-migrate edition check`: what an edition overlays, what it leaves as it is, and mistakes. */
export async function editionCheckCommand(
  name: string,
  { trustConfig: isTrusted = false }: { readonly trustConfig?: boolean },
  io: Io,
): Promise<void> {
  const { catalogue } = await loadEdition(name, io, { folder: io.cwd, isTrusted });
  io.out(editionCheckText(catalogue, io.outLook));
}

/** `fw-migrate edition init`: writes a start with comments. */
export function editionInitCommand(name: string, io: Io): void {
  if (!isModuleFile(name))
    throw new UsageError(
      `${name}: The template contains comments, so it must be TypeScript or JavaScript. Use a name such as \`acme.edition.ts\`.`,
    );
  refuseLinks(name, io.cwd);
  try {
    writeFileSync(resolve(io.cwd, name), editionStart(name), { flag: 'wx' });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') throw new UsageError(`${name}: This file already exists. Use another name.`);
    if (code === 'ENOENT') throw new UsageError(`${name}: Folder not found. Create it first.`);
    throw new UsageError(`${name}: The file cannot be written (${String(code ?? error)}).`);
  }
  io.out(`Created ${name}. Edit it, then run: fw-migrate edition check ${name}\n`);
}
