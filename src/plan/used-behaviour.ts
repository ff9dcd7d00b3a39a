import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { OptionPath } from '../catalogue/index.ts';
import { isWritten } from '../config/lookup.ts';
import { type Position, positionOf } from '../config/problem.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { mayNameTemplates, templateSourcesIn } from '../project/template-sources.ts';
import { mayUse, type UsedBehaviour, usesIn } from '../project/uses.ts';
import { compiledAt, isCompiling, placesNamed, templatesNamed } from './compiled-templates.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import type { OwnerFinder } from './selection.ts';

/** What is found in the sources that an option decides, and in the templates that they name. */
type Behaviour = UsedBehaviour | 'compiled-templates';

interface Row {
  readonly option: OptionPath;
  readonly code: FollowUpCode;
  readonly what: string;
  readonly todo: string;
}

/** What in the sources depends on an option that ended or changed its default. */
const rows: { readonly [behaviour in Behaviour]: Row } = {
  'compiled-templates': {
    option: 'experimental.compileTemplate',
    code: 'removed-experimental',
    what: 'Templates are no longer compiled in the style of lodash',
    todo: 'Write the templates without `<% %>`, or compile them in a module of your own.',
  },
  'deep-data': {
    option: 'experimental.defaults.useAsyncData.deep',
    code: 'changed-default',
    what: 'Fetched data is no longer reactive in depth',
    todo: 'See whether what is inside the data is changed in place; where it is, set `deep: true` in the call.',
  },
  'reset-data': {
    option: 'experimental.resetAsyncDataToUndefined',
    code: 'changed-default',
    what: 'Cleared data goes back to its default value, no longer to `undefined`',
    todo: 'See that what reads the data afterwards does not wait for `undefined`.',
  },
  'template-utils': {
    option: 'experimental.templateUtils',
    code: 'removed-experimental',
    what: 'Variant A has no `templateUtils`',
    todo: 'Replace it by functions of your own.',
  },
  'watch-paths': {
    option: 'experimental.relativeWatchPaths',
    code: 'removed-experimental',
    what: 'Listeners to `builder:watch` get absolute paths',
    todo: 'Make the path relative to the source directory before it is compared with others.',
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

// No folder of a project has this name.
const outside = '..';

/** What was found in one project. */
interface Found {
  readonly places: Map<Behaviour, Position[]>;
  /** Files that templates are made from. */
  readonly templates: Set<TreePath>;
}

/** `ownerOf` tells the project that a file belongs to, also where that is none of those which are searched. */
export function createUseSearch(
  projects: readonly OpenProject[],
  ownerOf: OwnerFinder,
  { tree, readText: read }: Repository,
  keepDefaults: boolean,
): UseSearch {
  // A project that follows Variant A already has the newer behaviour.
  const older = new Map(
    projects.flatMap((project) =>
      project.decision.kind === 'layout' ? [[project.found.folder, project] as const] : [],
    ),
  );
  const found = new Map<OpenProject, Found>();
  const foundIn = (project: OpenProject): Found => {
    const known = found.get(project) ?? { places: new Map(), templates: new Set() };
    found.set(project, known);
    return known;
  };
  const projectOf = (path: TreePath): OpenProject | undefined => older.get(ownerOf(path) ?? outside);
  const isFile = (path: TreePath) => tree.kindOf(path) === 'file';
  return {
    concerns: (path) => /\.(?:[cm]?[jt]s|[jt]sx|vue)$/.test(path) && projectOf(path) !== undefined,
    look(path, text) {
      const named = mayUse(text);
      const templates = mayNameTemplates(text);
      const project = named.length > 0 || templates ? projectOf(path) : undefined;
      if (!project) return;
      const uses = named.some((behaviour) => matters(rows[behaviour], project, keepDefaults));
      const known = foundIn(project);
      for (const { of, start } of uses ? usesIn(text, path) : []) {
        const places = known.places.get(of) ?? [];
        known.places.set(of, places);
        places.push(positionOf(path, text, start));
      }
      for (const source of templates ? templateSourcesIn(text, path) : []) {
        const file = placesNamed(source, parentOf(path), project).find(isFile);
        if (file !== undefined) known.templates.add(file);
      }
    },
    followUps(folder) {
      const project = older.get(folder);
      if (!project) return [];
      const { places, templates } = foundIn(project);
      const named = templatesNamed(project).flatMap((options) => options.find(isFile) ?? []);
      const compiled = isCompiling(project)
        ? [...new Set([...templates, ...named])].sort().flatMap((path) => compiledAt(path, read(path)))
        : [];
      const all = new Map(
        compiled.length > 0 ? [...places, ['compiled-templates', compiled] as const] : places,
      );
      return [...all].flatMap(([behaviour, evidence]) =>
        matters(rows[behaviour], project, keepDefaults) ? followUpFor(rows[behaviour], evidence) : [],
      );
    },
  };
}

/** A default that the config sets itself, or that is to be written into it, does not change. */
function matters({ option, code }: Row, { config }: OpenProject, keepDefaults: boolean): boolean {
  return code !== 'changed-default' || !(keepDefaults || isWritten(config.lookup(option)));
}

function followUpFor({ option, code, what, todo }: Row, evidence: readonly Position[]): FollowUp[] {
  const [at] = evidence;
  if (!at) return [];
  const message = `${what} (\`${option}\`): ${counted(evidence)}. ${todo}`;
  return [followUpFrom({ code, message, evidence }, option, at)];
}

function counted(places: readonly Position[]): string {
  if (places.length === 1) return 'used here';
  const files = new Set(places.map(({ file }) => file)).size;
  return `used in ${places.length} places${files === 1 ? '' : ` of ${files} files`}`;
}

/** Without what the config alone says about an experiment that ended, where the uses of it are told. */
export function toldByUses(followUps: readonly FollowUp[]): FollowUp[] {
  const ended = followUps.filter(({ code }) => code === 'removed-experimental');
  const used = ended.filter(({ evidence }) => evidence.length > 0).map(({ option }) => option);
  const repeats = new Set(
    ended.filter(
      // In an override block its name follows that of the block.
      ({ option, evidence }) =>
        evidence.length === 0 && used.some((name) => `.${option}`.endsWith(`.${name}`)),
    ),
  );
  return followUps.filter((followUp) => !repeats.has(followUp));
}
