export default [
  { ignores: ['app/components/'] },
  { rules: { 'vue/multi-word-component-names': ['error', { ignores: ['pages', 'components'] }] } },
]
