import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  alias: {
    '#lib': '~~/lib',
    '#ui': fileURLToPath(new URL('./app/components/ui', import.meta.url)),
    '#all': fileURLToPath(new URL('.', import.meta.url)),
  },
})
