import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ApplyProblem } from '../../../src/apply/apply-problem.ts';
import { type Files, fill, giveModes, projectFiles } from './project.ts';

/** Everything in a folder, empty folders too: kind, mode and bytes of each path. */
export type Tree = { readonly [path: string]: string };

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-apply-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function folderOf(files: Files): string {
  const folder = newFolder();
  fill(folder, files);
  return folder;
}

const isSealed = /^\.fw-migrate\/(?:(?:last-run|report)|staging-[\w-]+\/run)\.json$/;

export function treeOf(folder: string): Tree {
  const known: string[] = [];
  // Each run has names and seals of its own.
  const neutral = (text: string) =>
    text.replace(/staging-[\da-f]{16}-[\w-]{16}/g, (name) => {
      if (!known.includes(name)) known.push(name);
      return `staging-${known.indexOf(name) + 1}`;
    });
  const entries = Object.entries(entriesBelow(folder, '')).map(([path, content]) => [
    neutral(path),
    isSealed.test(path) ? neutral(content.replace(/"seal":"[\w-]{43}"/, '')) : content,
  ]);
  return Object.fromEntries(entries.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

function entriesBelow(folder: string, below: string): Tree {
  return Object.assign(
    {},
    ...readdirSync(join(folder, below))
      .toSorted()
      .map((name) => {
        const path = below + name;
        const stats = lstatSync(join(folder, path));
        const mode = (stats.mode & 0o7777).toString(8);
        if (stats.isDirectory())
          return { [path]: `folder ${mode}`, ...entriesBelow(folder, `${path}/`) };
        if (stats.isSymbolicLink()) return { [path]: `-> ${readlinkSync(join(folder, path))}` };
        return { [path]: `${mode} ${readFileSync(join(folder, path), 'latin1')}` };
      }),
  );
}

/** Only what is in files and links. */
export function contentsOf(folder: string): Tree {
  return contentsIn(treeOf(folder));
}

/** The same, with the names that runs gave. */
export function rawContentsOf(folder: string): Tree {
  return contentsIn(entriesBelow(folder, ''));
}

function contentsIn(tree: Tree): Tree {
  const entries = Object.entries(tree).filter(([, content]) => !content.startsWith('folder '));
  return Object.fromEntries(entries.map(([path, content]) => [path, content.replace(/^\d+ /, '')]));
}

export function problemOf(run: () => unknown): ApplyProblem {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ApplyProblem);
    if (error instanceof ApplyProblem) return error;
  }
  throw new Error('It was carried out.');
}

export function projectFolder(): string {
  const folder = folderOf(projectFiles);
  giveModes(folder);
  return folder;
}
