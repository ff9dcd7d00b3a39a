export default defineFwConfig({
  css: ['~/lib/own.css', '~/lib/theirs.css', '~/lib/gone.css'],
  plugins: ['~/lib/both.ts'],
  serverEngine: { plugins: ['~/lib/own.ts', '~/lib/theirs.ts'] },
  some: { module: '~/lib/both.css' },
})
