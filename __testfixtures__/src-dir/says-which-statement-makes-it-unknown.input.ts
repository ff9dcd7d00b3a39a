const isDev = process.env.DEV

const config = defineFwConfig({
  css: ['~/server/a.css'],
  ...(isDev && { srcDir: 'src' }),
})

config.srcDir ||= process.env.SOURCES

export default config
