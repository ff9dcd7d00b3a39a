export default defineFwConfig({
  ignore: [
    'pages/**/_*.vue',
    '/components/legacy',
    '!components/legacy/keep.vue',
    'layouts/*.draft.vue',
    'server/legacy/**',
  ],
})
