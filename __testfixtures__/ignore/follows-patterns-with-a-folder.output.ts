export default defineFwConfig({
  ignore: [
    'app/pages/**/_*.vue',
    '/app/components/legacy',
    '!app/components/legacy/keep.vue',
    'app/layouts/*.draft.vue',
    'server/legacy/**',
  ],
})
