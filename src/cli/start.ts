import type { Command } from 'commander';
import { Problem } from '../catalogue/shape.ts';
import { openFoundProjects } from '../plan/found-projects.ts';
import { variantOf } from '../plan/open-project.ts';
import { readSnapshot } from '../project/disk.ts';
import { openRepository } from '../project/repository.ts';
import { plainLine } from '../report/plain.ts';
import { counted, enumerated } from '../report/sentences.ts';
import { helpCommand, unknownCommand, unknownOption } from './help.ts';
import { questionsOn, Stopped, wrapped } from './interactive.ts';
import type { Io } from './io.ts';
import { catalogueInForce } from './settings.ts';
import { v4Command } from './v4.ts';

/** The choices for projects of the older variant. */
const offers = [
  { value: 'dryRun', label: 'Show what would change, write nothing', hint: 'fw-migrate v4 --dry-run' },
  { value: 'interactive', label: 'Migrate, and choose what to change', hint: 'fw-migrate v4 --interactive' },
  { value: 'help', label: 'Read more about it', hint: 'fw-migrate help v4' },
] as const;

/** `fw-migrate` without a command, or with an unknown one. Returns the exit code. */
export async function startCommand(words: readonly string[], program: Command, io: Io): Promise<number> {
  const [word] = words;
  if (word?.startsWith('-')) throw unknownOption(word, program);
  if (word !== undefined) throw unknownCommand(word, program, io);
  const sentence = await findOldProjects(io);
  if (sentence === undefined) {
    program.outputHelp({ error: true });
    return 2;
  }
  if (io.terminal && io.outKind === 'terminal') return choose(sentence, program, io);
  const width = Math.max(...offers.map(({ hint }) => hint.length));
  const lines = offers.map(({ label, hint }) => `  ${hint.padEnd(width)}  ${label}`);
  io.out(`${[sentence, ...lines].join('\n')}\n`);
  return 2;
}

async function choose(sentence: string, program: Command, io: Io): Promise<number> {
  const questions = await questionsOn(io);
  questions.show(wrapped(sentence, io.errLook));
  try {
    const answer = await questions.choose('What would you like to do?', offers, 'Nothing for now');
    if (answer !== 'help') return await v4Command('.', { [answer]: true }, io);
    helpCommand(['v4'], program, io);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  return 0;
}

// Enough names to recognise a repository.
const mostNames = 3;

/** A sentence about the projects of the older variant in this folder; undefined if none is found. */
async function findOldProjects(io: Io): Promise<string | undefined> {
  try {
    const catalogue = await catalogueInForce(io.cwd, {}, io);
    const { buildDir, variants } = catalogue.names;
    const { opened } = openFoundProjects(openRepository(readSnapshot(io.cwd, buildDir), catalogue), {});
    const old = opened.filter((project) => variantOf(project) === 'b').map(({ found }) => found.config);
    const names = enumerated(old.map(plainLine), mostNames);
    const projects = `${counted(old.length, 'project')} to migrate from ${variants.b} to ${variants.a}`;
    return old.length === 0 ? undefined : `Found ${projects}: ${names}`;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
