import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { recover } from '../../src/apply/revert.ts';
import { runPlan } from '../../src/apply/transaction.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../src/index.ts';
import { closely } from '../apply/support/closely.ts';
import { quickDisk } from '../apply/support/disks.ts';
import { contentsOf, treeOf as everythingIn, type Tree } from '../apply/support/tree.ts';
import { treeOf as repositoryTree, snapshotOf } from '../repository/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

// The command as people run it, which fails or is killed with SIGKILL after every single step on the file system.

const preload = fileURLToPath(new URL('./support/fault.mjs', import.meta.url));

const project = {
  'fw.config.ts': "export default defineFwConfig({\n  generate: { routes: ['/a'] },\n})\n",
  'components/a.vue': '<template />\n',
  'pages/index.vue': '<script setup>\nimport { a } from "../server/a";\n</script>\n',
  'server/a.ts': 'export const a = 1;\n',
};

const commands = { v4: ['v4', '--quiet'], undo: ['undo'] } as const;
type Command = keyof typeof commands;

function faulty(folder: string, command: Command, fault: string): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, ['--import', preload, cli, ...commands[command]], {
    cwd: folder,
    env: { ...process.env, FAULT: fault },
    encoding: 'utf8',
  });
}

/** What the migration does to the project. */
const { files: migration } = await planRepository(snapshotOf(repositoryTree(project)), {
  steps: [{ kind: 'transforms', transforms }],
});

/** The folder that a command begins with, what it is before and after, and how many steps lie between. */
function sceneOf(command: Command): { before: Tree; after: Tree; begin(): string; steps: number } {
  const begin = () => {
    const folder = folderWith(project);
    if (command === 'undo') runPlan(migration, folder, { disk: quickDisk() });
    return folder;
  };
  // The first run of all makes the secret of the user, which is no step of the others.
  runPlan(migration, folderWith(project), { disk: quickDisk() });
  const before = treeOf(begin());
  const folder = begin();
  const log = join(folderWith({}), 'steps');
  expect(faulty(folder, command, `count:${log}`).status).toBe(0);
  const steps = Number(readFileSync(log, 'utf8'));
  expect(steps).toBeGreaterThan(25);
  return { before, after: treeOf(folder), begin, steps };
}

type Scene = ReturnType<typeof sceneOf>;

const scenes = new Map<Command, Scene>();

function scene(command: Command): Scene {
  const known = scenes.get(command) ?? sceneOf(command);
  scenes.set(command, known);
  return known;
}

/** Whether the report of the run is kept as well is not decided with the run: the next one writes it. */
function treeOf(folder: string): Tree {
  const { '.fw-migrate/report.json': _, ...rest } = everythingIn(folder);
  return rest;
}

/** Nothing of ours, as in a folder that was never migrated. */
function withoutState(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.startsWith('.fw-migrate')),
  );
}

/** What every command does first, without the cost of a process. */
function expectRecovered(
  folder: string,
  command: Command,
  { before, after }: Scene,
  label: string,
): void {
  const wasInterrupted = existsSync(join(folder, '.fw-migrate/journal.json'));
  const recovery = recover(folder);
  const isDone = (treeOf(folder)['app/pages/index.vue'] !== undefined) === (command === 'v4');
  expect(treeOf(folder), label).toEqual(isDone ? after : before);
  expect(recovery !== undefined, label).toBe(wasInterrupted);
  if (wasInterrupted) expect(isDone, label).toBe(false);
}

/** Runs the next command, which puts everything right first; what it says about that. */
function expectPutRight(folder: string, next: Command, tree: Tree, label: string): string[] {
  const wasInterrupted = existsSync(join(folder, '.fw-migrate/journal.json'));
  const { status, stderr } = fwMigrate(folder, commands[next]);
  // If nothing had begun there is nothing to undo either.
  if (next === 'v4') expect(status, stderr).toBe(0);
  expect(treeOf(folder), `${label}, then ${next}`).toEqual(tree);
  const said = [...stderr.matchAll(/An earlier .*/g)].map(([line]) => line);
  expect(said.length > 0, label).toBe(wasInterrupted);
  return said;
}

describe.each(['v4', 'undo'] as const)('%s that is killed after any of its steps', (command) => {
  it('is as before, or done, after the next command', () => {
    const ends = scene(command);
    const { before, after, begin, steps } = ends;
    const [migrated, original] = command === 'v4' ? [after, before] : [before, withoutState(after)];
    const said: string[] = [];
    // Within one process, more calls are tried.
    const stride = Math.ceil(closely / 2);
    for (let turn = 0; 1 + turn * stride <= steps; turn += 1) {
      const step = 1 + turn * stride;
      const folder = begin();
      const label = `step ${step}`;
      expect(faulty(folder, command, `kill:${step}`).signal, label).toBe('SIGKILL');
      // Near the end a run may count as done; elsewhere a whole command is worth its time only now and then.
      if (turn % 3 !== 0 && step < steps - 10) expectRecovered(folder, command, ends, label);
      else if (turn % 2 === 1) said.push(...expectPutRight(folder, 'v4', migrated, label));
      else said.push(...expectPutRight(folder, 'undo', original, label));
      rmSync(folder, { recursive: true });
    }
    const run = command === 'v4' ? 'migration' : 'undo';
    expect([...new Set(said)]).toEqual([
      `An earlier ${run} was interrupted. It has been reverted: all files are back where they were.`,
    ]);
  });
});

