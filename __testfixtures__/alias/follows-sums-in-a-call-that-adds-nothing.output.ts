import path, { join, resolve } from 'node:path'

export default defineFwConfig({
  alias: {
    styles: path.resolve(__dirname + '/app/assets'),
    ui: resolve(`${__dirname}/app/components`),
    card: join(resolve(__dirname, 'app/components', 'Card.vue')),
    docs: path.resolve(__dirname + '/docs'),
  },
})
