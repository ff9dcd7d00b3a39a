import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import {
  type Catalogue,
  createCatalogue,
  type Edition,
  EditionProblem,
  editionShape,
  fwCatalogue,
} from '../catalogue/index.ts';
import { isObject } from '../catalogue/shape.ts';
import { gitFolderAbove, slashed } from '../project/git-ignore.ts';
import { errorCode, isWithin } from '../project/open-file.ts';
import { editionCheckText, editionStart } from '../report/edition-text.ts';
import { builtInEdition, editionNear } from './built-in-editions.ts';
import {
  type DataFile,
  type DataKind,
  isJsonFile,
  isModuleFile,
  readDataFile,
  runDataFile,
} from './data-file.ts';
import { type Io, UsageError } from './io.ts';
import { refuseLinks } from './named-files.ts';

/** A loaded edition, merged with those that it extends. */
export interface LoadedEdition {
  readonly catalogue: Catalogue;
  /** As reports name it; undefined for the default edition. */
  readonly edition?: { readonly from: string; readonly overlay: Edition };
}

const kind: DataKind<Edition> = {
  shape: editionShape,
  what: 'The edition',
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
  if (within !== undefined && !(isJsonFile(path) && isWithin(path, within)))
    throw new UsageError(
      `${slashed(relative(io.cwd, path))}: A JSON edition may only extend JSON files in its repository. If you trust this file, add --trust-config.`,
    );
  if (before.includes(path)) {
    const circle = [...before.slice(before.indexOf(path)), path].map((one) => slashed(relative(io.cwd, one)));
    throw new UsageError(
      `${circle[0]}: The edition extends itself (${circle.join(' → ')}). Remove one \`extends\`.`,
    );
  }
  const file = await readFile(path, io);
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

async function readFile(path: string, io: Io): Promise<DataFile<Edition>> {
  const name = slashed(relative(io.cwd, path)) || path;
  refuseLinks(name, io.cwd);
  if (isJsonFile(path)) return readDataFile(name, io.cwd, kind, { mostBytes });
  if (isModuleFile(path)) return runDataFile(path, name, io.cwd, kind);
  throw new UsageError(`${name}: An edition must be a JSON, TypeScript or JavaScript file.`);
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
