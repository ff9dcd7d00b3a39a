/** Loads the edition that a flag, the settings or the configs name, and the commands about editions. */

import { type Dirent, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { builtInEdition, builtInNames, editionOf, merged } from '../catalogue/built-in.ts';
import { isModule } from '../catalogue/extensions.ts';
import {
  type Catalogue,
  createCatalogue,
  type Edition,
  EditionProblem,
  editionShape,
  fwCatalogue,
} from '../catalogue/index.ts';
import { fwNames, type Names } from '../catalogue/names.ts';
import { nearest } from '../catalogue/shape.ts';
import { findProjects } from '../tree/discover.ts';
import { gitFolderAbove, slashed } from '../tree/git-ignore.ts';
import { errorCode, isWithin } from '../tree/open-file.ts';
import type { Snapshot } from '../tree/snapshot.ts';
import { type Io, UsageError } from './io.ts';
import { refuseLinks, repositoryFolders } from './named-files.ts';
import { type DataFile, type DataKind, isJsonFile, loadDataFile } from './user-files.ts';

/** A loaded edition, merged with the editions that it extends. */
export interface LoadedEdition {
  readonly catalogue: Catalogue;
  /** The edition as reports name it; undefined for the default edition. */
  readonly edition?: { readonly from: string; readonly overlay: Edition };
}

const kind: DataKind<Edition> = {
  shape: editionShape,
  what: 'The edition',
  advice: 'Pass the file of an edition, or a package that exports one.',
  correct: 'Fix it; `fw-migrate edition check <file>` checks the whole file.',
};

/** Where an edition is named, and the files that may be loaded for it. */
interface EditionSource {
  readonly folder: string;
  /** Set if the code of a repository is not trusted: then only JSON files in this folder are read. */
  readonly within?: string | undefined;
  /** Whether the user trusts everything that a JSON file extends. */
  readonly isTrusted: boolean;
}

/** Loads an edition by its name: a built-in edition, a file or a package. */
export async function loadEdition(
  name: string,
  io: Io,
  source: EditionSource,
): Promise<LoadedEdition> {
  const builtIn = builtInEdition(name);
  if (builtIn) return asLoaded(builtIn, name);
  const { overlay, file } = await readWithBases(name, source, io);
  try {
    return asLoaded(overlay, name);
  } catch (error) {
    if (!(error instanceof EditionProblem)) throw error;
    const summary = `\`${error.key}\`: ${error.message.replace(/[^?.]$/, '$&.')}`;
    throw file.problem(error.key, summary, kind.correct);
  }
}

/** The edition of the configs in or near a file or folder; the default one if there are none. */
export function loadEditionNear(path: string): LoadedEdition {
  const overlay = builtInEdition(editionNear(path) ?? '');
  // The edition is found automatically, so commands need not name it.
  return asLoaded(overlay ?? {}, '');
}

function asLoaded(overlay: Edition, from: string): LoadedEdition {
  return Object.keys(overlay).length === 0
    ? { catalogue: fwCatalogue }
    : { catalogue: createCatalogue(overlay), edition: { from, overlay } };
}

async function readWithBases(
  name: string,
  { folder, within, isTrusted }: EditionSource,
  io: Io,
  before: readonly string[] = [],
): Promise<{ readonly overlay: Edition; readonly file: DataFile<Edition> }> {
  const isAllowed = (border: string) => isJsonFile(name) && isWithin(resolve(folder, name), border);
  if (within !== undefined && !(isFileName(name) && isAllowed(within)))
    throw new UsageError(
      `${name}: Without your permission, an edition is only read from JSON files in its repository. If you trust this file, add --trust-config.`,
    );
  const path = editionFile(name, folder, io.cwd);
  const shown = (place: string) => slashed(relative(io.cwd, place));
  if (before.includes(path)) {
    const circle = [...before.slice(before.indexOf(path)), path].map(shown);
    const why = `The edition extends itself (${circle.join(' → ')}). Remove one \`extends\`.`;
    throw new UsageError(`${circle[0]}: ${why}`);
  }
  const file = await loadDataFile(shown(path), io.cwd, kind);
  const { extends: base, $schema: _, ...ownOverlay } = file.value;
  if (base === undefined) return { overlay: ownOverlay, file };
  const builtIn = builtInEdition(base);
  if (builtIn) return { overlay: merged(builtIn, ownOverlay) as Edition, file };
  const home = dirname(path);
  // A JSON file is only data, but the user did not ask for the files that it extends.
  const bounds = isTrusted || !isJsonFile(path) ? within : (within ?? gitFolderAbove(home) ?? home);
  const source = { folder: home, within: bounds, isTrusted };
  const outer = await readWithBases(base, source, io, [...before, path]);
  return { overlay: merged(outer.overlay, ownOverlay) as Edition, file };
}

/** Whether a text names a file, and not a package. */
export function isFileName(text: string): boolean {
  const isFile = isJsonFile(text) || isModule(text);
  return /^\.{0,2}[/\\]|^[a-z]:[/\\]/i.test(text) || (isFile && !text.startsWith('@'));
}

/** The path of a named file, or of the main module of a named package. */
function editionFile(name: string, folder: string, cwd: string): string {
  if (isFileName(name)) return resolve(folder, name);
  try {
    return createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    const where = slashed(relative(cwd, folder)) || 'this folder';
    const near = nearest(name, builtInNames) ?? '';
    throw new UsageError(
      `The package \`${name}\` cannot be loaded from ${where}.${near && ` Did you mean \`${near}\`?`} Install it, or pass the file of an edition (\`./${name}.edition.json\`).`,
    );
  }
}

/**
 * The built-in edition of a file or folder, by its configs: first those in the folder, then those below it, the
 * outermost first, then those above it in its repository.
 */
function editionNear(path: string): string | undefined {
  const namesIn = (folder: string) => entriesOf(folder).map(({ name }) => name);
  const above = () => repositoryFolders(path).map((folder) => editionOf(namesIn(folder)));
  return editionOf([basename(path)]) ?? editionBelow([path]) ?? above().find(Boolean);
}

function editionBelow(folders: readonly string[], searched = 0): string | undefined {
  // A search without an end would keep people waiting.
  if (folders.length === 0 || searched > 2_000) return undefined;
  const entries = folders.flatMap(entriesOf);
  const edition = editionOf(entries.map(({ name }) => name));
  if (edition !== undefined) return edition;
  const inner = entries.filter(
    (entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name),
  );
  const inside = inner.map(({ parentPath, name }) => join(parentPath, name));
  return editionBelow(inside, searched + folders.length);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Configs of other built-in editions in a folder, which a run with one edition does not migrate. */
export function configsOfOthers({ files }: Pick<Snapshot, 'files'>, current: Names) {
  const taken = new Set(findProjects({ files }, current).map(({ folder }) => folder));
  return builtInNames.flatMap((edition) => {
    const names = { ...fwNames, configFile: `${edition}.config` };
    if (names.configFile === current.configFile) return [];
    const projects = findProjects({ files }, names).filter(({ folder }) => !taken.has(folder));
    return projects.map(({ config }) => ({ edition, config }));
  });
}

/** `fw-migrate edition check`: shows the differences of an edition from the default one, and mistakes. */
export async function editionCheckCommand(
  name: string,
  { trustConfig: isTrusted = false }: { readonly trustConfig?: boolean },
  io: Io,
): Promise<void> {
  const { catalogue } = await loadEdition(name, io, { folder: io.cwd, isTrusted });
  const { editionCheckText } = await import('../report/edition-text.ts');
  io.out(editionCheckText(catalogue, io.outLook));
}

/** `fw-migrate edition init`: writes a commented template. */
export async function editionInitCommand(name: string, _: object, io: Io): Promise<void> {
  if (!isModule(name))
    throw new UsageError(
      `${name}: The template contains comments, so it must be TypeScript or JavaScript. Use a name such as \`acme.edition.ts\`.`,
    );
  refuseLinks(name, io.cwd);
  const { editionStart } = await import('../report/edition-text.ts');
  try {
    writeFileSync(resolve(io.cwd, name), editionStart(name), { flag: 'wx' });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST')
      throw new UsageError(`${name}: This file already exists. Use another name.`);
    if (code === 'ENOENT') throw new UsageError(`${name}: Folder not found. Create it first.`);
    throw new UsageError(`${name}: The file cannot be written (${String(code ?? error)}).`);
  }
  io.out(`Created ${name}. Edit it, then run: fw-migrate edition check ${name}\n`);
}
