import { products } from './products'

export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/a', ...products] } },
})
