import { ConfigPath } from '../config/change.ts';
import { matchOption } from '../config/match.ts';
import { type PlacePath, placeAt } from '../config/places.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { aliasesOf, readText } from '../project/aliases.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { TemplateSource } from '../project/template-sources.ts';
import type { OpenProject } from './open-project.ts';

/** Variant B compiles templates unless it is told not to. */
export function isCompiling({ config }: OpenProject): boolean {
  const lookup = config.lookup('experimental.compileTemplate');
  return lookup.kind !== 'static' || lookup.value !== false;
}

/** Where a template is written in the style of lodash: one place is enough. */
export function compiledAt(path: TreePath, text = ''): Position[] {
  const start = text.indexOf('<%');
  return start === -1 || text.lastIndexOf('%>') < start + 2 ? [] : [positionOf(path, text, start)];
}

/** The files that `build.templates` may mean, one list for each. */
export function templatesNamed(project: OpenProject): TreePath[][] {
  const { folder } = project.found;
  return project.config.scopes.flatMap((scope) =>
    matchOption(scope, 'build.templates[].src').flatMap(({ lookup }) => {
      const value = lookup.kind === 'static' ? lookup.value : undefined;
      if (value instanceof ConfigPath) return [[placeAt(folder, value.place)]];
      return typeof value === 'string'
        ? [placesNamed({ path: value, from: 'framework' }, folder, project)]
        : [];
    }),
  );
}

/** Where the source of a template may be, the likeliest first. */
export function placesNamed(
  { path, from }: TemplateSource,
  own: TreePath,
  { found: { folder }, config, decision, evidence }: OpenProject,
): TreePath[] {
  if (from === 'file') return [placeAt(own, path)];
  if (decision.kind !== 'layout') return [];
  const { layout } = decision;
  const alias = readText(aliasesOf(config, layout, evidence).before, path);
  const places: PlacePath[] = alias
    ? [alias.place]
    : [placeAt(layout.before, path), placeAt(layout.root, path)];
  return places.map((place) => placeAt(folder, place));
}
