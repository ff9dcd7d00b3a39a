export default [
  { name: 'pages', files: ['app/pages/**', '**/components/**'], rules: { 'vue/utils': 'off' } },
  { files: ['app/components'], ignores: ['server/**', '!app/utils/format.ts'] },
]
