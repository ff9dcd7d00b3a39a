/// <reference path="../app/utils/h.d.ts" />
// @ts-check
/** @typedef {import('../utils/u').U} U */
/** @type {typeof import('../components/A.vue')['default']} */
module.exports = 1
