import path, { join, resolve } from 'node:path'

export default defineFwConfig({
  alias: {
    styles: path.resolve(__dirname + '/assets'),
    ui: resolve(`${__dirname}/components`),
    card: join(resolve(__dirname, 'components', 'Card.vue')),
    docs: path.resolve(__dirname + '/docs'),
  },
})
