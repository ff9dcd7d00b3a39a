import { resolve } from 'node:path'

const styles = new URL('./assets/styles/', import.meta.url)

export default defineFwConfig({
  css: [
    resolve(__dirname, './assets/a.css'),
    resolve(__dirname, './styles/b.css'),
    new URL('./c.css', styles).pathname,
  ],
})