describe('v4 of which any step fails', () => {
  it('says so and leaves all as before, or does not need the step', () => {
    const { before, after, begin, steps } = scene('v4');
    let refused = 0;
    let folder = begin();
    for (let step = 1; step <= steps; step += closely) {
      const { status, stderr } = faulty(folder, 'v4', `ENOSPC:${step}`);
      if (status === 0) {
        // What is left of ours, and a folder that is empty now, is removed by the next command.
        recover(folder);
        expect(withoutState(treeOf(folder)), `step ${step}`).toEqual(withoutState(after));
        rmSync(folder, { recursive: true });
        folder = begin();
        continue;
      }
      refused += 1;
      expect(status, `step ${step}`).toBe(2);
      expect(stderr, `step ${step}`).toMatch(/The disk is full\. .*Nothing was changed\./);
      expect(treeOf(folder), `step ${step}`).toEqual(before);
    }
    // A full disk is no reason to fail where room was made before.
    expect(refused).toBeGreaterThan(steps / closely / 3);
  });
});

/** A run that waits half-way, with a part of its files moved. */
async function pausedRun(step: 'first text' | 'rename'): Promise<{
  readonly folder: string;
  kill(signal: NodeJS.Signals): void;
  /** Lets it go on; what it then says and ends with. */
  end(): Promise<{ readonly status: unknown; readonly stderr: string }>;
}> {
  const folder = folderWith({ ...project, pause: '' });
  const [node, ...args] = [process.execPath, '--import', preload, cli, ...commands.v4];
  const run = spawn(node, args, {
    cwd: folder,
    env: { ...process.env, FAULT: step === 'rename' ? 'pause:renameSync:3' : 'pause:fchmodSync:1' },
  });
  let stderr = '';
  run.stderr.on('data', (data) => {
    stderr += data;
  });
  const closed = once(run, 'close');
  while (!stderr.includes('paused') && run.exitCode === null)
    await Promise.race([once(run.stderr, 'data'), closed]);
  expect(stderr).toContain('paused');
  expect(existsSync(join(folder, '.fw-migrate/journal.json'))).toBe(step === 'rename');
  return {
    folder,
    kill: (signal) => void run.kill(signal),
    async end() {
      rmSync(join(folder, 'pause'));
      const [status] = await closed;
      return { status, stderr };
    },
  };
}

describe('while v4 prepares', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s stops it, and nothing is changed', async (signal, code) => {
    const run = await pausedRun('first text');
    run.kill(signal);
    const { status, stderr } = await run.end();
    expect(stderr).toContain(`Stopped by ${signal}. Nothing was changed.\n`);
    expect(status).toBe(code);
    expect(contentsOf(run.folder)).toEqual(project);
  });
});

describe('a run that was interrupted', () => {
  it.each([
    ['around the folder', '.', 'one'],
    ['inside the folder', 'one', '.'],
  ])('%s is not overlooked', (_, interrupted, folder) => {
    const top = folderWith(
      Object.fromEntries(
        Object.entries(project).flatMap(([path, text]) => [
          [path, text],
          [`one/${path}`, text],
        ]),
      ),
    );
    expect(faulty(join(top, interrupted), 'v4', 'kill:renameSync:3').signal).toBe('SIGKILL');
    const before = treeOf(top);
    for (const command of ['v4', 'v4 --dry-run', 'v4 --check', 'effective']) {
      const { status, stderr } = fwMigrate(join(top, folder), command.split(' '));
      expect(stderr, command).toMatch(
        /\.fw-migrate\/journal\.json: A run was interrupted here, or is still in progress/,
      );
      expect(status, command).toBe(2);
    }
    expect(treeOf(top)).toEqual(before);
    expect(fwMigrate(join(top, interrupted), ['undo']).status).toBe(0);
    expect(fwMigrate(join(top, folder), ['v4']).status).toBe(0);
  });
});

describe('while v4 writes', () => {
  it.each([
    ['v4', /Another run is in progress in this folder \(process \d+, since .*Nothing was changed/],
    [
      'undo',
      /Another run is in progress in this folder \(process \d+, since .*Nothing was changed/,
    ],
    ['v4 --dry-run', /A run was interrupted here, or is still in progress/],
  ])('%s on the same folder ends, and changes nothing', async (command, message) => {
    const run = await pausedRun('rename');
    const before = treeOf(run.folder);
    const { status, stderr } = fwMigrate(run.folder, command.split(' '));
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(treeOf(run.folder)).toEqual(before);
    expect((await run.end()).status).toBe(0);
    expect(existsSync(join(run.folder, 'app/pages/index.vue'))).toBe(true);
    expect(existsSync(join(run.folder, '.fw-migrate/lock'))).toBe(false);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s waits until it is complete', async (signal, code) => {
    const run = await pausedRun('rename');
    run.kill(signal);
    const { status, stderr } = await run.end();
    expect(status).toBe(code);
    expect(stderr).toContain('The run was interrupted while writing, but is complete.\n');
    expect(existsSync(join(run.folder, 'app/pages/index.vue'))).toBe(true);
    expect(fwMigrate(run.folder, ['undo']).status).toBe(0);
    expect(existsSync(join(run.folder, 'app'))).toBe(false);
  });
});
