import { generate } from '../../common/generate'
export default defineFwConfig({
  generate,
})
