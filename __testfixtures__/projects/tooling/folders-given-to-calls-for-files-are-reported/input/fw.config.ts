import { readdirSync } from 'node:fs'

export default defineFwConfig({
  generate: { routes: readdirSync('pages').map((name) => `/${name}`) },
})
