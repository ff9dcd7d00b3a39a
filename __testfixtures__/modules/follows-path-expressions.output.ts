import { createResolver } from '@fw/kit'

const { resolve } = createResolver(import.meta.url)

export default defineFwConfig({
  modules: [resolve('./modules/a'), resolve('./app/plugins/module')],
})
