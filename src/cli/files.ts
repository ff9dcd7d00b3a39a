import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ConfigProblem, positionOf } from '../config/problem.ts';
import { configNames } from '../project/discover.ts';
import { errorCode } from '../project/file-errors.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { decode as decodeText } from '../project/text.ts';
import { names } from '../reference/names.ts';
import { UsageError } from './io.ts';

/** Decodes a config's bytes; a BOM stays part of the text, so that it is written back. */
export function decode(bytes: Buffer, path: string): string {
  const text = decodeText(bytes);
  if (text !== undefined) return text;
  const readable = bytes.toString('utf8');
  throw new ConfigProblem(
    'The file is not text in UTF-8.',
    positionOf(path, readable, Math.max(0, readable.indexOf('�'))),
    'Save it as UTF-8 and run again; the file was left as it is.',
    '',
  );
}

/** Reads a config that was named on the command line. */
export function readConfigFile(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readRegular(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: ${whyUnreadable(error)}`);
  }
  return decode(bytes, path);
}

// Nobody writes a config as long as this.
const maximumBytes = 10_000_000;

/** What is no file, such as a pipe, may never end. */
function readRegular(path: string): Buffer {
  const stats = statSync(path);
  if (!stats.isFile() && !stats.isDirectory()) throw new UsageError(`${path}: This is not a file.`);
  if (stats.size > maximumBytes) throw new UsageError(`${path}: The file is too large to be a config.`);
  return readFileSync(path);
}

/**
 * Reads the files that a config imports, if they lie in its repository; without one, in the folder that the command was
 * called in. What cannot be read is for the config to complain about.
 */
export function importReader(config: string, cwd: string): (path: string) => string | undefined {
  const border = borderOf(resolve(cwd, config), cwd);
  return (path) => {
    try {
      const real = realpathSync(path);
      return real.startsWith(join(border, sep)) ? decode(readRegular(real), path) : undefined;
    } catch {
      return undefined;
    }
  };
}

/** The folder that a change to a config may spread to. */
function borderOf(config: string, cwd: string): string {
  try {
    const folder = dirname(realpathSync(config));
    const here = realpathSync(cwd);
    const isBelow = `${folder}${sep}`.startsWith(join(here, sep));
    return gitFolderAbove(folder) ?? (isBelow ? here : folder);
  } catch {
    // A text from standard input may have the name of a file that is not there.
    return cwd;
  }
}

function whyUnreadable(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'There is no such file. Name a config file, or run in its folder.';
  if (code === 'EISDIR')
    return `This is a folder. Name the config in it, for example ${names.configFile}.ts.`;
  if (code === 'EACCES' || code === 'EPERM') return 'The file may not be read. Check its permissions.';
  return `The file cannot be read (${String(code ?? error)}).`;
}

/** The config in a folder, by the names the framework looks for. */
export function findConfig(folder: string): string | undefined {
  return configNames.find((name) => existsSync(join(folder, name)));
}
