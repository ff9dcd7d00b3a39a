/** The secret that tells a user's own runs from state that came with a repository. */

import * as fs from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { lazy } from '../base/memo.ts';
import { trackedBelow } from '../tree/git.ts';
import { gitFolderAbove } from '../tree/git-ignore.ts';
import {
  errorCode,
  isWithin,
  RefusedFile,
  readIfRegular,
  realOrSame,
  withRegularFile,
} from '../tree/open-file.ts';
import { ApplyProblem, refused } from './apply-problem.ts';

// Loaded on demand: that takes milliseconds, and few runs need it.
export const crypto = () => process.getBuiltinModule('node:crypto');

export type Trust = ReturnType<typeof userTrust>;

/**
 * Distinguishes state that the current user's runs leave in a folder from state of a repository, another user or
 * another machine, by a secret that is never in the folder. The secret is made with the first seal.
 */
export function userTrust(folder: string, acceptsForeign: boolean) {
  const home = stateHome();
  const isKept = !isPartOf(home, folder);
  const fallbackSecret = lazy(() => crypto().randomBytes(secretBytes));
  let kept: Buffer | undefined;
  // Undefined if there is no secret, or no place for it.
  const stored = (find = readSecret): Buffer | undefined => {
    try {
      kept ??= isKept ? find(join(home, 'secret')) : undefined;
    } catch (error) {
      if (error instanceof ApplyProblem) throw error;
    }
    return kept;
  };
  const identity = [machine(), process.getuid?.() ?? ''];
  const sealWith = (secret: Buffer, realFolder: string, text: string): string =>
    crypto()
      .createHmac('sha256', secret)
      .update(JSON.stringify([...identity, realFolder]))
      .update('\0')
      .update(text)
      .digest('base64url');
  return {
    /** Whether state that is not ours is trusted, because someone has confirmed it. */
    acceptsForeign,
    /** Where the secret should be, if it could not be stored: other processes will not recognise our seals. */
    get unkeptIn() {
      return stored() ? undefined : home;
    },
    /** The seal of a text for a folder on this machine. */
    seal(realFolder: string, text: string): string {
      return sealWith(stored() ?? stored(makeSecret) ?? fallbackSecret(), realFolder, text);
    },
    /** Whether a seal is that of a text, or its first characters are if `length` is given. */
    isSealed(realFolder: string, text: string, seal: string, length?: number): boolean {
      const expected = Buffer.from(
        sealWith(stored() ?? fallbackSecret(), realFolder, text).slice(0, length),
      );
      // Lengths are compared in bytes, because a forged seal may contain any characters.
      const given = Buffer.from(seal);
      return given.length === expected.length && crypto().timingSafeEqual(given, expected);
    },
  };
}

/** The folder for our state of a user, by the convention of each system. */
function stateHome(): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = process.env;
  if (process.platform === 'win32') return join(local || homedir(), 'fw-migrate');
  return join(isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'fw-migrate');
}

/** If a home folder is a checkout, as in some containers, a repository could contain a secret. */
function isPartOf(home: string, folder: string): boolean {
  const [real, realHome] = [realOrSame(folder), realOrSame(home)];
  const top = gitFolderAbove(real) ?? real;
  if (isWithin(realHome, top)) return true;
  try {
    return (trackedBelow(home, 'secret') ?? []).length > 0;
  } catch {
    return true;
  }
}

const secretBytes = 32;

function readSecret(path: string): Buffer | undefined {
  try {
    return withRegularFile(path, (file, { uid, mode, size }) => {
      // The secret of another user cannot be used, and is not changed.
      if (process.platform !== 'win32' && uid !== process.getuid?.()) return undefined;
      if ((process.platform !== 'win32' && (mode & 0o077) !== 0) || size !== secretBytes)
        throw unusable(path);
      return fs.readFileSync(file);
    });
  } catch (error) {
    if (error instanceof RefusedFile) throw unusable(path);
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function unusable(path: string): ApplyProblem {
  return refused(
    path,
    `This must be a file of ${secretBytes} bytes that nobody else can read. Delete it and run again; undoing an earlier run will then need --recover.`,
  );
}

/** Makes the secret. If two processes do so at the same time, both use the first one. */
function makeSecret(path: string): Buffer | undefined {
  makeFolders(dirname(path));
  const draft = `${path}-${crypto().randomBytes(8).toString('hex')}`;
  try {
    fs.writeFileSync(draft, crypto().randomBytes(secretBytes), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    fs.linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return readSecret(path);
}

/** Makes nested folders: Node's recursive `mkdir` never ends in some virtual folders, such as /proc. */
function makeFolders(path: string): void {
  if (fs.statSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return;
  makeFolders(dirname(path));
  fs.mkdirSync(path, { mode: 0o700 });
  syncFolder(dirname(path));
}

/** If a power cut lost the secret, users would not recognise their own state. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/** Identifies this machine. The host name is used on Linux only: elsewhere it changes with the network. */
function machine(): string {
  const fallback = process.platform === 'linux' ? hostname() : process.platform;
  return readIfRegular('/etc/machine-id', 1_000)?.toString('utf8').trim() || fallback;
}
