import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runPlan } from '../apply/transaction.ts';
import { placeAt } from '../config/paths.ts';
import type { Plan, PlannedFile } from '../plan/plan.ts';
import { parseJson, valueAt } from '../project/json.ts';
import type { TreePath } from '../project/snapshot.ts';
import { isReferenceList, type TypeCheck, typeChecksIn } from '../project/type-checks.ts';
import { interruptible } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import { makeScratch } from './scratch.ts';

/** The plan to verify, and the command for it. */
interface Verification {
  readonly command: string;
  readonly folder: string;
  readonly plan: Plan;
  /** The text of a file after the plan; undefined if the file does not exist. */
  textAfter(path: TreePath): string | undefined;
  readonly io: Pick<Io, 'progress' | 'err'>;
}

/**
 * Runs a command of the user in copies of the folder, before and after the migration; the folder itself is not
 * changed. Throws a `UsageError` if the command does not pass.
 */
export async function verifyPlan(verification: Verification): Promise<void> {
  const { command, plan, folder, io } = verification;
  if (plan.files.length === 0) return;
  await interruptible(async (signal) => {
    const later = commandAfter(verification);
    // Every trial has a fresh copy, since a command may leave files behind.
    const trial = (line: string, files: readonly PlannedFile[], what: string) =>
      inCopy(makeScratch(folder, signal), { what, io, signal }, async (copy, run) => {
        runPlan(files, copy);
        return run(line);
      });
    const before = await trial(command, [], 'before the migration');
    if (!before.passed)
      throw failure(
        `\`${command}\` already fails before the migration (${before.how}), so it cannot be used as a check. Nothing was written.`,
        before,
        'It runs in a copy of the folder, without .git and build output. Use a command that passes there, or remove --verify-command.',
      );
    const after = await trial(later, plan.files, 'after the migration');
    if (!after.passed)
      throw failure(
        `\`${command}\` passes before the migration and fails after it (${after.how}). Nothing was written.`,
        after,
        'To continue, fix what the command reports and run again. To migrate in smaller steps, use `--layout keep`, `--stay` or `--skip`.',
      );
  });
}

const runsScript = /^(?:npm|pnpm|yarn|bun)(?:\s+(?:run|run-script))?\s+([\w:.-]+)/;

/**
 * The command for the migrated state: a type check of a tsconfig.json that has become a list of references
 * would always pass. Throws a `UsageError` if the command cannot be changed to check anything.
 */
function commandAfter({ command, textAfter, io }: Verification): string {
  const isEmpty = ({ project = '.' }: TypeCheck) => {
    const place = placeAt('', project);
    return [place, placeAt(place, 'tsconfig.json')].some((path) => isReferenceList(textAfter(path) ?? ''));
  };
  const checks = typeChecksIn(command).filter(isEmpty);
  const script = runsScript.exec(command.trim())?.[1];
  const line = script && valueAt(parseJson(textAfter('package.json') ?? ''), 'scripts', script);
  const inScript = line && line.kind === 'string' ? typeChecksIn(line.text).filter(isEmpty) : [];
  const [empty] = [...checks.filter(({ build }) => !build), ...inScript];
  if (empty)
    throw new UsageError(
      `\`${empty.text}\` would check nothing: after the migration, tsconfig.json only references others, which are not checked without \`-b\`. Use \`tsc -b --noEmit\` (TypeScript 5.6 or newer). Nothing was written.`,
    );
  if (checks.length === 0) return command;
  const later = checks.reduceRight(
    (line, { start, text, build }) => line.slice(0, start) + build + line.slice(start + text.length),
    command,
  );
  io.err(`After the migration, \`${command}\` would check nothing: running \`${later}\` instead.\n`);
  return later;
}

/** The error for a command that does not pass, with the end of its output and advice. */
export function failure(summary: string, { lastLines }: Ended, ...advice: readonly string[]): UsageError {
  const output = lastLines.every((line) => line === '')
    ? ['It printed nothing.']
    : ['The end of its output:', ...lastLines.map((line) => (line === '' ? '' : `  ${line}`))];
  return new UsageError([summary, ...output, ...advice].join('\n'));
}

/** Works in a copy of a folder, which is removed afterwards. `what` is the state of the copy, for progress. */
export async function inCopy<Result>(
  copying: ReturnType<typeof makeScratch>,
  { what, io, signal }: Pick<Verification, 'io'> & { readonly what: string; readonly signal: AbortSignal },
  work: (copy: string, run: (command: string, folder?: string) => Promise<Ended>) => Promise<Result>,
): Promise<Result> {
  io.progress(`${what}: copying`);
  const scratch = await attempt('The folder cannot be copied', copying, signal);
  try {
    return await work(scratch.folder, (command, folder = '.') => {
      io.progress(`${what}: ${command}`);
      const running = runCommand(command, join(scratch.folder, folder), signal);
      return attempt(`\`${command}\` cannot be started`, running, signal);
    });
  } finally {
    const leftover = await scratch.remove();
    if (leftover !== undefined) io.err(`${leftover} could not be removed; you can delete it.\n`);
    io.progress('');
  }
}

/** Waits for some work. If it fails, throws a `UsageError` that says what could not be done. */
async function attempt<Result>(what: string, work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const why = `${what}: ${error instanceof Error ? error.message : error}.`;
    throw new UsageError(`${signal.aborted ? 'Interrupted.' : why} Nothing was written.`);
  }
}

/** How a command of the user ended. */
interface Ended {
  readonly passed: boolean;
  /** `exit code 1`, or the signal that ended it. */
  readonly how: string;
  /** The last lines that it printed, without colours. */
  readonly lastLines: readonly string[];
}

const maximumLines = 40;
const maximumWidth = 300;

// More characters than the last lines need.
const maximumKept = 200_000;

// A command has this many milliseconds to end after SIGTERM.
const patience = 3_000;

/** Runs a command of the user in a shell, without input. Rejects if it cannot be started. */
function runCommand(command: string, folder: string, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(command, {
      shell: true,
      cwd: folder,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !bound.test(name))),
      stdio: ['ignore', 'pipe', 'pipe'],
      // In a separate group, all processes that the command started can be ended with it.
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
    // Processes that it left running would keep its output open, and write to a folder that will be removed.
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
    // All processes have ended.
  }
}

/** Variables that point tools to the folder of this process, or git to a repository. */
const bound =
  /^(?:PWD|OLDPWD|INIT_CWD|npm_config_local_prefix|npm_package_json|GIT_(?:DIR|WORK_TREE|INDEX_FILE))$/;

/** The last lines of the output, with paths relative to the folder. */
function lastLinesOf(printed: string, folder: string): string[] {
  const text = stripVTControlCharacters(printed).replaceAll(`${folder}/`, '').replaceAll(folder, '.');
  const lines = text.trimEnd().split(/\r*\n/).slice(-maximumLines);
  return lines.map((line) => {
    // An overwritten line is shown in its last state.
    const last = line.slice(line.lastIndexOf('\r') + 1).replaceAll('\t', '    ');
    return last.length > maximumWidth ? `${last.slice(0, maximumWidth)}…` : last;
  });
}
