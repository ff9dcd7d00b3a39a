import { pathFrom } from '../../config/places.ts';
import { movesOfFiles } from '../moved-files.ts';
import type { FileReport, ProjectReport } from '../report.ts';

/** Something that is in both trees: it moves, or it stays and its text changes. */
export interface Entry {
  readonly from: string;
  readonly to: string;
  readonly isFolder: boolean;
  /** Files that it stands for. */
  readonly files: number;
  readonly changed: number;
}

/** A line of a tree. Entries may meet in one place; a folder above some has none itself. */
export interface Row {
  readonly name: string;
  readonly depth: number;
  readonly entries: readonly Entry[];
}

/** What moves in a project, and what changes in its place, by paths from its root. */
export function entriesOf(project: ProjectReport): Entry[] {
  const { root } = project;
  const moving = movesOfFiles(project).map(({ from, to, files, isFolder }) => {
    return { ...countsOf(files), from: pathFrom(root, from), to: pathFrom(root, to), isFolder };
  });
  const staying = new Map<string, FileReport[]>();
  for (const file of project.files.filter(({ from }) => from === undefined)) {
    const [name = ''] = pathFrom(root, file.path).split('/');
    const known = staying.get(name);
    if (known) known.push(file);
    else staying.set(name, [file]);
  }
  return [...moving, ...[...staying].map(([name, own]) => stayingEntry(root, name, own))];
}

/** Of what stays, the folder in the root stands for all that changes in it. */
function stayingEntry(root: string, name: string, files: readonly FileReport[]): Entry {
  const isFolder = files.some(({ path }) => pathFrom(root, path) !== name);
  return { ...countsOf(files), from: name, to: name, isFolder };
}

function countsOf(files: readonly FileReport[]): Pick<Entry, 'files' | 'changed'> {
  return { files: files.length, changed: files.filter(({ diff }) => diff.includes('\n@@ ')).length };
}

interface Node {
  readonly children: Map<string, Node>;
  readonly entries: Entry[];
}

/** The lines of a tree: folders first, and what lies alone in a folder on one line with it. */
export function rowsOf(entries: readonly Entry[], side: 'from' | 'to'): Row[] {
  const top: Node = { children: new Map(), entries: [] };
  for (const entry of entries) {
    let node = top;
    for (const name of entry[side].split('/')) {
      const next = node.children.get(name) ?? { children: new Map(), entries: [] };
      node.children.set(name, next);
      node = next;
    }
    node.entries.push(entry);
  }
  return rowsUnder(top, 0);
}

function rowsUnder({ children }: Node, depth: number): Row[] {
  return [...children]
    .map(([name, node]) => joined(name, node))
    .toSorted((a, b) => rank(a.node) - rank(b.node) || (a.name < b.name ? -1 : 1))
    .flatMap(({ name, node }) => [
      { name: isFolder(node) ? `${name}/` : name, depth, entries: node.entries },
      ...rowsUnder(node, depth + 1),
    ]);
}

function joined(name: string, node: Node): { readonly name: string; readonly node: Node } {
  const [only, ...others] = node.children;
  return node.entries.length === 0 && only && others.length === 0
    ? joined(`${name}/${only[0]}`, only[1])
    : { name, node };
}

function isFolder({ children, entries }: Node): boolean {
  return children.size > 0 || entries.some((entry) => entry.isFolder);
}

function rank(node: Node): number {
  return isFolder(node) ? 0 : 1;
}
