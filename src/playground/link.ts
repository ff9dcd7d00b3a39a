/** Keeps the input of the playground in the address of its page, so that it can be shared as a link. */

import { layoutModes } from '../catalogue/names.ts';
import { flag, mapOf, object, oneOf, readAs, type TypeOf, text } from '../catalogue/shape.ts';

/** What was entered: the project, and how to migrate it. */
const stateShape = object({
  files: mapOf(text),
  layout: oneOf(...layoutModes),
  keepDefaults: flag,
  edition: text,
});

export type PlaygroundState = TypeOf<typeof stateShape>;

/** The state as the part of an address after `#`. */
export function hashOf(state: PlaygroundState): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(characters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The state in the part of an address after `#`; undefined if it is invalid. */
export function stateIn(hash: string): PlaygroundState | undefined {
  try {
    const characters = atob(hash.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    return readAs(stateShape, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
