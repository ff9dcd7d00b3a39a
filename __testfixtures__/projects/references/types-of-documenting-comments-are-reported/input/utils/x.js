/// <reference path="../types/g.d.ts" />
/// <reference types="../types/g" />
/** @type {import('../types/a').A} */
export const a = { a: 1 }
/**
 * Does it.
 * @param {import("../types/a").A} x what
 * @returns {Promise<import('~/types/a').A>}
 * @import { A } from '../types/a'
 */
export function f(x) { return /** @type {import('../types/a').A} */ (x) }
// import('../types/a') in a plain comment
/**
 * @typedef {{
 *   a: import('../types/a').A,
 *   b: import('./u').U, c: import('vue').Ref
 * }} Both
 */
