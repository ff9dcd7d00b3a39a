import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import { placeAt } from '../config/places.ts';
import { slashed } from '../project/git-ignore.ts';
import { readIfRegular } from '../project/open-file.ts';
import { once } from '../project/remembered.ts';
import { listMover, readFoundLists } from '../report/found-lists.ts';
import type { FoundReport, ProjectReport, Report } from '../report/report.ts';

const mostBytes = 50_000_000;

/** What the framework found, by the root of the project. */
export type FoundInProjects = ReadonlyMap<string, FoundReport>;

/** The report with what the framework has found so far: in projects that are not migrated yet, or as kept before. */
export function withFound(
  report: Report,
  earlier: Report | undefined,
  folder: string,
  catalogue: Catalogue,
): Report {
  const old = report.projects.filter(({ variant }) => variant === 'b');
  const now = foundIn(old, 'before', folder, catalogue);
  const kept = new Map(earlier?.projects.map(({ root, found }) => [root, found]));
  const moved = once(() => listMover(earlier));
  const projects = report.projects.map((project) => {
    const before = now.has(project.root) ? undefined : kept.get(project.root);
    const found = before ? { ...before, lists: moved()(before.lists) } : now.get(project.root);
    return found ? { ...project, found } : project;
  });
  return { ...report, projects };
}

/** Reads the lists of some projects; those without any are left out. */
export function foundIn(
  projects: readonly ProjectReport[],
  state: 'before' | 'after',
  folder: string,
  { facts, names, path }: Catalogue,
): FoundInProjects {
  const home = slashed(realpathSync(folder));
  return new Map(
    projects.flatMap(({ root, options }) => {
      const set = options.find(({ option }) => option === path.buildDir)?.[state];
      const name = set?.kind === 'value' && typeof set.value === 'string' ? set.value : names.buildDir;
      const build = placeAt(root, name.replace(/^<rootDir>\//, ''));
      const times: number[] = [];
      const lists = readFoundLists(facts.generatedLists, { folder: home, root, build }, (file) => {
        const text = readIfRegular(join(folder, file), mostBytes)?.toString('utf8');
        if (text !== undefined) times.push(statSync(join(folder, file)).mtimeMs);
        return text;
      });
      const prepared = new Date(Math.max(0, ...times)).toISOString();
      return times.length === 0 ? [] : [[root, { prepared, lists }] as const];
    }),
  );
}
