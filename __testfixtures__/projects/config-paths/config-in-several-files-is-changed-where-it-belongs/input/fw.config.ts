import { styles } from './config/styles'

export default defineFwConfig({
  css: styles,
})
