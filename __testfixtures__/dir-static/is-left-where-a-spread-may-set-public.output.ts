import { folders } from '@acme/presets'

export default defineFwConfig({
  dir: { ...folders, static: 'static' },
})
