import '~~/lib/a'
export function load(require: (name: string) => unknown) {
  return require('~/lib/a')
}
