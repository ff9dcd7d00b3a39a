import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { env, platform } from 'node:process';
import { realOrSame } from './real-path.ts';

/**
 * Where a program is, as PATH says, but never in a repository: package managers put `node_modules/.bin` of the current
 * folder first, and a repository can bring a program there. Undefined if there is none elsewhere.
 */
export function programOutside(repository: string, name: string): string | undefined {
  const file = platform === 'win32' ? `${name}.exe` : name;
  const real = realOrSame(repository);
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/[\\/]node_modules(?:[\\/]|$)/.test(folder))
    .map((folder) => join(folder, file))
    .find(
      (path) => isProgram(path) && ![path, realOrSame(path)].some((one) => isIn(one, [repository, real])),
    );
}

function isIn(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
