/** Names the folders that a style tool no longer searches for class names, because it starts from the moved sources. */

import { isInside, pathFrom, placeAt } from '../base/paths.ts';
import { syntaxOf } from '../catalogue/extensions.ts';
import { withoutComments } from '../paths/references/styles.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { entriesBelow } from '../tree/tree.ts';
import { type OpenProject, packagesFor } from './open-projects.ts';
import type { PlanContext } from './plan-context.ts';
import { type FrameworkChanges, noChange, noFrameworkChanges } from './rewrite-files.ts';

/** Attributes and functions that class names are in. */
const classNames = /\bclass(?:Name|es)?\b["']?\s*[=:]|\b(?:cva|tv|cn|clsx|twMerge)\s*\(/;

/** Adds the folders to the style sheets that import the tool: `@source "../../../content";`. */
export function styleSourceChanges({ projects, repository, moves }: PlanContext): FrameworkChanges {
  const { tree, readText, catalogue } = repository;
  const { packages, imports, writes } = catalogue.facts.styleSources ?? {};
  if (!packages || !imports || !writes) return noFrameworkChanges;
  const mayHaveClasses = (path: TreePath) =>
    ['component', 'script', 'prose'].includes(syntaxOf(path) ?? '') &&
    classNames.test(readText(path) ?? '');
  const foldersOf = ({ found, decision }: OpenProject) => {
    const { layout } = decision;
    if (!layout || layout.before !== layout.root || layout.after === layout.before) return [];
    const isStarted = packagesFor(found.folder, repository).some(({ dependencies }) =>
      packages.some((name) => dependencies.has(name)),
    );
    if (!isStarted) return [];
    const home = placeAt(found.folder, layout.before);
    const searched = placeAt(found.folder, layout.after);
    const folders = Array.from(tree.entries(home)).flatMap(([name, kind]) =>
      kind === 'folder' && !/^(?:\.|node_modules$|(?:tests?|e2e|public|server)$)/.test(name)
        ? placeAt(home, name)
        : [],
    );
    return folders.filter((folder) =>
      Array.from(entriesBelow(tree, folder)).some(
        ([path, kind]) =>
          kind === 'file' && !isInside(moves.after(path), searched) && mayHaveClasses(path),
      ),
    );
  };
  const imported = new RegExp(`@import\\s+["']${imports}["'][^;]*;`);
  return (path, text) => {
    if (!text.includes(imports) || !path.endsWith('.css')) return noChange;
    const code = withoutComments(text);
    if (!imported.test(code) || /\bsource\(/.test(code)) return noChange;
    const named = Array.from(code.matchAll(/@source\s+["']([^"']+)/g), ([, source = '']) =>
      placeAt(parentOf(path), source),
    );
    const folders = projects
      .filter(({ found }) => isInside(path, found.folder))
      .flatMap(foldersOf)
      .filter((folder, _, all) => {
        const isCovered = all.some((other) => other !== folder && isInside(folder, other));
        return !isCovered && !named.some((place) => isInside(place, folder));
      });
    const start = [...code.matchAll(/@import\b[^;]*;/g)].at(-1);
    const end = start ? start.index + start[0].length : 0;
    const from = parentOf(moves.after(path));
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    const lines = folders.map(
      (folder) => `${eol}${writes.replace('<folder>', pathFrom(from, folder))}`,
    );
    return {
      edits: folders.length > 0 ? [{ start: end, end, text: lines.join('') }] : [],
      followUps: [],
    };
  };
}
