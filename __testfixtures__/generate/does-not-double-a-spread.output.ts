import { base } from 'some-package'

export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/x',
        ...base,
        '/a',
        ...other,
      ],
    },
  },
})
