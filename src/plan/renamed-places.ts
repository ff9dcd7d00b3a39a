import { type Change, isMovedItem, type OptionPathParts } from '../config/change.ts';
import { type ConfigDocument, type OpenOptions, openConfig, type Rendered } from '../config/document.ts';
import { isWritten } from '../config/lookup.ts';
import { type Position, positionText } from '../config/problem.ts';
import type { FollowUp } from './follow-up.ts';

interface MigratedConfig {
  readonly config: ConfigDocument;
  readonly changes: readonly Change[];
  readonly rendered: Rendered;
  /** The options that it was opened with. */
  readonly options: OpenOptions;
  /** The path of a file after the run. */
  placeAfter?: ((path: string) => string) | undefined;
}

/** Adds the new position to follow-ups about moved options, on another line or in another file. */
export function withRenamedPlaces(
  followUps: readonly FollowUp[],
  { config, changes, rendered: { code, files }, options, placeAfter = (path) => path }: MigratedConfig,
): readonly FollowUp[] {
  const places = new Set(followUps.map(positionText));
  const moved = changes.flatMap((change) => {
    const layer = config.layers[change.layer] ?? '';
    const move = movedBy(change, (path) => config.lookupIn(layer, path).some(isWritten));
    const [was] = move ? config.lookupIn(layer, move.from).filter(isWritten) : [];
    return move && was && places.has(positionText(was.at)) ? [{ layer, to: move.to, at: was.at }] : [];
  });
  if (moved.length === 0) return followUps;
  const origins = new Map(config.files().map((path) => [placeAfter(path), path]));
  const originOf = (path: string) => origins.get(path) ?? path;
  const textOf = (path: string) => files.find((file) => file.path === path)?.after ?? options.read?.(path);
  const read = (path: string) => textOf(originOf(path));
  const after = openConfig(code, { ...options, filename: placeAfter(config.path), read });
  const positions = new Map<string, Position>();
  for (const { layer, to, at } of moved) {
    const [lookup] = after.lookupIn(layer, to).filter(isWritten);
    if (lookup) positions.set(positionText(at), { ...lookup.at, file: originOf(lookup.at.file) });
  }
  return followUps.map((followUp) => {
    const place = positions.get(positionText(followUp));
    return place ? { ...followUp, now: place } : followUp;
  });
}

/** The option or list that a change moves, and the new path of it or of its first item. */
function movedBy(
  change: Change,
  isThere: (path: OptionPathParts) => boolean,
): { readonly from: OptionPathParts; readonly to: OptionPathParts } | undefined {
  if (change.kind === 'rename') return { from: change.path, to: change.to };
  const [first] = change.kind === 'append' ? change.items : [];
  if (first === undefined || !isMovedItem(first)) return undefined;
  let end = 0;
  while (isThere([...change.path, end])) end += 1;
  return { from: first.isSpread ? first.from : first.from.slice(0, -1), to: [...change.path, end] };
}
