export default [
  { name: 'pages', files: ['pages/**', '**/components/**'], rules: { 'vue/utils': 'off' } },
  { files: ['components'], ignores: ['server/**', '!utils/format.ts'] },
]
