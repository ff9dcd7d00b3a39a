import { dirname, resolve } from 'node:path';
import pc from 'picocolors';
import { isFolder } from '../project/disk.ts';
import { type Format, formatNames, formatOfFile, isFormat, render } from '../report/formats.ts';
import { plainLine } from '../report/plain.ts';
import type { Report } from '../report/report.ts';
import type { Look } from '../report/terminal.ts';
import { type ExactKind, printExactly, withoutObeying } from './exactly.ts';
import { type Io, UsageError } from './io.ts';
import { fileToReplace, isDevice, isPipe, type Target, writeReport } from './report-target.ts';

export interface OutputFlags {
  readonly format?: readonly string[];
  readonly output?: readonly string[];
}

/** Where a report goes: files, each in its format, and standard output in one. */
export interface Outputs {
  readonly files: readonly { readonly name: string; readonly path: string; readonly format: Format }[];
  /** Nothing where no format was asked for by name. */
  readonly standard: Format | undefined;
}

/** A file whose ending names a format gets that; the others take the formats that are left, in order. */
export function outputsFor({ format = [], output = [] }: OutputFlags, { cwd }: Io): Outputs {
  const left = format.flatMap((list) => list.split(',')).map(formatNamed);
  const named = output.map((name) => {
    const own = formatOfFile(name);
    if (own !== undefined && left.includes(own)) left.splice(left.indexOf(own), 1);
    return { name, own };
  });
  const targets = named.map(({ name, own }) => {
    const wanted = own ?? left.shift();
    if (wanted === undefined)
      throw new UsageError(
        `${name || "''"}: Which format? Name it with --format, or by the ending of the file.`,
      );
    return { name, path: resolve(cwd, name), format: wanted };
  });
  const files = targets.filter(({ name }) => name !== '-');
  for (const [index, file] of files.entries()) {
    if (files.findIndex(({ path }) => path === file.path) !== index)
      throw new UsageError(`${file.name}: Two reports cannot go to one file.`);
    refuseUnwritable(file, cwd);
  }
  const [standard, ...others] = [
    ...targets.filter(({ name }) => name === '-').map((one) => one.format),
    ...left,
  ];
  if (standard && others.length > 0)
    throw new UsageError(
      `Only one format can go to standard output. Give ${[standard, ...others].join(' or ')} a file with --output.`,
    );
  return { files, standard };
}

function refuseUnwritable({ name, path }: Target, cwd: string): void {
  if (name === '' || isFolder(path) || !isFolder(dirname(path)))
    throw new UsageError(
      `${name || "''"}: A report cannot be written there. Name a file in a folder that exists.`,
    );
  if (isDevice(path)) return;
  fileToReplace({ name, path }, cwd);
}

function formatNamed(text: string): Format {
  const name = text.trim();
  if (isFormat(name)) return name;
  throw new UsageError(`There is no format \`${name}\`. Choose one of ${formatNames.join(', ')}.`);
}

/** Prints a report to standard output. */
export async function printReport(report: Report, format: Format, look: Look, io: Io): Promise<void> {
  const text = await render(format, report, {
    look: { ...look, prefix: '' },
    version: io.version,
  });
  const kind = kindOf(format);
  if (kind === undefined) io.out(text);
  else printExactly(text, kind, io);
}

/** Undefined for what people read. */
function kindOf(format: Format): ExactKind | undefined {
  switch (format) {
    case 'pretty':
      return undefined;
    case 'patch':
      return 'patch';
    case 'github':
      return 'annotations';
    default:
      return 'document';
  }
}

// A file has no terminal around it; this is as wide as most people read it.
const fileWidth = 80;

/** Writes a report to the files that were asked for. */
export async function writeReports(report: Report, { files }: Outputs, io: Io): Promise<void> {
  for (const { name, path, format } of files) {
    const look = { colors: pc.createColors(false), width: fileWidth, prefix: '' };
    const text = await render(format, report, { look, version: io.version });
    try {
      writeReport(
        { name, path },
        isPipe(path) ? withoutObeying(text, kindOf(format) ?? 'document', io.logs) : text,
        io.cwd,
      );
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      const why =
        error instanceof UsageError ? error.message : `${name}: The report could not be written (${code}).`;
      throw new UsageError(report.dryRun ? why : `${why} Everything else was done.`);
    }
    io.err(`${plainLine(name)}: the report as ${format}\n`);
  }
}
