import path from 'node:path'
export default {
  test: { setupFiles: [path.resolve('components/A.vue')], dir: path.join(process.cwd(), 'components', 'A.vue') },
  x: path.resolve(process.cwd(), 'pages'),
}
