import { title } from './src/utils/title'

export default defineFwConfig({
  srcDir: 'src',
  app: { head: { title } },
})
