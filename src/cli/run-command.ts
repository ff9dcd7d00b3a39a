import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** How a command of the user ended. */
export interface Ended {
  readonly passed: boolean;
  /** `exit code 1`, or the signal that ended it. */
  readonly how: string;
  /** The last lines that it printed, without colours. */
  readonly lastLines: readonly string[];
}

const maximumLines = 40;
const maximumWidth = 300;

// More than the last lines can need, however long these are.
const maximumKept = 200_000;

// What does not end when it is asked to has this long.
const patience = 3_000;

/** Runs a command of the user through the shell, with nothing to read. Rejects where it cannot be started. */
export function runCommand(command: string, folder: string, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !bound.test(name))),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all that it started can be ended with it.
      detached: hasGroups,
      windowsHide: true,
    });
    let printed = '';
    const keep = (text: string): void => {
      printed = (printed + text).slice(-maximumKept);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    let deadline: NodeJS.Timeout | undefined;
    const stop = (): void => {
      end(child, 'SIGTERM');
      deadline = setTimeout(() => end(child, 'SIGKILL'), patience);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    // What it left running would hold its output open, and write into a folder that is about to be removed.
    child.on('exit', () => end(child, 'SIGKILL'));
    child.on('close', (code, endedBy) => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
      const how = endedBy ?? `exit code ${code}`;
      if (signal.aborted) reject(signal.reason);
      else resolve({ passed: code === 0, how, lastLines: lastLinesOf(printed, folder) });
    });
  });
}

const hasGroups = process.platform !== 'win32';

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // All of it has ended.
  }
}

/** What points tools at the folder that this process was started in, or git at a repository. */
const bound =
  /^(?:PWD|OLDPWD|INIT_CWD|npm_config_local_prefix|npm_package_json|GIT_(?:DIR|WORK_TREE|INDEX_FILE))$/;

/** The folder goes without saying: paths read as in the project. */
function lastLinesOf(printed: string, folder: string): string[] {
  const text = stripVTControlCharacters(printed).replaceAll(`${folder}/`, '').replaceAll(folder, '.');
  const lines = text.trimEnd().split(/\r*\n/).slice(-maximumLines);
  return lines.map((line) => {
    // Of a line that was written over, the last state counts.
    const last = line.slice(line.lastIndexOf('\r') + 1).replaceAll('\t', '    ');
    return last.length > maximumWidth ? `${last.slice(0, maximumWidth)}…` : last;
  });
}
