import { fileURLToPath } from 'node:url'

export default defineFwConfig({
  srcDir: 'src',
  spaLoadingTemplate: fileURLToPath(new URL('./app/loading.html', import.meta.url)),
})
