/** Node's crypto module, loaded on demand because that takes milliseconds, and few runs need it. */
export function crypto(): typeof import('node:crypto') {
  return process.getBuiltinModule('node:crypto');
}
