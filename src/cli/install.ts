/** What `--install` runs after a migration: the installation, the framework, `verify` and the type check. */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Names } from '../catalogue/names.ts';
import { frameworkTasks } from '../catalogue/package-managers.ts';
import { Problem } from '../catalogue/shape.ts';
import { plainLine } from '../report/printing.ts';
import type { Report } from '../report/report.ts';
import type { CommandFlags } from './flags.ts';
import { questionsOn } from './interactive.ts';
import type { Io } from './io.ts';
import { changedProjects, managerOf, needsInstall, typeCheckIn } from './next-steps.ts';
import { verifyCommand } from './verify.ts';

interface InstallStep {
  readonly command: string;
  /** The folder in which it runs. */
  readonly folder: string;
  /** Set for a command of this tool, which needs no process of its own. */
  readonly run?: () => Promise<number>;
}

/** Whether to install after a run: with the flag, or if someone at a terminal says so. */
export async function isToInstall(report: Report, flags: CommandFlags, io: Io): Promise<boolean> {
  if (flags.install !== undefined) return flags.install;
  const isAsked = !flags.confirm && !flags.quiet && !process.env.CI && io.outKind === 'terminal';
  if (!isAsked || !needsInstall(report) || !io.terminal) return false;
  return (await questionsOn(io)).confirm('Install and verify now?');
}

/** Runs the steps one after the other, up to the first that fails. Returns the exit code. */
export async function installAndVerify(
  report: Report,
  folder: string,
  names: Names,
  io: Io,
): Promise<number> {
  const steps = installSteps(report, folder, names, io);
  for (const [index, step] of steps.entries()) {
    io.err(`\n$ ${shownStep(step, folder)}\n`);
    const exitCode = step.run ? await step.run() : await runInForeground(step);
    if (exitCode === 0) continue;
    const isStopped = exitCode > 128;
    const how = isStopped ? 'was stopped' : `failed (exit code ${exitCode})`;
    const rest = steps.slice(index).map((left) => `  ${shownStep(left, folder)}\n`);
    const advice = isStopped ? 'To continue, run:' : 'Fix what it reports, then run:';
    io.err(
      `\n\`${plainLine(step.command)}\` ${how}. The migration itself is complete. ${advice}\n${rest.join('')}`,
    );
    return isStopped ? exitCode : 1;
  }
  io.err('\nInstalled and verified.\n');
  return 0;
}

function shownStep({ command, folder }: InstallStep, home: string): string {
  return plainLine(folder === home ? command : `${command}  (in ${folder})`);
}

function installSteps(report: Report, folder: string, names: Names, io: Io): InstallStep[] {
  const changed = changedProjects(report);
  const managers = changed.map(({ root }) => managerOf(join(folder, root)));
  const installs = new Map(
    managers.map(({ install, folder: home }) => [home, { command: install, folder: home }]),
  );
  const inProjects = (commandIn: (home: string) => string | undefined) =>
    changed.flatMap(({ root }): InstallStep[] => {
      const home = join(folder, root);
      const command = commandIn(home);
      return command === undefined ? [] : [{ command, folder: home }];
    });
  const canCompare = changed.some(({ found }) => found);
  const run = () =>
    verifyCommand(folder, {}, io).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      io.err(`${error.message}\n`);
      return 2;
    });
  return [
    ...installs.values(),
    ...inProjects((home) => `${managerOf(home).exec} ${names.package} ${frameworkTasks.prepare}`),
    ...(canCompare ? [{ command: 'fw-migrate verify', folder, run }] : []),
    ...inProjects((home) => {
      const script = typeCheckIn(home);
      return script && `${managerOf(home).run} ${script}`;
    }),
  ];
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a command with the terminal of this process; what it prints goes to standard error. */
function runInForeground({ command, folder }: InstallStep): Promise<number> {
  let child: ChildProcess | undefined;
  let stopped = 0;
  // The terminal sends ctrl-c to both; this process stays to say how to go on.
  const stop = (signal: NodeJS.Signals): void => {
    stopped = signal === 'SIGINT' ? 130 : 143;
    if (signal !== 'SIGINT') child?.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  return new Promise<number>((resolve) => {
    child = spawn(command, { cwd: folder, shell: true, stdio: ['inherit', 2, 2] });
    child.on('error', () => resolve(127));
    child.on('close', (code, signal) => resolve(stopped || (signal ? 130 : (code ?? 1))));
  }).finally(() => {
    for (const signal of signals) process.off(signal, stop);
  });
}
