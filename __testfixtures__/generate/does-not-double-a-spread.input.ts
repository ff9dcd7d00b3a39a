import { base } from 'some-package'

export default defineFwConfig({
  generate: { routes: [...base, '/a', ...other] },
  serverEngine: {
    prerender: {
      routes: [
        '/x',
        ...base,
      ],
    },
  },
})
