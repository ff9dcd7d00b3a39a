import { format } from './server/api/a'
// 'pages/index.vue'
export default {
  optimizeDeps: { entries: ['pages/**', 'server/**'] },
  name: 'pages',
  broken: [}
}
