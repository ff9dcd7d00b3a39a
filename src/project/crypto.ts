/** Hashes, seals and random bytes. Node takes milliseconds to load them, and few runs need any. */
export function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
