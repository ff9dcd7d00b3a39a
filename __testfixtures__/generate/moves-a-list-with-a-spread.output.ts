import { products } from './products'

export default defineFwConfig({
  serverEngine: { prerender: { routes: ['/', ...products.map(toPath)] } },
})
