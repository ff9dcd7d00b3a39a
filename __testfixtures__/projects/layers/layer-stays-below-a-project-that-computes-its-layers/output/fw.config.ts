const layers = ['blog']

export default defineFwConfig({
  extends: layers.map((name) => `./ui/${name}`),
  future: { compatibilityVersion: Number(process.env.COMPAT) },
})
