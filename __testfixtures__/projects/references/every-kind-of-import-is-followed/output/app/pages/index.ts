import a from '~~/lib/a'
import { a as b } from "@@/lib/a"
import '../../lib/a'
export * from '~~/lib/a'
export { a } from '../../lib/a'
export const lazy = () => import(/* webpackChunkName: "a" */ '~~/lib/a')
export const plain = () => import(`../../lib/a`)
import type { A } from '~~/lib/a'
export type B = import('../../lib/a').A
export type C = typeof import('~~/lib/a')
import old = require('../../lib/a')
const c = require('~~/lib/a')
