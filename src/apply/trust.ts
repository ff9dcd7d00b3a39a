import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, realpathSync, unlinkSync, writeFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { env, getuid, platform } from 'node:process';
import { errorCode } from '../project/file-errors.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { RefusedFile, readRegularFile, withRegularFile } from '../project/open-file.ts';
import { ApplyProblem, nothingChanged } from './problem.ts';

/**
 * What tells the state that a user's own runs leave in a folder from what a repository, another user or another machine
 * put there: a secret that is never in the folder.
 */
export interface Trust {
  /** Whether state that is not ours counts all the same, because a person has confirmed it. */
  readonly acceptsForeign: boolean;
  /** Where the secret should be, if it could not be kept: what this process seals, no other will know for its own. */
  readonly unkeptIn: string | undefined;
  /** The seal of a text for a folder on this machine. */
  seal(realFolder: string, text: string): string;
}

/** Whether a seal is the one that a text should have. */
export function isSealedBy(trust: Trust, realFolder: string, text: string, seal: string): boolean {
  const [expected, found] = [trust.seal(realFolder, text), seal].map((one) => Buffer.from(one));
  return expected !== undefined && found?.length === expected.length && timingSafeEqual(expected, found);
}

/** The trust of whoever runs this process, for a run on a folder. */
export function userTrust(folder: string, acceptsForeign: boolean): Trust {
  const home = stateHome();
  const kept = isPartOf(home, folder) ? undefined : keptSecret(home);
  const secret = kept ?? randomBytes(secretBytes);
  const identity = [hostname(), machineId(), getuid?.() ?? ''];
  return {
    acceptsForeign,
    unkeptIn: kept ? undefined : home,
    seal: (realFolder, text) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([...identity, realFolder]))
        .update('\0')
        .update(text)
        .digest('base64url'),
  };
}

/** The folder for what we keep per user, as each system has it. */
function stateHome(): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = env;
  if (platform === 'win32') return join(local || homedir(), 'fw-migrate');
  return join(isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'fw-migrate');
}

/** Where a home is a checkout, as in some containers, a repository could bring a secret along. */
function isPartOf(home: string, folder: string): boolean {
  const real = realOrSame(folder);
  const top = gitFolderAbove(real) ?? real;
  return `${realOrSame(home)}${sep}`.startsWith(top.endsWith(sep) ? top : top + sep);
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

const secretBytes = 32;

/** The secret of a user, made when it is first needed; undefined if there is no place for it. */
function keptSecret(home: string): Buffer | undefined {
  const path = join(home, 'secret');
  try {
    return readSecret(path) ?? makeSecret(home, path);
  } catch (error) {
    if (error instanceof ApplyProblem) throw error;
    return undefined;
  }
}

function readSecret(path: string): Buffer | undefined {
  try {
    withRegularFile(path, (_, { uid, mode }) => {
      const isPrivate = platform === 'win32' || (uid === getuid?.() && (mode & 0o077) === 0);
      if (!isPrivate) throw unusable(path);
    });
    const secret = readRegularFile(path, secretBytes);
    if (secret.length !== secretBytes) throw unusable(path);
    return secret;
  } catch (error) {
    if (error instanceof RefusedFile) throw unusable(path);
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function unusable(path: string): ApplyProblem {
  return new ApplyProblem(
    path,
    `This must be a file of ${secretBytes} bytes that belongs to you and that nobody else can read. Delete it and run again; undoing an earlier run will then need --recover. ${nothingChanged}`,
  );
}

/** Whoever comes second takes the secret of whoever came first. */
function makeSecret(home: string, path: string): Buffer | undefined {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const draft = `${path}-${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, randomBytes(secretBytes), { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  return readSecret(path);
}

/** Two machines may have one name, and share a home. */
function machineId(): string {
  try {
    return readRegularFile('/etc/machine-id', 1_000).toString('utf8').trim();
  } catch {
    return '';
  }
}
