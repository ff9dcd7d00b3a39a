import { products } from './products'

export default defineFwConfig({
  generate: {
    routes: ['/', ...products.map(toPath)],
  },
})
