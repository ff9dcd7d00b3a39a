export default defineFwConfig({
  alias: {
    '#styles': '~/assets/styles',
    '#content': '~/content',
    '#logo': '@/brand/logo.svg',
    '#api': '~~/server/api',
    '#types': './types',
    '#ui': './components/ui',
  },
})
