import { extra } from './utils/extra'

export default defineFwConfig({
  css: ['~/assets/main.css'],
  ...extra,
})
