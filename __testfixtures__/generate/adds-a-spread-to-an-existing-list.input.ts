import { products } from './products'

export default defineFwConfig({
  generate: { routes: ['/a', ...products] },
  serverEngine: { prerender: { routes: ['/a'] } },
})
