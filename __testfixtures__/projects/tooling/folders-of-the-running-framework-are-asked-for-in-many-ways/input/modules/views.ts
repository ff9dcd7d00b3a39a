import { createResolver, defineFwModule } from 'fw-kit'
import { join } from 'pathe'

export default defineFwModule({
  setup(_, fw) {
    const { srcDir, rootDir, dir } = fw.options
    const sources = createResolver(srcDir)
    const { resolve } = createResolver(rootDir)
    sources.resolve('stores/s.ts')
    sources.resolve('./server', 'api')
    resolve('pages')
    for (const layer of fw.options._layers) {
      join(layer.config.srcDir, 'stores')
      join(layer.config.rootDir, 'pages')
      join(layer.config.srcDir, layer.config.dir.pages)
    }
    join(srcDir, fw.options.dir?.layouts || 'layouts')
    join(srcDir, dir.public, 'favicon.ico')
    const views = `${srcDir}/${fw.options.dir.pages}`
    // What moves along is still there, and these say nothing about our folders.
    sources.resolve('pages')
    createResolver(srcDir).resolve('pages/index.vue')
    createResolver(import.meta.url).resolve('../stores/s.ts')
    join(layer.config.srcDir, 'components')
    join(rootDir, fw.options.dir.pages)
    join(srcDir, fw.options.dir.shared)
    join(srcDir, fw.options.app.baseURL)
    join(other.srcDir, 'stores')
    return views
  },
})
