import { extra } from './app/utils/extra'

export default defineFwConfig({
  css: ['~/assets/main.css'],
  ...extra,
})
