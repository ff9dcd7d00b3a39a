import { defu } from 'defu'

export default defineFwConfig(
  defu({ alias: { '#project': './' } }, { alias: { '#project': '~/lib', '#lib': './lib' } }),
)
