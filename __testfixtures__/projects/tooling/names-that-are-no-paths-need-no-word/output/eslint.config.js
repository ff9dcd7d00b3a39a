/* files: ['pages/**'] */
import components from 'components'
export default [
  {
    name: 'pages',
    files: ['**/pages/**', '*.vue', '**/*.ts', 'server/**'],
    settings: { type: 'components', kind: "utils" }, // 'pages/index.vue'
    rules: { 'components/order': 'off', 'vue/multi-word-component-names': ['error', 'pages'] },
  },
]
