import { flag, listOf, mapOf, object, oneOf, readAs, type TypeOf, text } from '../catalogue/shape.ts';

/** Everything that a link carries: what the page asks the engine for, and a transform of the user's own. */
const stateShape = object({
  files: mapOf(text),
  layout: oneOf('auto', 'app', 'keep'),
  keepDefaults: flag,
  skip: listOf(text),
  edition: text,
  transform: text,
});

export type PlaygroundState = TypeOf<typeof stateShape>;

/** The state as the part of an address behind `#`. */
export function hashOf(state: PlaygroundState): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The state in such a part; undefined if it is none of ours. */
export function stateIn(hash: string): PlaygroundState | undefined {
  try {
    const characters = atob(hash.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return readAs(stateShape, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
