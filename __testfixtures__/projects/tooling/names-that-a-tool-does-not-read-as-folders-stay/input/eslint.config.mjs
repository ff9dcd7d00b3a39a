export default [
  { ignores: ['components/'] },
  { rules: { 'vue/multi-word-component-names': ['error', { ignores: ['pages', 'components'] }] } },
]
