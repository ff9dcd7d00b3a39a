import { resolve } from 'node:path'

export default defineFwConfig({
  ssr: false,
  srcDir: resolve(__dirname, 'src'),
  spaLoadingTemplate: null,
  extends: ['./base', 'github:acme/theme'],
  components: true,
  watch: [/x/, 'y'],
  modules: [() => {}, ['a', {}], 'b'],
  generate: { routes: () => [] },
  features: { inlineStyles: (id) => id.includes('x') },
  telemetry: undefined,
})
