import { tweak } from 'some-package'

const config = defineFwConfig({
  css: ['~~/server/a.css'],
  plugins: ['~/plugins/x.ts'],
  generate: { routes: ['/'] },
  dir: { pages: 'views' },
})

for (const name of ['a', 'b']) config.css.push(`~~/server/${name}.css`)
config.generate.routes.push('/more')
tweak(config.dir)

export default config
