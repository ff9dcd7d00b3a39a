import { isWritten } from '../config/lookup.ts';
import { positionOf } from '../config/problem.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { mayUse, type UsedBehaviour, usesIn } from '../project/uses.ts';
import type { FollowUpCode } from '../reference/follow-ups.ts';
import type { OptionPath } from '../reference/index.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';

interface Row {
  readonly option: OptionPath;
  readonly code: FollowUpCode;
  readonly what: string;
}

/** What in the sources depends on an option that ended or changed its default. */
const rows: { readonly [behaviour in UsedBehaviour]: Row } = {
  'deep-data': {
    option: 'experimental.defaults.useAsyncData.deep',
    code: 'changed-default',
    what: 'Fetched data is no longer reactive in depth',
  },
  'reset-data': {
    option: 'experimental.resetAsyncDataToUndefined',
    code: 'changed-default',
    what: 'Cleared data goes back to its default value, no longer to `undefined`',
  },
  'template-utils': {
    option: 'experimental.templateUtils',
    code: 'removed-experimental',
    what: 'Variant A has no `templateUtils`',
  },
  'watch-paths': {
    option: 'experimental.relativeWatchPaths',
    code: 'removed-experimental',
    what: 'Listeners to `builder:watch` get absolute paths',
  },
};

/** Looks in the sources for what depends on options that end or change their default. */
export interface UseSearch {
  /** Whether a file could hold such a use. */
  concerns(path: TreePath): boolean;
  look(path: TreePath, text: string): void;
  /** What was found in a project, one follow-up for each option. */
  followUps(folder: TreePath): FollowUp[];
}

interface Place {
  readonly file: TreePath;
  readonly line: number;
  readonly column: number;
}

export function createUseSearch(projects: readonly OpenProject[], keepDefaults: boolean): UseSearch {
  // A project that follows Variant A already has the newer behaviour.
  const older = new Map(
    projects.flatMap((project) =>
      project.decision.kind === 'layout' ? [[project.found.folder, project] as const] : [],
    ),
  );
  const found = new Map<OpenProject, Map<UsedBehaviour, Place[]>>();
  const projectOf = (folder: TreePath): OpenProject | undefined =>
    older.get(folder) ?? (folder === '' ? undefined : projectOf(parentOf(folder)));
  return {
    concerns: (path) => /\.(?:[cm]?[jt]s|[jt]sx|vue)$/.test(path) && projectOf(parentOf(path)) !== undefined,
    look(path, text) {
      const project = mayUse(text) ? projectOf(parentOf(path)) : undefined;
      if (!project) return;
      const places = found.get(project) ?? new Map<UsedBehaviour, Place[]>();
      found.set(project, places);
      for (const { of, start } of usesIn(text, path)) {
        places.set(of, [...(places.get(of) ?? []), positionOf(path, text, start)]);
      }
    },
    followUps(folder) {
      const project = older.get(folder);
      if (!project) return [];
      return [...(found.get(project) ?? [])].flatMap(([behaviour, places]) =>
        followUpFor(rows[behaviour], places, project, keepDefaults),
      );
    },
  };
}

function followUpFor(
  { option, code, what }: Row,
  places: readonly Place[],
  { config }: OpenProject,
  keepDefaults: boolean,
): FollowUp[] {
  const [first] = places;
  if (!first) return [];
  if (code === 'changed-default' && (keepDefaults || isWritten(config.lookup(option)))) return [];
  const count = places.length === 1 ? 'used here' : `used in ${places.length} places, first here`;
  const message = `${what} (\`${option}\`): ${count}.`;
  return [followUpFrom({ code, message }, option, first)];
}
