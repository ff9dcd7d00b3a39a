const config = defineFwConfig({
  css: ['~/server/overridden.css'],
  plugins: ['~/server/a.ts'],
})

config.css = ['~/server/a.css']
config['watch'] = ['server/x.ts']

if (process.env.CI) {
  config.css = ['~/server/ci.css']
} else config.plugins = ['~/server/local.ts']

Object.assign(config, { css: ['~~/server/last.css'] })

export default config
