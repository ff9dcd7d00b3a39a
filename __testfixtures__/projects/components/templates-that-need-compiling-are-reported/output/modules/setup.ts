import { resolve as resolvePath } from 'node:path'
import { addPluginTemplate, addServerTemplate, addTemplate, addTypeTemplate, createResolver } from '@fw/kit'

const resolver = createResolver(import.meta.url)

export default () => {
  addTemplate({ filename: 'a.ts', src: resolver.resolve('./runtime/a.ts') })
  addPluginTemplate({ src: resolvePath(__dirname, 'runtime', 'b.ejs') })
  addServerTemplate({ src: computed() })
  addTypeTemplate({ filename: 'c.d.ts', getContents: () => '<% %>' })
  addOther({ src: resolver.resolve('./runtime/d.ts') })
}
