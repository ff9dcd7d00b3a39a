import { addImportsDir, createResolver, defineFwModule } from '@fw/kit'

export default defineFwModule({
  setup() {
    addImportsDir(createResolver(import.meta.url).resolve('./runtime'))
  },
})
