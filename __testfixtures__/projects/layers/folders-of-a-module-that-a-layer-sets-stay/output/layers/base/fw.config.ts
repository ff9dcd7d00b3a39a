import { defineFwConfig } from 'fw/config'

export default defineFwConfig({
  modules: ['@pinia/fw'],
  pinia: {
    storesDirs: ['./stores/**'],
  },
})
