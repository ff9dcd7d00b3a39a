import type { Command } from 'commander';
import { Problem } from '../catalogue/shape.ts';
import { openFoundProjects, variantOf } from '../plan/open-projects.ts';
import { readSnapshot } from '../project/disk.ts';
import { openRepository } from '../project/repository.ts';
import { plainLine } from '../report/plain.ts';
import { counted, enumerated } from '../report/sentences.ts';
import type { Io } from './io.ts';
import { catalogueInForce } from './settings.ts';

/** `fw-migrate` without a command: lists what to do about projects of the older variant; without any, help. */
export async function startCommand(program: Command, io: Io): Promise<number> {
  const sentence = await findOldProjects(io);
  if (sentence === undefined) program.outputHelp({ error: true });
  else io.out(`${sentence}\n${offers.join('\n')}\n`);
  return 2;
}

const offers = [
  '  fw-migrate v4 --dry-run      Show what would change, write nothing',
  '  fw-migrate v4 --interactive  Migrate, and choose what to change',
  '  fw-migrate help v4           Read more about it',
];

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
