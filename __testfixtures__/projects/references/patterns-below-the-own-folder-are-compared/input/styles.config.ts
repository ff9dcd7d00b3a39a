import { join, resolve } from 'node:path'

export default {
  content: [
    resolve(__dirname, './components/**/*.vue'),
    join(__dirname, 'pages', '*.vue'),
    resolve(__dirname, './lib/*.ts'),
    resolve(__dirname, './*/Card.vue'),
    join(__dirname, '{components,pages}/**/*.vue'),
    resolve(__dirname, './**/*.vue'),
  ],
}
