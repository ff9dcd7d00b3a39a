const isLocal = process.env.LOCAL === '1'

export default defineFwConfig({
  alias: {
    '@ui': isLocal ? '~/components' : '~/pages',
    '@lib': isLocal ? '~~/lib' : '~/components',
  },
})
