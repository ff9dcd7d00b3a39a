export default defineFwConfig({
  serverEngine: {
    prerender: {
      routes: [
        '/',
        ...(process.env.CI ? ['/a'] : ['/b']),
      ],
      ignore: [
        '/d',
        process.env.CI ? '/x' : '/y',
        ...[process.env.CI && '/c'].filter(Boolean),
      ],
    },
  },
})
