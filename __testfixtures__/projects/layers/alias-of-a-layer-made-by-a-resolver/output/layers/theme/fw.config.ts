import { createResolver } from '@fw/kit'
export default defineFwConfig({
  alias: { '#theme': createResolver(import.meta.url).resolve('./') },
})
