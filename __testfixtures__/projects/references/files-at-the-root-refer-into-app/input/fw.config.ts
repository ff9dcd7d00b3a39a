import { title } from './utils/title'

export default defineFwConfig({
  app: { head: { title } },
})
