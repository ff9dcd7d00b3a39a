const a = ['~~/server/a.css']
const b = ['~/server/b.css']

export default defineFwConfig({
  css: [...a, '~~/server/c.css', ...(process.env.CI ? ['~~/server/d.css'] : [])],
  plugins: [...b, ...(process.env.CI ? [{ src: '~/server/x.ts', mode: 'client' }] : [])],
})
