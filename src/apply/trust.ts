import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { crypto } from '../project/crypto.ts';
import { trackedBelow } from '../project/git.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import {
  errorCode,
  isWithin,
  RefusedFile,
  readIfRegular,
  realOrSame,
  withRegularFile,
} from '../project/open-file.ts';
import { once } from '../project/remembered.ts';
import { ApplyProblem, refused } from './problem.ts';

/**
 * What tells the state that a user's own runs leave in a folder from what a repository, another user or another machine
 * put there: a secret that is never in the folder.
 */
export interface Trust {
  /** Whether state that is not ours counts anyway, because someone has confirmed it. */
  readonly acceptsForeign: boolean;
  /** Where the secret should be, if it could not be kept: what this process seals, no other will know for its own. */
  readonly unkeptIn: string | undefined;
  /** The seal of a text for a folder on this machine. */
  seal(realFolder: string, text: string): string;
  /** Whether a text has its seal, or the first letters of it. */
  isSealed(realFolder: string, text: string, seal: string, length?: number): boolean;
}

/** The trust of whoever runs this process, for a run on a folder. The secret is made when the first seal is. */
export function userTrust(folder: string, acceptsForeign: boolean): Trust {
  const home = stateHome();
  const isKept = !isPartOf(home, folder);
  const spare = once(() => crypto().randomBytes(secretBytes));
  let kept: Buffer | undefined;
  // Undefined if there is none, or no place for it.
  const known = (find = readSecret): Buffer | undefined => {
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
    acceptsForeign,
    get unkeptIn() {
      return known() ? undefined : home;
    },
    seal(realFolder, text) {
      return sealWith(known() ?? known(makeSecret) ?? spare(), realFolder, text);
    },
    isSealed(realFolder, text, seal, length) {
      const expected = Buffer.from(sealWith(known() ?? spare(), realFolder, text).slice(0, length));
      // Bytes, not letters: a seal that someone made up may hold any.
      const found = Buffer.from(seal);
      return found.length === expected.length && crypto().timingSafeEqual(found, expected);
    },
  };
}

/** The folder for what we keep per user, as each system has it. */
function stateHome(): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = process.env;
  if (process.platform === 'win32') return join(local || homedir(), 'fw-migrate');
  return join(isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'fw-migrate');
}

/** Where a home is a checkout, as in some containers, a repository could bring a secret along. */
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
      // Someone else's is of no use to us, and theirs to keep.
      if (process.platform !== 'win32' && uid !== process.getuid?.()) return undefined;
      if ((process.platform !== 'win32' && (mode & 0o077) !== 0) || size !== secretBytes)
        throw unusable(path);
      return readFileSync(file);
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

/** Whoever comes second takes the secret of whoever came first. */
function makeSecret(path: string): Buffer | undefined {
  makeFolders(dirname(path));
  const draft = `${path}-${crypto().randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(draft, crypto().randomBytes(secretBytes), { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, path);
    syncFolder(dirname(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(path);
}

/** Node's own way to make folders inside each other never ends in some that the system makes up, such as /proc. */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return;
  makeFolders(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  syncFolder(dirname(path));
}

/** Without the secret, a power cut would leave state that nobody knows for their own. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** What identifies this machine. Except on Linux, its name changes with the network. */
function machine(): string {
  const other = process.platform === 'linux' ? hostname() : process.platform;
  return readIfRegular('/etc/machine-id', 1_000)?.toString('utf8').trim() || other;
}
