/** Reads what installed modules state about themselves: `fw-migrate.json` in their packages, a part of an edition. */

import { placeAt } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { merged } from '../catalogue/built-in.ts';
import {
  type Catalogue,
  createCatalogue,
  type Edition,
  EditionProblem,
  editionShape,
} from '../catalogue/index.ts';
import { Mismatch } from '../catalogue/shape.ts';
import { foldersAbove } from './moves.ts';
import type { PackageJson } from './package-json.ts';
import { parentOf, type Snapshot, type TreePath, textIn } from './snapshot.ts';
import type { UsedPackage } from './used-packages.ts';

/** The file in the package of a module. */
const statedFile = 'fw-migrate.json';

/** The file of a module that cannot be used, and where a config names the module. */
export interface Unusable {
  readonly module: string;
  readonly at: Position;
  readonly problem: string;
}

interface Modules {
  readonly snapshot: Pick<Snapshot, 'read'>;
  readonly packages: ReadonlyMap<TreePath, PackageJson>;
  usedPackage(from: TreePath, name: string): UsedPackage;
}

/** Adds the facts of the modules that configs name to a catalogue, and says whose they are. */
export function withStatedFacts(
  catalogue: Catalogue,
  configs: readonly TreePath[],
  modules: Modules,
) {
  const unusable: Unusable[] = [];
  const usable = new Map<string, Edition>();
  for (const [module, { at, source }] of statementsOf(configs, modules)) {
    try {
      usable.set(module, factsIn(source, module, catalogue));
    } catch (error) {
      if (!isExpected(error)) throw error;
      const where = error instanceof EditionProblem ? `\`${error.key}\`: ` : '';
      unusable.push({ module, at, problem: where + error.message });
    }
  }
  const edition = [...usable.values()].reduce<unknown>(merged, catalogue.edition) as Edition;
  // The tree after a run is opened with the catalogue of the run.
  const isSame = JSON.stringify(edition) === JSON.stringify(catalogue.edition);
  return {
    catalogue: isSame ? catalogue : createCatalogue(edition),
    statedBy: [...usable.keys()],
    unusable,
  };
}

/** The files of the modules that configs name, each with the first config that does. */
function statementsOf(configs: readonly TreePath[], { snapshot, packages, usedPackage }: Modules) {
  const statements = new Map<string, { readonly at: Position; readonly source: string }>();
  for (const config of configs) {
    const folder = parentOf(config);
    const listed = [folder, ...foldersAbove(folder)].flatMap((above) => [
      ...(packages.get(above)?.dependencies.keys() ?? []),
    ]);
    const text = listed.length > 0 ? (textIn(snapshot, config) ?? '') : '';
    for (const module of listed) {
      if (statements.has(module) || !text.includes(module)) continue;
      const { folder: home } = usedPackage(folder, module);
      const source = home === undefined ? undefined : textIn(snapshot, placeAt(home, statedFile));
      const at = positionOf(config, text, text.indexOf(module));
      if (source !== undefined) statements.set(module, { at, source });
    }
  }
  return statements;
}

function isExpected(error: unknown): error is Error {
  return [SyntaxError, Mismatch, EditionProblem].some((kind) => error instanceof kind);
}

/** The facts in the file of a module. Throws if they are not those of an edition, or about something else. */
function factsIn(source: string, module: string, catalogue: Catalogue): Edition {
  const value: unknown = JSON.parse(source);
  editionShape(value, statedFile);
  const { $schema: _, facts = {}, options = {}, ...others } = value as Edition;
  const { modules = {}, moduleVersions, ...otherFacts } = facts;
  const since = moduleVersions?.since ?? {};
  const rootKey = (path: string) => path.replace(/[.[].*/, '');
  const ofFramework = new Set([...catalogue.options.keys()].map(rootKey));
  const isForeign = (path: string) => ofFramework.has(rootKey(path)) || options[path] === null;
  const [foreign] = [
    ...Object.keys(others),
    ...Object.keys(otherFacts).map((key) => `facts.${key}`),
    ...Object.keys({ ...modules, ...since }).filter((name) => name !== module),
    ...Object.keys(options).filter(isForeign),
    ...Object.values(options)
      .flatMap((row) => row?.movedTo ?? [])
      .filter(isForeign),
  ];
  if (foreign !== undefined) throw new EditionProblem(foreign, 'this is not about the module');
  const own = Object.entries(options).map(([path, row]) => {
    const message = `\`${module}\` says: ${row?.followUp?.message}`;
    return [path, row?.followUp ? { ...row, followUp: { ...row.followUp, message } } : row];
  });
  const { date } = { ...moduleVersions, ...catalogue.facts.moduleVersions };
  const stated = {
    options: Object.fromEntries(own),
    facts: { modules, ...(date && { moduleVersions: { date, since } }) },
  };
  // It may contradict itself.
  createCatalogue(merged(catalogue.edition, stated) as Edition);
  return stated;
}
