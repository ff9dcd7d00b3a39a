/// <reference path="../app/utils/h.d.ts" />
// @ts-check
/** @typedef {import('../app/utils/u').U} U */
/** @type {typeof import('../app/components/A.vue')['default']} */
module.exports = 1
