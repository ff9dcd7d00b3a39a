import { defineFwConfig } from 'fw/config'

export default defineFwConfig({
  // everything is in src/
  srcDir: 'src/',
  ssr: true,
})
