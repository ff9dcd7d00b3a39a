export { a as default } from '~~/lib/a'
