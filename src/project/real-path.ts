import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where a path leads, links followed; the path itself if there is nothing. */
export function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
