import { join, resolve } from 'node:path'

export default {
  content: [
    resolve(__dirname, './app/components/**/*.vue'),
    join(__dirname, 'app/pages', '*.vue'),
    resolve(__dirname, './lib/*.ts'),
    resolve(__dirname, './*/Card.vue'),
    join(__dirname, 'app/{components,pages}/**/*.vue'),
    resolve(__dirname, './**/*.vue'),
  ],
}
