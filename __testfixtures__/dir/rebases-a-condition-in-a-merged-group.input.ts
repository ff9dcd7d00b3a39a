import { defu } from 'defu'

const isX = process.env.X

export default defineFwConfig({
  srcDir: 'src/',
  dir: defu(isX ? { pages: 'views' } : { assets: 'a' }, { layouts: 'frames' }),
})
