import * as fs from 'node:fs';
import type { FileSystem } from '../../../src/tree/open-file.ts';

export interface Call {
  readonly name: string;
  readonly number: number;
  /** What the function was called with. */
  readonly args: readonly unknown[];
}

export type AnyFunction = (...args: unknown[]) => unknown;

const everything = { ...fs };
const functions = Object.entries(everything).filter(
  (entry): entry is [string, AnyFunction] =>
    typeof entry[1] === 'function' && entry[0].endsWith('Sync'),
);

/** The disk with every function replaced. */
export function replaced(replace: (name: string, real: AnyFunction) => AnyFunction): FileSystem {
  const entries = functions.map(([name, real]) => [name, Object.assign(replace(name, real), real)]);
  return { ...everything, ...Object.fromEntries(entries) };
}

/** The disk, with a word before each of its functions is called; throwing makes it fail. */
export function watched(before: (call: Call) => void): FileSystem {
  let number = 0;
  return replaced((name, real) => (...args) => {
    number += 1;
    before({ name, number, args });
    // Nobody pulls the plug here, and it takes most of the time.
    return name === 'fsyncSync' ? undefined : real(...args);
  });
}

/** The disk as it is when nobody can pull the plug. */
export function quickDisk(): FileSystem {
  return watched(() => {});
}

/** A disk that finds files by any spelling; of a project in lower case, as it makes all new names so. */
export function caseless(folder: string): FileSystem {
  const spelled = (arg: unknown) =>
    typeof arg === 'string' && arg.startsWith(`${folder}/`) && !arg.includes('.fw-migrate')
      ? folder + arg.slice(folder.length).toLowerCase()
      : arg;
  return replaced(
    (_, real) =>
      (...args) =>
        real(...args.map(spelled)),
  );
}

export function broken(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/** What a killed process would have thrown, had it lived. */
export class Killed extends Error {}

/**
 * The disk of a process that is killed right before a call: from then on nothing happens any more, whatever the code
 * tries. With `torn` it is killed in the midst of that call, where a call is more than one thing to the system.
 */
export function killedAt(fatal: number, torn = false): FileSystem {
  return watched(({ name, number, args }) => {
    if (number < fatal) return;
    if (torn && number === fatal) doHalf(name, args);
    throw new Killed();
  });
}

function doHalf(name: string, [path, second, options]: readonly unknown[]): void {
  if (name === 'writeFileSync' && (typeof path === 'string' || typeof path === 'number'))
    fs.writeFileSync(path, String(second).slice(0, 7), options ?? {});
  if (name !== 'rmSync' || typeof path !== 'string' || !fs.lstatSync(path).isDirectory()) return;
  const [first] = fs.readdirSync(path);
  if (first !== undefined) fs.rmSync(`${path}/${first}`, { recursive: true });
}

/** How many calls something makes. */
export function callsOf(act: (disk: FileSystem) => unknown): number {
  let calls = 0;
  act(
    watched(() => {
      calls += 1;
    }),
  );
  return calls;
}
