import type { Tree } from '../../plan/support/evaluate-config.ts';
import {
  aliased,
  at,
  below,
  projectOf,
  resolveOption,
  scannedFolder,
  splitGlob,
  type World,
  type WorldProject,
  within,
} from './resolver.ts';

/** Where each file goes, worked out from the second section of the semantics. */

export type LayoutChoice = 'auto' | 'app' | 'keep';

export interface MoveChoices {
  readonly layout: LayoutChoice;
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
}

type Move = readonly [from: string, to: string];

/** The place that a file or folder has afterwards. */
export type MoveMap = (place: string) => string;

const sourceFolders = ['assets', 'layouts', 'middleware', 'pages', 'plugins'] as const;
const staying = ['server', 'public', 'modules', 'shared', 'layers', 'node_modules', 'tests'];

/** The moves of all projects: what is in a project inside another goes with the inner one. */
export function moveMap(world: World, choices: MoveChoices): MoveMap {
  const moves = new Map(
    world.projects.map((project) => [project, movesOf(world, project, choices)]),
  );
  return (place) => {
    const project = projectOf(world.projects, place);
    return project ? movedBy(moves.get(project) ?? [], place) : place;
  };
}

function movedBy(moves: readonly Move[], place: string): string {
  const inner = moves
    .filter(([from]) => within(place, from))
    .sort(([a], [b]) => b.length - a.length)[0];
  return inner ? at(inner[1], below(inner[0], place)) : place;
}

function movesOf(world: World, project: WorldProject, choices: MoveChoices): Move[] {
  const { root, source, options } = project;
  if (choices.layout === 'keep') return [];
  if (choices.layout === 'auto' && options.srcDir !== undefined) return [];
  return source === root ? fromRoot(world, project, choices) : fromFolder(project);
}

function fromFolder({ root, source, facts }: WorldProject): Move[] {
  const app = at(root, facts.sourceDir);
  const inner: Move = [at(source, 'app'), app];
  if (source === app) return [inner];
  const toRoot = ['server', 'public', 'modules'].map(
    (name): Move => [at(source, name), at(root, name)],
  );
  return [[source, app], inner, ...toRoot];
}

function fromRoot(
  world: World,
  project: WorldProject,
  { move = [], stay = [] }: MoveChoices,
): Move[] {
  const { root, facts } = project;
  const named = [
    ...sourceFolders.map((name) => scannedFolder('b', project, name)),
    ...[
      'components',
      'composables',
      'utils',
      'app.vue',
      'error.vue',
      ...facts.folders,
      ...move,
    ].map((name) => at(root, name)),
    ...namedFolders(world, project),
    ...[...world.files].filter((file) => /^app\.config\.\w+$/.test(below(root, file))),
  ];
  return [...new Set(named)].flatMap((from): Move[] => {
    const path = below(root, from);
    const [top = ''] = path.split('/');
    const held = staying.includes(top) || stay.includes(path) || top.startsWith('.') || path === '';
    return held || !within(from, root) ? [] : [[from, at(at(root, facts.sourceDir), path)]];
  });
}

/** The folders that `components` and `imports.dirs` name. */
function namedFolders(world: World, project: WorldProject): string[] {
  const { components, imports } = project.options;
  const lists = [
    components,
    (components as Tree | undefined)?.dirs,
    (imports as Tree | undefined)?.dirs,
  ];
  return lists
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .flatMap((item) => {
      const text = typeof item === 'string' ? item : String((item as Tree).path);
      const { folder } = splitGlob(text);
      return (
        resolveOption(world, project, 'folder', folder) ?? aliased(project.aliases, folder) ?? []
      );
    });
}
