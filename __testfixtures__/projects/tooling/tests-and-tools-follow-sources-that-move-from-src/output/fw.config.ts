import { title } from './app/utils/title'

export default defineFwConfig({
  app: { head: { title } },
})
