const routes = async () => (await load()).map((it) => it.path)

export default defineFwConfig({
  generate: { routes, exclude: ['/x'] },
})
