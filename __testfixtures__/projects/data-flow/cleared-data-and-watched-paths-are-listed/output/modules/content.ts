// Not here: app.hook('builder:watch', …)
import { resolve } from 'node:path'

export default (options, app) => {
  app.hook('builder:watch', async (event, path) => {
    const file = resolve(app.options.srcDir, path)
    if (file.startsWith(options.folder)) await options.reload(file)
  })
  app.hook('builder:watch', (event, path) => {
    if (path.startsWith('content/')) options.reload(path)
  })
}
