import { options } from '../../catalogue/index.ts';

const sources = new Map<string, string[]>();
for (const { path, fate } of options.values()) {
  if (fate.kind === 'moved') sources.set(fate.to, [...(sources.get(fate.to) ?? []), path]);
}

/** The options whose values go to another one. */
export function sourcesOf(option: string): readonly string[] {
  return sources.get(option) ?? [];
}
