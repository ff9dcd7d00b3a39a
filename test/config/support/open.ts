import { type ConfigDocument, openConfig } from '../../../src/config/document.ts';
import type { Lookup } from '../../../src/config/lookup.ts';
import { ConfigProblem } from '../../../src/config/problem.ts';

/** Opens a config whose neighbours are given by path. */
export function open(
  text: string,
  filename = 'fw.config.ts',
  files: Readonly<Record<string, string>> = {},
): ConfigDocument {
  return openConfig(text, { filename, read: (path) => files[path] });
}

/** An answer without its position and reason, in a form that reads well in an expectation. */
export function brief(lookup: Lookup): unknown {
  if (lookup.kind !== 'static') return lookup.kind;
  return { static: plain(lookup.value) };
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || 'place' in value || 'source' in value)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** The problem that opening a config ends in. */
export function problemOf(
  text: string,
  filename = 'fw.config.ts',
  files: Readonly<Record<string, string>> = {},
): ConfigProblem {
  try {
    open(text, filename, files);
  } catch (error) {
    if (error instanceof ConfigProblem) return error;
    throw error;
  }
  throw new Error('The config was opened, and should not have been');
}
