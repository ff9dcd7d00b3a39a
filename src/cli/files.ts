import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { ConfigProblem, positionOf } from '../config/problem.ts';
import { configNames } from '../project/discover.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { linksOn, readRegularFile } from '../project/open-file.ts';
import { decode as decodeText } from '../project/text.ts';
import { readNamedFile, refuseLinks } from './named-paths.ts';

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
export function readConfigFile(path: string, cwd: string): string {
  const advice = 'Name a config file, or run in its folder.';
  return decode(readNamedFile(path, cwd, maximumBytes, advice), path);
}

// Nobody writes a config as long as this.
const maximumBytes = 10_000_000;

/**
 * Reads the files that a config imports, if they lie in its repository; without one, in the folder that the command was
 * called in. No link in there is followed, and a config behind one is refused. What cannot be read is for the config to
 * complain about.
 */
export function importReader(config: string, cwd: string): (path: string) => string | undefined {
  refuseLinks(config, cwd);
  const border = borderOf(resolve(cwd, config), cwd);
  const isInside = (real: string) => `${real}${sep}`.startsWith(join(border, sep));
  return (path) => {
    try {
      const file = resolve(cwd, path);
      const isLed = linksOn(file).some((link) => isInside(realpathSync(dirname(link))));
      const real = realpathSync(file);
      return isLed || !isInside(real) ? undefined : decode(readRegularFile(real, maximumBytes), path);
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

/** The config in a folder, by the names the framework looks for; a link is one as well, to be refused by its name. */
export function findConfig(folder: string): string | undefined {
  return configNames.find((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }));
}
