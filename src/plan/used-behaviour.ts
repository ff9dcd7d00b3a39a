import { isWritten } from '../config/lookup.ts';
import { type Position, positionOf } from '../config/problem.ts';
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

/** Where a behaviour is used for certain, and how many files behind that one name it. */
interface Found {
  readonly at: Position;
  readonly others: number;
}

export function createUseSearch(projects: readonly OpenProject[], keepDefaults: boolean): UseSearch {
  // A project that follows Variant A already has the newer behaviour.
  const older = new Map(
    projects.flatMap((project) =>
      project.decision.kind === 'layout' ? [[project.found.folder, project] as const] : [],
    ),
  );
  const found = new Map<OpenProject, Map<UsedBehaviour, Found>>();
  const projectOf = (folder: TreePath): OpenProject | undefined =>
    older.get(folder) ?? (folder === '' ? undefined : projectOf(parentOf(folder)));
  return {
    concerns: (path) => /\.(?:[cm]?[jt]s|[jt]sx|vue)$/.test(path) && projectOf(parentOf(path)) !== undefined,
    look(path, text) {
      const named = mayUse(text);
      const project = named.length > 0 ? projectOf(parentOf(path)) : undefined;
      if (!project) return;
      const known = found.get(project) ?? new Map<UsedBehaviour, Found>();
      found.set(project, known);
      // One place is proof enough: a file is only parsed for what has none yet.
      const isNew = named.some((behaviour) => !known.has(behaviour));
      const uses = isNew ? usesIn(text, path) : [];
      for (const behaviour of named) {
        const before = known.get(behaviour);
        const use = before ? undefined : uses.find(({ of }) => of === behaviour);
        if (before) known.set(behaviour, { ...before, others: before.others + 1 });
        else if (use) known.set(behaviour, { at: positionOf(path, text, use.start), others: 0 });
      }
    },
    followUps(folder) {
      const project = older.get(folder);
      if (!project) return [];
      return [...(found.get(project) ?? [])].flatMap(([behaviour, one]) =>
        followUpFor(rows[behaviour], one, project, keepDefaults),
      );
    },
  };
}

function followUpFor(
  { option, code, what }: Row,
  { at, others }: Found,
  { config }: OpenProject,
  keepDefaults: boolean,
): FollowUp[] {
  if (code === 'changed-default' && (keepDefaults || isWritten(config.lookup(option)))) return [];
  const rest =
    others === 0 ? '' : `, and ${others === 1 ? 'one other file names' : `${others} other files name`} it`;
  const message = `${what} (\`${option}\`): used here${rest}.`;
  return [followUpFrom({ code, message }, option, at)];
}
