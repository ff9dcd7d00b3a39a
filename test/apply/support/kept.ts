import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migratedFolderAt } from '../../../src/apply/migrated-folder.ts';
import { newPath, sealed } from '../../../src/apply/state-folder.ts';
import { fill } from './project.ts';
import { contentsOf, newFolder } from './tree.ts';

export type Files = { readonly [path: string]: string };

export interface Kept {
  readonly input: Files;
  /** After two runs, with a follow-up that was closed in between. */
  readonly done: Files;
  /** After a run that was killed. */
  readonly killed: Files;
  /** The report of the last run, as JSON. */
  readonly report: { readonly text: string };
}

const home = fileURLToPath(new URL('../kept', import.meta.url));
/** What each version left, as `npm run keep-state` has written it. */
export const versions = readdirSync(home).map((file): [string, Kept] => [
  basename(file, '.json'),
  JSON.parse(readFileSync(join(home, file), 'utf8')) as Kept,
]);

const kinds: readonly (readonly [RegExp, 'run' | 'lock' | 'report'])[] = [
  [/(?:journal|last-run|run)\.json$/, 'run'],
  [/\/report\.json$/, 'report'],
  [/\/lock$/, 'lock'],
];

/** A folder with kept files, whose seals are those of this user and this folder. */
export function own(files: Files): string {
  const folder = newFolder();
  const root = migratedFolderAt(folder);
  const names = new Set(Object.keys(files).flatMap((path) => path.match(/staging-[\w-]+/) ?? []));
  const renamed = new Map([...names].map((name) => [name, basename(newPath(root, 'staging'))]));
  const here = (text: string) =>
    [...renamed].reduce((all, [name, other]) => all.replaceAll(name, other), text);
  const entries = Object.entries(files).map(([path, text]) => {
    const [, kind] = kinds.find(([pattern]) => pattern.test(path)) ?? [];
    const isState = path.startsWith('.fw-migrate/') && kind !== undefined;
    const content = isState ? here((JSON.parse(text) as { content: string }).content) : text;
    return [here(path), isState ? sealed(root, kind, content) : content];
  });
  fill(folder, Object.fromEntries(entries));
  return folder;
}

/** The files of the user. */
export function projectIn(folder: string): Files {
  const entries = Object.entries(contentsOf(folder));
  return Object.fromEntries(entries.filter(([path]) => !path.startsWith('.fw-migrate/')));
}
