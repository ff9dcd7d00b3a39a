import { createResolver, defineFwModule } from 'fw-kit'
import { join } from 'pathe'

export default defineFwModule({
  setup(_, fw) {
    const { srcDir, rootDir, dir } = fw.options
    for (const layer of fw.options._layers) {
      join(layer.config.srcDir, 'stores')
      join(layer.config.rootDir, 'pages')
    }
    // What moves along is still there, and these say nothing about our folders.
    createResolver(srcDir).resolve('pages/index.vue')
    createResolver(import.meta.url).resolve('../stores/s.ts')
    join(layer.config.srcDir, 'components')
    join(srcDir, fw.options.app.baseURL)
    join(other.srcDir, 'stores')
  },
})
