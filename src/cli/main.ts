/** Runs the command that the arguments name, with the streams of the process, and prints its errors. */

import { fstatSync } from 'node:fs';
import { CommanderError } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { Problem } from '../catalogue/shape.ts';
import { createColors } from '../report/colors.ts';
import { type Look, printable } from '../report/printing.ts';
import { Interrupted, type Io } from './io.ts';
import { createProgram } from './program.ts';
import { toolName, withToolName } from './tool-name.ts';

/** The streams and the environment of the process. */
export function processIo(): Io {
  const err = (text: string) => print(process.stderr, text);
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => endWithoutOutput(error, err));
  return {
    out: (text) => print(process.stdout, text),
    exact: (text) => void process.stdout.write(text),
    err,
    async readStdin() {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
      return Buffer.concat(chunks);
    },
    progress(text) {
      // Only a terminal can overwrite a line.
      if (!process.stderr.isTTY) return;
      process.stderr.write('\r\u001B[K');
      print(process.stderr, text);
    },
    get terminal() {
      const { stdin: input, stderr: output } = process;
      return input.isTTY && output.isTTY ? { input, output } : undefined;
    },
    get outKind() {
      return process.stdout.isTTY ? 'terminal' : isFile(1) ? 'file' : 'pipe';
    },
    // Each CI service sets a variable of its own.
    logs: [
      ...(process.env.GITHUB_ACTIONS ? (['github'] as const) : []),
      ...(process.env.TF_BUILD || process.env.TEAMCITY_VERSION ? (['other'] as const) : []),
    ],
    version: packageJson.version,
    cwd: process.cwd(),
    get outLook() {
      return lookOf(process.stdout);
    },
    get errLook() {
      return lookOf(process.stderr);
    },
  };
}

function print(stream: NodeJS.WriteStream, text: string): void {
  stream.write(printable(withToolName(text, startedAs()), lookOf(stream).colors.isColored));
}

function startedAs(): string {
  return toolName(process.env.npm_config_user_agent, process.argv[1]);
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** Only a terminal has a width. */
function lookOf({ isTTY, columns }: NodeJS.WriteStream): Look {
  const isColored =
    !process.argv.includes('--no-color') && wantsColors(isTTY === true, process.env);
  return {
    colors: createColors(isColored),
    width: isTTY ? columns : undefined,
    tool: startedAs(),
  };
}

/** Whether output is coloured: `NO_COLOR` comes first, then `FORCE_COLOR`, else only terminals have colours. */
export function wantsColors(
  isTerminal: boolean,
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<NodeJS.ProcessEnv>,
): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal && TERM !== 'dumb';
}

/**
 * The parser takes any word behind `--keep-defaults` for its value; only `used` is one: `--keep-defaults apps/web` names
 * a folder.
 */
function withoutTakenWords(args: readonly string[]): string[] {
  const flag = '--keep-defaults';
  return args.map((word, index) =>
    word === flag && args[index + 1] !== 'used' ? `${flag}=all` : word,
  );
}

/** Runs the command that the arguments name. Returns the exit code. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  try {
    let exitCode = 0;
    const program = createProgram(io, (code) => {
      exitCode = code;
    });
    if (args.length === 0)
      return await (await import('./lookup-commands.ts')).startCommand(program, io);
    // The parser would print the usage for `help` with an unknown command; without `help`, it says what is wrong.
    const [first, second] = args;
    const isUnknown =
      first === 'help' && !program.commands.some((command) => command.name() === second);
    const words = withoutTakenWords(isUnknown && second ? args.slice(1) : args);
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.progress('');
    // Loaded on demand: only a command that fails needs it.
    const { diskFailure } = await import('../apply/apply-problem.ts');
    const known = error instanceof Problem ? error.message : diskFailure(error);
    io.err(`${known ?? unforeseen(error)}\n`);
    return error instanceof Interrupted ? error.exitCode : 2;
  }
}

/** The message for a bug in fw-migrate, with the trace if it was requested. */
function unforeseen(error: unknown): string {
  const trace = error instanceof Error ? error.stack : String(error);
  const detail = process.env.FW_MIGRATE_DEBUG
    ? `\n${trace}`
    : ' Run with FW_MIGRATE_DEBUG=1 for details.';
  return `This is a bug in fw-migrate, please report it: ${error instanceof Error ? error.message : error}${detail}`;
}

function endWithoutOutput(error: NodeJS.ErrnoException, err: Io['err']): void {
  // A reader that stops early (`| head`) is not an error, and does not change the exit code.
  if (error.code === 'EPIPE') return;
  err(
    `The output could not be written (${error.code ?? error.message}), but the command completed.\n`,
  );
  process.exit(2);
}
