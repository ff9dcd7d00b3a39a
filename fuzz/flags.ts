import { transforms } from '../transforms/index.ts';
import type { Flags } from './fixtures.ts';
import type { Random } from './random.ts';
import { foldersAbove, type Tree } from './trees.ts';

const ids = transforms.map(({ id }) => id);

/** The flags of a fixture, or others. */
export function variedFlags(flags: Flags, tree: Tree, random: Random): Flags {
  if (random.chance(0.5)) return flags;
  // A folder that is not there is refused at once.
  const folders = [...new Set([...tree.keys()].flatMap(foldersAbove))];
  const some = (): string[] => {
    const folder = folders.length === 0 ? 'pages' : random.pick(folders);
    return [random.chance(0.8) ? folder.replace(/^(?:src|app)\//, '') : folder];
  };
  return {
    ...flags,
    ...(random.chance(0.7) ? { layout: random.pick(['auto', 'app', 'keep'] as const) } : {}),
    ...(random.chance(0.3) ? { keepDefaults: true } : {}),
    ...(random.chance(0.2) ? { move: some() } : {}),
    ...(random.chance(0.2) ? { stay: some() } : {}),
    ...(random.chance(0.04) ? { only: [random.pick(ids)] } : {}),
    ...(random.chance(0.04) ? { skip: [random.pick(ids)] } : {}),
  };
}
