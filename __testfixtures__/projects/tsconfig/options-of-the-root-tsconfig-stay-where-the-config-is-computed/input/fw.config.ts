import { typescript } from 'our-presets'
export default defineFwConfig({
  typescript,
})
