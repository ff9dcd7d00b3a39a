import { products } from './products'

export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: ['/', ...products.map((it) => `/p/${it}`)],
    },
  },
})
