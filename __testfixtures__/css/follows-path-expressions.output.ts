import { resolve } from 'node:path'

const styles = new URL('./assets/styles/', import.meta.url)

export default defineFwConfig({
  css: [
    resolve(__dirname, './app/assets/a.css'),
    resolve(__dirname, './styles/b.css'),
    new URL('../../app/assets/styles/c.css', styles).pathname,
  ],
})
